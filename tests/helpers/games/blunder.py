"""A lab module with one question that has a known answer: that it is bad to pay a chip where another card costs nothing."""

from tischlein.cards import Cells
from tischlein.engine.rules.columns import RESERVED, Question
from tischlein.engine.rules.option import Design
from tischlein.games.lobo77.rules import costs_a_chip
from tischlein.games.lobo77.rules.material import DRAW, VALUES, Lobo77

COLUMNS = ()
RATIOS = ()
DESIGN: dict[str, Design] = {}
CELLS = RESERVED
QUESTIONS = (Question("pay", ("now",)),)


def note_before(s: Lobo77, seat: int, action: int, row: Cells) -> None:
    pass


def note_after(s: Lobo77, seat: int, action: int, row: Cells) -> None:
    pass


def question_bin(s: Lobo77, seat: int, action: int, question: int) -> int:
    return 0 if action != DRAW and costs_a_chip(s.total + VALUES[action]) else -1


def begins_turn(s: Lobo77, seat: int, action: int) -> bool:
    return False
