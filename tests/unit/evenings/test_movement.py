"""Who sits where: everybody once, bots spread evenly, and few people meet or sit on a seat again."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tischlein.evenings.movement import Meetings, seating


@given(st.data())
def test_everybody_who_is_here_has_one_seat_and_bots_are_spread(data: st.DataObject) -> None:
    seats = data.draw(st.integers(2, 8))
    history = Meetings()
    everybody = list(range(data.draw(st.integers(2, 20))))
    for number in range(data.draw(st.integers(1, 3))):
        here = data.draw(st.lists(st.sampled_from(everybody), min_size=2, unique=True))
        tables = seating(here, seats, history, number)
        sitting = [one for table in tables for one in table if one is not None]
        assert sorted(sitting) == sorted(here)
        assert all(len(table) == seats for table in tables)
        assert len(tables) == -(-len(here) // seats)
        people = [seats - table.count(None) for table in tables]
        assert max(people) - min(people) <= 1
        for table in tables:
            history.add(table)


def test_the_same_people_and_seed_give_the_same_tables() -> None:
    assert seating(range(13), 4, Meetings(), 5) == seating(range(13), 4, Meetings(), 5)


def test_sixteen_people_have_every_seat_and_meet_nearly_everybody_in_five_rounds() -> None:
    met, seats = _rounds(16, 4, 5)
    # There are 120 pairs and 120 meetings: 8 meetings are a second one.
    assert len(met) >= 112
    assert max(met.values()) == 2
    assert all(len({seat for one, seat in seats if one == person}) == 4 for person in range(16))
    assert max(seats.values()) == 2


def test_sixty_four_people_meet_nobody_twice_in_four_rounds() -> None:
    met, _ = _rounds(64, 4, 4)
    assert max(met.values()) == 1


def _rounds(people: int, seats: int, rounds: int) -> tuple[Counter[frozenset[int]], Counter[tuple[int, int]]]:
    """Count meetings and seats from the tables alone."""
    history = Meetings()
    met: Counter[frozenset[int]] = Counter()
    sat: Counter[tuple[int, int]] = Counter()
    for number in range(rounds):
        for table in seating(range(people), seats, history, number):
            history.add(table)
            sitting = [(one, seat) for seat, one in enumerate(table) if one is not None]
            sat.update(sitting)
            met.update(
                {frozenset({one, other}) for one, _ in sitting for other, _ in sitting if one != other}
            )
    return met, sat
