"""Nets: they fit their games, answer the same on every backend, and without one the bots search."""

import json
import logging
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import tischlein
from helpers.games.any_net import anything
from helpers.games.questions import in_another_order
from helpers.games.strategies import each_game_with_module, played
from per_game import Kit
from tischlein.bots import Situation, bot, learned, situation
from tischlein.bots import weights as files
from tischlein.bots.learned import net_for, policy_logits
from tischlein.bots.runtime import runtime
from tischlein.bots.weights import (
    NetError,
    NetFile,
    add_checksum,
    encode_net,
    net_of,
    read,
    rules_of,
)
from tischlein.engine.game import Game
from tischlein.engine.rules.features import MOST
from tischlein.train.inputs import inputs_for

LARGEST = 400_000
LOBO = tischlein.game("lobo77")
# Whose expert plays games on with its net, so that this is compiled.
QUANDO = tischlein.game("quando")
SHIPPED = Path(tischlein.__file__).parent / "games" / "quando" / files.NAME


@each_game_with_module
def test_python_wasm_and_matrices_give_the_same_numbers(kit: Kit, tmp_path: Path) -> None:
    """Python and compiled to the last bit."""
    file = tmp_path / "any.net"
    file.write_bytes(anything(kit.game, lean=0.5, glance=0))
    net = read(kit.game, file.read_bytes())
    rng, compared = Random(f"nets {kit.game.id}"), 0
    while compared < 4:
        table = played(kit, rng, most=60)
        if table.over or len(table.actions(table.actor)) < 2:
            continue
        seat = table.actor
        now = situation(table, seat, seed=1)
        answers = [
            policy_logits(runtime(kit.game, backend), now, str(file)) for backend in ("python", "wasm")
        ]
        assert answers[0] == answers[1]
        assert answers[0] == pytest.approx(plainly(kit, net, now.data, seat, now.actions), rel=1e-12)
        choices = {bot("hard", net=str(file), backend=backend).choose(now) for backend in ("python", "wasm")}
        assert choices == {now.actions[answers[0].index(max(answers[0]))]}
        compared += 1


def test_an_answer_depends_neither_on_what_was_seen_before_nor_on_the_order_of_questions(
    tmp_path: Path,
) -> None:
    """A net keeps sums from one observation to the next."""
    table = QUANDO.new(seats=3, seed=8)
    known: list[Situation] = []
    while len(known) < 12:
        now = situation(table, table.actor, seed=1)
        if len(now.actions) > 1:
            known.append(now)
        table.play(table.actor, now.actions[-1])
    (tmp_path / "sorted").write_bytes(SHIPPED.read_bytes())
    (tmp_path / "mixed").write_bytes(in_another_order(QUANDO, SHIPPED.read_bytes()))

    def answer(now: Situation, backend: str, name: str) -> list[float]:
        return policy_logits(runtime(QUANDO, backend), now, str(tmp_path / name))

    there = [answer(now, "wasm", "sorted") for now in known]
    back = [answer(now, "wasm", "mixed") for now in reversed(known)]
    assert there == back[::-1]
    # For each a net that has seen nothing yet.
    assert there[:2] == [_only_once(now, tmp_path) for now in known[:2]]
    assert [answer(now, "python", "mixed") for now in known[:2]] == there[:2]
    assert len({tuple(one) for one in there}) == len(there)


def test_a_net_whose_answer_was_interrupted_begins_again(tmp_path: Path) -> None:
    """Otherwise sums that are half done would stay in all later answers."""
    file = tmp_path / "any.net"
    file.write_bytes(anything(LOBO))

    def answer(seed: int) -> list[float]:
        table = LOBO.new(seats=3, seed=seed)
        now = situation(table, table.actor, seed=1)
        return policy_logits(runtime(LOBO, "python"), now, str(file))

    known = [answer(seed) for seed in (1, 2)]
    rows = net_for(runtime(LOBO, "python"), str(file)).first
    kept = list(rows)
    rows[:] = [None] * len(rows)
    with pytest.raises(TypeError):
        answer(3)
    rows[:] = kept
    assert [answer(seed) for seed in (1, 2)] == known


def _only_once(now: Situation, folder: Path) -> list[float]:
    file = folder / f"for {len(list(folder.iterdir()))}"
    file.write_bytes(SHIPPED.read_bytes())
    return policy_logits(runtime(QUANDO), now, str(file))


