"""``bench crash``: a round goes well, and what is lost, there twice, or damaged without a word is noticed."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from random import Random

import msgspec
import pytest

from samples import SAMPLES
from tischlein.bench import crash
from tischlein.bench.crash import evenings, judge, rounds
from tischlein.bench.crash.people import Noted
from tischlein.bench.crash.rounds import Tally
from tischlein.bench.errors import BenchError
from tischlein.server.store.journal import NAME as LINES

FILE = "tables.sqlite3"


class Always(Random):
    """Takes the same part of every range."""

    def __init__(self, part: float) -> None:
        super().__init__(1)
        self.part = part

    def randrange(self, stop: int) -> int:  # type: ignore[override]  # nobody here asks for more
        return int(stop * self.part)


def test_a_round_loses_nothing_and_a_loss_would_be_noticed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kept: list[Noted] = []

    def look(file: Path, noted: Noted) -> None:
        judge.judge(file, noted)
        if not kept:
            shutil.copytree(file.parent, tmp_path / "left")
            kept.append(deepcopy(noted))  # more is noted in the rounds that follow

    monkeypatch.setattr(rounds, "judge", look)
    number = len(rounds.KINDS) if SAMPLES.every_path else 1
    found = crash.run(number, 1, lambda *_: None)["results"]
    assert (found["rounds"], found["acknowledged"]["joins"]) == (number, 4)
    assert Counter(found["damages"])["truncated: not noticed"] == 0
    file, (noted,) = tmp_path / "left" / FILE, kept
    assert noted.moves
    losses_are_noticed(file, noted)
    what_is_there_twice_is_noticed(tmp_path, noted)
    cuts_are_told(tmp_path, noted)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE seats SET seat = 9 WHERE seat = 1")
        connection.commit()
    with pytest.raises(BenchError, match="damaged"):
        judge.judge(file, noted)


def test_evenings_run_side_by_side_and_a_run_goes_on_where_it_was(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(evenings, "EVENING", 1)
    kept, told = tmp_path / "kept", list[tuple[int, int]]()
    found = crash.run(2, 5, lambda _, done, whole: told.append((done, whole)), jobs=2, kept=kept)["results"]
    assert (found["rounds"], found["rounds_before"], found["kinds"]) == (2, 0, {"killed": 2})
    assert (found["acknowledged"]["joins"], told[-1]) == (8, (2, 2))
    again = crash.run(2, 5, lambda *_: None, jobs=2, kept=kept)["results"]
    assert (again["rounds"], again["rounds_before"]) == (2, 2)
    assert again["acknowledged"] == found["acknowledged"]
    no_time = crash.run(3, 5, lambda *_: None, seconds=0, kept=kept)["results"]
    assert no_time["rounds"] == 2
    with pytest.raises(BenchError, match="with seed 5: use that seed, or another file"):
        crash.run(3, 6, lambda *_: None, kept=kept)
    kept.write_text("nothing")
    with pytest.raises(BenchError, match="is no file of an earlier run"):
        crash.run(3, 5, lambda *_: None, kept=kept)


def test_short_evenings_and_a_cut_line_do_not_keep_a_run_from_its_rounds(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    began: list[tuple[str, int]] = []

    def short(folder: Path, rounds: int, seed: str, go_on: object) -> Tally:
        began.append((seed, rounds))
        return Tally(kinds={"killed": min(rounds, 7)})

    monkeypatch.setattr(evenings, "evening", short)
    kept = tmp_path / "kept"
    assert crash.run(20, 5, lambda *_: None, kept=kept)["results"]["rounds"] == 7
    with kept.open("ab") as file:
        file.write(b'{"seed":5,"even')
    found = [crash.run(20, 5, lambda *_: None, kept=kept)["results"]["rounds"] for _ in range(3)]
    assert found == [14, 20, 20]
    assert began == [("5/0", 20), ("5/1", 13), ("5/2", 6)]


def test_an_evening_that_has_lost_something_is_run_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Side by side a later evening may be kept before an earlier one tells of a loss."""
    losing = {"5/1"}

    def one(folder: Path, rounds: int, seed: str, go_on: object) -> Tally:
        if seed in losing:
            raise BenchError("a move is lost")
        return Tally(kinds={"killed": rounds})

    monkeypatch.setattr(evenings, "evening", one)
    kept = tmp_path / "kept"
    full = Tally(kinds={"killed": evenings.EVENING})
    lines = [msgspec.json.encode(evenings.Kept(5, number, full)) + b"\n" for number in (0, 2)]
    kept.write_bytes(b"".join(lines))
    for _ in range(2):
        with pytest.raises(BenchError, match="a move is lost"):
            crash.run(5 * evenings.EVENING, 5, lambda *_: None, kept=kept)
    losing.clear()
    found = crash.run(5 * evenings.EVENING, 5, lambda *_: None, kept=kept)["results"]
    assert found["rounds"] == 5 * evenings.EVENING
    told = [msgspec.json.decode(line, type=evenings.Kept).evening for line in kept.read_bytes().splitlines()]
    assert told == [0, 2, 1, 3, 4]


