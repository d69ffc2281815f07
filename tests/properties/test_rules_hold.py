"""Laws of a record after every single step, chance included, in every game."""

from random import Random

from hypothesis import given

from helpers.games.strategies import concealed, each_game, generators, start, walk
from per_game import Kit
from tischlein.cards import CHANCE, OVER


@each_game
@given(generators)
def test_cards_are_conserved_and_the_record_is_in_order(kit: Kit, rng: Random) -> None:
    """Whatever a record counts or remembers follows from its position: nothing stale is left in it."""
    s = start(kit, rng)
    before = kit.cards(s)
    for now in walk(kit, s, rng, 120):
        assert kit.cards(now) == before, "a step has lost a card, or `cards` of the kit does not find it"
        if now.actor != CHANCE:
            again = kit.game.load(kit.game.dump(now))
            assert kit.layout.pack(again) == kit.layout.pack(now), "its position loads another record"


@each_game
@given(generators)
def test_legal_actions_are_those_without_a_reason(kit: Kit, rng: Random) -> None:
    actions, python = range(kit.game.rules.ACTIONS), kit.python
    for s in walk(kit, start(kit, rng), rng, 25):
        may_act = []
        for seat in range(s.seats):
            legal = python.legal(s, seat)
            assert sorted(legal) == [action for action in actions if python.call("why", s, seat, action) == 0]
            assert len(set(legal)) == len(legal)
            may_act += [seat] if legal else []
        assert bool(may_act) == (s.actor not in (CHANCE, OVER))
        assert s.actor in may_act or not may_act


@each_game
@given(generators)
def test_every_legal_action_and_every_chance_outcome_can_be_applied(kit: Kit, rng: Random) -> None:
    layout, python = kit.layout, kit.python
    for s in walk(kit, start(kit, rng), rng, 12):
        before = layout.pack(s)
        steps = [(seat, action) for seat in range(s.seats) for action in python.legal(s, seat)]
        if s.actor == CHANCE:
            steps = [(CHANCE, index) for index in range(python.call("chances", s))]
            assert steps
        for seat, action in steps:
            copy = layout.unpack(before)
            python.call("apply", copy, seat, action)
            assert layout.pack(copy) != before  # and it fits the record
        assert layout.pack(s) == before


@each_game
@given(generators)
def test_a_seat_may_judge_by_what_it_knows(kit: Kit, rng: Random) -> None:
    actions, python = range(kit.game.rules.ACTIONS), kit.python
    for s in walk(kit, start(kit, rng), rng, 20):
        for seat in range(s.seats):
            known = concealed(kit, s, seat)
            assert python.legal(known, seat) == python.legal(s, seat)
            for action in actions:
                assert python.call("why", known, seat, action) == python.call("why", s, seat, action)


@each_game
@given(generators)
def test_there_are_winners_exactly_at_the_end(kit: Kit, rng: Random) -> None:
    for s in walk(kit, start(kit, rng), rng, 100):
        payoff = kit.python.payoff(s)[: s.seats]
        assert set(payoff) <= {0, 1}
        assert any(payoff) == (s.actor == OVER)


@each_game
def test_new_games_end_under_random_play(kit: Kit) -> None:
    for seats in kit.game.seats:
        options = kit.random_options(Random(seats), seats)
        batch = kit.python.random_games(kit.game.opening(seats, **options), 8, seed=seats, cap=kit.cap)
        rows = [kit.layout.unpack(row.tobytes()) for row in batch.rows]
        assert kit.capped or all(s.actor == OVER for s in rows)
        assert kit.capped or max(batch.decisions) < kit.cap
