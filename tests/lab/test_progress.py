"""Where stderr is not a terminal a long command prints a line now and then, and no notice twice."""

import re
import sys
import time

import pytest

from tischlein.lab.progress import notice, progress_bar


def test_a_long_command_is_never_silent_for_long(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar("games", every=0.01) as on_progress:
        told = ""
        while "games: …, 0 s\n" not in told:
            told += capsys.readouterr().err
        on_progress(7, 1200)
        while "games: 7 of 1,200, " not in told:
            told += capsys.readouterr().err
            time.sleep(0.005)
        on_progress(8, 1200, "puzzles")
        while "puzzles: 8 of 1,200, " not in told:
            told += capsys.readouterr().err
            time.sleep(0.005)
        sys.stdout.write("what a bot prints\n")
    out, err = capsys.readouterr()
    assert out == ""
    lines = (told + err).splitlines()
    assert "what a bot prints" in lines
    assert all(re.fullmatch(r"(games|puzzles): .*, \d s|what a bot prints", line) for line in lines)


def test_a_short_command_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar("games") as on_progress:
        on_progress(1, 1)
    assert capsys.readouterr() == ("", "")


def test_a_notice_is_printed_once(capsys: pytest.CaptureFixture[str]) -> None:
    told: set[str] = set()
    for text in ("slow", "slow", "compiling"):
        notice(text, told)
    assert capsys.readouterr().err == "slow\ncompiling\n"
