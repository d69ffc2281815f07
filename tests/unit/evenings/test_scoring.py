"""Match points against a slow count, and intervals against random evenings in which nobody is better than the others."""

from __future__ import annotations

from dataclasses import replace
from math import log2
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tischlein.evenings.evening import Evening, EveningTable, GameChoice, Person, Round, SeatResult
from tischlein.evenings.scoring import Standing, luck, ranking, shares


def an_evening(people: int, seats: int = 2, rounds: int = 4) -> Evening:
    evening = Evening("CODE22", "Club", "", [], seats, rounds, 5, "easy", "human", "en", 0)
    evening.people = [Person(number, f"P{number}", "") for number in range(people)]
    return evening


def standings(evening: Evening) -> list[Standing]:
    return ranking(evening, shares(evening))


def a_round(tables: list[tuple[list[int | None], list[tuple[int, int]]]], low_wins: bool = False) -> Round:
    """Return a closed round; each table has its people, and place and score by seat."""
    found = [
        EveningTable(f"T{k}", people, [SeatResult(place, score, True) for place, score in results])
        for k, (people, results) in enumerate(tables)
    ]
    return Round(GameChoice("any", {}, low_wins), 0, found, closed=True)


def test_a_person_for_whom_a_bot_played_is_compared_with_but_has_no_result() -> None:
    evening = an_evening(2)
    evening.played = [a_round([([0, None], [(1, 5), (2, 1)]), ([1, None], [(2, 0), (1, 3)])])]
    outcomes = evening.played[0].tables[1].outcomes
    assert outcomes is not None
    outcomes[0].own = False
    assert [(one.person, one.deals, one.percent) for one in standings(evening)] == [
        (0, 1, 100.0),
        (1, 0, 0.0),
    ]


def test_less_than_half_of_the_deals_gives_no_place() -> None:
    evening = an_evening(3, rounds=3)
    full = a_round([([0, None], [(2, 5), (1, 9)]), ([1, None], [(1, 7), (2, 1)])])
    late = a_round([([0, 2], [(2, 5), (1, 9)]), ([1, None], [(1, 7), (2, 1)])])
    evening.played = [full, full, late]
    assert [(one.person, one.place, one.deals) for one in standings(evening)] == [
        (1, 1, 3),
        (0, 2, 3),
        (2, None, 1),
    ]


def test_one_deal_of_two_gives_no_place_above_people_who_played_both() -> None:
    evening = an_evening(3, rounds=2)
    full = a_round([([0, None], [(2, 5), (1, 9)]), ([1, None], [(1, 7), (2, 1)])])
    late = a_round([([0, 2], [(2, 5), (1, 9)]), ([1, None], [(1, 7), (2, 1)])])
    evening.played = [full, late]
    assert [(one.person, one.place, one.percent, one.deals, one.of) for one in standings(evening)] == [
        (1, 1, 100.0, 2, 2),
        (0, 2, 0.0, 2, 2),
        (2, None, 100.0, 1, 2),
    ]


def test_where_everybody_has_played_one_deal_of_two_they_have_places() -> None:
    evening = an_evening(2, rounds=2)
    evening.played = [a_round([([0, None], [(2, 5), (1, 9)]), ([1, None], [(1, 7), (2, 1)])]), a_round([])]
    assert [(one.person, one.place, one.deals, one.of) for one in standings(evening)] == [
        (1, 1, 1, 2),
        (0, 2, 1, 2),
    ]


def test_a_deal_without_a_decision_is_an_absence_whatever_a_bot_made_of_it() -> None:
    """40 % as in duplicate bridge, also for the best result; it is no deal that the person has played."""
    evening = an_evening(2, rounds=1)
    played = a_round([([0, None], [(1, 5), (2, 1)]), ([1, None], [(2, 0), (1, 3)])])
    for table, decided in zip(played.tables, (0, 1), strict=True):
        assert table.outcomes is not None
        table.outcomes[0] = replace(table.outcomes[0], own=decided > 0, decided=decided, bots=9)
    evening.played = [played]
    assert [(one.person, one.place, one.percent, one.deals, one.absent) for one in standings(evening)] == [
        (1, 1, 0.0, 1, 0),
        (0, None, 40.0, 0, 1),
    ]
    assert luck(shares(evening)) is None


