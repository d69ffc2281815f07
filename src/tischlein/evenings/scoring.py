"""Match points, as in duplicate bridge: each result is compared with those of all others who had the same deal at the same seat.

A better result brings one point, an equal one half a point; points divided by comparisons are the share of a deal. A person's
result of the evening is the mean share over the deals. First counts the place at the table, then the score. Bots are compared with
too, so that the field is the same for everybody, but they are not ranked.

The interval says how much is luck. If all players were equally good, each order of the results of a deal would be equally likely. The
share of a deal would then have the variance (n + 1) / 12 (n - 1) for n results: 1/4 for two, nearly 1/12 for many.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from tischlein.evenings.evening import Evening, Round, SeatResult

FEWEST = 4  # people, to tell how much they differ
HALF_WIDTH = 1.96  # of a 95 % interval, in standard errors


@dataclass(frozen=True, slots=True)
class Share:
    """What a person got for one deal: points out of comparisons."""

    person: int
    round: int  # the first is 1
    table: int
    seat: int
    points: Fraction
    comparisons: int

    @property
    def share(self) -> Fraction:
        return self.points / self.comparisons


@dataclass(frozen=True, slots=True)
class Standing:
    """A person in the ranking; the place is None where the person has played less than half of the deals."""

    person: int
    place: int | None
    percent: float
    low: float
    high: float
    deals: int


def shares(evening: Evening) -> list[Share]:
    """Return what each person got for each deal of the closed rounds."""
    found = []
    for number, played in enumerate(evening.played, start=1):
        if played.closed:
            for seat in range(evening.seats):
                found += _of_seat(played, number, seat)
    return found


def _of_seat(played: Round, number: int, seat: int) -> list[Share]:
    results = {
        k: _result(played, table.outcomes[seat])
        for k, table in enumerate(played.tables)
        if table.outcomes is not None
    }
    found = []
    for k, own in results.items():
        person, outcomes = played.tables[k].people[seat], played.tables[k].outcomes
        others = [result for other, result in results.items() if other != k]
        if person is not None and outcomes is not None and outcomes[seat].own and others:
            points = sum((_point(own, other) for other in others), Fraction(0))
            found.append(Share(person, number, k, seat, points, len(others)))
    return found


def _result(played: Round, outcome: SeatResult) -> tuple[int, int]:
    """Return a result of which more is better."""
    return -outcome.place, -outcome.score if played.choice.low_wins else outcome.score


def _point(own: tuple[int, int], other: tuple[int, int]) -> Fraction:
    return Fraction(1, 2) if own == other else Fraction(own > other)


def ranking(evening: Evening) -> list[Standing]:
    """Return the standings, the best first; equal results share a place. People without a result come last."""
    by_person: dict[int, list[Share]] = {one.number: [] for one in evening.people}
    for share in shares(evening):
        by_person[share.person].append(share)
    means = {who: _mean(own) for who, own in by_person.items()}
    closed = sum(played.closed for played in evening.played)
    placed = {who for who, own in by_person.items() if own and 2 * len(own) >= closed}
    order = sorted(by_person, key=lambda who: (who not in placed, not by_person[who], -means[who], who))
    return [
        _standing(
            who,
            by_person[who],
            1 + sum(means[other] > means[who] for other in placed) if who in placed else None,
        )
        for who in order
    ]


def _mean(own: Sequence[Share]) -> Fraction:
    return sum((one.share for one in own), Fraction(0)) / len(own) if own else Fraction(0)


def _standing(who: int, own: Sequence[Share], place: int | None) -> Standing:
    if not own:
        return Standing(who, None, 0.0, 0.0, 100.0, 0)
    percent = float(100 * _mean(own))
    spread = HALF_WIDTH * 100 * sqrt(sum(map(_variance, own))) / len(own)
    return Standing(who, place, percent, max(0.0, percent - spread), min(100.0, percent + spread), len(own))


def _variance(one: Share) -> float:
    """Return the variance of a share that is only luck."""
    n = one.comparisons + 1
    return (n + 1) / (12 * (n - 1))


def luck(evening: Evening) -> float | None:
    """Return the part of the differences between people that luck alone would make, from 0 to 1; None for fewer than four people.

    It is the variance that luck would give the percentages, divided by the variance that they have.
    """
    by_person: dict[int, list[Share]] = {}
    for share in shares(evening):
        by_person.setdefault(share.person, []).append(share)
    if len(by_person) < FEWEST:
        return None
    means = [float(_mean(own)) for own in by_person.values()]
    middle = sum(means) / len(means)
    seen = sum((mean - middle) ** 2 for mean in means) / (len(means) - 1)
    expected = sum(sum(map(_variance, own)) / len(own) ** 2 for own in by_person.values()) / len(means)
    return 1.0 if seen <= expected else expected / seen
