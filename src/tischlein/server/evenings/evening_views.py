"""Views of an evening for its people. Of a round that is still played they show only the seating."""

import csv
import io
from functools import cached_property
from unicodedata import normalize

from msgspec import convert, structs

from tischlein.evenings.evening import Evening, SeatResult, next_game
from tischlein.evenings.scoring import Share, luck, ranking, shares
from tischlein.server.clock import now
from tischlein.server.errors import Refusal
from tischlein.server.protocol.evenings import (
    EveningInfo,
    EveningPerson,
    EveningPlan,
    EveningResult,
    EveningRound,
    EveningSeat,
    EveningStanding,
    EveningTableResult,
)
from tischlein.server.store.evenings import StoredEvening

# Columns of the results.
RESULTS = (
    "round", "game", "best", "table", "code", "seat", "person", "name", "place", "score", "decisions by the person",
    "decisions by bots", "counted", "why", "percent",
)  # fmt: skip
# With these a cell of a spreadsheet is a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


class Answers:
    """The answers about one version of an evening, computed once for all readers."""

    def __init__(self, stored: StoredEvening) -> None:
        evening, running = stored.evening, stored.evening.running
        last = evening.played[-1] if evening.played else None
        self.stored = stored
        self._shares = shares(evening)
        self._ranking = ranking(evening, self._shares)
        self._info = EveningInfo(
            code=evening.code,
            version=stored.version,
            name=evening.name,
            state=evening.state,  # type: ignore[arg-type]  # one of its states
            games=[choice.game for choice in evening.games],
            seats=evening.seats,
            rounds=evening.rounds,
            minutes=evening.minutes,
            level=evening.level,
            lang=evening.lang,  # type: ignore[arg-type]  # as it was asked for
            created=evening.created,
            round=len(evening.played),
            game=(next_game(evening) if running is None else running.choice).game,
            left=None,
            people=convert(evening.people, list[EveningPerson], from_attributes=True),
            tables=[
                EveningPlan(table.people, table.outcomes is not None, table.code if running is None else None)
                for table in (last.tables if last is not None else [])
            ],
            standings=convert(self._ranking, list[EveningStanding], from_attributes=True),
            luck=luck(self._shares),
            you=None,
            sits=None,
        )

    def info(self, token_hash: str | None) -> EveningInfo:
        """Return the evening as everybody with the link sees it, and where the person with this token sits."""
        evening, running = self.stored.evening, self.stored.evening.running
        you = evening.person_with(token_hash)
        if you is not None and you.removed:
            you = None
        return structs.replace(
            self._info,
            left=None if running is None else max(0, running.ends - now()),
            you=None if you is None else you.number,
            sits=None if you is None else _seat(evening, you.number),
        )

    def one_round(self, number: int) -> EveningRound:
        """Return the results of a finished round at all tables."""
        played = self.stored.evening.played
        if not 1 <= number <= len(played):
            raise Refusal("no_page", 404)
        chosen = played[number - 1]
        if not chosen.closed:
            raise Refusal("deal_shared", 409)
        own = {(one.table, one.seat): one for one in self._shares if one.round == number}
        tables = []
        for k, table in enumerate(chosen.tables):
            results = [
                EveningResult(
                    table.people[seat],
                    outcome.place,
                    outcome.score,
                    _percent(own.get((k, seat))),
                    outcome.absent and table.people[seat] is not None,
                )
                for seat, outcome in enumerate(table.outcomes or [])
            ]
            tables.append(EveningTableResult(table.code, results))
        return EveningRound(number, chosen.choice.game, tables)

    @cached_property
    def spreadsheet(self) -> str:
        """The ranking with the result of each round, as CSV."""
        evening = self.stored.evening
        rounds = range(1, len(evening.played) + 1)
        own = {(one.person, one.round): one for one in self._shares}
        out = io.StringIO()
        writer = csv.writer(out)
        writer.writerow(
            ["place", "name", "percent", "low", "high", "deals", "of", *(f"round {k}" for k in rounds)]
        )
        for one in self._ranking:
            name = evening.people[one.person].name
            percents = [_percent(own.get((one.person, k))) for k in rounds]
            writer.writerow(
                [
                    "" if one.place is None else one.place,
                    _as_text(name),
                    *(f"{value:.2f}" for value in (one.percent, one.low, one.high)),
                    one.deals,
                    one.of,
                    *("" if value is None else f"{value:.2f}" for value in percents),
                ]
            )
        return out.getvalue()

    @cached_property
    def results(self) -> str:
        """Every result of the closed rounds, as CSV: all that the ranking is computed from, and nothing else."""
        evening = self.stored.evening
        own = {(one.round, one.table, one.seat): one for one in self._shares}
        out = io.StringIO()
        writer = csv.writer(out)
        writer.writerow(RESULTS)
        for number, played in enumerate(evening.played, start=1):
            for k, table in enumerate(played.tables if played.closed else []):
                for seat, person in enumerate(table.people):
                    outcome = None if table.outcomes is None else table.outcomes[seat]
                    share = own.get((number, k, seat))
                    writer.writerow(
                        [
                            number,
                            played.choice.game,
                            "fewest points" if played.choice.low_wins else "most points",
                            k + 1,
                            table.code,
                            seat + 1,
                            *_who(evening, person),
                            *(("", "", "", "") if outcome is None else _what(outcome)),
                            "no" if share is None else "yes",
                            _why(person, outcome, share),
                            "" if share is None else f"{share.percent:.2f}",
                        ]
                    )
        return out.getvalue()


def _who(evening: Evening, person: int | None) -> tuple[object, str]:
    return ("", "") if person is None else (person + 1, _as_text(evening.people[person].name))


def _what(outcome: SeatResult) -> tuple[object, ...]:
    """Return the cells of a seat's result; a bot's seat and evenings of older versions have no decisions of a person."""
    decided = "" if outcome.decided is None else outcome.decided
    return outcome.place, outcome.score, decided, outcome.bots


def _why(person: int | None, outcome: SeatResult | None, share: Share | None) -> str:
    """Return why a result counts, and as what, or why not."""
    if outcome is None:
        return "not finished"
    if person is None:
        return "bot"
    if share is None:
        return "no comparison" if outcome.own or outcome.absent else "played by a bot"
    return "absent" if share.absent else "played"


def _as_text(name: str) -> str:
    """Return a name as a cell that no spreadsheet takes for a formula; some read fullwidth signs as well.

    >>> [_as_text(name) for name in ("Ada", "=1+1", "\uff1d1+1")]
    ['Ada', "'=1+1", "'\uff1d1+1"]
    """
    return f"'{name}" if normalize("NFKC", name).startswith(FORMULA) else name


def _seat(evening: Evening, person: int) -> EveningSeat | None:
    for number, table in enumerate([] if evening.running is None else evening.running.tables):
        if person in table.people:
            return EveningSeat(table.code, number, table.people.index(person), table.outcomes is not None)
    return None


def _percent(share: Share | None) -> float | None:
    return None if share is None else share.percent
