"""A table drawn for a terminal: who sits there, what lies on the table, what happened, and what can be done."""

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.constrain import Constrain
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from tischlein.engine.play.zones import APART
from tischlein.engine.texts.scene import Choice, Scene
from tischlein.terminal.face import TerminalFace
from tischlein.terminal.phrases import Phrases
from tischlein.terminal.style import QUIET, TITLE, sentences

WIDEST = 100
# From this number on, actions are shown in columns.
MANY = 7


def drawn(scene: Scene, face: TerminalFace, phrases: Phrases, width: int) -> RenderableType:
    """Draw the whole table, below it what happened last, and then what can be done."""
    table = face.picture(scene, width) if face.picture else _table(scene, face, phrases)
    parts: list[RenderableType] = [table]
    if scene.lines:
        parts += [Text(""), sentences(scene.lines)]
    if scene.choices:
        parts += [Text(""), face.hand(scene) if face.hand else _choices(scene.choices)]
    return Constrain(Group(*parts), min(width, WIDEST))


def _table(scene: Scene, face: TerminalFace, phrases: Phrases) -> RenderableType:
    parts = Group(_title(scene, phrases), _players(scene, face), Text(""), _lines(scene, face))
    return Padding(parts, (0, 1))


def _title(scene: Scene, phrases: Phrases) -> Text:
    title = Text(scene.words.name, TITLE)
    if scene.round is not None:
        title.append(f" · {phrases('table.round', n=scene.round)}", QUIET)
    return title


def _players(scene: Scene, face: TerminalFace) -> RenderableType:
    grid = Grid.grid(padding=(0, 1))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True, max_width=16)
    grid.add_column()
    notes = _aligned([face.note(scene.view, scene.words, seat) for seat in range(len(scene.names))])
    for seat, name in enumerate(scene.names):
        acts = seat in scene.view["waiting"]
        style = TITLE if acts or seat == scene.you else ""
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


def _lines(scene: Scene, face: TerminalFace) -> RenderableType:
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(no_wrap=True, style=QUIET)
    grid.add_column()
    lines = face.lines(scene.view, scene.words, scene.names)
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
