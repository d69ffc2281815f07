"""The socket: what the server says."""

from tischlein.server.protocol.rest import TableInfo
from tischlein.server.protocol.shared import (
    Bilingual,
    Event,
    GameId,
    Hint,
    Out,
    OutMessage,
    Reaction,
    UndoEnd,
    View,
)


class ActionInfo(Out):
    """Something that the seat may do now: ``text`` is what ``play`` takes, ``label`` and ``note`` are for people."""

    id: int
    text: str
    label: str
    hint: Hint | None  # what it would bring, as far as the seat can see; its keys are the game's
    note: str  # the same in a few words
    card: str | None  # the card that it is about, as the view writes it; null where it is about none


class StandingInfo(Out):
    """The place of a side at the end; sides with the same result share one."""

    place: int
    seats: list[int]
    score: int
    won: bool
    text: str  # the score as people read it


class Opening(Out):
    """The beginning of the facts: by which rules they are read, and the concealed record before the first step, in Base64."""

    game: GameId
    version: int
    layout: str  # the hash of where the fields of a record lie
    record: str


# Who acted (−1: chance), the action (−2 where the seat may not know it), the number of steps that an undo took back, 1 where a bot decided
# because time was up, plus 2 after advice, and how the concealed record differs from the one before (``engine.play.chain.changes``).
SeenStep = tuple[int, int, int, int, str]


class Facts(Out):
    """What happened, as the seat may know it: everything that it is shown follows from this."""

    first: int  # the number of steps before these
    opening: Opening | None  # where these are the first ones
    steps: list[SeenStep]


class Moment(Out):
    """The table as the seat may know it now. Before the start there is no view."""

    seq: int  # of the table: decisions and chance outcomes so far
    told: int  # the number of the last event that this seat has been told of
    facts: Facts | None  # for clients that ask for them
    head: (
        str | None
    )  # the hash of all facts so far; null for clients without them and where the shuffle cannot be checked
    signature: str | None  # of the head, where the server has a key
    events: list[Event]
    view: View | None
    actions: list[ActionInfo]
    waiting: list[int]
    scores: list[int]
    over: bool
    winners: list[int]
    clock: list[int | None]  # per seat: milliseconds left for the move or the game, null without a clock
    can_undo: bool
    task: str  # what this seat has to do now, or whom the table waits for
    standings: list[StandingInfo] | None  # from first to last, when the game is over


class ChatLine(Out):
    """A chat message."""

    n: int
    seat: int  # −1: its author has left the table
    name: str
    text: str
    at: int  # milliseconds since 1970


class UndoAsk(Out):
    """A request to take a move back; ``open`` are the seats that have not agreed yet."""

    seat: int
    open: list[int]


class Welcome(Moment, tag_field="type", tag="welcome"):
    """The answer to hello and sync: everything."""

    you: int | None
    table: TableInfo
    chat: list[ChatLine]
    undo: UndoAsk | None
    signer: str | None  # the server's public key, with which it signs heads


class News(Moment, tag_field="type", tag="news"):
    """Something happened in the game; ``events`` are those since the last news."""


class Promises(OutMessage, tag="promises"):
    """The game is about to start, and these are all promises, by the seats' new numbers: players who promised a share reveal it now."""

    seat: int | None  # your new number
    commitment: str
    promises: list[str | None]


class People(OutMessage, tag="people"):
    """A person came, left, was replaced or came back, or the host changed something."""

    table: TableInfo


class Accepted(OutMessage, tag="accepted"):
    """A message with an id was carried out."""

    id: str
    seq: int


class Refused(OutMessage, tag="refused"):
    """A message was not carried out. ``code`` and ``clause`` are the rules' own where they refuse."""

    id: str | None
    code: str
    clause: str
    text: Bilingual


class Because(OutMessage, tag="because"):
    """The answer to why; the code is ``legal`` if the move is legal."""

    id: str
    code: str
    clause: str
    text: Bilingual


class AdviceChoice(Out):
    """An action, and the seat's chance to win after it."""

    action: str
    label: str
    value: float
    spread: float  # half of the 95 % interval


class Advice(OutMessage, tag="advice"):
    """The answer to ``advice``, for the asker only: all actions, the best first, and what the coach says."""

    id: str
    choices: list[AdviceChoice]
    text: list[str]


class Advised(OutMessage, tag="advised"):
    """A player asks the coach for advice."""

    seat: int


class Chat(OutMessage, tag="chat"):
    """A chat message was sent."""

    line: ChatLine


class Reacted(OutMessage, tag="reaction"):
    """A player reacted."""

    seat: int
    reaction: Reaction


class UndoAsked(OutMessage, tag="undo_asked"):
    """A player asks for an undo, or one more has agreed."""

    undo: UndoAsk


class UndoAnswered(OutMessage, tag="undo_answered"):
    """A request for an undo is over. ``how`` it ended, and ``by`` whom where a player has refused, moved or gone away."""

    seat: int
    agreed: bool
    how: UndoEnd
    by: int | None


class TimeAsked(OutMessage, tag="more_time"):
    """A player asks for more time (``by`` is null), or ``by`` has given it; the clocks follow as news."""

    seat: int
    by: int | None


class NextTable(OutMessage, tag="rematch"):
    """The next table; the token of this one opens it too."""

    code: str


class Goodbye(OutMessage, tag="goodbye"):
    """The last message before the server closes, and why."""

    code: str
    text: Bilingual


class Pong(OutMessage, tag="pong"):
    """The answer to ping."""


ServerMessage = (
    Welcome
    | News
    | Promises
    | People
    | Accepted
    | Refused
    | Because
    | Advice
    | Advised
    | Chat
    | Reacted
    | UndoAsked
    | UndoAnswered
    | TimeAsked
    | NextTable
    | Goodbye
    | Pong
)
