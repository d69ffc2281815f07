"""How the terminal marks things: colours that are readable on dark and on light, and never without a sign."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

TITLE = "bold"
NOTE = "blue"
QUIET = "dim"


def sentences(lines: Sequence[str]) -> RenderableType:
    """Return what happened, one sentence after the other."""
    grid = Grid.grid(padding=(0, 1))
    for line in lines:
        grid.add_row(Text(" ·", QUIET), Text(line))
    return grid
