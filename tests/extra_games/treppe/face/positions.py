"""Positions of Treppe: the rows, what was turned up, taken, left and hidden."""

from collections import Counter

from extra_games.treppe.face.notation import NAMES
from extra_games.treppe.rules import COPIES, KINDS, LAST_ROUND, LENGTH, MAX_ROWS, Treppe, chances, size
from tischlein.cards import CHANCE, EMPTY, OVER
from tischlein.engine.errors import PositionError
from tischlein.engine.rules import positions as read
from tischlein.engine.rules.positions import Reader

KIND = {name: kind for kind, name in enumerate(NAMES)}


def dump(s: Treppe) -> dict[str, object]:
    return {
        "turn": s.turn,
        "rows": [
            None if s.closed[row] else [NAMES[card] for card in s.rows[row][: size(s, row)]]
            for row in range(MAX_ROWS)
        ],
        "card": name(s.card),
        "start": name(s.start),
        "taken": [names(s.taken[seat]) for seat in range(s.seats)],
        "aside": names(s.aside),
        "left": None if s.left == EMPTY else s.left,
        "over": s.actor == OVER,
        "points": list(s.points[: s.seats]),
    }


def name(card: int) -> str | None:
    return None if card == EMPTY else NAMES[card]


def names(counts: list[int]) -> list[str]:
    return [NAMES[kind] for kind in range(KINDS) for _ in range(counts[kind])]


def load(s: Treppe, reader: Reader) -> None:
    """Read a position; refuse what the rules cannot lead to, with the place where it is."""
    s.turn = read.integer("turn", reader.take("turn", 0), 0, s.seats - 1)
    rows = reader.row("rows", MAX_ROWS)
    taken = reader.row("taken", s.seats, default=[[] for _ in range(s.seats)])
    aside = read.cards("aside", reader.take("aside", []), KIND)
    points = reader.row("points", s.seats, default=[0] * s.seats)
    left, over = reader.take("left", None), read.flag("over", reader.take("over", False))
    card, start = reader.take("card", None), reader.take("start", None)
    reader.finish()
    counted = list(aside)
    for number, row in enumerate(rows):
        counted += load_row(s, number, row)
    for kind in aside:
        s.aside[kind] += 1
    for seat in range(s.seats):
        for kind in read.cards(f"taken[{seat}]", taken[seat], KIND):
            s.taken[seat][kind] += 1
            counted.append(kind)
        s.points[seat] = read.integer(f"points[{seat}]", points[seat], 0, 127)
    s.left = EMPTY if left is None else read.integer("left", left, 0, s.seats)
    s.card, s.start = (
        EMPTY if one is None else read.card(place, one, KIND)
        for place, one in (("card", card), ("start", start))
    )
    counted += [kind for kind in (s.card, s.start) if kind != EMPTY]
    read.check_copies({NAMES[kind]: n for kind, n in Counter(counted).items()}, dict.fromkeys(KIND, COPIES))
    for kind in counted:
        s.unseen[kind] -= 1
    check(s, over)
    s.actor = OVER if over else CHANCE if s.card == EMPTY else s.turn


def load_row(s: Treppe, number: int, row: object) -> list[int]:
    """Read one row and return its cards; None is a row that is not on the table."""
    place = f"rows[{number}]"
    if row is None:
        s.gone += not s.closed[number]
        s.closed[number] = 1
        return []
    cards = read.cards(place, row, KIND)
    if s.closed[number] or len(cards) >= LENGTH or cards != sorted(cards):
        raise PositionError(f"{place}: {s.seats + 1} rows of up to {LENGTH - 1} cards that climb (T2, T3)")
    for index, card in enumerate(cards):
        s.rows[number][index] = card
    return cards


def check(s: Treppe, over: bool) -> None:
    """Refuse what does not fit together."""
    sizes = [sum(counts) for counts in s.taken[: s.seats]]
    if sum(sizes) != s.gone * LENGTH or any(size % LENGTH for size in sizes):
        raise PositionError("taken: a row that is gone was taken, all of it (T4)")
    if (s.left == EMPTY) != (s.gone < LAST_ROUND):
        raise PositionError("left: the last round begins with the second row that is taken (T5)")
    if (s.start != EMPTY) and not s.hidden:
        raise PositionError("start: there is a hidden card only with the option (T2)")
    begun = s.card != EMPTY or chances(s) < KINDS * COPIES
    if s.hidden and s.start == EMPTY and begun:
        raise PositionError("start: the hidden card is put aside before the first is turned up (T2)")
    ended = s.left == 0 or (chances(s) == 0 and s.card == EMPTY)
    if over != ended or (over and s.card != EMPTY):
        raise PositionError("over: the game ends with the last round, or when no card is left (T6)")
    for seat in range(s.seats):
        bonus = 2 if over and s.start != EMPTY and s.taken[seat][s.start] else 0
        if s.points[seat] != sizes[seat] + bonus:
            raise PositionError(
                f"points[{seat}]: a point for each card that was taken, and the bonus (T4, T6)"
            )