def plainly(kit: Kit, net: NetFile, data: bytes, seat: int, actions: tuple[int, ...]) -> list[float]:
    """The same with whole numbers and matrices."""
    whole = {
        name: part.astype(np.int64) if part.dtype.kind == "i" else part for name, part in net.arrays.items()
    }
    seen = [0] * kit.game.rules.OBSERVED
    kit.game.rules.observe(kit.layout.unpack(data), seat, seen)
    asked = np.array(seen)[whole["feature"]]
    handed = ((asked >= whole["low"]) & (asked <= whole["high"])).astype(np.int64)
    for name in ("first", "second"):
        total = handed @ whole[name] + whole[f"{name}_bias"]
        handed = (total * whole[f"{name}_scale"]).clip(0, 255).astype(np.int64)
    liked = (whole["policy"] @ handed + whole["policy_bias"]) * whole["policy_scale"]
    # Rules of thumb count as well, as far as the net leans on them, but no action is rated below a bound.
    points = runtime(kit.game, "python").rate(data, seat, actions)
    counts, most = net.header["lean"]
    assert counts > 0 > most
    return [
        float(liked[action]) + counts * max(rated - max(points), most)
        for action, rated in zip(actions, points, strict=True)
    ]


def test_shipped_nets_fit_the_rules_and_the_room_that_they_have() -> None:
    for name in ("lobo77", "quando", "quanto", "qwixx"):
        game = tischlein.game(name)
        net = net_of(game)
        assert net.header["rules"] == rules_of(game)
        assert sum(part.nbytes for part in net.arrays.values()) <= LARGEST
        assert set(net.header["trained"]["seats"]) <= set(game.seats)


def test_a_game_without_a_net_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "NAME", "none.bin")
    with pytest.raises(NetError, match=r"^LOBO 77 has no net$"):
        net_of(replace(LOBO))


def test_questions_are_about_what_differs() -> None:
    features = tischlein.features("lobo77")
    sample = np.zeros((1000, len(features)), np.int16)
    names = [one.name for one in features]
    sample[:500, names.index("top card")] = 3  # a category
    sample[:, names.index("total")] = np.arange(1000) % 4  # a number
    inputs = inputs_for(LOBO, features, sample)
    asked = {(names[k], int(low), int(high)) for k, low, high in zip(*inputs, strict=True)}
    # The usual value of a category is what is left; a number is asked for steps.
    assert {name for name, _, _ in asked} == {"top card", "total"}
    assert {(low, high) for name, low, high in asked if name == "total"} == {(1, MOST), (2, MOST), (3, MOST)}
    assert sum(name == "top card" for name, _, _ in asked) == 1


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (lambda: b"", "the net of LOBO 77 is not a net of this version of Tischlein"),
        (lambda: b'{"tischlein": "net", "format": 0}\n', "is not a net of this version"),
        (
            lambda: _other(bots=replace(LOBO.bots, features=LOBO.bots.features[1:])),
            "the net of LOBO 77 was trained for other rules",
        ),
        (lambda: _other(id="another"), "was trained for other rules"),
        (lambda: anything(LOBO)[:-1], "the net of LOBO 77 is cut off"),
        (lambda: _with_a_flipped_bit(-5), "the net of LOBO 77 is damaged"),
        (lambda: _with_a_flipped_bit(-4_000), "the net of LOBO 77 is damaged"),
        (lambda: anything(LOBO) + b"x", "the net of LOBO 77 is damaged"),
        (lambda: _with_part("feature", -1), "is damaged"),
        (lambda: _with_part("feature", LOBO.rules.OBSERVED), "is damaged"),
        (lambda: _with_part("second_scale", np.nan), "is damaged"),
        (
            lambda: encode_net(LOBO, _too_large(), {}),
            "adds up to more than this version counts: train it again",
        ),
        (lambda: b"[" * 100_000, "is not a net of this version"),
        (lambda: b"[1]\n", "is not a net of this version"),
    ],
    ids=[
        *(
            "nothing",
            "format",
            "features",
            "game",
            "cut off",
            "last bit",
            "first bit",
            "longer",
            "feature below",
            "feature above",
        ),
        *("no number", "too large", "deep", "list"),
    ],
)
def test_a_net_that_does_not_fit_is_refused_in_one_sentence(data: Any, message: str) -> None:
    with pytest.raises(NetError, match=message):
        read(LOBO, data())


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ('{"game": null}', "is not a net of this version"),
        ('{"trained": null}', "is not a net of this version"),
        ('{"trained": [2]}', "is not a net of this version"),
        ('{"trained": {"ahead": "x"}}', "is not a net of this version"),
        ('{"trained": {"reach": "x"}}', "is not a net of this version"),
        ('{"trained": {"glance": 4.5}}', "is not a net of this version"),
        ('{"trained": {"seats": ["2"]}}', "is not a net of this version"),
        ('{"trained": {"judges": 1}}', "is not a net of this version"),
        ('{"trained": {"hope": {"2": null}}}', "is not a net of this version"),
        ('{"inputs": -1}', "is not a net of this version"),
        ('{"width": 1e999}', "is not a net of this version"),
        ('{"inputs": 1099511627776, "width": 1099511627776}', "is cut off"),
        ('{"lean": ["a", 1]}', "is not a net of this version"),
        ('{"lean": [0.5]}', "is not a net of this version"),
        ('{"lean": 0.5}', "is not a net of this version"),
        ('{"actions": 1}', "was trained for other rules"),
        ('{"seats": 2}', "was trained for other rules"),
    ],
)
def test_a_net_with_a_wrong_first_line_is_refused_in_one_sentence(changes: str, message: str) -> None:
    """What is null there is left out here."""
    line, _, rest = anything(LOBO).partition(b"\n")
    header = json.loads(line) | json.loads(changes)
    header = {name: fact for name, fact in header.items() if fact is not None}
    with pytest.raises(NetError, match=message):
        read(LOBO, add_checksum(header, rest))


