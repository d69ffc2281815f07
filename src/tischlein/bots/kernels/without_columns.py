"""What stands in for a game's lab module where it has none: no columns."""

from tischlein.cards import Cells
from tischlein.engine.rules.columns import RESERVED
from tischlein.engine.rules.option import Design
from tischlein.engine.types import State

COLUMNS = ()
QUESTIONS = ()
RATIOS = ()
DESIGN: dict[str, Design] = {}
CELLS = RESERVED


def note_before(s: State, seat: int, action: int, row: Cells) -> None:
    pass


def note_after(s: State, seat: int, action: int, row: Cells) -> None:
    pass


def question_bin(s: State, seat: int, action: int, question: int) -> int:
    return -1


def begins_turn(s: State, seat: int, action: int) -> bool:
    return False
