"""The pictures beside the rules show positions of real cases, one for each section, and each is about its section."""

from itertools import pairwise

import pytest

import tischlein
from conformance.runner import load_cases
from scripts import rule_examples
from tischlein.engine.texts import words_for

GAMES = sorted(set(tischlein.games()) & set(rule_examples.has_examples()))


def test_every_game_that_is_not_a_draft_has_them() -> None:
    assert set(rule_examples.has_examples()) >= {
        name for name, game in tischlein.games().items() if not game.draft
    }


@pytest.mark.parametrize("game", GAMES)
def test_the_written_examples_are_what_the_cases_show(game: str) -> None:
    written = (rule_examples.FACES / game / "rules" / "examples.json").read_text(encoding="utf-8")
    assert written == rule_examples.text_of(game), "stale: run python -m scripts.rule_examples"


@pytest.mark.parametrize("game", GAMES)
def test_each_section_has_a_case_that_proves_one_of_its_clauses(game: str) -> None:
    sections = [rule["clauses"] for rule in words_for(tischlein.game(game), "en").rules]
    cases = {case.name: case.clauses for case in load_cases(game)}
    chosen = [one["case"] for one in rule_examples.chosen(game)]
    assert len(chosen) == len(sections)
    for number, (name, clauses) in enumerate(zip(chosen, sections, strict=True), 1):
        assert set(cases[name]) & set(clauses), f"section {number}: {name} is not about {clauses}"


@pytest.mark.parametrize("game", GAMES)
def test_a_picture_shows_what_one_seat_sees(game: str) -> None:
    for example in rule_examples.examples(game):
        assert all(example[key] for key in ("de", "en", "show"))
        seats = {view["you"] for view in example["views"]}
        assert len(seats) == 1
        assert None not in seats
        # Two moments that look the same would explain nothing.
        moments = example["views"]
        assert all(one != other for one, other in pairwise(moments))
