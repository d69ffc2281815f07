"""Every message of the table, defined once: validation, the OpenAPI document and the page's types come from here.

``In`` is what a client sends: unknown fields and wrong types are refused. ``Out`` is what the server sends: all fields are
always there. Views and events are those of ``Table.view`` and ``Table.events``; the games declare them as typed dicts.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, Struct

NAME_LENGTH = 24
CHAT_LENGTH = 200
MAX_TOKENS = 100
DAY = 86_400

Language = Literal["de", "en"]
State = Literal["lobby", "playing", "over"]
Spectators = Literal["none", "public", "rounds"]
Pace = Literal["human", "instant"]
SeatKind = Literal["open", "person", "bot"]
Reach = Literal["loopback", "lan", "public"]
Reaction = Literal["laugh", "wow", "clap", "sad", "thumbs_up", "heart", "think", "hurry"]
REACTIONS: tuple[str, ...] = get_args(Reaction)

# `ts` names the type that the page uses for what only the games can spell out.
View = Annotated[dict[str, Any], Meta(description="what the seat may know", extra={"ts": "View"})]
Event = Annotated[dict[str, Any], Meta(description="something that happened", extra={"ts": "GameEvent"})]
Record = Annotated[dict[str, Any], Meta(description="a whole game", extra={"ts": "GameRecord"})]
GameId = Annotated[str, Meta(max_length=20, extra={"ts": "GameId"})]
OptionValue = bool | int | Annotated[str, Meta(max_length=40)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Name = Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH)]
Token = Annotated[str, Meta(min_length=1, max_length=64)]
Id = Annotated[str, Meta(min_length=1, max_length=40)]
ActionText = Annotated[str, Meta(min_length=1, max_length=40)]
Level = Annotated[str, Meta(min_length=1, max_length=20)]
Seconds = Annotated[int, Meta(ge=5, le=7 * DAY, description="seconds per move; 86400 is a day")]


class In(Struct, forbid_unknown_fields=True):
    """What a client sends."""


class Out(Struct):
    """What the server sends."""


# What both languages say


class Words(Out):
    """A text for people, in both languages."""

    de: str
    en: str


class ErrorInfo(Out):
    """What went wrong: the code for programs, the text for people."""

    code: str
    text: Words


class ErrorReply(Out):
    """Every answer with a status of 400 or more."""

    error: ErrorInfo


# Games


class Range(Out):
    """All whole numbers from min to max."""

    min: int
    max: int


class OptionInfo(Out):
    """A choice of rules."""

    name: str
    default: OptionValue
    choices: list[OptionValue] | Range
    help: Words


class GameInfo(Out):
    """A game that can be played here; levels are those of its bots, from the weakest to the strongest."""

    id: GameId
    name: str
    tagline: Words
    seats: tuple[int, int]  # fewest and most
    options: list[OptionInfo]
    levels: list[str]
    version: int


class About(Out):
    """The server: where others reach it, and whether this client may open it to the local network."""

    version: str
    reach: Reach
    address: str
    may_open: bool


# Tables


class SeatInfo(Out):
    """One seat, as everybody with the link sees it."""

    seat: int
    kind: SeatKind
    name: str | None
    level: str | None  # of the bot
    online: bool
    standing_in: bool  # a bot plays for this person, who may come back any time
    no_offers: bool  # Quanto in teams: never offers a card


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
    note: Words | None  # for instance that the rules have changed since


class SeatToken(Out):
    """A seat and the key to it; whoever has the key has the seat."""

    seat: int
    token: str


class CreateTable(In):
    """POST /api/tables. The sender takes the first seat without a bot, further people at the same device the next ones."""

    game: GameId
    seats: Annotated[int, Meta(ge=2, le=16)]
    name: Name
    options: Annotated[dict[Annotated[str, Meta(max_length=40)], OptionValue], Meta(max_length=20)] = {}
    bots: Annotated[list[Level | None], Meta(max_length=16)] = []  # per seat: a level, or null for a person
    timer: Seconds | None = None
    stand_in: Level | None = None  # the level of bots that take over; otherwise the server chooses
    spectators: Spectators = "public"
    pace: Pace = "human"
    chat: bool = True
    lang: Language = "de"
    hot_seat: Annotated[list[Name], Meta(max_length=15)] = []


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


class Joined(Out):
    """A seat was free."""

    code: str
    seat: int
    token: str


class MyTables(In):
    """POST /api/mine."""

    tokens: Annotated[list[Token], Meta(max_length=MAX_TOKENS)]


class MyTable(Out):
    """One of the own tables; ``token`` says by its place in the question which one opens it."""

    token: int
    seat: int
    your_turn: bool
    table: TableInfo


class Frame(Out):
    """One moment of a replay: what a decision and the luck after it showed to the chosen eyes."""

    seq: int
    events: list[Event]
    view: View
    scores: list[int]


class Replay(Out):
    """A game, or the part of it that may be seen already, from one pair of eyes."""

    game: GameId
    seats: int
    seat: int | None  # null: a spectator
    names: list[str]
    complete: bool
    frames: list[Frame]


# The socket: what a client says


class Hello(In, tag_field="type", tag="hello"):
    """The first message. Without a token one watches; ``since`` is the number of the last event that was seen."""

    token: Token | None = None
    since: Annotated[int, Meta(ge=0)] = 0


class Sync(In, tag_field="type", tag="sync"):
    """Asks for another welcome, after a gap."""

    since: Annotated[int, Meta(ge=0)] = 0


class Play(In, tag_field="type", tag="play"):
    """A decision; ``seq`` is the table's when it was made. The same id again changes nothing."""

    id: Id
    seq: Annotated[int, Meta(ge=0)]
    action: ActionText


