"""Requests and answers about evenings: many tables that play the same deals."""

from typing import Annotated, Literal

from msgspec import Meta, field

from tischlein.evenings.evening import MOST_ROUNDS
from tischlein.server.protocol.shared import (
    Avatar,
    GameId,
    GroupCode,
    Guest,
    In,
    Language,
    Level,
    Name,
    OptionValue,
    Out,
    Pace,
)

EveningState = Literal["gathering", "playing", "pause", "over"]
Title = Annotated[str, Meta(min_length=1, max_length=40)]


class EveningGame(In):
    """A game of an evening; options that are left out have their usual values."""

    game: GameId
    options: Annotated[dict[Annotated[str, Meta(max_length=40)], OptionValue], Meta(max_length=20)] = field(
        default_factory=dict
    )


class OpenEvening(In):
    """POST /api/evenings. The games follow one another, one in each round."""

    name: Title
    games: Annotated[list[EveningGame], Meta(min_length=1, max_length=10)]
    seats: Annotated[int, Meta(ge=2, le=8)] = 4
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = 6
    minutes: Annotated[int, Meta(ge=1, le=120)] = 15
    level: Level = "medium"  # of the bots that fill up
    pace: Pace = "human"
    lang: Language = "de"
    group: GroupCode | None = None  # the guest must be a member
    guest: Guest | None = None


class EveningOpened(Out):
    """The new evening, and the key with which its host leads it."""

    code: str
    token: str


class JoinEvening(In):
    """POST /api/evenings/{code}/join."""

    name: Name
    avatar: Avatar | None = None
    guest: Guest | None = None


class EveningJoined(Out):
    """A person of the evening; the token opens this person's seat at every table of it."""

    person: int
    token: str


class Attend(In):
    """POST /api/evenings/{code}/attend: with or without a seat in the next round."""

    here: bool


class LeadEvening(In):
    """POST /api/evenings/{code}/lead: the host starts the next round, ends the running one, plans no further ones, or removes a person."""

    what: Literal["start", "time", "end", "remove"]
    person: int | None = None  # the number of the person to remove


class EveningPerson(Out):
    """A person of an evening."""

    number: int
    name: str
    avatar: Avatar | None
    here: bool  # has a seat in the next round


class EveningPlan(Out):
    """A table of the last round: the people by seat, null for a bot; ``code`` only when the round is closed."""

    people: list[int | None]
    over: bool
    code: str | None


class EveningStanding(Out):
    """A person in the ranking; the place is null if somebody has played twice as many deals."""

    person: int
    place: int | None
    percent: float
    low: float
    high: float
    deals: int  # that the person has played
    absent: int  # deals for which the person had a seat and never decided: 40 % each
    of: int  # deals of the evening so far


class EveningSeat(Out):
    """Where you sit in the running round."""

    code: str
    table: int
    seat: int
    over: bool


class EveningInfo(Out):
    """An evening, as everybody with its link sees it."""

    code: str
    version: int
    name: str
    state: EveningState
    games: list[GameId]
    seats: int
    rounds: int
    minutes: int
    level: str
    lang: Language
    created: int
    round: int  # the running one, or the last; 0 before the first
    game: GameId  # of the running round, otherwise of the next
    left: int | None  # milliseconds until the end of the running round
    people: list[EveningPerson]
    tables: list[EveningPlan]
    standings: list[EveningStanding]
    luck: float | None  # part of the differences that luck alone would make
    you: int | None  # your number
    sits: EveningSeat | None


class EveningResult(Out):
    """One seat of a table in a finished round; ``percent`` is null for bots and results that count for nobody."""

    person: int | None
    place: int
    score: int
    percent: float | None
    absent: bool = False  # the person never decided


class EveningTableResult(Out):
    """A table of a finished round, by seat; without results where its game did not end."""

    code: str
    results: list[EveningResult]


class EveningRound(Out):
    """A finished round: what became of the same cards at all tables."""

    round: int
    game: GameId
    tables: list[EveningTableResult]
