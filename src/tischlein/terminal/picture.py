"""A table drawn for a terminal: who sits there, what lies on the table, what happened, and what can be done."""

from __future__ import annotations

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.constrain import Constrain
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from tischlein.engine.play.zones import APART, lines_of, note_on
from tischlein.terminal.commands import Choice
from tischlein.terminal.host import YOU
from tischlein.terminal.session import Session
from tischlein.terminal.style import QUIET, TITLE, sentences

WIDEST = 100
# From this number on, actions are shown in columns.
MANY = 7


def drawn(session: Session, lines: Sequence[str], width: int) -> RenderableType:
    """Draw the whole table, below it these sentences, and then what can be done."""
    table = Group(_title(session), _players(session), Text(""), _zones(session))
    parts: list[RenderableType] = [Padding(table, (0, 1))]
    if lines:
        parts += [Text(""), sentences(lines)]
    choices = session.choices
    if choices:
        parts += [Text(""), _choices(choices)]
    return Constrain(Group(*parts), min(width, WIDEST))


def _title(session: Session) -> Text:
    title = Text(session.words.name, TITLE)
    if session.round is not None:
        title.append(f" · {session.phrases('table.round', n=session.round)}", QUIET)
    return title


def _players(session: Session) -> RenderableType:
    grid = Grid.grid(padding=(0, 1))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True, max_width=16)
    grid.add_column()
    note, view = note_on(session.setup.game), session.view
    notes = _aligned([note(view, session.words, seat) for seat in range(len(session.names))])
    for seat, name in enumerate(session.names):
        acts = seat in view["waiting"]
        style = TITLE if acts or seat == YOU else ""
        grid.add_row("▸" if acts else " ", Text(name, style), Text(notes[seat]))
    return grid


def _aligned(notes: list[str]) -> list[str]:
    """Draw columns that all seats share below one another."""
    rows = [note.split(APART) for note in notes]
    if len({len(row) for row in rows}) > 1:
        return notes
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        APART.join(part.ljust(width) for part, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _zones(session: Session) -> RenderableType:
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(no_wrap=True, style=QUIET)
    grid.add_column()
    lines = lines_of(session.setup.game)(session.view, session.words, session.names)
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
