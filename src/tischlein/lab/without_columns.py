"""What stands in for a game's lab module where it has none: no columns."""

from typing import Any

from tischlein.cards import Cells
from tischlein.engine.columns import RESERVED

COLUMNS = ()
QUESTIONS = ()
RATIOS = ()
CELLS = RESERVED


def note_before(s: Any, seat: int, action: int, row: Cells) -> None:
    pass


def note_after(s: Any, seat: int, action: int, row: Cells) -> None:
    pass


def question_bin(s: Any, seat: int, action: int, question: int) -> int:
    return -1