class Why(In, tag_field="type", tag="why"):
    """Asks why an action is not legal now; answered with ``because``."""

    id: Id
    action: ActionText


class Undo(In, tag_field="type", tag="undo"):
    """Takes the own last decision back, or asks the others to agree."""

    id: Id


class UndoAnswer(In, tag_field="type", tag="undo_answer"):
    """Says yes or no to somebody's undo."""

    agree: bool


class Start(In, tag_field="type", tag="start"):
    """The host starts; open seats get bots or are taken away."""

    empty: Literal["bots", "close"] = "bots"


class SetSeat(In, tag_field="type", tag="set_seat"):
    """The host puts a bot on a free seat, or frees a bot's, before the start."""

    seat: SeatNumber
    bot: Level | None


class Kick(In, tag_field="type", tag="kick"):
    """The host frees a person's seat, before the start."""

    seat: SeatNumber


class HandOver(In, tag_field="type", tag="hand_over"):
    """The host makes somebody else the host."""

    seat: SeatNumber


class Leave(In, tag_field="type", tag="leave"):
    """Leaves; after the start a bot plays on."""


class Back(In, tag_field="type", tag="back"):
    """Takes the seat back from the bot that stands in."""


class Rematch(In, tag_field="type", tag="rematch"):
    """Another game with the same people, after the end."""


class Say(In, tag_field="type", tag="chat"):
    """A short text for all at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=CHAT_LENGTH)]


class SwitchChat(In, tag_field="type", tag="chat_switch"):
    """The host switches chat and reactions on or off."""

    on: bool


class React(In, tag_field="type", tag="react"):
    """A reaction without words."""

    reaction: Reaction


class Prefer(In, tag_field="type", tag="prefer"):
    """Quanto in teams: never offer a card from now on, or be asked again."""

    no_offers: bool


class Ping(In, tag_field="type", tag="ping"):
    """Answered with pong."""


ClientMessage = (
    Hello
    | Sync
    | Play
    | Why
    | Undo
    | UndoAnswer
    | Start
    | SetSeat
    | Kick
    | HandOver
    | Leave
    | Back
    | Rematch
    | Say
    | SwitchChat
    | React
    | Prefer
    | Ping
)


# The socket: what the server says


class Action(Out):
    """Something that the seat may do now; ``text`` is what ``play`` takes."""

    id: int
    text: str


class Moment(Out):
    """The table as the seat may know it now. Before the start there is no view."""

    seq: int  # of the table: decisions and chance outcomes so far
    told: int  # the number of the last event that this seat has been told of
    events: list[Event]
    view: View | None
    actions: list[Action]
    waiting: list[int]
    scores: list[int]
    over: bool
    winners: list[int]
    clock: list[int | None]  # per seat: milliseconds left for the move, null without a timer
    can_undo: bool


class ChatLine(Out):
    """What somebody said."""

    n: int
    seat: int
    name: str
    text: str
    at: int  # milliseconds since 1970


class UndoAsk(Out):
    """Somebody wants to take a move back; ``open`` are those who have not agreed yet."""

    seat: int
    open: list[int]


class Welcome(Moment, tag_field="type", tag="welcome"):
    """The answer to hello and sync: everything."""

    you: int | None
    table: TableInfo
    chat: list[ChatLine]
    undo: UndoAsk | None


class News(Moment, tag_field="type", tag="news"):
    """Something happened in the game; ``events`` are those since the last news."""


class People(Out, tag_field="type", tag="people"):
    """Somebody came, went, was replaced or came back, or the host changed something."""

    table: TableInfo


class Accepted(Out, tag_field="type", tag="accepted"):
    """A message with an id was carried out."""

    id: str
    seq: int


class Refused(Out, tag_field="type", tag="refused"):
    """A message was not carried out. ``code`` and ``clause`` are the rules' own where they refuse."""

    id: str | None
    code: str
    clause: str
    text: Words


class Because(Out, tag_field="type", tag="because"):
    """The answer to why; the code is ``legal`` when nothing stands against it."""

    id: str
    code: str
    clause: str
    text: Words


class Chat(Out, tag_field="type", tag="chat"):
    """Somebody said something."""

    line: ChatLine


class Reacted(Out, tag_field="type", tag="reaction"):
    """Somebody reacted."""

    seat: int
    reaction: Reaction


class UndoAsked(Out, tag_field="type", tag="undo_asked"):
    """Somebody asks for an undo, or one more has agreed."""

    undo: UndoAsk


class UndoAnswered(Out, tag_field="type", tag="undo_answered"):
    """An undo was agreed to, or not; ``by`` is who refused, null when a move has settled it."""

    seat: int
    agreed: bool
    by: int | None


class NextTable(Out, tag_field="type", tag="rematch"):
    """The next table; the token of this one opens it too."""

    code: str


class Goodbye(Out, tag_field="type", tag="goodbye"):
    """The last message before the server closes, and why."""

    code: str
    text: Words


class Pong(Out, tag_field="type", tag="pong"):
    """The answer to ping."""


ServerMessage = (
    Welcome
    | News
    | People
    | Accepted
    | Refused
    | Because
    | Chat
    | Reacted
    | UndoAsked
    | UndoAnswered
    | NextTable
    | Goodbye
    | Pong
)
