"""Requests and their answers."""

from typing import Annotated

from msgspec import Meta, field

from tischlein.server.protocol.shared import (
    MAX_TOKENS,
    Avatar,
    Bank,
    Bilingual,
    BotAvatar,
    Code,
    Event,
    GameId,
    GroupCode,
    Guest,
    In,
    Increment,
    Language,
    Level,
    Name,
    OptionValue,
    Out,
    Pace,
    Reach,
    SeatKind,
    SeatNumber,
    Seconds,
    Spectators,
    State,
    SuitColour,
    Token,
    View,
    ZoneKind,
    ZoneOwner,
)


class Range(Out):
    """All whole numbers from min to max."""

    min: int
    max: int


class OptionInfo(Out):
    """A choice of rules; ``choice_labels`` has one for each of the choices in a list."""

    name: str
    label: Bilingual
    default: OptionValue
    choices: list[OptionValue] | Range
    choice_labels: list[Bilingual]
    choice_seats: list[list[int]]  # with how many seats each of them goes
    help: Bilingual


class AnswerInfo(Out):
    """An answer that a seat can have given by itself: ``prefer`` takes its name."""

    name: str
    label: Bilingual


class ZoneInfo(Out):
    """A part of the table: where it stands in a view, and how to draw it without knowing the game."""

    name: str
    key: str  # a path in the view; ``*`` stands for every seat
    kind: ZoneKind
    owner: ZoneOwner
    title: Bilingual
    action: str | None = None  # the action that a tap on the zone stands for


class SuitInfo(Out):
    """How cards of a suit look: a colour, and a symbol in place of the letters that their texts begin with."""

    colour: SuitColour
    symbol: str


class GameInfo(Out):
    """A game that can be played here; levels are those of its bots, from the weakest to the strongest."""

    id: GameId
    name: str
    tagline: Bilingual
    seats: tuple[int, int]  # fewest and most
    usual_seats: int  # of a table where nobody has said how many
    options: list[OptionInfo]
    levels: list[str]
    version: int
    low_wins: bool  # the fewest points win
    rounds: str | None  # the kind of event that ends a round; null: the game is one round
    open_rounds: bool  # finished rounds can be laid open to spectators
    optional: list[str]  # actions that a seat may leave undone while others play on
    answers: list[AnswerInfo]
    zones: list[ZoneInfo]
    suits: dict[str, SuitInfo]  # by what the texts of their cards begin with


class About(Out):
    """The server: where others reach it, and whether this client may open it to the local network."""

    version: str
    reach: Reach
    address: str
    may_open: bool
    ratings: bool  # whether the server rates people by their results
    key: str | None  # with which the server signs what players were told; null if it does not


# Tables


class SeatInfo(Out):
    """One seat, as everybody with the link sees it."""

    seat: int
    kind: SeatKind
    name: str | None
    level: str | None  # of the bot
    online: bool
    standing_in: bool  # a bot plays for this person, who may come back any time
    # Milliseconds until another player may send ``stand_in`` for this seat; null if none may.
    may_stand_in: int | None
    preferences: dict[str, bool]  # the standing answers that this seat gives by itself
    avatar: Avatar | BotAvatar | None  # what they look like; null where nobody sits, and at old tables


class FairInfo(Out):
    """What is known before the end about the shuffle of a table; ``docs/fair.md`` explains it."""

    construction: int
    commitment: str  # to the server's secret
    promises: list[str | None]  # per seat, of the share that its player adds


class FairPart(Out):
    """What the record of a finished game has, so that its deal can be checked; ``docs/fair.md`` explains it."""

    construction: int
    table: str  # the code
    commitment: str
    secret: str
    promises: list[str | None]
    shares: list[str | None]
    first: int  # the number of the first lot and of the first deal
    two_sided: bool  # there are two outcomes for each card
    # Of each outcome: out of how many, which, and from which stack; −1: a lot.
    draws: list[tuple[int, int, int]]


class TableInfo(Out):
    """A table, as everybody with the link sees it."""

    code: str
    game: GameId
    version: int
    options: dict[str, OptionValue]
    state: State
    host: int | None
    seats: list[SeatInfo]
    timer: int | None  # seconds per move
    stand_in: str  # the level of bots that take over
    spectators: Spectators
    pace: Pace
    chat: bool
    lang: Language
    watching: int  # spectators now
    created: int  # milliseconds since 1970
    touched: int
    rematch: str | None  # the code of the next table
    note: Bilingual | None  # for instance that the rules have changed since
    fair: FairInfo | None  # null for tables from before there was such a shuffle
    answers: list[str]  # the game's standing answers that mean something with these options, by name
    starting: bool  # the game starts as soon as all shares of the shuffle are there
    listed: bool  # for everybody on this server
    bank: int | None  # seconds that each person has for the whole game
    increment: int  # seconds that a turn earns
    advice: bool  # everybody may ask the coach; who is alone with bots always may
    deal: str | None  # the name of the deal, where others play the same: then there is no undo, and no advice


class SeatToken(Out):
    """A seat and its key; the key is all that a client needs to take it."""

    seat: int
    token: str


