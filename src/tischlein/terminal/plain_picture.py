"""Any game drawn for a terminal: who sits there, what lies on the table, and what can be done."""

from __future__ import annotations

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.constrain import Constrain
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from tischlein.terminal.board import Choice, Scene
from tischlein.terminal.style import QUIET, TITLE, told
from tischlein.terminal.tables import lines_of, note_on

WIDEST = 100
# From so many on, what can be done stands in columns.
MANY = 7


def picture(scene: Scene, width: int) -> RenderableType:
    """The whole table."""
    parts: list[RenderableType] = [_title(scene), _players(scene), Text(""), _table(scene)]
    if scene.lines:
        parts += [Text(""), told(scene.lines)]
    if scene.choices:
        parts += [Text(""), _choices(scene.choices)]
    return Constrain(Padding(Group(*parts), (0, 1)), min(width, WIDEST))


def _title(scene: Scene) -> Text:
    title = Text(scene.words.table("name"), TITLE)
    if scene.words.knows("round_end"):
        title.append(f" · {scene.words('table.round', n=scene.round)}", QUIET)
    return title


def _players(scene: Scene) -> RenderableType:
    grid = Grid.grid(padding=(0, 1))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True, max_width=16)
    grid.add_column()
    for seat, name in enumerate(scene.names):
        acts = seat in scene.view["waiting"]
        style = TITLE if acts or seat == scene.you else ""
        grid.add_row("▸" if acts else " ", Text(name, style), Text(note_on(scene.view, scene.words, seat)))
    return grid


def _table(scene: Scene) -> RenderableType:
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(no_wrap=True, style=QUIET)
    grid.add_column()
    for name, text in lines_of(scene.view, scene.words, scene.names):
        grid.add_row(scene.words.line(name), Text(text, TITLE if name == "hand" else ""))
    return grid


def _choices(choices: list[Choice]) -> RenderableType:
    shown = [Text.assemble((f"{choice.label:>2} ", TITLE), choice.name) for choice in choices]
    return Group(*shown) if len(shown) < MANY else Columns(shown, padding=(0, 3), column_first=True)
