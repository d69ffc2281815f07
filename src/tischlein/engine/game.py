"""A game, as the engine knows it: rules, notation, positions and views handed in by ``tischlein.games``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from tischlein.engine.chance import Source, source
from tischlein.engine.errors import OptionError, PositionError
from tischlein.engine.positions import Reader, bare, shown, whole
from tischlein.engine.record import Layout
from tischlein.engine.replay import replay
from tischlein.engine.table import Table


@dataclass(frozen=True)
class Option:
    """A choice of rules: declared once, it drives API, command line, page and docs."""

    default: Any
    choices: Collection[Any]
    help: str

    def accepts(self, value: object) -> bool:
        """Is this one of the choices, also in its type? True is not 1.

        >>> Option(False, (False, True), "").accepts(1)
        False
        """
        return any(type(value) is type(choice) and value == choice for choice in self.choices)

    @property
    def choices_text(self) -> str:
        if isinstance(self.choices, range):
            return f"{self.choices[0]} to {self.choices[-1]}"
        return ", ".join(map(repr, self.choices))


class Notation(Protocol):
    """How actions and chance outcomes are written; ``s`` is concealed for the seat that reads."""

    def action_text(self, s: Any, seat: int, action: int) -> str: ...
    def action_id(self, s: Any, seat: int, text: str) -> int | None: ...
    def chance_text(self, s: Any, index: int) -> str: ...
    def chance_index(self, s: Any, text: str) -> int | None: ...


class Positions(Protocol):
    """How a record becomes a dict and back."""

    def configure(self, s: Any, options: Mapping[str, Any]) -> None: ...
    def load(self, s: Any, reader: Reader) -> None: ...
    def dump(self, s: Any) -> dict[str, Any]: ...


class Views(Protocol):
    """What people are shown; made from concealed records only."""

    def view(self, s: Any, seat: int) -> dict[str, Any]: ...
    def events(self, before: Any, after: Any, actor: int, action: int, seat: int) -> list[dict[str, Any]]: ...


@dataclass(frozen=True, eq=False)
class Game:
    """One of the games; ``new``, ``at`` and ``replay`` make tables."""

    id: str
    name: str
    seats: range
    options: dict[str, Option]
    rules: Any = field(repr=False)
    notation: Notation = field(repr=False)
    positions: Positions = field(repr=False)
    views: Views = field(repr=False)
    texts: str = field(repr=False)  # the package that holds de.toml and en.toml
    # Events after which undo needs consent: somebody has learned something.
    revealing: frozenset[str] = field(repr=False)
    # Does every seat see this action, by its id, as it is made? If not, only the acting seat does.
    open_action: Callable[[int], bool] = field(repr=False, default=lambda action: False)
    # Rules of thumb for bots; without them bots know what is legal and what counts.
    heuristics: Any = field(repr=False, default=None)

    def __deepcopy__(self, memo: object) -> Game:
        return self  # nothing about it ever changes

    @property
    def version(self) -> int:
        """The version of the rules; records of another version are not replayed."""
        version: int = self.rules.VERSION
        return version

    @cached_property
    def layout(self) -> Layout:
        return Layout(self.rules.RECORD)

    def new(
        self,
        seats: int,
        seed: int | None = None,
        chance: Iterable[str] | Source | None = None,
        **options: Any,
    ) -> Table:
        """Open a table; bad seats or options raise OptionError."""
        table = Table.fresh(self, self.check_seats(seats), self.check_options(options), source(seed, chance))
        table.resolve_chance()
        return table

    def at(
        self, position: object, seed: int | None = None, chance: Iterable[str] | Source | None = None
    ) -> Table:
        """Open a table at a position; PositionError names what is wrong with it."""
        table = Table.placed(self, position, source(seed, chance))
        table.resolve_chance()
        return table

    def replay(
        self, record: object, seed: int | None = None, chance: Iterable[str] | Source | None = None
    ) -> Table:
        """Return the table that ``table.record()`` was taken from; RecordError if that cannot be."""
        return replay(self, record, source(seed, chance))

    def opening(self, seats: int, **options: Any) -> bytes:
        """The record of a new game as bytes, before its first chance outcome: where backends start from."""
        s = self.blank(self.check_seats(seats), self.check_options(options))
        self.rules.setup(s)
        return self.layout.pack(s)

    def check_seats(self, seats: object) -> int:
        """Return the number of seats, or raise OptionError."""
        number = whole(seats)
        if number is None or number not in self.seats:
            raise OptionError(
                f"seats: {self.name} is for {self.seats[0]} to {self.seats[-1]}, not {shown(seats)}"
            )
        return number

    def check_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return all options, the defaults filled in, or raise OptionError."""
        for name in options:
            if name not in self.options:
                raise OptionError(
                    f"{name}: {self.name} has no such option; it has {', '.join(self.options) or 'none'}"
                )
        chosen = {name: bare(value) for name, value in options.items()}
        for name, value in chosen.items():
            if not self.options[name].accepts(value):
                raise OptionError(f"{name}: {shown(value)} is not one of {self.options[name].choices_text}")
        return {name: chosen.get(name, option.default) for name, option in self.options.items()}

    def blank(self, seats: int, options: Mapping[str, Any]) -> Any:
        """Return a record with seats and options set, before ``setup``."""
        s = self.layout.blank()
        s.seats = seats
        self.positions.configure(s, options)
        return s

    def load(self, position: object) -> Any:
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
