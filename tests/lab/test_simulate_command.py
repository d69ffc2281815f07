"""The command `simulate`: kept as it goes, resumed, compared side by side, and clear about what is wrong."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import tischlein
from helpers.command import called
from helpers.games.simulated import data_of
from tischlein import OptionError, simulate
from tischlein.engine.backends import check_installed
from tischlein.engine.backends.wasm import modules
from tischlein.engine.extras import install_command
from tischlein.lab import workers
from tischlein.lab.simulate import stored as runs
from tischlein.lab.simulate.plan import Plan
from tischlein.lab.simulate.runner import NativeRunner, SteppedRunner, step_runner
from tischlein.lab.simulate.stored import StoredRun, read
from tischlein.lab.simulate.summary import Summary, together


class Ended(NamedTuple):
    code: Any
    stdout: str
    stderr: str


Command = Callable[..., Ended]


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Run the command in an empty folder, in this process: to start another takes longer than what is tested."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> Ended:
        return Ended(called("simulate", *arguments), *capsys.readouterr())

    return run


def test_ctrl_c_before_anything_was_written(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(StoredRun, "run", interrupted)
    ended = command("lobo77", "--games", "10")
    assert (ended.code, ended.stderr) == (
        130,
        "\nStopped before the first block of games was finished: nothing is kept.\n",
    )


def test_json_says_what_the_function_says(command: Command, tmp_path: Path) -> None:
    ended = command("lobo77", "--games", "2e2", "--bots", "medium,random", "--seats", "3", "--json")
    told: dict[str, Any] = json.loads(ended.stdout)
    result = simulate("lobo77", games=200, bots=["medium", "random"], seats=3)
    assert told["games"] == told["finished"] == 200
    assert told["wins"]["mean"] == pytest.approx(result.shares.mean(axis=0).tolist())
    assert told["scores"]["mean"] == pytest.approx(result.scores.mean(axis=0).tolist())
    assert told["columns"]["rounds"]["mean"] == pytest.approx(result.rounds.mean())
    assert told["tallies"]["turns"] == result.tallies["turns"].sum(axis=0).tolist()
    assert told["file"] is None
    assert not list(tmp_path.iterdir()), "files that nobody asked for"


def test_what_a_bot_prints_does_not_spoil_the_json(command: Command, tmp_path: Path) -> None:
    (tmp_path / "chatty.py").write_text(
        "class Bot:\n    def choose(self, situation):\n        print('well …')\n        return situation.actions[0]\n"
    )
    ended = command(
        "lobo77", "--games", "1", "--bots", "chatty:Bot", "--backend", "python", "--seats", "2", "--json"
    )
    assert json.loads(ended.stdout)["games"] == 1
    assert "well …" in ended.stderr
    assert "asked at every decision, which takes long where they think ahead: chatty:Bot." in ended.stderr


def test_through_a_pipe_it_says_once_that_it_compiles(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tischlein.game("lobo77")
    kernels: Any = step_runner(game, "native").functions
    monkeypatch.setattr(kernels.cache, "folder", tmp_path / "kernels")
    # Nothing is compiled for it: the game's module plays.
    module = step_runner(game, "wasm")
    monkeypatch.setattr(NativeRunner, "play", lambda _, *how: SteppedRunner.play(module, *how))
    asked = (
        "lobo77",
        "--games",
        "10",
        "--bots",
        "random",
        "--backend",
        "native",
        "--json",
        "--out",
        "1.jsonl",
    )
    assert command(*asked).stderr.count("Compiling LOBO 77") == 1
    assert "Compiling" not in command(*asked).stderr  # all games are there: nothing is compiled
    assert "Compiling" not in command(*asked[:-2], "--seed", "2", "--cluster", "nowhere").stderr
    (tmp_path / "kernels").mkdir()
    (tmp_path / "kernels" / "play_games-2.kernel").touch()
    assert "Compiling" not in command(*asked[:-2], "--seed", "3").stderr


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    plan = Plan.of("lobo77", 60, 2, "random", seed=1)
    path = tmp_path / "run.jsonl"
    whole = StoredRun(plan, path).run(1)
    lines = path.read_text("utf-8").splitlines()
    assert len(lines) == 61
    path.write_text("\n".join(lines[:3]) + "\n" + lines[3][:40], "utf-8")
    told: list[int] = []
    again = StoredRun(plan, path).run(1, lambda done, _: told.append(done))
    assert told[0] == 2  # what was there was not played again
    assert {**data_of(again), "seconds": 0} == {**data_of(whole), "seconds": 0}
    assert len(read(path)[1]) == 60  # what was played then stands in lines of its own
    # And more games go on there, too.
    more = StoredRun(Plan.of("lobo77", 90, 2, "random", seed=1), path)
    assert data_of(more.run(1))["shares"] == data_of(simulate("lobo77", 90, 2, "random").summary)["shares"]


def test_lines_that_are_no_parts_of_a_run_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    whole = StoredRun(Plan.of("lobo77", 2, 2, "random"), path).run(1)
    summary = data_of(whole)
    shares = {**summary["shares"], "total": [10**30, 0]}
    with path.open("a", encoding="utf-8") as file:
        for change in ({"lengths": [1]}, {"lengths": {"x": 1}}, {"tallies": 7}, {"shares": shares}):
            file.write(json.dumps({"first": 0, "summary": {**summary, **change}}) + "\n")
        file.write('{"first": 0, "summary": {"header": {"a": ' + "[" * 50_000 + "\n")
    again = StoredRun(Plan.of("lobo77", 2, 2, "random"), path).run(1)
    assert data_of(again) == summary


def plan(games: int) -> Plan:
    """Games with a bot that is asked."""
    return Plan.of("lobo77", games, 2, ["hard", "random"], backend="python")


def stop(done: int, _: int) -> None:
    if done == 6:
        raise KeyboardInterrupt


def test_games_that_took_long_are_not_played_again(tmp_path: Path) -> None:
    """Ctrl-C comes when the sixth game is done, and the run is resumed later."""
    path, told = tmp_path / "run.jsonl", list[int]()
    with pytest.raises(KeyboardInterrupt):
        StoredRun(plan(20), path).run(1, stop)
    assert sorted(read(path)[1]) == [0, 1, 2, 3, 4]
    went_on = StoredRun(plan(20), path).run(1, lambda done, _: told.append(done))
    assert told == sorted(told)
    assert set(told) == set(range(5, 21))
    whole = simulate("lobo77", 20, 2, ["hard", "random"], backend="python", threads=1).summary
    assert data_of(went_on)["shares"] == data_of(whole)["shares"]
    assert data_of(went_on)["columns"] == data_of(whole)["columns"]


def test_a_small_run_that_grows_gets_larger_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not a line, and a file where games are kept, for each of many games; and hardly a game is played again."""
    path, told = tmp_path / "run.jsonl", list[int]()
    StoredRun(plan(9), path).run(1)
    assert sorted(read(path)[1]) == list(range(9))
    monkeypatch.setattr(runs, "CHUNKS", 4)
    grown = StoredRun(plan(16), path).run(1, lambda done, _: told.append(done))
    assert told[0] == 8
    assert sorted(read(path)[1]) == [0, 4, 8, 12]
    at_once = StoredRun(plan(16), tmp_path / "at-once.jsonl").run(1)
    clocks: dict[str, Any] = {"asked": None, "seconds": None}
    assert {**data_of(grown), **clocks} == {**data_of(at_once), **clocks}
    assert StoredRun(plan(16), path).run(1).games == 16
    # Where as many as in a larger part would be played again, parts stay as they are.
    lines = path.read_text("utf-8").splitlines()
    path.write_text("\n".join([*lines[:2], lines[4]]) + "\n", "utf-8")
    monkeypatch.setattr(runs, "CHUNKS", 2)
    told.clear()
    StoredRun(plan(16), path).run(1, lambda done, _: told.append(done))
    assert told[0] == 8
    assert sorted(read(path)[1]) == [0, 4, 8, 12]


