"""Every situation of a lesson can be dealt, its moves are legal, and they lead to what its sentences say."""

import json
from pathlib import Path
from typing import Any

import pytest

from tischlein.engine.play.table import Table
from tischlein.games import GAMES

GAMES_OF_THE_PAGE = Path(__file__).resolve().parents[2] / "web/src/games"
# A draft need not have a lesson yet.
TAUGHT = [
    name
    for name, game in GAMES.items()
    if not game.draft or (GAMES_OF_THE_PAGE / name / "lesson/lesson.json").exists()
]
LEARNER = 0
# As long as a lesson promises, at what a beginner takes to read a sentence and to make a move.
MOVES = 20


def lesson(game: str) -> Any:
    return json.loads((GAMES_OF_THE_PAGE / game / "lesson/lesson.json").read_text())


def steps(game: str) -> list[Any]:
    found = lesson(game)
    return [*found["steps"], *(step for of_option in found["options"].values() for step in of_option)]


STEPS = [pytest.param(game, step, id=f"{game}-{step['id']}") for game in TAUGHT for step in steps(game)]


def wanted(table: Table, move: Any) -> tuple[int, list[str]]:
    """Return who makes a move of the lesson, and with which actions."""
    if move == "*":
        return LEARNER, [action.text for action in table.actions(LEARNER)]
    if isinstance(move, list):
        legal = [action.text for action in table.actions(LEARNER)]
        return LEARNER, [action for action in move if action in legal]
    seat, colon, action = move.partition(":")
    return (int(seat), [action]) if colon else (LEARNER, [move])


def ways(table: Table, moves: list[Any]) -> list[list[tuple[int, str]]]:
    """Return every way through the moves."""
    if not moves:
        return [[]]
    seat, actions = wanted(table, moves[0])
    assert actions, f"{moves[0]} is not possible"
    found = []
    for action in actions:
        copy = table.clone()
        copy.play(seat, action)
        found += [[(seat, action), *rest] for rest in ways(copy, moves[1:])]
    return found


def at(view: Any, path: str) -> Any:
    for part in path.split("."):
        view = view[int(part)] if part.isdigit() else view[part]
    return view


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_a_situation_leads_where_it_says(game: str, step: Any) -> None:
    dealt = GAMES[game].at(step["position"], seed=1)
    for way in ways(dealt, step["moves"]):
        table = dealt.clone()
        for seat, action in way:
            table.play(seat, action)
        view = table.view(LEARNER)
        assert {path: at(view, path) for path in step["leads"]} == step["leads"], way


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_what_is_wrong_is_legal_and_explained(game: str, step: Any) -> None:
    table = GAMES[game].at(step["position"], seed=1)
    legal: set[str] = set()
    for seat, action in ways(table, step["moves"])[0]:
        if seat == LEARNER:
            legal |= {one.text for one in table.actions(LEARNER)}
        table.play(seat, action)
    assert set(step.get("wrong", {})) <= legal
    for language in ("de", "en"):
        said = json.loads((GAMES_OF_THE_PAGE / game / "texts" / f"{language}.json").read_text())["lesson"]
        keys = {step["id"], f"{step['id']}_done", *step.get("wrong", {}).values()}
        if "*" not in step["moves"] or len(step["moves"]) > step["moves"].count("*"):
            keys.add(f"{step['id']}_wrong")
        assert keys <= set(said)


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_is_short_and_knows_every_option(game: str) -> None:
    found = lesson(game)
    assert 4 <= len(found["steps"]) <= 6
    assert sum(len(step["moves"]) for step in found["steps"]) <= MOVES
    # An option that changes no move has an empty list.
    assert set(found["options"]) == set(GAMES[game].options)
    for option, of_option in found["options"].items():
        for step in of_option:
            assert step["position"]["options"][option] != GAMES[game].options[option].default
    ids = [step["id"] for step in steps(game)]
    assert len(ids) == len(set(ids))
