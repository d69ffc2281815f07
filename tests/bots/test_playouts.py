"""Check the bots of games without rules of thumb: they play better than at random, and within bounds."""

from typing import Any

import pytest

from extra_games.treppe import GAME as TREPPE
from tischlein import Table
from tischlein.bots import Bot, bot, playouts, situation
from tischlein.cards import CHANCE
from tischlein.scaffold.template import GAME as HOCH

DEALS = 30


def played(seed: int, players: list[Bot]) -> Table:
    table = TREPPE.new(seats=2, seed=seed)
    while not table.over:
        seat = table.waiting[0]
        table.play(seat, players[seat].choose(situation(table, seat, seed=seed)))
    return table


def share(one: str, other: str) -> float:
    """Return one bot's share of the wins; every deal is played twice, with changed places."""
    won = 0.0
    for seed in range(DEALS):
        for place, names in enumerate(((one, other), (other, one))):
            table = played(seed, [bot(name) for name in names])
            won += (place in table.winners) / len(table.winners)
    return won / (2 * DEALS)


@pytest.mark.long  # a sample of games; a sure win is rated highest below
def test_levels_differ_without_a_word_from_the_author() -> None:
    assert TREPPE.bots.heuristics is None
    assert share("medium", "random") > 0.65
    assert share("easy", "random") > 0.55


def test_a_decision_costs_a_bounded_number_of_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = 0

    def counted(s: Any, seat: int, action: int, work: Any) -> None:
        nonlocal steps
        steps += 1
        apply(s, seat, action, work)

    apply = HOCH.rules.apply
    monkeypatch.setattr(HOCH.rules, "apply", counted)
    table = HOCH.new(seats=6, seed=1)
    told = situation(table, 0, seed=1)
    steps = 0
    points = playouts.rate(told, told.actions, 1000)
    assert len(points) == len(told.actions) == 3
    assert 0 < steps <= playouts.GAMES * (playouts.STEPS + 1) < 2000  # some milliseconds


def test_a_card_that_wins_for_sure_is_rated_highest() -> None:
    """Two tricks to go: the order of the cards matters to the result."""
    position = {
        "game": "hoch", "seats": 2, "hands": [["2", "23"], ["3", "4"]], "laid": ["9", "7"],
        "played": ["7", "9"], "points": [1, 0],
    }  # fmt: skip
    told = situation(HOCH.at(position), 0, seed=3)
    rated = dict(
        zip(
            [told.text(action) for action in told.actions], playouts.rate(told, told.actions, 32), strict=True
        )
    )
    assert rated["23"] != rated["2"]
    assert all(seat != CHANCE for seat, _ in HOCH.at(position).history)


def test_points_that_count_against_a_seat_are_not_a_lead() -> None:
    s = HOCH.load({
        "game": "hoch", "seats": 2, "hands": [["2"], ["3"]], "laid": ["9", "7"],
        "played": ["5", "6", "7", "9"], "points": [2, 0],
    })  # fmt: skip
    cells = [0] * 8
    assert playouts.worth(HOCH, s, 0, cells) > 0 > playouts.worth(HOCH, s, 1, cells)