@pytest.mark.needs("lab")
def test_games_of_smaller_parts_are_not_taken_for_those_of_larger_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A small run with --parquet is stopped, grows without it, and ends with it."""
    import polars

    path, games = tmp_path / "run.jsonl", tmp_path / "run.parquet"

    with pytest.raises(KeyboardInterrupt):
        StoredRun(plan(8), path, games).run(1, stop)
    monkeypatch.setattr(runs, "CHUNKS", 4)
    StoredRun(plan(16), path).run(1)
    StoredRun(plan(16), path, games).run(1)
    assert polars.read_parquet(games)["game"].to_list() == list(range(16))


def test_processes_go_on_from_part_to_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers_here: Any
) -> None:
    """To start them took longer than to play their games; test_arena.py has real ones."""
    monkeypatch.setattr(workers, "Workers", workers_here)
    told: list[int] = []
    both = StoredRun(plan(12), tmp_path / "both.jsonl").run(2, lambda done, _: told.append(done))
    assert workers_here.started == [2]
    assert told == sorted(told)
    assert told[-1] == 12
    alone = StoredRun(plan(12), tmp_path / "alone.jsonl").run(1)
    assert data_of(both)["columns"] == data_of(alone)["columns"]


def test_a_file_of_another_run_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    StoredRun(Plan.of("lobo77", 10, 2, "random"), path).run(1)
    with pytest.raises(OptionError, match="another run: seats, bots differ"):
        StoredRun(Plan.of("lobo77", 10, 3, "random"), path).run(1)
    for other in (b"not ours\n", b"\n", b"\xff\xfe\x00", b"[1]\n", b"[" * 50_000):
        path.write_bytes(other)
        with pytest.raises(OptionError, match="is not a file of `tischlein simulate`"):
            StoredRun(Plan.of("lobo77", 10, 2, "random"), path).run(1)
        assert path.read_bytes() == other


def test_a_run_file_names_its_backend(command: Command, tmp_path: Path) -> None:
    """Else a comparison of two backends would compare a file with itself."""
    arguments = ("lobo77", "--games", "40", "--bots", "random", "--out", "run.jsonl")
    first = json.loads(command(*arguments, "--backend", "python", "--json").stdout)
    assert first["backend"] == "python"
    ended = command(*arguments, "--backend", "wasm")
    assert (ended.code, "another run: backend differ" in ended.stderr) == (2, True)
    # Without a backend by name the run goes on as it began.
    more = ("lobo77", "--games", "60", "--bots", "random", "--out", "run.jsonl")
    told = json.loads(command(*more, "--json").stdout)
    assert (told["backend"], told["games"]) == ("python", 60)
    assert {chunk.header["backend"] for chunk in read(tmp_path / "run.jsonl")[1].values()} == {"python"}


@pytest.mark.long
def test_a_full_disk_is_named_and_what_was_done_stays(command: Command, tmp_path: Path) -> None:
    """Files that may not grow beyond some kilobytes are as good as a full disk."""
    arguments = "simulate lobo77 --games 2000 --bots random --threads 1 --out run.jsonl"
    ended = subprocess.run(
        ["bash", "-c", f"ulimit -f 12; exec {sys.executable} -m tischlein {arguments}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 2
    assert "run.jsonl cannot be written: File too large; what was done before is kept" in ended.stderr
    _, parts = runs.read(tmp_path / "run.jsonl")
    assert parts
    assert command(*arguments.split()[1:]).code == 0
    with pytest.raises(OptionError, match="cannot be written"):
        StoredRun(Plan.of("lobo77", 10, 2, "random"), tmp_path / "run.jsonl" / "below").run(1)


@pytest.mark.needs("lab")
def test_a_place_for_parquet_files_is_looked_at_before_anything_is_played(
    command: Command, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder")
    ended = command("lobo77", "--games", "300", "--parquet", "file/games.parquet", "--out", "run.jsonl")
    assert ended.code == 2
    assert "file/games.parquet cannot be written" in ended.stderr
    assert not (tmp_path / "run.jsonl").exists(), "games were played first"


@pytest.mark.needs("lab")
def test_games_go_to_a_parquet_file(tmp_path: Path) -> None:
    import polars

    plan = Plan.of("quando", 600, 2, "random", seed=3)
    kept = StoredRun(plan, tmp_path / "run.jsonl", tmp_path / "games.parquet")
    first = kept.run(1)
    frame = polars.read_parquet(tmp_path / "games.parquet")
    result = simulate("quando", 600, 2, "random", seed=3)
    assert frame["game"].to_list() == list(range(600))
    assert frame["score_1"].to_list() == result.scores[:, 1].tolist()
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["games.parquet", "run.jsonl"]
    assert data_of(kept.run(1)) == data_of(first)  # complete: nothing is played
    # Another run keeps away from this file, and from what is no such file.
    other = Plan.of("quando", 600, 2, "random", seed=4)
    (tmp_path / "notes").write_text("not ours")
    for place, said in (
        ("games.parquet", "holds other games"),
        ("notes", "not a Parquet file"),
        (".", "not a Parquet file"),
    ):
        with pytest.raises(OptionError, match=said):
            StoredRun(other, tmp_path / "other.jsonl", tmp_path / place).run(1)
    # Sums that are known already are no reason to leave out the games.
    StoredRun(plan, tmp_path / "run.jsonl", tmp_path / "again.parquet").run(1)
    assert polars.read_parquet(tmp_path / "again.parquet").equals(frame)


class Copied(Summary):
    """A row of numbers that counts what is copied into new ones."""

    copied = 0

    def __init__(self, *row: int) -> None:
        self.row = row

    def __add__(self, other: Summary) -> Summary:
        assert isinstance(other, Copied)
        Copied.copied += len(self.row) + len(other.row)
        return Copied(*self.row, *other.row)


def test_thousands_of_parts_are_added_up_without_copying_everything_for_each() -> None:
    n = 1025
    added = together([Copied(k) for k in range(n)])
    assert isinstance(added, Copied)
    assert added.row == tuple(range(n))
    assert Copied.copied < 12 * n  # one after the other it would be half of n times n


def test_a_sweep_stands_side_by_side(command: Command, tmp_path: Path) -> None:
    sweeps = ("--sweep", "target=20,60", "--sweep", "seats=2,3")
    arguments = ("quando", "--games", "30", "--bots", "random", *sweeps)
    text = command(*arguments).stdout
    heading = next(line for line in text.splitlines() if "target=20" in line and "target=60" in line)
    assert heading.count("2 seats") == heading.count("3 seats") == 2
    assert "target" not in text.splitlines()[0]
    assert "seats" not in text.splitlines()[0]
    (knocks,) = [line.split()[2:] for line in text.splitlines() if line.startswith("  a knock ")]
    assert knocks[1::2] == ["%"] * 4
    assert "points per player" in text
    told = json.loads(command(*arguments, "--json").stdout)
    lengths = [case["columns"]["decisions"]["mean"] for case in told]
    assert lengths[0] < lengths[2]
    assert command(*arguments, "--out", ".").code == 0
    assert len(list(tmp_path.glob("simulate-*.jsonl"))) == 4


def test_kept_runs_are_compared_by_their_chunks(command: Command) -> None:
    arguments = ("quando", "--games", "64", "--seats", "2", "--sweep", "bots=medium,medium+easy")
    text = command(*arguments).stdout
    assert re.search(r"wins %, seat 1 +−\d+\.\d ± \d+\.\d+, saves", text)
    assert "Fewer than 30 samples" not in text  # 64 chunks
    first, second = json.loads(command(*arguments, "--json").stdout)
    assert "minus_first" not in first
    found = second["minus_first"]["score_1"]
    assert found["value"] == pytest.approx(second["scores"]["mean"][1] - first["scores"]["mean"][1])
    assert 0 < found["half_width"] < 2 * found["apart"]
    assert "bots has a value already" in command(*arguments, "--bots", "easy").stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("lobo77", "--games", "lots"), "--games lots: a whole number from 1 to 4,294,967,296, also as 1e6"),
        (("lobo77", "--games", "-3"), "--games -3: a whole number from 1"),
        (("lobo77", "--games", "1e400"), "--games 1e400: a whole number from 1"),
        (("lobo77", "--games", ""), "--games '': a whole number from 1"),
        (("lobo77", "--option", "x=1"), "x: LOBO 77 has no such option"),
        (("lobo77", "--sweep", "target"), "write it as name=value,value"),
        (
            ("lobo77", "--sweep", "seats=2,3", "--out", "x"),
            "a sweep is kept in a folder, and there is no such",
        ),
        (("lobo77", "--sweep", "seats=2,3", "--parquet", "x"), "--parquet is for one case"),
        (("lobo77", "--games", "9", "--out", "nope/x"), "nope/x cannot be written: there is no folder nope"),
        (
            ("lobo77", "--games", "9", "--parquet", "nope/x"),
            "nope/x cannot be written: there is no folder nope",
        ),
        (
            ("lobo77", "--backend", "gpu"),
            "there is no backend 'gpu'; choose from auto, python, native, wasm, cuda. Did you mean cuda?",
        ),
        (("lobo77", "--sweep", "seats=2,²"), "LOBO 77 is for 2 to 8, not '²'"),
        (("lobo77", "--sweep", "seats=2,2"), "'seats=2,2': name every option once, and every value once"),
        (("lobo77", "--sweep", "seats=2", "--sweep", "seats=3"), "name every option once"),
        (
            ("lobo77", "--sweep", "seats=2,3", "--seats", "4"),
            "seats has a value already; leave out one of them",
        ),
        (("quando", "--sweep", "target=3", "--option", "target=4"), "target has a value already"),
    ],
    ids=str,
)
def test_what_is_wrong_is_said_in_one_line(
    command: Command, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    ended = command(*arguments)
    assert ended.code == 2
    assert said in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


SLOW = """
import time
class Slow:
    def choose(self, situation):
        time.sleep(0.01)
        return situation.actions[0]