class CreateTable(In):
    """POST /api/tables. The sender takes the first seat without a bot, further people at the same device the next ones."""

    game: GameId
    seats: Annotated[int, Meta(ge=2, le=16)]
    name: Name
    options: Annotated[dict[Annotated[str, Meta(max_length=40)], OptionValue], Meta(max_length=20)] = field(
        default_factory=dict
    )
    # Per seat: a level, or null for a person.
    bots: Annotated[list[Level | None], Meta(max_length=16)] = field(default_factory=list)
    timer: Seconds | None = None
    stand_in: Level | None = None  # the level of bots that take over; otherwise the server chooses
    spectators: Spectators = "public"
    pace: Pace = "human"
    chat: bool = True
    lang: Language = "de"
    hot_seat: Annotated[list[Name], Meta(max_length=15)] = field(default_factory=list)
    # A seat for each name in hot_seat; otherwise they take the next ones.
    hot_seat_at: Annotated[list[SeatNumber], Meta(max_length=15)] = field(default_factory=list)
    shares: bool = False  # wait a moment for the players' shares when all seats are taken at once
    listed: bool = False  # show it to everybody on this server
    bank: Bank | None = None  # seconds for the whole game, in place of a time for each move
    increment: Increment = 0  # seconds that a turn earns, with a bank
    advice: bool = False  # let everybody ask the coach while they play
    avatar: Avatar | None = None  # of the sender; otherwise the server chooses
    guest: Guest | None = None  # keep the game for the sender, to find it again with this key
    group: GroupCode | None = None  # whose table it is; the guest has to be a member


class TableCreated(Out):
    """The new table. Without a seat for a person there is no token: one can only watch."""

    code: str
    seat: int | None
    token: str | None
    others: list[SeatToken]  # the further people at the same device


class JoinTable(In):
    """POST /api/tables/{code}/join."""

    name: Name
    seat: SeatNumber | None = None
    avatar: Avatar | None = None  # otherwise the server chooses
    guest: Guest | None = None


class Joined(Out):
    """A seat was free."""

    code: str
    seat: int
    token: str


class OpenTable(Out):
    """A table that its host has listed, as everybody on the server sees it."""

    code: str
    game: GameId
    options: dict[str, OptionValue]
    host: str | None  # the name
    seats: int
    free: int
    joinable: bool  # else one may only watch
    timer: int | None
    bank: int | None
    increment: int
    watching: int


class QuickMatch(In):
    """POST /api/match: a seat at the listed table that fits best, or else at a new one."""

    game: GameId
    name: Name
    seats: Annotated[int, Meta(ge=2, le=16)] | None = None  # of a new table
    # Tables where one sits already.
    avoid: Annotated[list[Code], Meta(max_length=MAX_TOKENS)] = field(default_factory=list)
    lang: Language = "de"
    avatar: Avatar | None = None
    guest: Guest | None = None
    similar: bool = False  # rather with people of similar strength; needs the guest


class Matched(Out):
    """A seat; ``opened`` where no table fitted, and a new one waits for others now."""

    code: str
    seat: int
    token: str
    opened: bool


class PlayDaily(In):
    """POST /api/daily/{game}: play today's deal. The same guest comes back to the same table: there is one try."""

    name: Name
    guest: Guest  # a key that the client has drawn; it is not stored
    pace: Pace = "human"
    lang: Language = "de"
    avatar: Avatar | None = None  # otherwise the server chooses


class DailyPlace(Out):
    """One result of a day's deal; those with the same result share a place."""

    place: int
    name: str
    at_table: int  # the place at the guest's table, which counts first
    score: int
    you: bool


class DailyMine(Out):
    """Your own try; ``place`` is null until the game is over, and where it was over too late."""

    code: str  # of the table
    place: int | None


class DailyGame(Out):
    """A day's deal of one game, and the best results; your own is the last one where it is not among them."""

    game: GameId
    deal: str
    seats: int
    commitment: str | None  # to the secret; null where nobody asked on that day
    secret: str | None  # null until the day is over
    players: int  # who played to the end
    ranking: list[DailyPlace]
    mine: DailyMine | None


class Daily(Out):
    """The deals of a day."""

    day: str
    before: str  # the day before
    today: bool
    ends: int  # milliseconds since 1970
    games: list[DailyGame]


class MyTables(In):
    """POST /api/mine."""

    tokens: Annotated[list[Token], Meta(max_length=MAX_TOKENS)]


class MyTable(Out):
    """One of your tables; ``token`` says by its place in the question which one opens it."""

    token: int
    seat: int
    your_turn: bool
    table: TableInfo


class Frame(Out):
    """One moment of a replay: what a decision and the chance outcomes after it showed to the chosen eyes."""

    seq: int
    events: list[Event]
    view: View
    scores: list[int]


class Replay(Out):
    """A page of a game, or of the part of it that may be seen already, from one pair of eyes."""

    game: GameId
    seats: int
    seat: int | None  # null: a spectator
    names: list[str]
    complete: bool
    frames: list[Frame]
    next: int | None  # what ``after`` has to be for the next page; null after the last one
