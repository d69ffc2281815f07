"""What the lab counts in Quando: who knocks with which sum and what it brings, and how rounds end."""

from tischlein.cards import EMPTY, Cells
from tischlein.engine.rules.columns import Column, Question, Ratio, places
from tischlein.engine.rules.option import Design
from tischlein.games.quando.rules import everybody_has_played
from tischlein.games.quando.rules.material import (
    DONE,
    END,
    HAND,
    HAND_OF_FEW,
    KNOCK,
    MAX_SEATS,
    PICK,
    TAKE_HIDDEN,
    TRIPLET,
    Quando,
)
from tischlein.games.quando.rules.plays import ONLY_ZERO, fronts
from tischlein.games.quando.rules.scoring import sum_of

MOST = 30
SUMS = (*map(str, range(MOST)), f"{MOST} or more")

COLUMNS = (
    Column("rounds", "rounds played to their end"),
    Column("round_ends", "how rounds ended", bins=("a knock", "only zeros", "only zeros, after a knock")),
    Column("knocks", "knocks", per_seat=True),
    Column("knocks_won", "knocks after which the knocker was lowest alone", per_seat=True),
    Column("triplets", "plays of exactly three equal cards", per_seat=True),
    Column("knocked", "knocks, by the sum in the hand", bins=SUMS, kept=False),
    Column("knocked_won", "of these, those after which the knocker was lowest alone", bins=SUMS, kept=False),
    Column("knocked_points", "points that these knockers wrote down", bins=SUMS, kept=False),
    Column("knocked_others", "points that all others wrote down in those rounds", bins=SUMS, kept=False),
    Column("declined", "players who could have knocked for the first time in a round and did not, by sum", bins=SUMS, kept=False),
    Column("declined_points", "points that these wrote down", bins=SUMS, kept=False),
    Column("declined_others", "points that all others wrote down in those rounds", bins=SUMS, kept=False),
)  # fmt: skip
(
    ROUNDS, ROUND_ENDS, KNOCKS, KNOCKS_WON, TRIPLETS, KNOCKED, KNOCKED_WON, KNOCKED_POINTS, KNOCKED_OTHERS,
    DECLINED, DECLINED_POINTS, DECLINED_OTHERS, MEMORY,
) = places(COLUMNS, MAX_SEATS)  # fmt: skip
RATIOS = (Ratio("knocked_won", "knocked"),)
QUESTIONS = (Question("knock", SUMS),)
DESIGN = {
    "hand": Design(
        "printed",
        ("printed", *range(3, HAND_OF_FEW + 1)),
        f"cards in a hand; printed are {HAND}, and {HAND_OF_FEW} with few players",
        held=False,
        change=lambda n, now: {"HAND": n, "HAND_OF_FEW": n},
    )
}
BY_KNOCK, BY_ZEROS, BY_ZEROS_AFTER_KNOCK = range(3)
# Memory, from step to step: points before the step; of this round the knocker's sum, and the sum with which a seat first declined, plus 1.
POINTS = MEMORY
KNOCKED_WITH = POINTS + MAX_SEATS
DECLINED_WITH = KNOCKED_WITH + 1
CELLS = DECLINED_WITH + MAX_SEATS


def note_before(s: Quando, seat: int, action: int, row: Cells) -> None:
    """Note the points, and who knocks or could knock."""
    for other in range(s.seats):
        row[POINTS + other] = s.points[other]
    if seat < 0 or s.server != EMPTY:
        return
    if action <= TAKE_HIDDEN:
        if s.picked == TRIPLET and s.low == s.high:
            row[TRIPLETS + seat] += 1
    elif action == KNOCK:
        place = bin_of(sum_of(s, seat))
        row[KNOCKS + seat] += 1
        row[KNOCKED + place] += 1
        row[KNOCKED_WITH] = place
    elif (
        action >= PICK
        and s.picked == 0
        and s.knocked == EMPTY
        and row[DECLINED_WITH + seat] == 0
        and everybody_has_played(s)
    ):
        place = bin_of(sum_of(s, seat))
        row[DECLINED + place] += 1
        row[DECLINED_WITH + seat] = place + 1


def question_bin(s: Quando, seat: int, action: int, question: int) -> int:
    """Return the bin of a knock: the sum in the hand."""
    return bin_of(sum_of(s, seat)) if action == KNOCK else -1


def begins_turn(s: Quando, seat: int, action: int) -> bool:
    """Return True for the first card picked, a knock or a pass; not for a penalty or a draw."""
    return s.server == EMPTY and s.picked == 0 and action > TAKE_HIDDEN


def bin_of(total: int) -> int:
    return min(total, MOST)


def note_after(s: Quando, seat: int, action: int, row: Cells) -> None:
    """Note whether the round has ended, and what it has cost whom."""
    if s.phase != END and s.phase != DONE:
        return
    row[ROUNDS] += 1
    end_of_round(s, row)
    everything = 0
    for other in range(s.seats):
        everything += s.points[other] - row[POINTS + other]
    for other in range(s.seats):
        own = s.points[other] - row[POINTS + other]
        if other == s.knocked:
            place = row[KNOCKED_WITH]
            row[KNOCKED_POINTS + place] += own
            row[KNOCKED_OTHERS + place] += everything - own
            if own == 0:
                row[KNOCKED_WON + place] += 1
                row[KNOCKS_WON + other] += 1
        if row[DECLINED_WITH + other] > 0:
            place = row[DECLINED_WITH + other] - 1
            row[DECLINED_POINTS + place] += own
            row[DECLINED_OTHERS + place] += everything - own
            row[DECLINED_WITH + other] = 0


def end_of_round(s: Quando, row: Cells) -> None:
    """Note how the round ended: by only zeros in a hand, or by a knock whose last turn is over."""
    zeros = False
    for other in range(s.seats):
        if s.sizes[other] > 0 and fronts(s, other) == ONLY_ZERO:
            zeros = True
    if s.knocked == EMPTY:
        row[ROUND_ENDS + BY_ZEROS] += 1
    elif zeros:
        row[ROUND_ENDS + BY_ZEROS_AFTER_KNOCK] += 1
    else:
        row[ROUND_ENDS + BY_KNOCK] += 1
