"""``bench crash``: a round goes well, and what is lost or there twice is noticed."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tischlein.bench import crash
from tischlein.bench.errors import BenchError


def test_a_round_loses_nothing_and_a_loss_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[crash.Noted] = []
    honest = crash._judge

    def judge(file: Path, noted: crash.Noted) -> None:
        honest(file, noted)
        judged.append(noted)
        missing = crash.Noted(moves={**noted.moves, ("NOBODY", "move 1"): 1})
        with pytest.raises(BenchError, match="is lost"):
            honest(file, missing)
        with pytest.raises(BenchError, match="has no seat"):
            honest(file, crash.Noted(seats={"somebody": "NOBODY"}))
        with pytest.raises(BenchError, match="rematch is lost"):
            honest(file, crash.Noted(rematches={"NOBODY": "NEVER1"}))
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("UPDATE seats SET seat = 9 WHERE seat = 1")
            connection.commit()
        with pytest.raises(BenchError, match="damaged"):
            honest(file, noted)

    monkeypatch.setattr(crash, "_judge", judge)
    found = crash.run(1, 1, lambda *_: None)["results"]
    assert (found["rounds"], found["joins"]) == (1, 8)
    assert len(judged) == 1
