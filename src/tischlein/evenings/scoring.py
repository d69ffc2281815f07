"""Match points, as in duplicate bridge: each result is compared with those of all others who had the same deal at the same seat.

A better result brings one point, an equal one half a point; points divided by comparisons are the share of a deal. A person's
result of the evening is the mean share over the deals. First counts the place at the table, then the score. Bots are compared with
too, so that the field is the same for everybody, but they are not ranked. A person who had a seat and never decided was absent: that
deal brings 40 %, the average minus of duplicate bridge (law 12 C 2), and is not among the deals that the person has played.

The interval says how much is luck. If all players were equally good, each order of the results of a deal would be equally likely. The
share of a deal would then have the variance (n + 1) / 12 (n - 1) for n results: 1/4 for two, nearly 1/12 for many.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from tischlein.engine.intervals import SPREAD
from tischlein.evenings.evening import Evening, Round, SeatResult

FEWEST = 4  # people, to tell how much they differ
ABSENT = (4, 5)  # half points and comparisons of a deal without a decision: 40 %

Result = tuple[int, int]  # the more, the better: the place, then the score


class Share(NamedTuple):
    """A person's result for one deal: half points, and the number of comparisons."""

    person: int
    round: int  # the first is 1
    table: int
    seat: int
    halves: int
    comparisons: int
    absent: bool = False

    @property
    def percent(self) -> float:
        return 50 * self.halves / self.comparisons


@dataclass(frozen=True, slots=True)
class Standing:
    """A person in the ranking; the place is None if somebody has played twice as many deals."""

    person: int
    place: int | None
    percent: float
    low: float
    high: float
    deals: int  # with a decision of the person
    absent: int  # deals that count as an absence
    of: int  # deals of the evening so far


def shares(evening: Evening) -> list[Share]:
    """Return what each person got for each deal of the closed rounds."""
    found = []
    for number, played in enumerate(evening.played, start=1):
        if played.closed:
            for seat in range(evening.seats):
                found += _of_seat(played, number, seat)
    return found


def _of_seat(played: Round, number: int, seat: int) -> list[Share]:
    outcomes = {
        k: table.outcomes[seat] for k, table in enumerate(played.tables) if table.outcomes is not None
    }
    results = {k: _result(played, outcome) for k, outcome in outcomes.items()}
    halves = _halves(Counter(results.values()))
    found = []
    for k, outcome in outcomes.items():
        person = played.tables[k].people[seat]
        if person is None or len(outcomes) < 2:
            continue
        if outcome.own:
            found.append(Share(person, number, k, seat, halves[results[k]], len(outcomes) - 1))
        elif outcome.absent:
            found.append(Share(person, number, k, seat, *ABSENT, absent=True))
    return found


def _halves(results: Counter[Result]) -> dict[Result, int]:
    """Return the half points of each result: two for each that is worse, one for each other that is equal."""
    found, worse = {}, 0
    for result in sorted(results):
        found[result] = 2 * worse + results[result] - 1
        worse += results[result]
    return found


def _result(played: Round, outcome: SeatResult) -> Result:
    return -outcome.place, -outcome.score if played.choice.low_wins else outcome.score


def ranking(evening: Evening, given: Sequence[Share]) -> list[Standing]:
    """Return the standings by the shares, the best first; equal results share a place.

    People who have played at most half as many deals as somebody else have no place, and come after all who have one; people without
    a result come last.
    """
    by_person = _by_person(given)
    means = {who: _mean(own) for who, own in by_person.items()}
    closed = sum(played.closed for played in evening.played)
    deals = {who: sum(not one.absent for one in own) for who, own in by_person.items()}
    placed = {who for who in deals if 2 * deals[who] > max(deals.values())}
    places: dict[Fraction, int] = {}
    for place, mean in enumerate(sorted((means[who] for who in placed), reverse=True), start=1):
        places.setdefault(mean, place)
    order = sorted(by_person, key=lambda who: (who not in placed, -means[who], who))
    found = [
        _standing(who, by_person[who], means[who], places[means[who]] if who in placed else None, closed)
        for who in order
    ]
    rest = (one.number for one in evening.people if one.number not in by_person)
    return found + [Standing(who, None, 0.0, 0.0, 100.0, 0, 0, closed) for who in rest]


def _by_person(given: Sequence[Share]) -> dict[int, list[Share]]:
    found: dict[int, list[Share]] = {}
    for share in given:
        found.setdefault(share.person, []).append(share)
    return found


def _mean(own: Sequence[Share]) -> Fraction:
    """Return the mean share; fractions with the same denominator are added as integers."""
    halves: Counter[int] = Counter()
    for one in own:
        halves[one.comparisons] += one.halves
    return sum((Fraction(n, 2 * k) for k, n in halves.items()), Fraction(0)) / len(own)


def _standing(who: int, own: Sequence[Share], mean: Fraction, place: int | None, of: int) -> Standing:
    percent = float(100 * mean)
    spread = SPREAD * 100 * sqrt(sum(map(_variance, own))) / len(own)
    absent = sum(one.absent for one in own)
    low, high = max(0.0, percent - spread), min(100.0, percent + spread)
    return Standing(who, place, percent, low, high, len(own) - absent, absent, of)


def _variance(one: Share) -> float:
    """Return the variance of a share that is only luck; an absence has none."""
    if one.absent:
        return 0.0
    n = one.comparisons + 1
    return (n + 1) / (12 * (n - 1))


def luck(given: Sequence[Share]) -> float | None:
    """Return the part of the differences between people that luck alone would make, from 0 to 1; None for fewer than four people.

    It is the variance that luck would give the percentages, divided by the variance that they have. Absences are left out.
    """
    by_person = _by_person([one for one in given if not one.absent])
    if len(by_person) < FEWEST:
        return None
    means = [float(_mean(own)) for own in by_person.values()]
    middle = sum(means) / len(means)
    seen = sum((mean - middle) ** 2 for mean in means) / (len(means) - 1)
    expected = sum(sum(map(_variance, own)) / len(own) ** 2 for own in by_person.values()) / len(means)
    return 1.0 if seen <= expected else expected / seen
