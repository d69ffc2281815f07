"""What a game declares about itself: everything that code for all games may ask."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, Protocol

from tischlein.cards import CHANCE, EMPTY
from tischlein.engine.complete import complete
from tischlein.engine.contract import Heuristics, Lab, Rules
from tischlein.engine.errors import OptionError, PositionError
from tischlein.engine.features import Feature
from tischlein.engine.positions import Reader, bare, shown, whole
from tischlein.engine.record import Layout
from tischlein.engine.types import AnyEvent, AnyView, Options, OptionValue, Position, State


@dataclass(frozen=True)
class Option:
    """A choice of rules: declared once, it drives API, command line, page and docs.

    The record holds it as an integer, in the field of the option's name or in ``field``. Whole numbers, true and false
    stand for themselves, other choices for their place among the choices; ``codes`` says it otherwise. An option that is not
    ``held`` only says how a game begins: no record holds it.
    """

    default: OptionValue
    choices: Collection[OptionValue]
    help: str
    field: str | None = None
    codes: Sequence[int] | None = None
    held: bool = True

    def accepts(self, value: object) -> bool:
        """Is this one of the choices, also in its type? True is not 1.

        >>> Option(False, (False, True), "").accepts(1)
        False
        """
        return any(type(value) is type(choice) and value == choice for choice in self.choices)

    def encode(self, value: OptionValue) -> int:
        """Return the integer that stands for a choice in the record.

        >>> Option("lot", ("lot", 0, 1), "", codes=(-1, 0, 1)).encode("lot")
        -1
        """
        if self._is_plain:
            return int(value)
        place = next(
            k for k, choice in enumerate(self.choices) if type(choice) is type(value) and choice == value
        )
        return self.codes[place] if self.codes else place

    def decode(self, code: int) -> OptionValue:
        """Return the choice that an integer in the record stands for."""
        if self._is_plain:
            return bool(code) if isinstance(self.default, bool) else code
        return self._listed[self.codes.index(code) if self.codes else code]

    @cached_property
    def _listed(self) -> tuple[OptionValue, ...]:
        return tuple(self.choices)

    @cached_property
    def _is_plain(self) -> bool:
        if self.codes:
            return False
        return isinstance(self.choices, range) or all(isinstance(choice, int) for choice in self.choices)

    @property
    def choices_text(self) -> str:
        if isinstance(self.choices, range):
            return f"{self.choices[0]} to {self.choices[-1]}"
        return ", ".join(map(repr, self.choices))


def first_seat(most: int, field: str | None = None) -> Option:
    """An option that names the seat which begins, or leaves it to the lot; without a field the record does not hold it."""
    seats = range(most)
    return Option(
        "lot",
        ("lot", *seats),
        "who starts: drawn by lot, or a seat",
        field,
        codes=(EMPTY, *seats),
        held=field is not None,
    )


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
    """How actions are written; ``s`` is concealed for the seat that reads.

    It may also say how chance outcomes are written, with ``chance_text(s, index) -> str`` and ``chance_index(s, text) -> int | None``;
    else the declaration's ``outcomes`` does. And with ``action_card(s, seat, action) -> str | None`` which card on the table or in the
    hand an action is about, written as the view writes it; else it is the one that is written as the action is.
    """

    def action_text(self, s: State, seat: int, action: int) -> str: ...
    def action_id(self, s: State, seat: int, text: str) -> int | None: ...


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

    def hint(self, s: State, seat: int, action: int) -> Mapping[str, Any]: ...


@dataclass(frozen=True, eq=False)
class Declaration:
    """The facts about a game, once. ``Game`` adds the ways to open a table."""

    id: str
    name: str
    seats: range
    options: dict[str, Option]
    rules: Rules = field(repr=False)
    notation: Notation = field(repr=False)
    positions: Positions = field(repr=False)
    views: Views = field(repr=False)
    texts: str = field(repr=False)  # the package that holds de.toml and en.toml
    # Kinds of events with which a decision shows what was hidden: then undo needs consent. After chance it always does.
    revealing: frozenset[str] = field(repr=False)
    # Does every seat see this action, by its id, as it is made? If not, only the acting seat does.
    open_action: Callable[[int], bool] = field(repr=False, default=lambda action: False)
    # Rules of thumb for bots; without them bots know what is legal and what counts.
    heuristics: Heuristics | None = field(repr=False, default=None)
    # (record, seat) -> what there is to count in a hand, by name: it shows whether bots imagine others' hands as they are.
    counted: Mapping[str, Callable[[State, int], int]] = field(repr=False, default_factory=dict)
    hints: Hints | None = field(repr=False, default=None)
    # (record, seat, action) -> the count that speaks for or against an action, for the coach's words: the ``key`` of its text and the
    # values there; None where there is nothing to count. The record is concealed for the seat.
    count: Callable[[State, int, int], Mapping[str, Any] | None] | None = field(repr=False, default=None)
    # What the lab counts in every game, beside points and winners.
    lab: Lab | None = field(repr=False, default=None)
    # What stands at each place of an observation.
    features: tuple[Feature, ...] = field(repr=False, default=())
    # How the names of features begin that nets do without: they would need much room, and tell little.
    unlearned: tuple[str, ...] = field(repr=False, default=())
    # (seats, options) -> why these options do not go with so many seats, or None.
    conflict: Callable[[int, Options], str | None] = field(repr=False, default=lambda seats, options: None)
    # The option that names the seat which begins a game. Where the record does not hold it, a game with it begins after its first
    # chance outcome, the lot: (seats, seat) -> the outcome with which this seat begins.
    starter: str | None = field(repr=False, default=None)
    lot: Callable[[int, int], int] = field(repr=False, default=lambda seats, seat: seat)
    # Of a record: the names of the equally likely outcomes, in their order; by default their numbers.
    outcomes: Callable[[State], Sequence[str]] | None = field(repr=False, default=None)
    # (before, after), concealed for one pair of eyes -> did this step lay open what seats had chosen in secret? Then
    # ``views.reveal(choices, before, after, seat)`` says more events, from the choices as (seat, action) in the order they were made.
    lays_open: Callable[[State, State], bool] | None = field(repr=False, default=None)
    # Of a concealed record: its phase while the game goes on, and who may act; by default the one whose turn it is.
    phase: Callable[[State], str] = field(repr=False, default=lambda s: "play")
    waiting: Callable[[State], Sequence[int]] = field(repr=False, default=lambda s: [s.actor])
    low_wins: bool = field(repr=False, default=False)  # the fewest points win
    # (seats, options) -> who wins together; by default everybody plays alone.
    sides: Callable[[int, Options], Sequence[Sequence[int]]] | None = field(repr=False, default=None)
    # (events as a spectator saw them, scores) -> seats that are out already, from first to last; scores decide about the others.
    ranking: Callable[[Sequence[AnyEvent], Sequence[int]], Sequence[int]] | None = field(
        repr=False, default=None
    )
    # Of a record: is this seat out, with nothing left to decide in this game? By default nobody is before the end.
    is_out: Callable[[State, int], bool] = field(repr=False, default=lambda s, seat: False)
    # Texts of actions that a seat may leave undone while others play on: a race.
    optional: frozenset[str] = field(repr=False, default=frozenset())
    # Standing answers that a seat can set: the preference's name, and the text of the action then taken by itself.
    answers: Mapping[str, str] = field(repr=False, default_factory=dict)
    # With these options, may the questions that standing answers answer ever be asked?
    answering: Callable[[Options], bool] = field(repr=False, default=lambda options: True)
    rounds: str | None = field(
        repr=False, default=None
    )  # the kind of event that ends a round; None: there is one
    open_rounds: bool = field(
        repr=False, default=False
    )  # a round that is over may be shown to spectators with all hands
    zones: tuple[Zone, ...] = field(repr=False, default=())
    draft: bool = field(repr=False, default=False)  # it can be played; the tests do not demand all proofs yet
    # The module of the game's own face in the terminal, loaded only there; without one the zones are shown.
    terminal: str | None = field(repr=False, default=None)
    # Of a variant for design studies: the game as it is printed, and the numbers that differ.
    printed: Declaration | None = field(repr=False, default=None)
    changed: Mapping[str, Any] = field(repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        complete(self.rules)
        _ = self.layout  # a record that cannot be is refused here

    def __deepcopy__(self, memo: object) -> Declaration:
        return self  # nothing about it ever changes

    @property
    def version(self) -> int:
        """The version of the rules; records of another version are not replayed."""
        return self.rules.VERSION

    @cached_property
    def layout(self) -> Layout:
        return Layout(self.rules.RECORD)

    @property
    def design(self) -> Mapping[str, Option]:
        """The numbers that a designer may change, beside the options; the lab module declares them."""
        return getattr(self.lab, "DESIGN", {})

    def sees_action(self, eyes: int, actor: int, action: int) -> bool:
        """Do these eyes see which action it is, as it is made? A seat sees its own; chance is seen by what it changes."""
        return actor >= 0 and (actor == eyes or self.open_action(action))

    def sides_of(self, seats: int, options: Options) -> tuple[tuple[int, ...], ...]:
        """Return who wins together: a tuple of seats for each side."""
        if self.sides is None:
            return tuple((seat,) for seat in range(seats))
        return tuple(map(tuple, self.sides(seats, options)))

    def answers_with(self, options: Options) -> Mapping[str, str]:
        """Return the standing answers that mean something with these options."""
        chosen = {name: option.default for name, option in self.options.items()} | dict(options)
        return self.answers if self.answers and self.answering(chosen) else {}

    def chance_text(self, s: State, index: int) -> str:
        """Return the name of a chance outcome."""
        written: Callable[[State, int], str] | None = getattr(self.notation, "chance_text", None)
        if written is not None:
            return written(s, index)
        return self.outcomes(s)[index] if self.outcomes else str(index)

    def chance_index(self, s: State, text: str) -> int | None:
        """Return the first outcome with this name, None when it cannot happen now."""
        written: Callable[[State, str], int | None] | None = getattr(self.notation, "chance_index", None)
        if written is not None:
            return written(s, text)
        names = self.outcomes(s) if self.outcomes else list(map(str, range(self.rules.chances(s))))
        return list(names).index(text) if text in names else None

    def check_seats(self, seats: object) -> int:
        """Return the number of seats, or raise OptionError."""
        number = whole(seats)
        if number is None or number not in self.seats:
            raise OptionError(
                f"seats: {self.name} is for {self.seats[0]} to {self.seats[-1]}, not {shown(seats)}"
            )
        return number

    def check_options(self, options: Options) -> dict[str, OptionValue]:
        """Return all options, the defaults filled in, or raise OptionError."""
        given = options
        options = {name: value for name, value in given.items() if name not in self.changed}
        if any(given[name] != value for name, value in self.changed.items() if name in given):
            raise OptionError(f"{self.name} is played with other numbers here: {dict(self.changed)}")
        for name in options:
            if name not in self.options:
                raise OptionError(
                    f"{name}: {self.name} has no such option; it has {', '.join(self.options) or 'none'}"
                )
        chosen = {name: bare(value) for name, value in options.items()}
        for name, value in chosen.items():
            if not self.options[name].accepts(value):
                raise OptionError(f"{name}: {shown(value)} is not one of {self.options[name].choices_text}")
        found = {name: chosen.get(name, option.default) for name, option in self.options.items()}
        return found | dict(self.changed)

    def check_names(self, names: Iterable[object]) -> None:
        """Raise OptionError for what is neither an option nor a number that a designer may change."""
        for name in names:
            if name not in self.options and name not in self.design:
                more = f"; for studies also {', '.join(self.design)}" if self.design else ""
                raise OptionError(
                    f"{name}: {self.name} has no such option; it has {', '.join(self.options) or 'none'}{more}"
                )

    def opening(self, seats: int, **options: OptionValue) -> bytes:
        """Return the record of a new game as bytes, before its first chance outcome: where backends start from."""
        return self.layout.pack(self.begun(self.check_seats(seats), self.check_options(options)))

    def begun(self, seats: int, options: Options) -> State:
        """Return the record of a new game; OptionError if seats and options do not go together."""
        s = self.blank(seats, options)
        self.rules.setup(s)
        first = self.first_seat(options)
        if self.starter is not None and first is not None and not self.options[self.starter].held:
            self.rules.apply(s, CHANCE, self.lot(seats, first), [0] * self.rules.WORK)
        return s

    def first_seat(self, options: Options) -> int | None:
        """Return the seat that begins a game with these options; None where the lot decides."""
        chosen = None if self.starter is None else options.get(self.starter)
        return chosen if isinstance(chosen, int) else None

    def clash(self, seats: int, options: Options) -> str | None:
        """Return why these options do not go with so many seats, or None."""
        first = self.first_seat(options)
        if first is not None and first >= seats:
            return f"{self.starter}: there is no seat {first} at a table of {seats}"
        return self.conflict(seats, options)

    def recorded(self, options: Options) -> dict[str, OptionValue]:
        """Return those of the options that a game's record names: what only says how it begins is left out where nothing was chosen."""
        known = self.options
        return {
            name: value
            for name, value in options.items()
            if name in self.changed or known[name].held or value != known[name].default
        }

    def held(self, options: Options) -> dict[str, OptionValue]:
        """Return those of the options that a record holds."""
        return {
            name: value for name, value in options.items() if name in self.options and self.options[name].held
        }

    def blank(self, seats: int, options: Options) -> State:
        """Return a record with seats and options set, before ``setup``; OptionError if these do not go together."""
        problem = self.clash(seats, options)
        if problem:
            raise OptionError(problem)
        s = self.layout.blank()
        s.seats = seats
        for name, value in self.held(options).items():
            setattr(s, self.options[name].field or name, self.options[name].encode(value))
        return s

    def options_of(self, s: State) -> dict[str, OptionValue]:
        """Return the options by name, as a record holds them."""
        found = {
            name: option.decode(getattr(s, option.field or name))
            for name, option in self.options.items()
            if option.held
        }
        return found | dict(self.changed)

    def dump(self, s: State) -> Position:
        """Return a record as a position."""
        common = {"game": self.id, "seats": s.seats, "options": self.options_of(s)}
        return {**common, **self.positions.dump(s)}

    def load(self, position: object) -> State:
        """Return the record of a position, or raise PositionError."""
        reader = Reader(position)
        name = reader.require("game")
        if not isinstance(name, str) or name != self.id:
            raise PositionError(f"game: {shown(name)} is not {self.id!r}")
        options = reader.take("options", {})
        if not isinstance(options, Mapping) or not all(isinstance(name, str) for name in options):
            raise PositionError(f"options: {shown(options)} is not a dict of options by name")
        seats = reader.require("seats")
        try:
            s = self.blank(self.check_seats(seats), self.check_options(options))
        except OptionError as error:
            raise PositionError(str(error)) from None
        self.rules.setup(s)
        self.positions.load(s, reader)
        return s
