"""The rare paths of Qwixx that games from small positions must take."""

from typing import Any

from reference.qwixx import ROWS, Reference, card_of, colour_of, number_of

from .base import Move, Paths, Position

FOUR_MISSES, TWO_ROWS, HAND = 4, 2, 5


def closed_rows(sheet: dict[str, Any]) -> int:
    return sum(row[-1] in sheet[colour] for colour, row in ROWS.items())


def is_over(position: Position) -> bool:
    options = position.get("options", {})
    misses, rows = options.get("last_miss", FOUR_MISSES), options.get("last_row", TWO_ROWS)
    return any(sheet["misses"] == misses or closed_rows(sheet) == rows for sheet in position["sheets"])


def _winners(position: Position) -> list[int]:
    return Reference(position, chance=lambda outcomes: outcomes[0]).winners


def _step(move: Move) -> tuple[int, int]:
    """The steps before and after."""
    return move.before["step"], move.after["step"]


def _takes(move: Move) -> bool:
    return move.text.startswith("slot")


def _decides(move: Move) -> bool:
    return bool(move.before["step"] == 2)


def _crosses(move: Move) -> bool:
    """A number in step 3."""
    return move.text.startswith("cross") and move.before["step"] == 3


def _locks(move: Move) -> int:
    """How many rows were closed by this move."""
    sheets = zip(move.before["sheets"], move.after["sheets"], strict=True)
    return sum(closed_rows(after) - closed_rows(before) for before, after in sheets)


def _misses(move: Move) -> bool:
    sheets = zip(move.before["sheets"], move.after["sheets"], strict=True)
    return any(after["misses"] > before["misses"] for before, after in sheets)


def _missed_out(move: Move) -> bool:
    return _misses(move) and is_over(move.after)


def _turn_ends(move: Move) -> bool:
    return bool(move.before["turn"] != move.after["turn"])


def _shown(position: Position) -> list[int]:
    return [number_of(card_of(played)) for played in position["played"]]


def _numbers(position: Position) -> list[int]:
    numbers: list[int] = position["crossed"]["numbers"]
    return numbers


def _skipped(move: Move) -> bool:
    """The cross leaves a number of this action out."""
    if not _crosses(move) or not _numbers(move.before):
        return False
    number = int(move.text.removeprefix("cross "))
    return abs(number - _numbers(move.before)[0]) > len(_numbers(move.before))


def _barred_by_gap(move: Move) -> bool:
    if move.text != "stop" or not _numbers(move.before):
        return False
    table = Reference(move.before, chance=lambda outcomes: outcomes[0])
    return any(table.why(move.seat, f"cross {number}") == ("gap", "X10") for number in _shown(move.before))


def _row_closed_for_another(move: Move) -> bool:
    if not _crosses(move):
        return False
    colour = colour_of(move.before["played"][0])
    return any(ROWS[colour][-1] in sheet[colour] for sheet in move.before["sheets"])


def _out_of_order(move: Move) -> bool:
    return _decides(move) and None in move.before["choices"][: move.seat]


def _refilled(move: Move) -> bool:
    return bool(move.before["step"] == 1 and move.after["step"] != 1)


PATHS: Paths = {
    "X4 the lock in step 2": lambda m: _decides(m) and _locks(m) > 0,
    "X4 the lock in step 3": lambda m: _crosses(m) and _locks(m) > 0,
    "X4 crosses of the same action make five": lambda m: (
        _crosses(m)
        and _locks(m) > 0
        and len(m.before["sheets"][m.seat][colour_of(m.before["played"][0])]) - len(_numbers(m.before)) < 5
    ),
    "X5 a row that another has closed": _row_closed_for_another,
    "X7 several cards are taken": lambda m: _takes(m) and _step(m) == (1, 1),
    "X7 too few to take": lambda m: _refilled(m) and len(m.after["hands"][m.seat]) < HAND,
    "X7 nothing to take": lambda m: _turn_ends(m) and m.after["step"] != 1,
    "X7 the display stays with gaps": lambda m: _refilled(m) and None in m.after["display"],
    "X7 the discard pile is shuffled": lambda m: len(m.after["discard"]) < len(m.before["discard"]),
    "X7 a stacked pile runs out": lambda m: m.before["draw_ordered"] and not m.after["draw_ordered"],
    "X7 the pile ends with the last slot": lambda m: (
        _refilled(m) and m.before["draw"] != [] and m.before["discard"] != [] and m.after["discard"] == []
    ),
    "X7 no card for step 2": lambda m: m.before["step"] == 1 and m.after["step"] == 3 and not m.after["draw"],
    "X7 no card for step 3": lambda m: _decides(m) and _turn_ends(m),
    "X8 decided out of order": _out_of_order,
    "X8 the active player decides last": lambda m: (
        _decides(m) and m.seat == m.before["turn"] and m.before["choices"].count(None) == 1
    ),
    "X9 three cards": lambda m: m.text == "show" and len(m.before["played"]) == 3,
    "X9 the last card of the hand": lambda m: m.text == "show" and not m.before["hands"][m.seat],
    "X9 three crosses": lambda m: _crosses(m) and len(_numbers(m.before)) == 2,
    "X10 a number is left out": _skipped,
    "X10 a second one may not be": _barred_by_gap,
    "X12 a miss": _misses,
    "X12 no miss, thanks to step 2": lambda m: (
        m.text == "stop" and not _numbers(m.before) and m.before["crossed"]["step2"]
    ),
    "X12 a miss without step 3": lambda m: _decides(m) and _misses(m),
    "X13 four misses": _missed_out,
    "X13 two rows in step 2": lambda m: _decides(m) and is_over(m.after) and not _misses(m),
    "X13 several rows in one step 2": lambda m: _decides(m) and _locks(m) > 1,
    "X13 two rows in step 3": lambda m: _crosses(m) and is_over(m.after),
    "X14 a shared win": lambda m: is_over(m.after) and len(_winners(m.after)) > 1,
    "X15 a joker with a card of its colour": lambda m: (
        m.text.startswith("play j") and any(card[0] != "j" for card in m.before["played"])
    ),
    "X15 jokers alone": lambda m: m.text == "show" and all(card[0] == "j" for card in m.before["played"]),
    "X15 a number shown twice": lambda m: (
        m.text == "show" and len(set(_shown(m.before))) < len(_shown(m.before))
    ),
    "X15 a joker on top": lambda m: _decides(m) and m.before["draw"][0][0] == "j",
}
