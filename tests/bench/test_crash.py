"""``bench crash``: a round goes well, and what is lost, there twice, or damaged without a word is noticed."""

import asyncio
import json
import shutil
import sqlite3
from collections import Counter
from contextlib import closing
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from bench.common.errors import BenchError
from bench.server import crash
from bench.server.crash import judge, people, rounds
from bench.server.crash.people import Noted
from samples import SAMPLES

FILE = "tables.sqlite3"


@pytest.mark.long  # tests/server/store/test_restart.py kills a server in the middle of games
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
    number = 9 if SAMPLES.every_path else 1  # one round of each kind
    found = crash.run(number, 1, lambda *_: None)["results"]
    assert (found["rounds"], found["acknowledged"]["joins"]) == (number, 4)
    assert Counter(found["damages"])["truncated: not noticed"] == 0
    file, (noted,) = tmp_path / "left" / FILE, kept
    assert noted.moves
    losses_are_noticed(file, noted)
    what_is_there_twice_is_noticed(tmp_path, noted)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE seats SET seat = 9 WHERE seat = 1")
        connection.commit()
    with pytest.raises(BenchError, match="damaged"):
        judge.judge(file, noted)


@pytest.mark.long  # tests/server/running/test_several_servers.py kills servers that share a database
@pytest.mark.needs("postgresql")
def test_a_round_on_postgresql_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[bool] = []

    def look(file: Path, noted: Noted) -> None:
        judge.judge(file, noted)
        judged.append(bool(noted.moves))
        with pytest.raises(BenchError, match="is lost"):
            judge.judge(file, Noted(moves={**noted.moves, ("NOBODY", "move 1"): 1}))

    monkeypatch.setattr(rounds, "judge", look)
    number = 9 if SAMPLES.every_path else 2
    found = crash.run(number, 1, lambda *_: None, postgresql=True)["results"]
    assert (found["rounds"], found["store"], judged) == (number, "PostgreSQL", [True] * number)


class Line:
    """A connection that keeps what is said on it."""

    def __init__(self) -> None:
        self.said: list[Any] = []

    async def send(self, text: str) -> None:
        self.said.append(json.loads(text))


def test_people_answer_a_request_for_an_undo_also_after_news() -> None:
    """Otherwise one table after the other waits until the round ends."""
    line = Line()
    person = people._Person(cast(Any, line), "TABLE", Noted(), Random(1))

    async def hears(*messages: Any) -> None:
        for message in messages:
            await person.hear(message)

    welcome = {"type": "welcome", "seq": 1, "you": 1, "undo": None}
    asked = {"type": "undo_asked", "undo": {"seat": 0, "open": [1]}}
    asyncio.run(hears(welcome, {"type": "news", "seq": 2}, asked))
    assert [message["type"] for message in line.said] == ["undo_answer"]


def losses_are_noticed(file: Path, noted: Noted) -> None:
    judge.judge(file, noted)
    with pytest.raises(BenchError, match="is lost"):
        judge.judge(file, Noted(moves={**noted.moves, ("NOBODY", "move 1"): 1}))
    later = {key: seq + 50 for key, seq in noted.moves.items()}
    with pytest.raises(BenchError, match="a move has another number than was told"):
        judge.judge(file, replace(noted, moves=later))
    assert any(noted.told.values())
    code = max(noted.told, key=noted.told.__getitem__)
    # An entry may be stored that nobody was told of any more.
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        last = "SELECT max(seq) FROM log JOIN tables ON tables.id = table_id WHERE code = ?"
        ((stored,),) = connection.execute(last, (code,)).fetchall()
    with pytest.raises(BenchError, match=f"entry {stored + 1} of table {code} was told and is lost"):
        judge.judge(file, Noted(told={code: stored + 1}))
    with pytest.raises(BenchError, match="has no seat"):
        judge.judge(file, Noted(seats={"a token": "NOBODY"}))
    with pytest.raises(BenchError, match="rematch is lost"):
        judge.judge(file, Noted(rematches={"NOBODY": "NEVER1"}))


def what_is_there_twice_is_noticed(folder: Path, noted: Noted) -> None:
    """A move that was carried out twice has two entries with one id; a line that was said twice has two rows."""
    shutil.copytree(folder / "left", folder / "twice")
    file = folder / "twice" / FILE
    assert judge.missing_in(file, noted) == []
    said = (
        "INSERT INTO chat SELECT id, 900 + n.column1, 0, 'Ada', 'again', 0 FROM (VALUES (0), (1)) n, tables"
    )
    moved = "SELECT table_id, 9000 + seq, seat, text, message_id, at, chain FROM log WHERE message_id <> ''"
    for kind, again in (("line", said), ("move", f"INSERT INTO log {moved} LIMIT 1")):
        with closing(sqlite3.connect(file)) as connection:
            connection.execute(again)
            connection.commit()
        with pytest.raises(BenchError, match=f"a {kind} is there twice"):
            judge.missing_in(file, noted)
