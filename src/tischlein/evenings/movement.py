"""Assign the seats of a round, so that people meet different people and have different seats.

Each round is planned when it begins, for the people who are here, because some come late and some leave. People are spread over as
few tables as possible, as evenly as possible. Then pairs of people change places as long as that brings fewer repeated meetings and
fewer repeated seats.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

# What a repeated meeting and a repeated seat cost, for each time that it has happened before.
MEETING, SEAT = 2, 3
# Changes of place that are tried, for each person, and how many times from the beginning.
TRIES, BEGINNINGS = 60, 4

Table = list[int | None]


class Meetings:
    """The record of who has met whom, and on which seats."""

    def __init__(self) -> None:
        self.met: Counter[tuple[int, int]] = Counter()
        self.sat: Counter[tuple[int, int]] = Counter()

    def add(self, table: Sequence[int | None]) -> None:
        """Count the people of a table."""
        for seat, one in enumerate(table):
            if one is not None:
                self.sat[one, seat] += 1
                self.met.update((one, other) for other in table if other is not None and other != one)

    def cost(self, table: Sequence[int | None]) -> int:
        """Return the cost of a table: how much of it repeats earlier rounds."""
        found = 0
        for seat, one in enumerate(table):
            if one is not None:
                found += SEAT * self.sat[one, seat]
                found += sum(MEETING * self.met[one, other] for other in table[:seat] if other is not None)
        return found


def seating(people: Iterable[int], seats: int, history: Meetings, seed: int) -> list[Table]:
    """Return the tables of a round; None is a bot's seat.

    >>> sorted(map(len, seating(range(6), 4, Meetings(), 1))), sum(table.count(None) for table in seating(range(6), 4, Meetings(), 1))
    ([4, 4], 2)
    """
    random = Random(seed)
    found = [_improve(_spread(list(people), seats, random), history, random) for _ in range(BEGINNINGS)]
    return min(found, key=lambda tables: sum(map(history.cost, tables)))


def _spread(people: list[int], seats: int, random: Random) -> list[Table]:
    """Seat people at random, at as few tables as possible, whose numbers of people differ by one at most."""
    random.shuffle(people)
    number = -(-len(people) // seats)
    tables: list[Table] = []
    for k in range(number):
        table: Table = [*people[k::number]]
        table += [None] * (seats - len(table))
        random.shuffle(table)
        tables.append(table)
    return tables


def _improve(tables: list[Table], history: Meetings, random: Random) -> list[Table]:
    """Change places as long as it brings something; a person and a bot only at the same table."""
    places = [(table, seat) for table in tables for seat in range(len(table))]
    costs = {id(table): history.cost(table) for table in tables}
    for _ in range(TRIES * len(places)):
        (one, here), (other, there) = random.choice(places), random.choice(places)
        if one is not other and (one[here] is None or other[there] is None):
            continue
        before = costs[id(one)] + (costs[id(other)] if one is not other else 0)
        if before == 0:
            continue
        one[here], other[there] = other[there], one[here]
        after = {id(table): history.cost(table) for table in (one, other)}
        if sum(after.values()) <= before:
            costs.update(after)
        else:
            one[here], other[there] = other[there], one[here]
    return tables