def losses_are_noticed(file: Path, noted: Noted) -> None:
    judge.judge(file, noted)
    with pytest.raises(BenchError, match="is lost"):
        judge.judge(file, Noted(moves={**noted.moves, ("NOBODY", "move 1"): 1}))
    later = {key: seq + 50 for key, seq in noted.moves.items()}
    with pytest.raises(BenchError, match="a move has another number than was told"):
        judge.judge(file, replace(noted, moves=later))
    assert any(noted.told.values())
    code = max(noted.told, key=noted.told.__getitem__)
    # An entry may be stored that nobody was told of any more. Only read: the write-ahead log is cut below.
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        last = "SELECT max(seq) FROM log JOIN tables ON tables.id = table_id WHERE code = ?"
        ((stored,),) = connection.execute(last, (code,)).fetchall()
    with pytest.raises(BenchError, match=f"entry {stored + 1} of table {code} was told and is lost"):
        judge.judge(file, Noted(told={code: stored + 1}))
    with pytest.raises(BenchError, match="has no seat"):
        judge.judge(file, Noted(seats={"somebody": "NOBODY"}))
    with pytest.raises(BenchError, match="rematch is lost"):
        judge.judge(file, Noted(rematches={"NOBODY": "NEVER1"}))


def what_is_there_twice_is_noticed(folder: Path, noted: Noted) -> None:
    """A move that was carried out twice has two entries with one id; a line that was said twice has two rows."""
    shutil.copytree(folder / "left", folder / "twice")
    file = folder / "twice" / FILE
    assert judge.missing_in(file, noted) == []
    said = "INSERT INTO chat SELECT id, 900 + n.column1, 0, 'Ada', 'again', 0, NULL FROM (VALUES (0), (1)) n, tables"
    moved = (
        "SELECT table_id, 9000 + seq, seat, text, message_id, at, checksum FROM log WHERE message_id <> ''"
    )
    for kind, again in (("line", said), ("move", f"INSERT INTO log {moved} LIMIT 1")):
        with closing(sqlite3.connect(file)) as connection:
            connection.execute(again)
            connection.commit()
        with pytest.raises(BenchError, match=f"a {kind} is there twice"):
            judge.missing_in(file, noted)


def test_a_server_that_does_not_start_is_not_waited_for(tmp_path: Path) -> None:
    with rounds.Servers(patience=0.2) as servers:
        os.kill(servers._process.pid, signal.SIGSTOP)
        with pytest.raises(BenchError, match=r"no server has started within 0\.2 s"):
            servers.start(tmp_path)


def test_a_server_that_is_not_gone_is_not_waited_for() -> None:
    """Somebody whose parent never looks stays in the list of processes, however often it is killed."""
    servers = rounds.Servers(patience=0.05)
    with (
        subprocess.Popen([sys.executable, "-c", ""]) as ended,
        pytest.raises(BenchError, match="still there"),
    ):
        servers.kill(ended.pid)


def cuts_are_told(folder: Path, noted: Noted) -> None:
    """With the lines beside the database what is missing is told of, and forgotten; without them nobody would know."""
    shutil.copytree(folder / "left", folder / "cut")
    assert judge.cut(folder / "cut", replace(noted), Always(0.6)) == "told"
    shutil.copytree(folder / "left", folder / "untold")
    (folder / "untold" / LINES).unlink()
    with pytest.raises(BenchError, match="nobody is told"):
        judge.cut(folder / "untold", replace(noted), Always(0.6))
    shutil.copytree(folder / "left", folder / "gone")
    assert judge.cut(folder / "gone", replace(noted), Always(0.0)) == "all lost"
