"""What a player or a designer can choose about a game: options of its rules, and numbers for design studies."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from tischlein.cards import EMPTY
from tischlein.engine.types import AnyNamespace, OptionValue

Numbers = AnyNamespace  # constants of the rules by name: integers, or tuples of them


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
        """Return True if the value is one of the choices and has the same type; True is not 1.

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
    """Return an option for the seat that begins, or the lot; without a field the record does not hold it."""
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
class Design(Option):
    """A number that a designer may change; never above the printed one, so that all cards have room in the record."""

    # (value, the constants of the rules by name) -> the constants that change.
    change: Callable[[OptionValue, Numbers], Numbers] = lambda value, now: {}


def copies(printed: Sequence[int], kind: int, help: str) -> Design:
    """Return a design number for the copies of one kind; the rules keep the counts of all kinds in COPIES."""

    def change(value: OptionValue, now: Numbers) -> Numbers:
        counts = list(now["COPIES"])
        counts[kind] = value
        return {"COPIES": tuple(counts)}

    return Design(printed[kind], range(printed[kind] + 1), help, held=False, change=change)
