"""Draw `docs/images/terminal.svg`, a position in the terminal; `scripts.page_pictures` does it with all others."""

import io
import re
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.terminal_theme import MONOKAI
from rich.text import Text

import tischlein
from tischlein.terminal.host import Setup
from tischlein.terminal.picture import drawn
from tischlein.terminal.session import Session

TARGET = Path(__file__).resolve().parents[1] / "docs" / "images" / "terminal.svg"
WIDTH = 80
# Installed fonts; Rich's own template would fetch one.
FONTS = "'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace"

POSITION = {
    "game": "lobo77",
    "seats": 4,
    "total": 36,
    "turn": 1,
    "direction": 1,
    "chips": [2, 3, 1, 0],
    "hands": [
        ["-10", "4", "33", "x2", "reverse"],
        ["8", "2", "2", "10", "0"],
        ["9", "3", "10", "10", "55"],
        ["22", "0", "6", "7", "reverse"],
    ],
    "draw": ["5", "6", "7", "10", "9", "3", "3", "4", "4", "5", "6", "8", "11", "44", "66", "76", "x2", "0"],
    "discard": ["10", "10", "9", "7"],
}
MOVES = ((1, "8"), (2, "9"), (3, "22"))


def moment() -> Session:
    """Return a session in which three players have moved."""
    game = tischlein.game("lobo77")
    table = game.at(POSITION, seed=1)
    for seat, card in MOVES:
        table.play(seat, card)
    return Session(Setup(game, 4, "easy", "en", {}, seed=5), table)


def main() -> None:
    session = moment()
    console = Console(record=True, width=WIDTH, file=io.StringIO(), highlight=False, force_terminal=True)
    scene = replace(session.scene(), lines=session.lines())
    console.print(drawn(scene, session.face, session.phrases, WIDTH))
    console.print()
    console.print(Padding(Text(session.task, "bold"), (0, 1)))
    svg = console.export_svg(title="tischlein", theme=MONOKAI, unique_id="table")
    svg = re.sub(r"@font-face \{.*?\}\s*|<!--.*?-->\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font-family: [^;]*;", f"font-family: {FONTS};", svg)
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(svg.strip() + "\n", encoding="utf-8")
