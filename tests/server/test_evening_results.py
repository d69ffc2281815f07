"""The file with every result: the ranking can be computed from it alone."""

import csv
import io
from collections import defaultdict
from fractions import Fraction
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tischlein.evenings.evening import Evening, EveningTable, GameChoice, Person, Round, SeatResult
from tischlein.server.evenings.evening_views import Answers
from tischlein.server.store.evenings import StoredEvening


def an_evening(random: Random, people: int, rounds: int) -> Evening:
    evening = Evening(
        "CODE22", "Club", "", [GameChoice("lobo77", {}, False)], 2, rounds, 5, "easy", "human", "en", 0
    )
    evening.people = [Person(number, f"=P{number}", "") for number in range(people)]
    for number in range(rounds):
        choice = GameChoice("quando" if number % 2 else "lobo77", {}, low_wins=number % 2 == 1)
        here = [one for one in range(people) if random.random() < 0.8]
        seats: list[int | None] = [*here, *[None] * (2 + len(here) % 2)]
        random.shuffle(seats)
        tables = [a_table(random, k, seats[2 * k : 2 * k + 2]) for k in range(len(seats) // 2)]
        evening.played.append(Round(choice, 0, tables, closed=True))
    return evening


def a_table(random: Random, number: int, people: list[int | None]) -> EveningTable:
    if random.random() < 0.1:
        return EveningTable(f"T{number}", people)  # it was not finished
    outcomes = []
    for seat, place in enumerate(random.choice([(1, 2), (2, 1), (1, 1)])):
        decided = None if people[seat] is None else random.choice([0, 1, 9])
        own = bool(decided)
        outcomes.append(
            SeatResult(place, random.randrange(4), own, decided == 0, decided, random.randrange(9))
        )
    return EveningTable(f"T{number}", people, outcomes)


@given(st.randoms(use_true_random=False), st.integers(2, 9), st.integers(1, 5))
def test_the_ranking_follows_from_the_file_alone(random: Random, people: int, rounds: int) -> None:
    answers = Answers(StoredEvening(an_evening(random, people, rounds), 1))
    rows = list(csv.DictReader(io.StringIO(answers.results)))
    found = ranking_from(rows)
    standings = [one for one in answers.info(None).standings if one.deals + one.absent]
    assert [(one.person + 1, one.place, one.deals, round(one.percent, 6)) for one in standings] == found
    assert all(row["percent"] == "" for row in rows if row["counted"] == "no")
    assert {row["why"] for row in rows} <= {"bot", "played", "absent", "not finished", "no comparison"}


def ranking_from(rows: list[dict[str, str]]) -> list[tuple[int, int | None, int, float]]:
    """Compute it as docs/evenings.md says, pair by pair."""
    deals = defaultdict(list)
    for row in rows:
        if row["place"]:
            deals[row["round"], row["seat"]].append(row)
    shares: dict[int, list[Fraction]] = defaultdict(list)
    played: dict[int, int] = defaultdict(int)
    for own in deals.values():
        for row in own:
            if row["person"] and len(own) > 1:
                who, decided = int(row["person"]), int(row["decisions by the person"])
                points = sum(
                    Fraction(2 * (worth(row) > worth(other)) + (worth(row) == worth(other)), 2)
                    for other in own
                )
                shares[who].append((points - Fraction(1, 2)) / (len(own) - 1) if decided else Fraction(2, 5))
                played[who] += decided > 0
    means = {who: sum(own, Fraction(0)) / len(own) for who, own in shares.items()}
    placed = {who for who in means if 2 * played[who] > max(played.values())}
    order = sorted(means, key=lambda who: (who not in placed, -means[who], who))
    places = {who: 1 + sum(means[other] > means[who] for other in placed) for who in placed}
    return [(who, places.get(who), played[who], round(float(100 * means[who]), 6)) for who in order]


def worth(row: dict[str, Any]) -> tuple[int, int]:
    score = int(row["score"])
    return -int(row["place"]), -score if row["best"] == "fewest points" else score


def test_names_in_the_file_are_no_formulas() -> None:
    answers = Answers(StoredEvening(an_evening(Random(1), 4, 2), 1))
    names = {row["name"] for row in csv.DictReader(io.StringIO(answers.results))}
    assert "'=P0" in names
    assert names <= {"", "'=P0", "'=P1", "'=P2", "'=P3"}
