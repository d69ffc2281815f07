"""``tischlein train``: a course can be repeated and stopped, learns to beat who plays badly, and what it writes is a net for bots."""

from pathlib import Path
from typing import Any

import pytest

import tischlein
from tischlein.bots import bot, situation
from tischlein.bots.weights import read_file
from tischlein.engine.errors import OptionError

pytestmark = [pytest.mark.needs("train"), pytest.mark.long]

LOBO = tischlein.game("lobo77")
SMALL: dict[str, Any] = {
    "games": 96, "steps": 8, "copying": 1, "rounds": 4, "every": 2, "measured": 48, "width": 32, "critic": 32,
    "seats": (2,), "seed": 5,
}  # fmt: skip


def course(folder: Path, **more: Any) -> list[dict[str, Any]]:
    from tischlein.train.settings import Settings
    from tischlein.train.training_run import TrainingRun

    told: list[dict[str, Any]] = []
    TrainingRun(Settings("lobo77", **SMALL | more), folder, told.append).run()
    return [{name: value for name, value in line.items() if name != "seconds"} for line in told]


def test_the_same_seed_gives_the_same_net_and_curve(tmp_path: Path) -> None:
    curves = [course(tmp_path / name) for name in ("one", "two")]
    assert curves[0] == curves[1]
    nets = [(tmp_path / name / "lobo77.net").read_bytes() for name in ("one", "two")]
    assert nets[0] == nets[1]
    assert course(tmp_path / "other", seed=6) != curves[0]


def test_a_course_that_was_stopped_goes_on(tmp_path: Path) -> None:
    course(tmp_path, rounds=2)
    (head, *lines) = (tmp_path / "lobo77.jsonl").read_text().splitlines()
    later = course(tmp_path)
    assert [line["round"] for line in later] == [4]
    assert later[0]["decisions"] == 4 * SMALL["games"] * SMALL["steps"]
    assert (tmp_path / "lobo77.jsonl").read_text().splitlines()[: 1 + len(lines)] == [head, *lines]


def test_another_course_leaves_what_a_folder_holds_alone(tmp_path: Path) -> None:
    course(tmp_path, rounds=2)
    net = (tmp_path / "lobo77.net").read_bytes()
    with pytest.raises(OptionError, match="holds another course: start differ; choose another --out"):
        course(tmp_path, start=str(tmp_path / "lobo77.net"))
    with pytest.raises(OptionError, match="holds another course: seed, width differ"):
        course(tmp_path, seed=6, width=16)
    # What is over says so.
    assert course(tmp_path, rounds=2) == [{"game": "lobo77", "over": 2}]
    assert (tmp_path / "lobo77.net").read_bytes() == net


@pytest.mark.parametrize("content", [b"", b"no state", b"PK\x03\x04", None])
def test_a_damaged_course_is_refused_in_a_sentence(tmp_path: Path, content: bytes | None) -> None:
    import torch

    if content is None:
        torch.save([1], tmp_path / "lobo77.pt")
    else:
        (tmp_path / "lobo77.pt").write_bytes(content)
    with pytest.raises(OptionError, match=r"lobo77\.pt is damaged: choose another --out"):
        course(tmp_path)


