"""Draw a table for a terminal: the players, the cards, the last events, and the legal actions."""

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.constrain import Constrain
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from tischlein.engine.play.zones import APART
from tischlein.terminal.commands import Choice
from tischlein.terminal.host import YOU
from tischlein.terminal.session import Session
from tischlein.terminal.style import QUIET, TITLE, Line, sentences

WIDEST = 100
# From this number on, actions are shown in columns.
MANY = 7


def draw_table(at: Session, lines: Sequence[Line], width: int) -> RenderableType:
    """Draw the whole table, below it what happened last, and then what can be done."""
    parts: list[RenderableType] = [Padding(Group(_title(at), _players(at), Text(""), _lines(at)), (0, 1))]
    if lines:
        parts += [Text(""), sentences(lines)]
    if choices := at.choices:
        parts += [Text(""), _choices(choices)]
    return Constrain(Group(*parts), min(width, WIDEST))


def _title(at: Session) -> Text:
    title = Text(at.words.name, TITLE)
    if at.round is not None:
        title.append(f" · {at.phrases('table.round', n=at.round)}", QUIET)
    return title


def _players(at: Session) -> RenderableType:
    grid = Grid.grid(padding=(0, 1))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True, max_width=16)
    grid.add_column()
    view, names = at.view, at.names
    notes = _align_columns([at.face.note(view, at.words, seat) for seat in range(len(names))])
    for seat, name in enumerate(names):
        acts = seat in view["waiting"]
        style = TITLE if acts or seat == YOU else ""
        grid.add_row("▸" if acts else " ", Text(name, style), Text(notes[seat]))
    return grid


def _align_columns(notes: list[str]) -> list[str]:
    """Draw columns that all seats share below one another."""
    rows = [note.split(APART) for note in notes]
    if len({len(row) for row in rows}) > 1:
        return notes
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        APART.join(part.ljust(width) for part, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _lines(at: Session) -> RenderableType:
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(no_wrap=True, style=QUIET)
    grid.add_column()
    lines = at.face.lines(at.view, at.words, at.names)
    for k, (title, text) in enumerate(lines, 1):
        grid.add_row(title, Text(text, TITLE if k == len(lines) else ""))
    return grid


def _choices(choices: list[Choice]) -> RenderableType:
    shown = [
        Text.assemble(
            (f"{choice.label:>3} ", TITLE),
            choice.name,
            (f"  {choice.remark}" if choice.remark else "", QUIET),
        )
        for choice in choices
    ]
    return (
        Group(*shown)
        if len(shown) < MANY
        else Padding(Columns(shown, padding=(0, 3), column_first=True), (0, 1))
    )