def _other(**changes: Any) -> bytes:
    return encode_net(replace(LOBO, **changes), read(LOBO, anything(LOBO)).arrays, {})


def _with_part(name: str, first: float) -> bytes:
    parts = dict(read(LOBO, anything(LOBO)).arrays)
    parts[name] = parts[name].copy()
    parts[name][0] = first
    return encode_net(LOBO, parts, {})


def _with_a_flipped_bit(place: int) -> bytes:
    """A weight that is another one, where only a checksum can tell."""
    data = bytearray(anything(LOBO))
    data[place] ^= 1
    return bytes(data)


def _too_large() -> dict[str, NDArray[Any]]:
    parts = read(LOBO, anything(LOBO)).arrays
    bias = parts["first_bias"].copy()
    bias[3] = (1 << 15) - int(abs(parts["first"][:, 3].astype(np.int64)).sum())
    return parts | {"first_bias": bias}


def test_a_net_whose_weights_are_all_large_is_counted_in_larger_steps() -> None:
    """All of them at once would not fit where the first layer adds up."""
    usual, large = (read(LOBO, anything(LOBO, more=more)).arrays for more in (0.0, 9.0))
    assert abs(usual["first"]).max() == 127 > abs(large["first"]).max()
    sums = abs(large["first"].astype(np.int64)).sum(0) + abs(large["first_bias"])
    assert 30_000 < sums.max() < 1 << 15
    # What a weight is worth stays the same, up to a step.
    worth = large["first_scale"] / large["first_scale"].mean()
    assert large["first"].astype(float).mean(0) * worth == pytest.approx(large["first"].mean(), rel=0.1)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(NetError, match="cannot be read"):
        net_for(runtime(LOBO, "python"), str(tmp_path / "none.net"))


def test_where_there_is_no_net_hard_and_expert_search_and_the_log_says_so_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def none(game: Game) -> Any:
        raise NetError(f"{game.name} has no net")

    monkeypatch.setattr(learned, "net_of", none)
    monkeypatch.setattr(learned, "_warned", set())
    table = LOBO.new(seats=3, seed=8)
    with caplog.at_level(logging.WARNING):
        chosen = {
            bot(level).choose(situation(table, table.actor, seed=1, iterations=50))
            for level in ("hard", "expert", "search")
        }
    assert len(chosen) == 1
    assert [record.getMessage() for record in caplog.records] == [
        "LOBO 77 has no net; its levels hard and expert search without one"
    ]
