"""The socket: what a client says."""

from typing import Annotated, Literal

from msgspec import Meta

from tischlein.server.protocol.shared import (
    CHAT_LENGTH,
    ActionText,
    Hex,
    Id,
    InMessage,
    Language,
    Level,
    Pace,
    Reaction,
    SeatNumber,
    Token,
)


class Hello(InMessage, tag="hello"):
    """The first message. Without a token one watches; ``since`` is the number of the last event that was seen.

    ``lang`` is the language of all sentences that follow; null is the table's. ``facts`` is the number of steps whose facts the client
    knows already; null: it wants none, and what it is shown is not bound to the record.
    """

    token: Token | None = None
    since: Annotated[int, Meta(ge=0)] = 0
    lang: Language | None = None
    facts: Annotated[int, Meta(ge=0)] | None = None


class Sync(InMessage, tag="sync"):
    """Asks for another welcome, after a gap or in another language."""

    since: Annotated[int, Meta(ge=0)] = 0
    lang: Language | None = None
    facts: Annotated[int, Meta(ge=0)] | None = None


class Play(InMessage, tag="play"):
    """A decision; ``seq`` is the table's when it was made. The same id again changes nothing."""

    id: Id
    seq: Annotated[int, Meta(ge=0)]
    action: ActionText


class Why(InMessage, tag="why"):
    """Asks why an action is not legal now; answered with ``because``."""

    id: Id
    action: ActionText


class Undo(InMessage, tag="undo"):
    """Takes your last decision back, or asks the others to agree."""

    id: Id


class UndoAnswer(InMessage, tag="undo_answer"):
    """Agrees to another player's undo, or declines it."""

    agree: bool


class MoreTime(InMessage, tag="more_time"):
    """Asks for 30 more seconds for your own seat, or gives them to another whose clock runs."""

    seat: SeatNumber


class AskAdvice(InMessage, tag="advice"):
    """Asks the coach what it would do; answered with ``advice``, and all hear ``advised``."""

    id: Id


class Share(InMessage, tag="share"):
    """Promises a share of the shuffle, before the start; ``docs/fair.md`` says what it is the hash of."""

    promise: Hex


class Reveal(InMessage, tag="reveal"):
    """Reveals the promised share, after ``promises``."""

    share: Hex


class Start(InMessage, tag="start"):
    """The host starts; open seats get bots or are taken away."""

    empty: Literal["bots", "close"] = "bots"


class SetSeat(InMessage, tag="set_seat"):
    """The host puts a bot on a free seat, or frees a bot's, before the start."""

    seat: SeatNumber
    bot: Level | None


class Swap(InMessage, tag="swap"):
    """The host swaps two seats before the start, taken or not."""

    seat: SeatNumber
    other: SeatNumber


class Kick(InMessage, tag="kick"):
    """The host frees a person's seat, before the start."""

    seat: SeatNumber


class HandOver(InMessage, tag="hand_over"):
    """The host makes another player the host."""

    seat: SeatNumber


class Leave(InMessage, tag="leave"):
    """Leaves, with everybody at the same device; after the start bots play on."""


class StandIn(InMessage, tag="stand_in"):
    """Asks a bot to play for a person who has been away for a while, until that person is back."""

    seat: SeatNumber


class Back(InMessage, tag="back"):
    """Takes the seat back from the bot that stands in."""


class Rematch(InMessage, tag="rematch"):
    """Another game with the same people, after the end."""


class Say(InMessage, tag="chat"):
    """A short text for all at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=CHAT_LENGTH)]


class SwitchChat(InMessage, tag="chat_switch"):
    """The host switches chat and reactions on or off."""

    on: bool


class ListTable(InMessage, tag="list"):
    """The host lists the table for everybody on this server, or takes it off the list."""

    on: bool


class Tune(InMessage, tag="tune"):
    """The host sets how quickly and how well the bots play, at any time; null leaves it as it is."""

    pace: Pace | None = None
    level: Level | None = None


class React(InMessage, tag="react"):
    """A reaction without words."""

    reaction: Reaction


class Prefer(InMessage, tag="prefer"):
    """Gives one of the game's standing answers by itself from now on, or asks again."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    on: bool


class Ping(InMessage, tag="ping"):
    """Answered with pong."""


ClientMessage = (
    Hello
    | Sync
    | Play
    | Why
    | Undo
    | UndoAnswer
    | MoreTime
    | AskAdvice
    | Share
    | Reveal
    | Start
    | SetSeat
    | Swap
    | Kick
    | HandOver
    | Leave
    | StandIn
    | Back
    | Rematch
    | Say
    | SwitchChat
    | ListTable
    | Tune
    | React
    | Prefer
    | Ping
)
