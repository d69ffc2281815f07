"""Every conformance case on the engine; coverage of the rules is measured with these."""

import pytest

import tischlein
from conformance.adapters import InProcess
from conformance.runner import Case, games, load_cases, load_clauses, run_case

GAMES = games()
CASES = [case for game in GAMES for case in load_cases(game)]
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)


def test_every_game_has_a_suite() -> None:
    assert set(tischlein.games()) == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_the_suite_is_for_these_rules(game: str) -> None:
    assert load_clauses(game)["rules_version"] == tischlein.game(game).version


@each_case
def test_engine(case: Case) -> None:
    result = run_case(case, InProcess(tischlein.game))
    assert result.ok, str(result)
