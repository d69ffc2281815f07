"""The generated parts of the games' pages are up to date."""

import pytest

import tischlein
from conformance.runner import games
from scripts import clause_table

GAMES = sorted(set(tischlein.games()) & set(games()))


@pytest.mark.parametrize("game", GAMES)
def test_page_is_up_to_date(game: str) -> None:
    text = (clause_table.PAGES / f"{game}.md").read_text(encoding="utf-8")
    fresh = clause_table.renewed(text, tischlein.game(game))
    assert text == fresh, "stale: run python -m scripts.clause_table"
