"""Defaults for what a rules module may leave out."""

from types import FunctionType

from tischlein.cards import Cells
from tischlein.engine.types import Module, State


def complete(rules: Module) -> None:
    """Add the defaults for what a rules module leaves out.

    ``legal`` follows from ``why``: every action is tried. A game with many actions per turn plays faster with
    its own ``legal``.
    """
    if not hasattr(rules, "legal"):
        # Defined in that module, so that all backends compile it with the others.
        rules.legal = FunctionType(_legal.__code__, rules.__dict__, "legal")
        rules.legal.__module__ = rules.__name__
        rules.legal.__doc__ = "Write all legal actions of a seat, and return how many there are."


def _legal(s: State, seat: int, out: Cells, work: Cells) -> int:
    n = 0
    for action in range(ACTIONS):  # type: ignore[name-defined]  # noqa: F821 — names of the rules module
        if why(s, seat, action, work) == 0:  # type: ignore[name-defined]  # noqa: F821
            out[n] = action
            n += 1
    return n