def test_who_is_killed_while_a_net_is_written_keeps_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And goes on from before it, so that the net comes again."""

    def killed(path: Path, content: bytes) -> int:
        with path.open("wb") as file:
            file.write(content[: len(content) // 2])
        raise KeyboardInterrupt

    course(tmp_path, rounds=2)
    before = {name: (tmp_path / name).read_bytes() for name in ("lobo77.net", "lobo77.pt")}
    monkeypatch.setattr(Path, "write_bytes", killed)
    # A measurement that counts whatever comes out.
    monkeypatch.setattr("tischlein.train.training_run.CLEARLY", 1.0)
    with pytest.raises(KeyboardInterrupt):
        course(tmp_path)
    assert {name: (tmp_path / name).read_bytes() for name in before} == before


def test_what_it_writes_is_a_net_that_bots_play_with(tmp_path: Path) -> None:
    course(tmp_path)
    file = tmp_path / "lobo77.net"
    assert read_file(LOBO, file).header["trained"]["round"] in (2, 4)
    table = LOBO.new(seats=2, seed=1)
    now = situation(table, table.actor, seed=1)
    assert {bot("hard", net=str(file)).choose(now) for _ in range(2)} <= set(now.actions)


def test_a_file_becomes_the_same_net_again(tmp_path: Path) -> None:
    import numpy as np

    from tischlein.bots.learned import policy_logits
    from tischlein.bots.runtime import runtime
    from tischlein.train.shrink import grown, shrunk

    course(tmp_path)
    file = read_file(LOBO, tmp_path / "lobo77.net")
    inputs, learned = grown(file)
    sample = np.zeros((8, LOBO.rules.OBSERVED), np.int16)
    table = LOBO.new(seats=2, seed=3)
    rows: list[list[int]] = []
    while len(rows) < len(sample) and not table.over:
        out = [0] * LOBO.rules.OBSERVED
        LOBO.rules.observe(table.conceal_for(table.actor), table.actor, out)
        rows.append(out)
        table.play(table.actor, table.actions(table.actor)[0])
    sample[: len(rows)] = rows
    again = tmp_path / "again.net"
    again.write_bytes(shrunk(LOBO, inputs, learned, sample, file.header["trained"]))
    table = LOBO.new(seats=2, seed=4)
    now = situation(table, table.actor, seed=1)
    before, after = (
        policy_logits(runtime(LOBO), now, str(path)) for path in (tmp_path / "lobo77.net", again)
    )
    assert np.array(after) == pytest.approx(np.array(before), abs=0.15)


def test_a_course_goes_on_from_a_net(tmp_path: Path) -> None:
    """It begins about as strong as the net was, not as a beginner; and nobody copies."""
    from tischlein.train.evaluate import wins_of
    from tischlein.train.settings import Settings
    from tischlein.train.training_run import TrainingRun

    wins = []
    for name, start in (("on", "hard"), ("new", None)):
        learning = TrainingRun(
            Settings("lobo77", **SMALL | {"measured": 480, "start": start, "width": None}), tmp_path / name
        )
        learning.net.lean.data[:] *= start is not None  # rules of thumb are not what was learned
        wins.append(wins_of(learning.net, learning.questions, learning.exam)["wins"])
    assert wins[0] > 0.45 > wins[1]


def test_what_is_wrong_is_said_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="rounds: 0 is not a whole number from 1"):
        course(tmp_path, rounds=0)
    with pytest.raises(OptionError, match=r"rate: 0\.0 is not a number between 0 and 1"):
        course(tmp_path, rate=0.0)


@pytest.mark.parametrize(("rate", "last"), [(6e-4, 3e-5), (8e-5, 5e-6)])
def test_the_rate_falls_to_one_sixteenth_or_less(tmp_path: Path, rate: float, last: float) -> None:
    from tischlein.train.settings import Settings
    from tischlein.train.training_run import TrainingRun

    learning = TrainingRun(Settings("lobo77", **SMALL | {"rate": rate}), tmp_path)
    learning.round = SMALL["rounds"]
    assert learning._pace(copying=False).rate == pytest.approx(last)


def test_the_critic_keeps_up_where_the_net_takes_small_steps(tmp_path: Path) -> None:
    """A critic that learned as slowly as a net that goes on would never know how strong that net is."""
    from tischlein.train.settings import Settings
    from tischlein.train.training_run import LAST_CRITIC_RATE, TrainingRun

    slow = TrainingRun(Settings("lobo77", **SMALL | {"rate": 1e-6}), tmp_path / "slow")
    slow.run()
    net, critic = (group["lr"] for group in slow.optimiser.param_groups)
    assert net < 1e-6 < LAST_CRITIC_RATE <= critic
