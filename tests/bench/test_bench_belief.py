"""``tischlein bench belief``: what few games say about beliefs comes with intervals that are as wide as they must be."""

import json
import sys
from pathlib import Path

import pytest
from scipy.special import stdtrit
from typer.testing import CliRunner

from tischlein.bench.belief import apart, by_games, shares_by_games
from tischlein.bench.cli import app


def test_intervals_are_over_games_and_few_make_them_wider() -> None:
    alone = [(1, 2.0), (2, 4.0), (3, 6.0)]
    half = stdtrit(2, 0.975) * 2 / 3**0.5
    assert by_games(alone) == pytest.approx((4, half), rel=0.001)
    # What one game says often, it says once.
    assert by_games(alone * 9) == pytest.approx((4, half), rel=0.001)
    assert by_games(alone[:1] * 9) == (2, None)


def test_a_share_of_which_all_games_agree_is_not_certain() -> None:
    mean, spread = shares_by_games([(game, 1.0) for game in range(20)])
    assert mean == 1
    assert 0.1 < spread < 0.25
    assert shares_by_games([(1, 1.0)] * 20) == (1, 1)
    mean, spread = shares_by_games([(game, game % 2) for game in range(1_000)])
    assert (mean, spread) == pytest.approx((0.5, 0.031), abs=0.001)


def test_the_command() -> None:
    asked = ["belief", "--game", "lobo77", "--bot", "medium", "--decisions", "6", "--worlds", "4"]
    ended = CliRunner().invoke(app, [*asked, "--json"])
    assert ended.exit_code == 0
    document = json.loads(ended.stdout, parse_constant=pytest.fail)
    assert [row["decisions"] for row in document["hidden"]] == [6]
    assert sum(row["decisions"] for row in document["expected"]) == 6
    assert CliRunner().invoke(app, ["belief", "--seats", "99"]).exit_code == 2


def test_a_single_game_is_printed_without_an_interval() -> None:
    assert (apart(0.5, None), apart(0.5, 0.25)) == ("+0.50", "+0.50 ± 0.25")


def test_what_a_picture_lacks_is_said_before_anything_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ["belief", "--decisions", "1000000", "--picture"]
    ended = CliRunner().invoke(app, [*asked, str(tmp_path / "none" / "one.svg")])
    assert (ended.exit_code, "cannot be written: No such file" in ended.stderr) == (2, True)
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    ended = CliRunner().invoke(app, [*asked, str(tmp_path / "one.svg")])
    assert (ended.exit_code, "vl-convert is not installed" in ended.stderr) == (2, True)