def test_a_round_that_is_not_closed_shows_nothing() -> None:
    evening = an_evening(2)
    evening.played = [a_round([([0, None], [(1, 5), (2, 1)]), ([1, None], [(2, 0), (1, 3)])])]
    evening.played[0].closed = False
    assert shares(evening) == []
    assert all(one.place is None and (one.low, one.high) == (0.0, 100.0) for one in standings(evening))


results = st.tuples(st.integers(1, 3), st.integers(-2, 2))


@given(st.data())
def test_points_are_those_of_a_slow_count(data: st.DataObject) -> None:
    seats, tables = data.draw(st.integers(2, 4)), data.draw(st.integers(2, 5))
    evening = an_evening(seats * tables, seats)
    for _ in range(data.draw(st.integers(1, 3))):
        order = data.draw(st.permutations(range(seats * tables)))
        low = data.draw(st.booleans())
        evening.played.append(
            a_round(
                [
                    (
                        list(order[k * seats : (k + 1) * seats]),
                        data.draw(st.lists(results, min_size=seats, max_size=seats)),
                    )
                    for k in range(tables)
                ],
                low,
            )
        )
    expected = _slow(evening)
    found = {one.person: one.percent for one in standings(evening)}
    assert found == pytest.approx(expected)
    # Where everybody is a person, half of all points are given out.
    assert sum(found.values()) / len(found) == pytest.approx(50)
    best = sorted(expected.values(), reverse=True)
    for one in standings(evening):
        assert one.low <= one.percent <= one.high
        assert one.place == 1 + sum(value > expected[one.person] + 1e-9 for value in best)


class Counted(int):
    """A score that counts how often it is compared."""

    compared = 0

    def __lt__(self, other: int) -> bool:
        Counted.compared += 1
        return int(self) < int(other)

    def __eq__(self, other: object) -> bool:
        Counted.compared += 1
        return isinstance(other, int) and int(self) == int(other)

    __hash__ = int.__hash__


def test_a_result_is_compared_with_few_others_however_many_tables_there_are() -> None:
    """One result of n is sorted in: about log2(n) comparisons, not n - 1."""
    for tables in (8, 64):
        evening = an_evening(tables, seats=1)
        scores = Random(3).sample(range(1000), tables)
        evening.played = [a_round([([k], [(1, Counted(score))]) for k, score in enumerate(scores)])]
        Counted.compared = 0
        best = scores.index(max(scores))
        assert (standings(evening)[0].person, standings(evening)[0].percent) == (best, 100)
        assert 0 < Counted.compared < 2 * 2 * tables * (log2(tables) + 1)


def _slow(evening: Evening) -> dict[int, float]:
    """Return the percentages, counted pair by pair."""
    won: dict[int, list[float]] = {one.number: [] for one in evening.people}
    for played in evening.played:
        sign = -1 if played.choice.low_wins else 1
        for table in played.tables:
            for seat, person in enumerate(table.people):
                points = []
                for other in played.tables:
                    if other is not table:
                        mine, theirs = (one.outcomes or [] for one in (table, other))
                        a, b = mine[seat], theirs[seat]
                        points.append(
                            1.0
                            if a.place < b.place or (a.place == b.place and sign * a.score > sign * b.score)
                            else 0.5
                            if (a.place, a.score) == (b.place, b.score)
                            else 0.0
                        )
                assert person is not None
                won[person].append(sum(points) / len(points))
    return {person: 100 * sum(own) / len(own) for person, own in won.items()}


def test_where_nobody_is_better_19_of_20_intervals_hold_one_half_and_all_is_luck() -> None:
    random = Random(5)
    held, lucky, evenings = 0, 0.0, 300
    for _ in range(evenings):
        evening = an_evening(8, seats=2)
        for _ in range(6):
            order = random.sample(range(8), 8)
            tables: list[tuple[list[int | None], list[tuple[int, int]]]] = [
                ([*order[2 * k : 2 * k + 2]], [(1, random.randrange(10**6)), (2, random.randrange(10**6))])
                for k in range(4)
            ]
            evening.played.append(a_round(tables))
        held += sum(one.low <= 50 <= one.high for one in standings(evening))
        lucky += luck(shares(evening)) or 0.0
    assert 0.94 < held / (8 * evenings) < 0.965
    assert lucky / evenings > 0.75


def test_where_the_same_people_always_win_little_is_luck() -> None:
    evening = an_evening(4, seats=1)
    evening.played = [a_round([([k], [(1, 10 - k)]) for k in range(4)]) for _ in range(12)]
    assert (luck(shares(evening)) or 1.0) < 0.15
    assert standings(evening)[0].low > 75
