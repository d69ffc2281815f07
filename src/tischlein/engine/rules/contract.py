"""The contract of a rules module, of rules of thumb and of a lab module.

A game's modules are checked against the protocols. Code that works for every game (``drive``, search,
simulations) imports the functions below; a backend binds them to one game when it clones that code. Called
without a backend they raise an error that says so.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from inspect import Signature, signature
from typing import NoReturn, Protocol, cast

from tischlein.cards import Cells
from tischlein.engine.rules.columns import Column, Question, Ratio
from tischlein.engine.rules.option import Design
from tischlein.engine.types import Kernel, State


class Rules(Protocol):
    """A rules module: what it is made of, and the functions of the contract."""

    __name__: str
    VERSION: int
    MAX_SEATS: int
    ACTIONS: int  # action ids are below this
    WORK: int  # scratch integers
    OBSERVED: int  # features

    @property
    def RECORD(self) -> type:  # noqa: N802 — a constant of the module
        """The annotated class whose fields are the state."""

    @property
    def REASONS(self) -> tuple[tuple[str, str], ...]:  # noqa: N802
        """Code names and clauses; the first means legal."""

    def setup(self, s: State) -> None:
        """Lay out a new game; seats and options are already in the record."""
        ...

    def why(self, s: State, seat: int, action: int, work: Cells) -> int:
        """Return 0 when the action is legal, else the first reason in rulebook order; reads only what the seat knows."""
        ...

    def legal(self, s: State, seat: int, out: Cells, work: Cells) -> int:
        """Write exactly the actions with ``why == 0``; return their number, 0 when the seat may not act."""
        ...

    def chances(self, s: State) -> int:
        """Return the number of equally likely outcomes when ``s.actor == CHANCE``."""
        ...

    def drawn_for(self, s: State) -> int:
        """Return the seat that the next card is drawn for, ``s.seats`` for the middle of the table, NO_CARD for a lot."""
        ...

    def apply(self, s: State, seat: int, action: int, work: Cells) -> None:
        """Carry out an action that the caller knows to be legal; seat is CHANCE for a chance outcome."""
        ...

    def scores(self, s: State, out: Cells) -> None:
        """Write the points per seat as the game counts them, now."""
        ...

    def payoff(self, s: State, out: Cells) -> None:
        """Write the final result per seat: 1 for every winner, else 0; all 0 before the end."""
        ...

    def conceal(self, s: State, seat: int) -> None:
        """Blank out, in place, everything that the seat may not know."""
        ...

    def imagine(self, s: State, seat: int, rng: Cells, work: Cells) -> None:
        """Fill a concealed record with hidden cards, every consistent world equally likely."""
        ...

    def observe(self, s: State, seat: int, out: Cells) -> None:
        """Write fixed-size features for learners, from a concealed record."""
        ...


class Heuristics(Protocol):
    """A module with rules of thumb for bots, in the same dialect. A game without them can still be played."""

    __name__: str
    WORK: int  # scratch integers
    LEAD: int  # with this lead in the standing a seat finishes ahead three times in four
    HORIZON: int  # decisions that search plays on before it reads the standing

    def rate(self, s: State, seat: int, actions: Cells, n: int, points: Cells, work: Cells) -> None:
        """Write a rating for each of the seat's n legal actions; a higher one is better, and only their order
        matters.

        Reads only what the seat may know.
        """
        ...

    def standing(self, s: State, out: Cells) -> None:
        """Write what every seat's position is worth if play stopped here, in hundredths of a point; more is better."""
        ...

    def believe(self, s: State, seat: int, rng: Cells, work: Cells) -> None:
        """Change a world that the seat has imagined, in place, so that likely worlds come up more often.

        ``imagine`` makes every consistent world equally likely; here worlds are weighted by what others would
        have kept. A game whose actions reveal nothing of the kind leaves the world unchanged.
        """
        ...


class Lab(Protocol):
    """A module that counts what the game declares as columns (``engine.rules.columns``), in the same dialect."""

    __name__: str
    CELLS: int  # integers in a row

    @property
    def COLUMNS(self) -> tuple[Column, ...]:  # noqa: N802
        """What is counted."""

    @property
    def QUESTIONS(self) -> tuple[Question, ...]:  # noqa: N802
        """What can be tried out."""

    @property
    def RATIOS(self) -> tuple[Ratio, ...]:  # noqa: N802
        """What a report shows of the columns."""

    @property
    def DESIGN(self) -> Mapping[str, Design]:  # noqa: N802
        """The numbers that a designer may change, beside the options (``engine.rules.design``)."""

    def question_bin(self, s: State, seat: int, action: int, question: int) -> int:
        """Return the bin of a legal action that a question is about, -1 for any other action."""
        ...

    def begins_turn(self, s: State, seat: int, action: int) -> bool:
        """Return True for the first decision of a turn; the decisions up to the next such one, also of
        other seats, belong to it.
        """
        ...

    def note_before(self, s: State, seat: int, action: int, row: Cells) -> None:
        """Count before a step, from the true record; seat is CHANCE for a chance outcome."""
        ...

    def note_after(self, s: State, seat: int, action: int, row: Cells) -> None:
        """Count after the same step."""
        ...


@dataclass(frozen=True)
class _Unbound:
    """Stands for a game's functions until a backend binds them; each raises an error."""

    contract: type

    def __getattr__(self, name: str) -> Kernel:
        spelled = getattr(self.contract, name)

        def unbound(*_: object) -> NoReturn:
            raise RuntimeError(f"{name} was called without a backend: take it from tischlein.engine.backends")

        unbound.__name__, unbound.__doc__ = name, spelled.__doc__
        _, *parameters = signature(spelled).parameters.values()
        unbound.__signature__ = Signature(parameters)  # type: ignore[attr-defined]  # for help()
        return unbound


# The same by name, for code that runs on top of any rules.
_rules: Rules = cast(Rules, _Unbound(Rules))
setup = _rules.setup
why = _rules.why
legal = _rules.legal
chances = _rules.chances
drawn_for = _rules.drawn_for
apply = _rules.apply
scores = _rules.scores
payoff = _rules.payoff
conceal = _rules.conceal
imagine = _rules.imagine
observe = _rules.observe
FUNCTIONS = (setup, why, legal, chances, drawn_for, apply, scores, payoff, conceal, imagine, observe)

_heuristics: Heuristics = cast(Heuristics, _Unbound(Heuristics))
rate = _heuristics.rate
standing = _heuristics.standing
believe = _heuristics.believe
ADVICE = (rate, standing, believe)

_lab: Lab = cast(Lab, _Unbound(Lab))
note_before = _lab.note_before
note_after = _lab.note_after
question_bin = _lab.question_bin
begins_turn = _lab.begins_turn
NOTES = (note_before, note_after, question_bin, begins_turn)
