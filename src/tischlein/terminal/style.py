"""Mark things in the terminal: colours that are readable on dark and on light, and never without a sign."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

TITLE = "bold"
NOTE = "blue"
DANGER = "bold red"
QUIET = "dim"


@dataclass(frozen=True)
class Line:
    """A sentence about an event; painful ones are marked."""

    text: str
    danger: bool = False


def sentences(lines: Sequence[Line]) -> RenderableType:
    """Return what happened, one sentence after the other."""
    grid = Grid.grid(padding=(0, 1))
    for line in lines:
        grid.add_row(Text(" ✗", DANGER) if line.danger else Text(" ·", QUIET), Text(line.text))
    return grid
