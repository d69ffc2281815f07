"""What the lab counts in LOBO 77: where chips are lost, how rounds end, and what a ×2 does to the next player."""

from tischlein.cards import Cells
from tischlein.engine.rules.columns import Column, Question, Ratio, places
from tischlein.engine.rules.option import Design, copies
from tischlein.games.lobo77.rules import costs_a_chip
from tischlein.games.lobo77.rules.material import (
    COPIES,
    DONE,
    DOUBLE,
    DRAW,
    HAND,
    KINDS,
    LIMIT,
    MAX_SEATS,
    NAMES,
    REVERSE,
    SHUFFLE,
    VALUES,
    Lobo77,
)

# Totals below 0, then 0 to 76.
TOTALS = ("below 0", *map(str, range(LIMIT)))
REPDIGITS = ("11", "22", "33", "44", "55", "66", "77", "above 77")

COLUMNS = (
    Column("rounds", "rounds played to their end"),
    Column("round_ends", "how rounds ended", bins=("at 77", "above 77", "nobody had a card", "one player was left")),
    Column("chips_lost", "payments by the total that was announced; being put out counts too", bins=REPDIGITS),
    Column("doubles", "×2 cards played", per_seat=True),
    Column("reverses", "reverse cards played", per_seat=True),
    Column("faced", "cards played, by the total that lay there before", bins=TOTALS, kept=False),
    Column("paid", "payments, by the total that lay there before", bins=TOTALS, kept=False),
    Column("escapes", "cards played, by that total, although another card in the hand would have cost a chip", bins=TOTALS, kept=False),
    Column("turns", "turns begun with one card owed, and with two after a ×2", bins=("one", "two"), kept=False),
    Column("turns_paid", "payments in these turns", bins=("one", "two"), kept=False),
)  # fmt: skip
(
    ROUNDS, ROUND_ENDS, CHIPS_LOST, DOUBLES, REVERSES, FACED, PAID, ESCAPES, TURNS, TURNS_PAID, CELLS,
) = places(COLUMNS, MAX_SEATS)  # fmt: skip
RATIOS = (Ratio("paid", "faced"), Ratio("turns_paid", "turns", percent=False))
TENS = ("below 0", "0–9", "10–19", "20–29", "30–39", "40–49", "50–59", "60–69", "70–76")
DESIGN = {
    "hand": Design(
        HAND, range(2, HAND + 1), "cards in a hand", held=False, change=lambda n, now: {"HAND": n}
    ),
    "double_cards": copies(COPIES, DOUBLE, "×2 cards in the deck"),
    "ten_cards": copies(COPIES, NAMES.index("10"), "tens in the deck"),
    "zero_cards": copies(COPIES, NAMES.index("0"), "zeros in the deck"),
    "minus_ten_cards": copies(COPIES, NAMES.index("-10"), "−10 cards in the deck"),
}
QUESTIONS = (Question("double", TENS), Question("reverse", TENS))
AT_LIMIT, ABOVE_LIMIT, NO_CARDS, LAST_PLAYER = range(4)


def note_before(s: Lobo77, seat: int, action: int, row: Cells) -> None:
    """Note which total a seat faces, and how many cards it owes."""
    if seat < 0 or action == DRAW:
        return
    total = int(s.total)
    place = total + 1 if total >= 0 else 0
    row[FACED + place] += 1
    two = 1 if s.played + s.owed > 1 else 0
    if begins_turn(s, seat, action):
        row[TURNS + two] += 1
    announced = total + VALUES[action]
    if costs_a_chip(announced):
        row[PAID + place] += 1
        row[TURNS_PAID + two] += 1
        row[CHIPS_LOST + (announced // 11 - 1 if announced <= LIMIT else 7)] += 1
    elif has_a_costly_card(s, seat):
        row[ESCAPES + place] += 1
    if action == DOUBLE:
        row[DOUBLES + seat] += 1
    elif action == REVERSE:
        row[REVERSES + seat] += 1


def question_bin(s: Lobo77, seat: int, action: int, question: int) -> int:
    """Return the bin of a ×2 or a reverse card: the total."""
    if action != (DOUBLE if question == 0 else REVERSE):
        return -1
    return int(s.total) // 10 + 1 if s.total >= 0 else 0


def begins_turn(s: Lobo77, seat: int, action: int) -> bool:
    """Return True for the first card of a turn, of one or two."""
    return action != DRAW and s.played == 0


def has_a_costly_card(s: Lobo77, seat: int) -> bool:
    """Return True if a card in the hand would have cost a chip."""
    for kind in range(KINDS):
        if s.hands[seat][kind] > 0 and costs_a_chip(s.total + VALUES[kind]):
            return True
    return False


def note_after(s: Lobo77, seat: int, action: int, row: Cells) -> None:
    """Note whether and how the round has ended."""
    if seat < 0 or (s.phase != SHUFFLE and s.phase != DONE):
        return
    row[ROUNDS] += 1
    if s.phase == DONE:
        row[ROUND_ENDS + LAST_PLAYER] += 1
    elif s.total == LIMIT:
        row[ROUND_ENDS + AT_LIMIT] += 1
    elif s.total > LIMIT:
        row[ROUND_ENDS + ABOVE_LIMIT] += 1
    else:
        row[ROUND_ENDS + NO_CARDS] += 1
