"""LOBO 77 drawn for a terminal: the total, the way to 77, the players and your hand."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.constrain import Constrain
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from tischlein.engine.texts.scene import Scene
from tischlein.engine.texts.templates import number
from tischlein.engine.types import Json
from tischlein.games.lobo77.rules import costs_a_chip
from tischlein.games.lobo77.rules.material import CHIPS, LIMIT

# Night blue with signal yellow. The felt brings its own background, so that it is readable on every terminal; red is for danger
# alone and never the only sign of it.
FELT = "bright_white on #14213d"
SIGNAL = "bold #ffd60a"
FAINT = "#8d99ae"
WATER = "bold #4cc9f0"
ALARM = "bold #ff5d5d"
CARD = "bold black on #ffd60a"
BAD_CARD = "bold white on #b00020"
DANGER = "bold red"
QUIET = "dim"

WIDEST = 84
TWO_COLUMNS = 6  # from this number of seats on, the players stand in two columns

# Five rows of three pixels each, two characters wide, since characters are tall.
DIGITS = {
    "0": ("###", "# #", "# #", "# #", "###"),
    "1": (" # ", "## ", " # ", " # ", "###"),
    "2": ("###", "  #", "###", "#  ", "###"),
    "3": ("###", "  #", " ##", "  #", "###"),
    "4": ("# #", "# #", "###", "  #", "  #"),
    "5": ("###", "#  ", "###", "  #", "###"),
    "6": ("###", "#  ", "###", "# #", "###"),
    "7": ("###", "  #", " # ", " # ", " # "),
    "8": ("###", "# #", "###", "# #", "###"),
    "9": ("###", "# #", "###", "  #", "###"),
    "−": ("   ", "   ", "###", "   ", "   "),
}


def picture(scene: Scene, width: int) -> RenderableType:
    """Return the table; your hand lies below it."""
    width = min(width, WIDEST)
    room = width - 2
    felt = Group(_title(scene, room), Text(""), _heart(scene, room), _way(scene, room))
    return Constrain(Padding(felt, (0, 1), style=FELT), width)


def hand(scene: Scene) -> RenderableType:
    """Return your cards, each with what it would announce."""
    widest = max(len(choice.face) for choice in scene.choices)
    grid = Grid.grid(padding=(0, 1))
    for choice in scene.choices:
        style = QUIET if choice.barred else BAD_CARD if choice.danger else CARD
        note = choice.barred or choice.remark
        grid.add_row(
            Text(f" {choice.label}", "bold"),
            Text(f"[ {choice.face.rjust(widest)} ]", style, no_wrap=True),
            Text(choice.outcome, QUIET if choice.barred else "bold", no_wrap=True),
            Text.assemble(
                (choice.danger, DANGER), " " if choice.danger else "", (note, QUIET), overflow="fold"
            ),
        )
    return grid


def _title(scene: Scene, width: int) -> RenderableType:
    words, view = scene.words, scene.view
    left = Text.assemble(
        (words.name, SIGNAL), (f" · {words.text('terminal', 'round', n=scene.round)}", FAINT)
    )
    clockwise = view["direction"] > 0
    way = words.text("terminal", "clockwise" if clockwise else "counter_clockwise")
    right = Text(f"{'↻' if clockwise else '↺'} {way}", FAINT)
    bar = Grid.grid(expand=False)
    bar.add_column(width=width - right.cell_len)
    bar.add_column(justify="right", no_wrap=True)
    bar.add_row(left, right)
    return bar


def _heart(scene: Scene, width: int) -> RenderableType:
    """Return the total in large digits, and beside it the players."""
    view, words = scene.view, scene.words
    top = view["discard"][-1] if view["discard"] else None
    below = words.text("terminal", "top", card=top) if top else words.text("terminal", "nothing_on_top")
    total = big(view["total"])
    total.append(Text(below, FAINT))
    left = max(24, max(row.cell_len for row in total) + 2)
    rows = [_player(scene, player) for player in view["players"]]
    columns = 2 if len(rows) >= TWO_COLUMNS else 1
    if columns * (max(row.cell_len for row in rows) + 1) > width - left:
        return Group(*total, _players(scene, rows))  # a narrow window: they sit below
    grid = Grid.grid()
    grid.add_column(width=left)
    grid.add_column(width=width - left)
    grid.add_row(Group(*total), _players(scene, rows))
    return grid


def big(total: int) -> list[Text]:
    """Return a number in large digits."""
    style = ALARM if costs_a_chip(total) else SIGNAL
    rows = []
    for row in range(5):
        pixels = " ".join(DIGITS[digit][row] for digit in number(total))
        rows.append(Text("".join(pixel * 2 for pixel in pixels).replace("#", "█"), style, no_wrap=True))
    return rows


def _players(scene: Scene, rows: list[Text]) -> RenderableType:
    grid = Grid.grid(padding=(0, 1))
    if len(rows) >= TWO_COLUMNS:
        half = (len(rows) + 1) // 2
        for one, other in zip(rows[:half], [*rows[half:], Text("")][:half], strict=True):
            grid.add_row(one, other)
    else:
        for row in rows:
            grid.add_row(row)
    quiet = Text(scene.words.text("terminal", "draw_pile", n=scene.view["draw_count"]), FAINT)
    return Group(grid, Padding(quiet, (0, 0, 0, 2)))


def _player(scene: Scene, player: Json) -> Text:
    view, words, seat = scene.view, scene.words, player["seat"]
    acts = seat == view["turn"] and view["phase"] != "over"
    crowded = view["seats"] >= TWO_COLUMNS
    room = 8 if crowded else 14
    name = scene.names[seat][:room]
    longest = max(len(other[:room]) for other in scene.names)
    text = Text(no_wrap=True, overflow="ellipsis")
    text.append("▸ " if acts else "  ", SIGNAL)
    text.append(name.ljust(longest + 1), "bold" if acts or seat == scene.you else "")
    if player["out"]:
        return text.append(f"✗ {words.text('terminal', 'out')}", FAINT)
    if player["swims"]:
        text.append("≈≈≈" if crowded else f"≈≈≈ {words.text('terminal', 'swims')}", WATER)
    else:
        text.append("●" * player["chips"], SIGNAL).append("○" * (CHIPS - player["chips"]), FAINT)
    n = player["cards"]
    count = words.text("terminal", "cards", n=n)
    return text.append(f" {n}" if crowded else f"  {count}", FAINT)


def _way(scene: Scene, width: int) -> RenderableType:
    """Return the way to 77 with the bad numbers as notches, and the total on it."""
    total = scene.view["total"]
    room = width - 3
    notches = {round(n * room / LIMIT): n for n in range(11, LIMIT + 1, 11)}
    stand = round(min(max(total, 0), LIMIT) * room / LIMIT)
    track, labels = Text(no_wrap=True), [" "] * width
    for x in range(room + 1):
        reached = x <= stand and total > 0
        if x == stand:
            track.append("◆", ALARM if costs_a_chip(total) else SIGNAL)
        elif x in notches:
            track.append("╋" if reached else "┼", ALARM)
        else:
            track.append("━" if reached else "─", SIGNAL if reached else FAINT)
    for x, n in notches.items():
        labels[x - 1 : x + 1] = str(n)
    return Group(track, Text("".join(labels).rstrip(), ALARM, no_wrap=True))
