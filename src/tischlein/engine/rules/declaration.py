"""A game's declaration: all that generic code may ask about a game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from tischlein.cards import CHANCE
from tischlein.engine.errors import OptionError, PositionError, did_you_mean
from tischlein.engine.rules.complete import complete
from tischlein.engine.rules.contract import Lab, Rules
from tischlein.engine.rules.option import Design, Option
from tischlein.engine.rules.parts import BotKnowledge, Face, Scoring, Secrets, Turns
from tischlein.engine.rules.positions import Reader, bare, short_repr, whole
from tischlein.engine.rules.record import Layout
from tischlein.engine.types import Options, OptionValue, Position, State

# Enough for a good game, yet few enough for short waits.
COMPANY = 3


@dataclass(frozen=True, eq=False)
class Declaration:
    """All facts about a game. ``Game`` adds the methods that open a table."""

    id: str
    name: str
    seats: range
    rules: Rules = field(repr=False)
    face: Face = field(repr=False)
    secrets: Secrets = field(repr=False)
    options: dict[str, Option] = field(default_factory=dict)
    turns: Turns = field(repr=False, default_factory=Turns)
    scoring: Scoring = field(repr=False, default_factory=Scoring)
    bots: BotKnowledge = field(repr=False, default_factory=BotKnowledge)
    # The lab module: what is counted in every game besides points and winners.
    lab: Lab | None = field(repr=False, default=None)
    # (seats, options) -> why these options do not fit this number of seats, or None.
    conflict: Callable[[int, Options], str | None] = field(repr=False, default=lambda seats, options: None)
    # A card can come on either side, each an outcome of its own.
    two_sided: bool = field(repr=False, default=False)
    # Playable, but the tests do not demand all proofs yet.
    draft: bool = field(repr=False, default=False)
    # For a variant of a design study: the printed game, and the numbers that differ.
    printed: Declaration | None = field(repr=False, default=None)
    changed: Options = field(repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        complete(self.rules)
        _ = self.layout, self.action_ids  # an impossible record class and ambiguous actions are refused here

    def __deepcopy__(self, memo: object) -> Declaration:
        return self  # a game never changes

    @property
    def version(self) -> int:
        """The version of the rules; records of another version are not replayed."""
        return self.rules.VERSION

    @property
    def usual_seats(self) -> int:
        """The number of seats of a new table for which nobody has chosen one."""
        return min(max(COMPANY, self.seats[0]), self.seats[-1])

    @cached_property
    def layout(self) -> Layout:
        return Layout(self.rules.RECORD)

    @cached_property
    def action_ids(self) -> dict[str, int]:
        """The ids of all actions, by their texts; TypeError unless each action has one of its own."""
        ids: dict[str, int] = {}
        for action in range(self.rules.ACTIONS):
            text = self.face.actions.get(action)
            if text is None:
                raise TypeError(f"{self.id}: face.actions has no text for the action {action}")
            if ids.setdefault(text, action) != action:
                raise TypeError(
                    f"{self.id}: face.actions has {text!r} for two actions, {ids[text]} and {action}"
                )
        return ids

    @property
    def design(self) -> Mapping[str, Design]:
        """The numbers that a designer may change besides the options, as the lab module declares them."""
        return self.lab.DESIGN if self.lab else {}

    def sees_action(self, observer: int, actor: int, action: int) -> bool:
        """Return True if this observer sees which action is taken; a seat sees its own, and chance shows in its effects."""
        return actor >= 0 and (actor == observer or self.secrets.open_action(action))

    def sides_of(self, seats: int, options: Options) -> tuple[tuple[int, ...], ...]:
        """Return the sides, each as the tuple of seats that win together."""
        sides = self.scoring.sides
        return (
            tuple((seat,) for seat in range(seats))
            if sides is None
            else tuple(map(tuple, sides(seats, options)))
        )

    def answers_with(self, options: Options) -> Mapping[str, str]:
        """Return the standing answers that make sense with these options."""
        chosen = {name: option.default for name, option in self.options.items()} | dict(options)
        turns = self.turns
        return turns.answers if turns.answers and turns.answering(chosen) else {}

    def outcomes(self, s: State) -> Iterable[tuple[str, int]]:
        """Return the names of the chance outcomes in order, each with the number of outcomes that have it."""
        if self.face.outcomes:
            return self.face.outcomes(s)
        return ((str(index), 1) for index in range(self.rules.chances(s)))

    def chance_text(self, s: State, index: int) -> str:
        """Return the name of a chance outcome."""
        for name, n in self.outcomes(s):
            if index < n:
                return name
            index -= n
        raise IndexError(f"{self.name}: there is no outcome {index} here")

    def chance_index(self, s: State, text: str) -> int | None:
        """Return the first outcome with this name, None when it cannot happen now."""
        first = 0
        for name, n in self.outcomes(s):
            if name == text and n:
                return first
            first += n
        return None

    def check_seats(self, seats: object) -> int:
        """Return the number of seats, or raise OptionError."""
        number = whole(seats)
        if number is None or number not in self.seats:
            raise OptionError(
                f"seats: {self.name} is for {self.seats[0]} to {self.seats[-1]}, not {short_repr(seats)}"
            )
        return number

    def check_options(self, options: Options) -> dict[str, OptionValue]:
        """Return all options, the defaults filled in, or raise OptionError."""
        given = options
        options = {name: value for name, value in given.items() if name not in self.changed}
        if any(given[name] != value for name, value in self.changed.items() if name in given):
            raise OptionError(f"{self.name} is played with other numbers here: {dict(self.changed)}")
        self.check_names(options)
        chosen = {name: bare(value) for name, value in options.items()}
        for name, value in chosen.items():
            if not self.options[name].accepts(value):
                option = self.options[name]
                guess = did_you_mean(value, option.choices) if isinstance(value, str) else ""
                raise OptionError(f"{name}: {short_repr(value)} is not one of {option.choices_text}{guess}")
        found = {name: chosen.get(name, option.default) for name, option in self.options.items()}
        return found | dict(self.changed)

    def check_names(self, names: Iterable[object], also: Collection[str] = ()) -> None:
        """Raise OptionError for names that are neither options nor among ``also``, the design numbers."""
        for name in names:
            if name not in self.options and name not in also:
                more = f"; for studies also {', '.join(also)}" if also else ""
                raise OptionError(
                    f"{name}: {self.name} has no such option; it has {', '.join(self.options) or 'none'}{more}"
                    f"{did_you_mean(name, [*self.options, *also])}"
                )

    def opening(self, seats: int, **options: OptionValue) -> bytes:
        """Return the bytes of a new game's record, before its first chance outcome, for backends."""
        return self.layout.pack(self.begin(self.check_seats(seats), self.check_options(options)))

    def begin(self, seats: int, options: Options) -> State:
        """Return the record of a new game; OptionError if seats and options do not go together."""
        s = self.blank(seats, options)
        self.rules.setup(s)
        first = self.first_seat(options)
        if self.turns.starter is not None and first is not None and not self.options[self.turns.starter].held:
            self.rules.apply(s, CHANCE, self.turns.lot(seats, first), [0] * self.rules.WORK)
        return s

    def first_seat(self, options: Options) -> int | None:
        """Return the seat that begins a game with these options; None where the lot decides."""
        chosen = None if self.turns.starter is None else options.get(self.turns.starter)
        return chosen if isinstance(chosen, int) else None

    def with_places(self, options: Options, places: Mapping[int, int]) -> dict[str, OptionValue]:
        """Return the options after seats were renumbered: the same seat begins, or the next one if it was removed."""
        name, first = self.turns.starter, self.first_seat(options)
        if name is None or first is None:
            return dict(options)
        return {**options, name: places[min(places, key=lambda seat: (seat < first, seat))]}

    def clash(self, seats: int, options: Options) -> str | None:
        """Return why these options do not fit this number of seats, or None."""
        first = self.first_seat(options)
        if first is not None and first >= seats:
            return f"{self.turns.starter}: there is no seat {first} at a table of {seats}"
        return self.conflict(seats, options)

    def options_to_record(self, options: Options) -> dict[str, OptionValue]:
        """Return the options that a game's record names; an untouched option that only decides who begins is left out."""
        known = self.options
        return {
            name: value
            for name, value in options.items()
            if name in self.changed or known[name].held or value != known[name].default
        }

    def options_in_record(self, options: Options) -> dict[str, OptionValue]:
        """Return the options that a record holds."""
        return {
            name: value for name, value in options.items() if name in self.options and self.options[name].held
        }

    def blank(self, seats: int, options: Options) -> State:
        """Return a record with seats and options set, before ``setup``; raise OptionError if they do not fit together."""
        problem = self.clash(seats, options)
        if problem:
            raise OptionError(problem)
        s = self.layout.blank()
        s.seats = seats
        for name, value in self.options_in_record(options).items():
            setattr(s, self.options[name].field or name, self.options[name].encode(value))
        return s

    def options_of(self, s: State) -> dict[str, OptionValue]:
        """Return the options by name, as a record holds them."""
        codes = tuple([int(getattr(s, field)) for field in self._option_fields])
        found = self._decoded.get(codes)
        if found is None:
            held = [name for name in self.options if self.options[name].held]
            found = {name: self.options[name].decode(code) for name, code in zip(held, codes, strict=True)}
            found = self._decoded[codes] = found | dict(self.changed)
        return dict(found)

    @cached_property
    def _option_fields(self) -> list[str]:
        return [option.field or name for name, option in self.options.items() if option.held]

    @cached_property
    def _decoded(self) -> dict[tuple[int, ...], dict[str, OptionValue]]:
        """Return the options for packed values, from a cache: every view and every position names them."""
        return {}

    def dump(self, s: State) -> Position:
        """Return a record as a position."""
        common = {"game": self.id, "seats": s.seats, "options": self.options_of(s)}
        return {**common, **self.face.positions.dump(s)}

    def load(self, position: object) -> State:
        """Return the record of a position, or raise PositionError."""
        reader = Reader(position)
        name = reader.require("game")
        if not isinstance(name, str) or name != self.id:
            raise PositionError(f"game: {short_repr(name)} is not {self.id!r}")
        options = reader.take("options", {})
        if not isinstance(options, Mapping) or not all(isinstance(name, str) for name in options):
            raise PositionError(f"options: {short_repr(options)} is not a dict of options by name")
        seats = reader.require("seats")
        try:
            s = self.blank(self.check_seats(seats), self.check_options(options))
        except OptionError as error:
            raise PositionError(str(error)) from None
        self.rules.setup(s)
        self.face.positions.load(s, reader)
        return s
