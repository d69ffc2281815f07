"""The parts of a game's declaration: its face, its secrets, its turns, how points count, and what bots know."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
    belongs to ``you``, and may be None.
    """

    name: str
    key: str
    kind: Literal["hand", "cards", "pile", "row", "counter", "text"]
    owner: Literal["table", "seat"] = "table"


class Notation(Protocol):
    """How actions are written; ``s`` is concealed for the seat that reads."""

    def action_text(self, s: State, seat: int, action: int) -> str: ...
    def action_id(self, s: State, seat: int, text: str) -> int | None: ...


class ChanceNotation(Protocol):
    """How chance outcomes are written; several may have the same name."""

    def chance_text(self, s: State, index: int) -> str:
        """Return the name of an outcome."""
        ...

    def chance_index(self, s: State, text: str) -> int | None:
        """Return the first outcome with this name, None when it cannot happen now."""
        ...


class Positions(Protocol):
    """How a record becomes a dict and back, without game, seats and options."""

    def load(self, s: State, reader: Reader) -> None: ...
    def dump(self, s: State) -> Position: ...


class Views(Protocol):
    """What people are shown beside what every game shows; made from concealed records only."""

    def view(self, s: State, seat: int) -> AnyView: ...
    def events(
        self, before: State, after: State, actor: int, action: int, seat: int
    ) -> Sequence[AnyEvent]: ...


class Hints(Protocol):
    """The visible consequence of a legal action; ``s`` is concealed for the seat, and a copy that may be changed."""

    def hint(self, s: State, seat: int, action: int) -> AnyHint: ...


@dataclass(frozen=True)
class Face:
    """How people write and see the game: what stands in the game's folder ``face``."""

    notation: Notation
    positions: Positions
    views: Views
    texts: str  # the package that holds de.toml and en.toml
    # How chance outcomes are written. Where each has its own name, ``outcomes`` is enough: of a record, the names in their order.
    # Without either they are numbers.
    chance: ChanceNotation | None = None
    outcomes: Callable[[State], Sequence[str]] | None = None
    # (record, seat, action) -> the card on the table or in the hand that an action is about, written as the view writes it. Without
    # it, it is the card that is written as the action is. The record is concealed for the seat.
    action_card: Callable[[State, int, int], str | None] | None = None
    hints: Hints | None = None
    # (record, seat) -> the part of the view that may be another one for a seat than for a spectator; the rest is then made once for all.
    # Without it everybody's view is made from the beginning.
    own_view: Callable[[State, int], AnyView] | None = None
    # (record, seat, action) -> the count that speaks for or against an action, for the coach's words: the ``key`` of its text and the
    # values there; None where there is nothing to count. The record is concealed for the seat.
    count: Callable[[State, int, int], Count | None] | None = None
    # What the plain table in page and terminal shows.
    zones: tuple[Zone, ...] = ()
    # The module of the game's own face in the terminal, loaded only there; without one the zones are shown.
    terminal: str | None = None


@dataclass(frozen=True)
class Secrets:
    """What others see of a decision, and when it shows what was hidden."""

    # Kinds of events with which a decision shows what was hidden: then undo needs consent, and the page waits for the server
    # before it shows the decision. After chance both are always so.
    revealing: frozenset[str]
    # Does every seat see this action, by its id, as it is made? If not, only the acting seat does.
    open_action: Callable[[int], bool] = lambda action: False
    # A round that is over may be shown to spectators with all hands.
    open_rounds: bool = False
    # Of a record that is concealed for a spectator: does a step show no more than to a spectator to a seat that neither made it nor is
    # the ``seat`` of what it showed? Then it is told once for all of them.
    told_at_once: Callable[[State], bool] = lambda s: False


@dataclass(frozen=True)
class Turns:
    """Who begins, who may act, and what may be left undone."""

    # The option that names the seat which begins a game. Where the record does not hold it, a game with it begins after its first
    # chance outcome, the lot: (seats, seat) -> the outcome with which this seat begins.
    starter: str | None = None
    lot: Callable[[int, int], int] = lambda seats, seat: seat
    # Of a concealed record: its phase while the game goes on, and who may act; by default the one whose turn it is.
    phase: Callable[[State], str] = lambda s: "play"
    waiting: Callable[[State], Sequence[int]] = lambda s: [s.actor]
    # Of a record: is this seat out, with nothing left to decide in this game? By default nobody is before the end.
    is_out: Callable[[State, int], bool] = lambda s, seat: False
    # Texts of actions that a seat may leave undone while others play on: a race.
    optional: frozenset[str] = frozenset()
    # Standing answers that a seat can set: the preference's name, and the text of the action then taken by itself.
    answers: Mapping[str, str] = field(default_factory=dict)
    # With these options, may the questions that standing answers answer ever be asked?
    answering: Callable[[Options], bool] = lambda options: True
    # The kind of event that ends a round; None: the game is one round.
    rounds: str | None = None


@dataclass(frozen=True)
class Scoring:
    """How points decide; by default the most points win, and everybody plays alone."""

    low_wins: bool = False  # the fewest points win
    # (seats, options) -> who wins together.
    sides: Callable[[int, Options], Sequence[Sequence[int]]] | None = None
    # (events as a spectator saw them, scores) -> seats that are out already, from first to last; scores decide about the others.
    ranking: Callable[[Sequence[AnyEvent], Sequence[int]], Sequence[int]] | None = None


@dataclass(frozen=True)
class BotKnowledge:
    """What bots and learners know about the game; without it they know what is legal and what counts."""

    # Rules of thumb.
    heuristics: Heuristics | None = None
    # (record, seat) -> what there is to count in a hand, by name: it shows whether bots imagine others' hands as they are.
    counted: Mapping[str, Callable[[State, int], int]] = field(default_factory=dict)
    # What stands at each place of an observation.
    features: tuple[Feature, ...] = ()
    # How the names of features begin that nets do without: they would need much room, and tell little.
    unlearned: tuple[str, ...] = ()
