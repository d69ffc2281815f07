"""``tischlein bench coach``: the coach is right where the best is known, finds what was planted, and accuses nobody without reason."""

import json
from itertools import islice

import numpy as np
import pytest
from scipy.special import stdtrit
from typer.testing import CliRunner

import tischlein
from helpers.strategies import each_game
from per_game import Kit
from samples import SAMPLES
from tischlein.bench.cli import app
from tischlein.bench.coach import accusations, found_blunders, is_right, lucks, tiny_decisions

LOBO = tischlein.game("lobo77")


@each_game
def test_the_coach_finds_the_best_action_where_it_is_known(kit: Kit) -> None:
    found = [
        is_right(kit.game, solved)
        for solved in tiny_decisions(kit.game, SAMPLES.judged, 2, SAMPLES.judged * 100)
    ]
    assert len(found) == SAMPLES.judged
    assert sum(found) >= 0.99 * len(found) - 1


@pytest.mark.long
def test_planted_blunders_are_found_and_strong_play_is_not_accused() -> None:
    most = SAMPLES.judged // 4
    found = list(found_blunders(LOBO, 2, most, seed=2))
    assert sum(found) >= 0.95 * len(found) - 1
    accused = list(islice(accusations(LOBO, 2, most, seed=2), most))
    assert len(found) == len(accused) == most
    assert sum(accused) <= 0.02 * most + 1


def test_the_command() -> None:
    asked = ["coach", "--game", "lobo77", "--seats", "2", "--decisions", "2", "--games", "2", "--no-time"]
    ended = CliRunner().invoke(app, [*asked, "--json"])
    assert ended.exit_code == 0
    (row,) = json.loads(ended.stdout)["validity"]
    assert (row["exact"], row["planted"], row["strong"], row["games"]) == (2, 1, 2, 2)
    assert row["rounding"] < 1e-9
    luck, _ = lucks(LOBO, 2, seed=1)
    assert row["luck_spread"] == pytest.approx(
        stdtrit(1, 0.975) * np.std(luck, ddof=1) / np.sqrt(2), rel=0.001
    )
    assert CliRunner().invoke(app, ["coach", "--seats", "99"]).exit_code == 2
