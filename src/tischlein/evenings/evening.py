"""An evening as a plain object: its people, its rounds and their results, and what may happen next.

A round is one deal, which all tables play. Functions change the evening that they get, or raise ``EveningError``; the caller stores
it. Times are milliseconds that the caller names.
"""

from dataclasses import dataclass, field
from typing import Any

from tischlein.evenings.movement import Meetings, seating

FEWEST, MOST = 2, 64  # people
MOST_NOTED = 4 * MOST  # people in all, including those whom the host has removed
MOST_ROUNDS = 30
# With one table nobody could be compared: tables of bots are added until there are this many.
TABLES = 4
# A table that is not over so long after the end of the round, though bots play it, is not counted.
GRACE = 5 * 60_000


class EveningError(Exception):
    """A request that is not possible now; ``code`` names the reason."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(slots=True)
class Person:
    """A person of the evening. The token is never stored, only its hash."""

    number: int
    name: str
    token_hash: str
    avatar: str | None = None
    guest: str | None = None  # hash of the key to the guest's games
    here: bool = True  # gets a seat in the next round
    removed: bool = False  # by the host, for good


@dataclass(slots=True)
class SeatResult:
    """The result of a game for one seat."""

    place: int
    score: int
    own: bool  # the result is its person's, who has decided at all
    away: bool = False  # bots played all the time for its person
    decided: int | None = None  # decisions of its person; evenings of older versions have none
    bots: int = 0  # decisions of bots that stood in

    @property
    def absent(self) -> bool:
        """Return True if the person made no decision: that scores as an absence, whatever the bot scored."""
        return not self.own and self.decided is not None


@dataclass(slots=True)
class EveningTable:
    """A table of a round: the people by seat, None for a bot, and the outcomes by seat once its game is over."""

    code: str
    people: list[int | None]
    outcomes: list[SeatResult] | None = None


@dataclass(slots=True)
class GameChoice:
    """A game of the evening with its options."""

    game: str
    options: dict[str, Any]
    low_wins: bool  # fewer points are better


@dataclass(slots=True)
class Round:
    """One deal, at all tables."""

    choice: GameChoice
    ends: int  # then bots play the rest
    tables: list[EveningTable]
    closed: bool = False  # all games are over: results and cards may be shown


@dataclass(slots=True)
class Evening:
    """Everything that is stored of an evening."""

    code: str
    name: str
    host: str  # hash of the host's token
    games: list[GameChoice]  # one round after the other, from the beginning again after the last
    seats: int  # of each table
    rounds: int  # planned
    minutes: int  # for each round
    level: str  # of the bots that fill up
    pace: str  # of these bots
    lang: str
    created: int
    group: str | None = None  # code of the group whose evening it is
    people: list[Person] = field(default_factory=list)
    played: list[Round] = field(default_factory=list)  # the last one may still be played

    @property
    def state(self) -> str:
        """Return gathering, playing, pause or over."""
        if self.running is not None:
            return "playing"
        if self.played and len(self.played) >= self.rounds:
            return "over"
        return "pause" if self.played else "gathering"

    @property
    def running(self) -> Round | None:
        """Return the round that is being played."""
        return None if not self.played or self.played[-1].closed else self.played[-1]

    def deal(self, number: int) -> str:
        """Return the name of the deal of a round; the first round has number 1."""
        return f"evening/{self.code}/{number}"

    def person_with(self, token_hash: str | None) -> Person | None:
        """Return the person whom a token belongs to."""
        return next((one for one in self.people if one.token_hash == token_hash), None)

    def people_away(self, table: EveningTable) -> list[Person]:
        """Return the people of a table who have left the evening."""
        people = [self.people[number] for number in table.people if number is not None]
        return [person for person in people if not person.here]


def join(evening: Evening, person: Person) -> None:
    """Add a person, who gets a seat from the next round on."""
    if evening.state == "over":
        raise EveningError("evening_over")
    if sum(not one.removed for one in evening.people) >= MOST or len(evening.people) >= MOST_NOTED:
        raise EveningError("evening_full")
    person.number = len(evening.people)
    evening.people.append(person)


def attend(evening: Evening, person: Person, here: bool) -> None:
    """Give a person a seat in the next round, or none; existing results stay."""
    if evening.state == "over":
        raise EveningError("evening_over")
    if person.removed:
        raise EveningError("evening_removed")
    person.here = here


def remove(evening: Evening, number: int) -> None:
    """Remove a person from all further rounds for good; existing results stay."""
    if not 0 <= number < len(evening.people):
        raise EveningError("no_such_seat")
    person = evening.people[number]
    person.here, person.removed = False, True


def plan(evening: Evening, seed: int) -> list[list[int | None]]:
    """Return the tables of the next round: the person of each seat, None for a bot."""
    if evening.state == "playing":
        raise EveningError("evening_playing")
    if evening.state == "over":
        raise EveningError("evening_over")
    here = [one.number for one in evening.people if one.here]
    if len(here) < FEWEST:
        raise EveningError("evening_few")
    history = Meetings()
    for past in evening.played:
        for table in past.tables:
            history.add(table.people)
    tables = seating(here, evening.seats, history, seed)
    return tables + [[None] * evening.seats for _ in range(TABLES - len(tables))]


def count_tables(evening: Evening) -> int:
    """Return the number of tables that the next round needs."""
    here = sum(one.here for one in evening.people)
    return max(TABLES, -(-here // evening.seats))


def next_game(evening: Evening) -> GameChoice:
    """Return the game of the next round."""
    return evening.games[len(evening.played) % len(evening.games)]


def start(evening: Evening, tables: list[EveningTable], at: int) -> Round:
    """Begin the round that was planned."""
    begun = Round(next_game(evening), at + 60_000 * evening.minutes, tables)
    evening.played.append(begun)
    return begun


def call_time(evening: Evening, at: int) -> None:
    """End the time of the running round; bots play the rest."""
    running = _running(evening)
    running.ends = min(running.ends, at)


def finish(evening: Evening, code: str, outcomes: list[SeatResult]) -> None:
    """Note how the game at a table of the running round has ended."""
    for table in _running(evening).tables:
        if table.code == code:
            table.outcomes = outcomes


def close(evening: Evening, at: int) -> bool:
    """Close the running round if all games are over or GRACE has passed since its end; return False if it goes on.

    A person for whom a bot played all the time gets no seat in the next round before coming back.
    """
    running = evening.running
    if running is None:
        return False
    if any(table.outcomes is None for table in running.tables) and at < running.ends + GRACE:
        return False
    running.closed = True
    for table in running.tables:
        for seat, number in enumerate(table.people):
            if number is not None and table.outcomes is not None and table.outcomes[seat].away:
                evening.people[number].here = False
    return True


def end(evening: Evening) -> None:
    """Plan no further rounds: the evening is over after the running one."""
    if not evening.played:
        raise EveningError("evening_few")
    evening.rounds = len(evening.played)


def _running(evening: Evening) -> Round:
    if evening.running is None:
        raise EveningError("evening_rests")
    return evening.running