"""


def test_after_ctrl_c_what_was_done_is_shown_and_kept(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    arguments = [
        "lobo77",
        "--games",
        "500",
        "--bots",
        "slow:Slow,random",
        "--seats",
        "2",
        "--threads",
        "1",
        "--out",
        "run.jsonl",
    ]
    with subprocess.Popen(
        [sys.executable, "-m", "tischlein", "simulate", *arguments],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        path = tmp_path / "run.jsonl"
        while not path.exists() or len(path.read_text().splitlines()) < 2:
            assert running.poll() is None
            time.sleep(0.1)
        os.kill(running.pid, signal.SIGINT)
        said, complaint = running.communicate()
    assert running.returncode == 130
    assert "wins %" in said
    assert "the same command goes on there" in complaint
    _, parts = runs.read(tmp_path / "run.jsonl")
    assert 1 <= len(parts) < 32


@pytest.mark.parametrize(
    ("command_line", "extra"),
    [
        ("simulate qwixx --games 2 --backend native", "native"),
        ("simulate qwixx --games 2 --backend cuda", "gpu"),
    ],
)
def test_without_numba_one_line_names_the_extra(
    command_line: str,
    extra: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(modules, "_version", lambda name: "")
    check_installed.cache_clear()
    assert called(*command_line.split()) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith(f"needs Numba: {install_command(extra)}")
    assert list(tmp_path.iterdir()) == []
