"""The generated parts of the games' pages are up to date, and the generator notices when they are not."""

import pytest

import tischlein
from conformance.runner import games, load_cases
from scripts import clause_table

GAMES = sorted(set(tischlein.games()) & set(games()))


@pytest.mark.parametrize("game", GAMES)
def test_page_is_up_to_date(game: str) -> None:
    text = (clause_table.PAGES / f"{game}.md").read_text(encoding="utf-8")
    fresh = clause_table.renewed(text, tischlein.game(game))
    assert text == fresh, "stale: run python -m scripts.clause_table"


@pytest.mark.parametrize("game", GAMES)
def test_a_stale_page_is_noticed(game: str) -> None:
    text = (clause_table.PAGES / f"{game}.md").read_text(encoding="utf-8")
    first = load_cases(game)[0].name
    stale = text.replace(f"[{first}]", "[another-name]")
    assert stale != text
    assert clause_table.renewed(stale, tischlein.game(game)) == text
