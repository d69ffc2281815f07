"""Traces: a row for each decision, from what the seat knew, the same on every backend and at every speed."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tischlein
from helpers.command import called
from helpers.games.strategies import each_game
from per_game import Kit
from tischlein import OptionError, Table, arena, simulate
from tischlein.engine.play.legality import conceal_copy, legal_ids
from tischlein.lab.simulate.plan import Plan
from tischlein.lab.simulate.replay import steps_of
from tischlein.lab.simulate.result import Rows
from tischlein.lab.simulate.runner import step_runner
from tischlein.lab.simulate.traced import play_with_trace

pytestmark = pytest.mark.needs("lab")


def together(rows: list[Rows]) -> Rows:
    return Rows(*map(np.concatenate, zip(*rows, strict=True)))


def read(path: Path) -> Any:
    import polars

    return polars.read_parquet(path) if path.suffix == ".parquet" else polars.read_ipc(path)


@each_game
def test_backends_write_the_same_rows_of_the_same_games(kit: Kit) -> None:
    seats, bots = kit.game.usual_seats, ["random", "medium"] if kit.game.bots.heuristics else "random"
    plan = Plan.of(kit.game, 3, seats, bots, seed=4)
    found = [
        play_with_trace(step_runner(plan.game, name), plan.opening(), plan.ways, 4, 5, 3, records=True)
        # One game stands for all on the native backend, since compiling takes long.
        for name in sorted({"python", plan.backend, *(["native"] if kit.game.id == "lobo77" else [])})
    ]
    whole = simulate(kit.game, 8, seats, bots, seed=4)
    for played, rows in found:
        assert (played.marks[:, :seats] == whole.scores[5:]).all()
        assert all(map(np.array_equal, list[Any](together(rows)), list[Any](together(found[0][1]))))


@each_game
def test_a_row_is_what_the_seat_knew_and_did(kit: Kit, tmp_path: Path) -> None:
    bots = ["random", "medium"] if kit.game.bots.heuristics else "random"
    path = tmp_path / "x.arrow"
    result = simulate(kit.game, 3, kit.game.seats[0], bots, seed=2, trace=path, trace_records=True)
    rows = read(path).rows(named=True)
    game, k = kit.game, 0
    for number in range(3):
        for step, (table, seat, action) in enumerate(steps_of(result.plan, number)):
            if table.over:
                break
            row, s = rows[k], game.load(table.position())
            known = conceal_copy(game, s, seat)
            out = [0] * game.rules.OBSERVED
            game.rules.observe(known, seat, out)
            assert (row["game"], row["step"], row["seat"], row["action"]) == (number, step, seat, action)
            assert row["observation"] == out
            assert [one for one, legal in enumerate(row["mask"]) if legal] == sorted(legal_ids(game, s, seat))
            assert row["record"] == game.layout.pack(known)
            assert row["level"] == result.plan.names[seat]
            assert row["win_share"] == pytest.approx(result.shares[number, seat])
            assert row["score"] == result.scores[number, seat]
            k += 1
    assert k == len(rows) == result.decisions.sum()


def test_both_formats_say_the_same_and_where_they_come_from(tmp_path: Path) -> None:
    import pyarrow as pa

    for name in ("x.arrow", "x.parquet"):
        simulate("lobo77", 200, 4, "medium", trace=tmp_path / name, threads=3)
    frames = [read(tmp_path / name) for name in ("x.arrow", "x.parquet")]
    assert frames[0].equals(frames[1])
    assert "record" not in frames[0].columns
    assert frames[0]["game"].is_sorted()
    with pa.memory_map(str(tmp_path / "x.arrow")) as source:
        file = pa.ipc.open_file(source)
        said = file.schema.metadata
        assert json.loads(said[b"tischlein"])["bots"] == ["medium"] * 4
        assert said[b"features"].decode().split("\n")[40] == "total"
        assert said[b"actions"].decode().split("\n") == list(tischlein.game("lobo77").face.actions.values())
        batch = file.get_batch(0)
        # A view of the file, not a copy: PyTorch and JAX take it as it is.
        seen = batch["observation"].flatten().to_numpy(zero_copy_only=True)
        assert seen.reshape(len(batch), -1).shape == (len(batch), len(tischlein.features("lobo77")))


def test_bots_that_are_asked_are_traced_too(tmp_path: Path) -> None:
    result = simulate("lobo77", 3, 2, ["hard", "random"], trace=tmp_path / "x.arrow", threads=1)
    frame = read(tmp_path / "x.arrow")
    assert len(frame) == result.decisions.sum()
    own = [row["action"] for row in frame.rows(named=True) if row["level"] == "hard" and row["game"] == 1]
    assert own == result.answers[1]


def test_an_arena_is_traced(tmp_path: Path) -> None:
    found = arena("lobo77", ["easy", "random"], deals=2, processes=1, trace=tmp_path / "x.parquet")
    frame = read(tmp_path / "x.parquet")
    assert len(frame) == sum(game.decisions for game in found.games)
    for number, game in enumerate(found.games):
        rows = frame.filter(frame["game"] == number).rows(named=True)
        assert tuple(row["action"] for row in rows) == game.actions
        assert {row["seat"]: row["score"] for row in rows} == dict(enumerate(game.scores))
        assert rows[0]["level"] == found.contest.bots[game.lineup[rows[0]["seat"]]]


def test_a_trace_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "old.arrow").touch()
    for name, said in (
        ("x.csv", r"trace: .*x.csv is to end in .parquet or .arrow"),
        ("old.arrow", "file already exists"),
        ("nope/x.arrow", "there is no folder"),
    ):
        with pytest.raises(OptionError, match=said):
            simulate("lobo77", 2, trace=tmp_path / name)
    with pytest.raises(OptionError, match="a sweep has none"):
        simulate("lobo77", 2, sweep={"seats": [2, 3]}, trace=tmp_path / "x.arrow")  # type: ignore[call-overload]
    assert [path.name for path in tmp_path.iterdir()] == ["old.arrow"]


def test_the_commands_write_traces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert called("simulate", "lobo77", "--games", "20", "--bots", "random", "--trace", "a.arrow") == 0
    assert (
        called("arena", "lobo77", "random", "easy", "--deals", "1", "--processes", "1", "--trace", "b.arrow")
        == 0
    )
    assert len(read(Path("a.arrow"))) > len(read(Path("b.arrow"))) > 0
    assert called("simulate", "lobo77", "--games", "20", "--trace", "c.arrow", "--sweep", "seats=2,3") == 2
    assert "leave out --sweep, --out and --cluster" in capsys.readouterr().err


# Games that are opened again


def assert_same(table: Table, scores: list[int], decisions: int) -> None:
    assert table.over
    assert table.scores == scores
    record = table.record()
    assert sum(seat >= 0 for seat, _ in record["history"]) == decisions
    assert tischlein.game(record["game"]).replay(record).position() == table.position()


@each_game
def test_any_game_of_a_run_is_opened_again(kit: Kit) -> None:
    bots = ["easy", "random"] if kit.game.bots.heuristics else "random"
    result = simulate(kit.game, 20, kit.game.seats[0], bots, seed=9)
    for number in (0, 7, 19):
        assert_same(result.game(number), result.scores[number].tolist(), int(result.decisions[number]))
    with pytest.raises(OptionError, match="game: 20 is not a whole number from 0 to 19"):
        result.game(20)


class Moody:
    """Decides otherwise each time, so only its answers can tell a game again."""

    turns = 0

    def choose(self, situation: Any) -> int:
        Moody.turns += 1
        return int(situation.actions[Moody.turns % len(situation.actions)])


def test_games_of_bots_that_are_not_deterministic_are_opened_again(tmp_path: Path) -> None:
    result = simulate("lobo77", 4, 2, [Moody(), "random"], threads=1)
    assert_same(result.game(3), result.scores[3].tolist(), int(result.decisions[3]))


def test_games_of_an_arena_are_opened_again(tmp_path: Path) -> None:
    found = arena("lobo77", ["easy", "random"], deals=3, processes=1, file=tmp_path / "a.jsonl")
    for number in (0, 5):
        game = found.games[number]
        assert_same(found.game(number), list(game.scores), game.decisions)


def test_games_of_kept_runs_are_opened_by_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert (
        called(
            "simulate", "lobo77", "--games", "3", "--seats", "2", "--bots", "hard,random", "--out", "s.jsonl"
        )
        == 0
    )
    assert (
        called("arena", "lobo77", "random", "easy", "--deals", "2", "--processes", "1", "--out", "a.jsonl")
        == 0
    )
    capsys.readouterr()
    for file in ("s.jsonl", "a.jsonl"):
        assert called("record", file, "2") == 0
        record = json.loads(capsys.readouterr().out)
        assert tischlein.game("lobo77").replay(record).over
        assert called("record", file, "2", "--out", f"{file}.json") == 0
        capsys.readouterr()
        assert json.loads(Path(f"{file}.json").read_text("utf-8")) == record
        capsys.readouterr()
        assert called("record", file, "99") == 2
    assert called("record", "none.jsonl", "1") == 2


def test_a_part_of_a_run_has_intervals_and_games_of_its_own() -> None:
    whole = simulate("lobo77", 400, 2, "medium", seed=3)
    longest = int(np.bincount(whole.rounds).argmax())
    part = whole.where(whole.rounds == longest)
    assert 0 < len(part) < 400
    assert (part.rounds == longest).all()
    assert part.summary.games == len(part)
    assert part.summary.shares.share_half_width[0] > whole.summary.shares.share_half_width[0]
    numbers = np.flatnonzero(whole.rounds == longest)
    assert part.table()["game"].tolist() == numbers.tolist()
    assert part.game(1).scores == whole.game(int(numbers[1])).scores
    inner = part.where(part.winners[:, 0])
    assert inner.winners[:, 0].all()
    assert f"{len(part)} games" in repr(part)
    for wrong, said in ((whole.rounds == 99, "no game is left"), ([1, 2], "an array of 400 booleans")):
        with pytest.raises(OptionError, match=said):
            whole.where(wrong)
    with pytest.raises(OptionError, match="whole runs"):
        part.compare(whole)
