"""What is true of a LOBO 77 record after every single step, chance included."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given

from helpers.strategies import LAYOUT, LOBO77, PYTHON, concealed, generators, start, walk
from tischlein.cards import CHANCE, EMPTY, OVER
from tischlein.games.lobo77 import material

ACTIONS = range(material.ACTIONS)
# A new game ends long before that, at random; nothing in the rules says so.
CAP = 5_000


def cards(s: Any) -> Counter[int]:
    """All cards of the game, by kind."""
    counts = Counter[int]()
    for row in (*s.hands, s.unseen, s.aside):
        counts.update({kind: n for kind, n in enumerate(row) if n})
    counts.update(kind for kind in (*s.discard, *s.stack) if kind != EMPTY)
    return counts


@given(generators)
def test_cards_are_conserved(rng: Random) -> None:
    s = start(rng)
    before = cards(s)
    for now in walk(s, rng, 150):
        assert cards(now) == before
        assert now.deck_size == before.total()


@given(generators)
def test_the_numbers_agree_with_the_cards_and_nothing_stale_is_left(rng: Random) -> None:
    for s in walk(start(rng), rng, 150):
        assert s.sizes == [sum(hand) for hand in s.hands]
        assert s.aside_size == sum(s.aside)
        assert s.draw_size == sum(s.unseen) + sum(kind != EMPTY for kind in s.stack)
        assert not (s.draw_ordered and any(s.unseen))
        lying = s.discard[: s.discard_size]
        assert EMPTY not in lying
        assert set(s.discard[s.discard_size :]) <= {EMPTY}
        assert s.top == (lying[-1] if lying else EMPTY)
        assert set(s.stack[s.draw_size if s.draw_ordered else 0 :]) <= {EMPTY}
        assert EMPTY not in s.stack[: s.draw_size if s.draw_ordered else 0]
        assert min(*s.unseen, *s.aside, *(n for hand in s.hands for n in hand)) == 0


@given(generators)
def test_players_chips_and_turns_are_possible(rng: Random) -> None:
    for s in walk(start(rng), rng, 150):
        assert s.players_in == s.seats - sum(s.out)
        assert (s.players_in == 1) == (s.actor == OVER) == (s.phase == material.DONE)
        for seat in range(material.MAX_SEATS):
            assert 0 <= s.chips[seat] <= material.CHIPS
            if s.out[seat] or seat >= s.seats:
                assert s.chips[seat] == s.sizes[seat] == 0
        assert s.direction in ((1,) if s.seats == 2 else (1, -1))
        assert (s.drawer == EMPTY) == (s.to_draw == 0) or s.phase in (material.LOT, material.DEAL)
        if s.phase == material.PLAY:
            assert not s.out[s.turn]
            # Two are owed exactly when a turn starts on a double. L13
            assert s.owed == (2 if s.top == material.DOUBLE and not s.played else 1)
            assert s.total < material.LIMIT
            assert s.to_draw <= s.draw_size + max(0, s.discard_size - 1)
            # Who may draw comes first in canonical order.
            assert s.actor == (s.drawer if s.to_draw else s.turn)


@given(generators)
def test_legal_actions_are_those_without_a_reason(rng: Random) -> None:
    for s in walk(start(rng), rng, 80):
        may_act = []
        for seat in range(s.seats):
            legal = PYTHON.legal(s, seat)
            assert sorted(legal) == [action for action in ACTIONS if PYTHON.call("why", s, seat, action) == 0]
            assert len(set(legal)) == len(legal)
            may_act += [seat] if legal else []
        assert bool(may_act) == (s.actor not in (CHANCE, OVER))
        assert s.actor in may_act or not may_act


@given(generators)
def test_every_legal_action_and_every_chance_outcome_can_be_applied(rng: Random) -> None:
    for s in walk(start(rng), rng, 15):
        before = LAYOUT.pack(s)
        steps = [(seat, action) for seat in range(s.seats) for action in PYTHON.legal(s, seat)]
        if s.actor == CHANCE:
            steps = [(CHANCE, index) for index in range(PYTHON.call("chances", s))]
            assert steps
        for seat, action in steps:
            copy = LAYOUT.unpack(before)
            PYTHON.call("apply", copy, seat, action)
            assert LAYOUT.pack(copy) != before  # and it fits the record
        assert LAYOUT.pack(s) == before


@given(generators)
def test_a_seat_may_judge_by_what_it_knows(rng: Random) -> None:
    for s in walk(start(rng), rng, 60):
        for seat in range(s.seats):
            known = concealed(s, seat)
            assert PYTHON.legal(known, seat) == PYTHON.legal(s, seat)
            for action in ACTIONS:
                assert PYTHON.call("why", known, seat, action) == PYTHON.call("why", s, seat, action)


@given(generators)
def test_scores_and_payoff(rng: Random) -> None:
    for s in walk(start(rng), rng, 100):
        scores, payoff = PYTHON.scores(s)[: s.seats], PYTHON.payoff(s)[: s.seats]
        assert scores == [-1 if s.out[seat] else s.chips[seat] for seat in range(s.seats)]
        assert payoff == [int(s.actor == OVER and not s.out[seat]) for seat in range(s.seats)]


@pytest.mark.parametrize("manual_draw", [False, True])
@pytest.mark.parametrize("seats", LOBO77.seats)
def test_new_games_end_under_random_play(seats: int, manual_draw: bool) -> None:
    start = LOBO77.opening(seats, manual_draw=manual_draw)
    batch = PYTHON.random_games(start, 20, seed=seats, cap=CAP)
    assert max(batch.decisions) < CAP
    assert all(LAYOUT.unpack(row.tobytes()).actor == OVER for row in batch.rows)
