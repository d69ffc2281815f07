"""``bench crash``: a round loses nothing, and a loss would be noticed."""

from pathlib import Path

import pytest

from bench.common.errors import BenchError
from bench.server import crash
from bench.server.crash import judge, rounds
from bench.server.crash.people import Noted
from samples import SAMPLES


@pytest.mark.long  # tests/server/store/test_restart.py kills a server in the middle of games
@pytest.mark.parametrize("postgresql", [False, pytest.param(True, marks=pytest.mark.needs("postgresql"))])
def test_a_round_loses_nothing_and_a_loss_would_be_noticed(
    monkeypatch: pytest.MonkeyPatch, postgresql: bool
) -> None:
    judged: list[bool] = []

    def look(file: Path, noted: Noted) -> None:
        judge.judge(file, noted)
        judged.append(bool(noted.moves))
        with pytest.raises(BenchError, match="is lost"):
            judge.judge(file, Noted(moves={**noted.moves, ("NOBODY", "move 1"): 1}))

    monkeypatch.setattr(rounds, "judge", look)
    number = 9 if SAMPLES.every_path else 1  # one round of each kind
    found = crash.run(number, 1, lambda *_: None, None, 1, postgresql)["results"]
    assert (found["rounds"], judged) == (number, [True] * number)
