"""The parts of a game's declaration: its face, its secrets, its turns, how points count, and what bots know."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from tischlein.engine.rules.contract import Heuristics
from tischlein.engine.rules.features import Feature
from tischlein.engine.rules.positions import Reader
from tischlein.engine.types import AnyEvent, AnyHint, AnyView, Count, Options, Position, State


@dataclass(frozen=True)
class Zone:
    """A part of the table as a view has it, for tables that are drawn without knowing the game.

    ``name`` is the key of its title in the texts, section ``zones``. ``key`` says where it stands in the view; ``*`` is every
    seat: ``display``, ``players.*.cards``. A pile's top card is the last one. What belongs to a seat and has no ``*`` in its key
    belongs to ``you``, and may be None. A zone whose value is None is not on the table now.
    """

    name: str
    key: str
    kind: Literal["hand", "cards", "pile", "row", "counter", "text"]
    owner: Literal["table", "seat"] = "table"
    # The text of the action that belongs to this zone: you tap the zone itself instead of a button.
    action: str | None = None


@dataclass(frozen=True)
class Suit:
    """The look of a suit on the plain table: a colour, and a symbol in place of the letters that name the suit."""

    colour: Literal["red", "orange", "yellow", "green", "blue", "violet", "black"]
    symbol: str = ""


class Positions(Protocol):
    """Functions that turn a record into a dict and back, without game, seats and options."""

    def load(self, s: State, reader: Reader) -> None: ...
    def dump(self, s: State) -> Position: ...


class Views(Protocol):
    """Functions that add a game's own entries to views, from concealed records only."""

    def view(self, s: State, seat: int) -> AnyView: ...
    def events(
        self, before: State, after: State, actor: int, action: int, seat: int
    ) -> Sequence[AnyEvent]: ...


class Hints(Protocol):
    """The visible consequence of a legal action; ``s`` is concealed for the seat, and a copy that may be changed."""

    def hint(self, s: State, seat: int, action: int) -> AnyHint: ...


@dataclass(frozen=True)
class Move:
    """A whole move: the actions of a seat until chance or another seat comes, and the record then, concealed for the seat."""

    actions: tuple[int, ...]
    after: State


@dataclass(frozen=True)
class Face:
    """The notation and the views of a game; its modules are in the game's folder ``face``."""

    actions: Mapping[int, str]  # how each action is written, by its id; each has a text of its own
    positions: Positions
    views: Views
    texts: str  # the package that holds de.toml and en.toml
    # The names of a record's chance outcomes in order, each with the number of outcomes that have it. Without it they are numbers.
    outcomes: Callable[[State], Iterable[tuple[str, int]]] | None = None
    # (record, action) -> the card on the table or in the hand that an action is about, written as the view writes it. Without
    # it, the card with the same text as the action. The record is concealed for the seat that acts.
    action_card: Callable[[State, int], str | None] | None = None
    hints: Hints | None = None
    # (record, seat, action) -> the count that speaks for or against an action, for the coach's words: the ``key`` of its text and the
    # values there; None where there is nothing to count. The record is concealed for the seat.
    count: Callable[[State, int, int], Count | None] | None = None
    # (record, seat, better, other) -> why one move was better than the other, in cards, for the coach's words: the ``key`` of its text
    # and the values there; None where there is nothing true to say. The record is concealed for the seat.
    reason: Callable[[State, int, Move, Move], Count | None] | None = None
    # The zones of the plain table in page and terminal.
    zones: tuple[Zone, ...] = ()
    # The suits of the cards on the plain table, by what the texts of their cards begin with: {"h": Suit("red", "♥")}.
    suits: Mapping[str, Suit] = field(default_factory=dict)
    # The module of the game's own face in the terminal, loaded only there; without one the zones are shown.
    terminal: str | None = None


@dataclass(frozen=True)
class Secrets:
    """Rules about visibility: what others see of a decision, and when it reveals hidden cards."""

    # Kinds of events that reveal something hidden after a decision: then undo needs consent, and the page waits for the server
    # before it shows the decision. After chance both always hold.
    revealing: frozenset[str]
    # True if every seat sees this action id as it is taken; else only the acting seat does.
    open_action: Callable[[int], bool] = lambda action: False
    # A round that is over may be shown to spectators with all hands.
    open_rounds: bool = False


@dataclass(frozen=True)
class Turns:
    """The order of turns: the first seat, the seats that may act, and optional actions."""

    # The option that names the seat that begins. Where the record does not hold it, a game with it begins after its first
    # chance outcome, the lot: (seats, seat) -> the outcome with which this seat begins.
    starter: str | None = None
    lot: Callable[[int, int], int] = lambda seats, seat: seat
    # For a concealed record: its phase during the game, and the seats that may act; by default the seat whose turn it is.
    phase: Callable[[State], str] = lambda s: "play"
    waiting: Callable[[State], Sequence[int]] = lambda s: [s.actor]
    # For a record: True if this seat is out, with nothing left to decide; by default no seat is before the end.
    is_out: Callable[[State, int], bool] = lambda s, seat: False
    # Texts of actions that a seat may leave undone while others play on: a race.
    optional: frozenset[str] = frozenset()
    # Standing answers that a seat can set: the preference's name, and the text of the action that is then taken automatically.
    answers: Mapping[str, str] = field(default_factory=dict)
    # True if these options can lead to the questions that standing answers answer.
    answering: Callable[[Options], bool] = lambda options: True
    # The kind of event that ends a round; None: the game is one round.
    rounds: str | None = None


@dataclass(frozen=True)
class Scoring:
    """The scoring of a game; by default the most points win, and each seat is a side of its own."""

    low_wins: bool = False  # the fewest points win
    # (seats, options) -> the sides, each a tuple of seats that win together.
    sides: Callable[[int, Options], Sequence[Sequence[int]]] | None = None
    # (events as a spectator saw them, scores) -> seats that are out already, from first to last; scores decide about the others.
    ranking: Callable[[Sequence[AnyEvent], Sequence[int]], Sequence[int]] | None = None


@dataclass(frozen=True)
class BotKnowledge:
    """A game's modules for bots and learners; without them they use legal actions and scores only."""

    # Rules of thumb.
    heuristics: Heuristics | None = None
    # The features of an observation, in order.
    features: tuple[Feature, ...] = ()
    # Beginnings of the names of features that nets leave out, as they are large and tell little.
    unlearned: tuple[str, ...] = ()
