"""What the lab counts in Qwixx: misses and what was skipped to avoid them, where rows are opened, and how games end."""

from tischlein.cards import EMPTY, Cells
from tischlein.engine.rules.columns import Column, Question, Ratio, places
from tischlein.engine.rules.option import Design
from tischlein.games.qwixx.rules import closed_rows
from tischlein.games.qwixx.rules.legality import is_shown
from tischlein.games.qwixx.rules.material import (
    BEFORE_LAST,
    CHOOSE,
    CLOSED_ROWS,
    COLOURS,
    CROSS,
    CROSS_NUMBER,
    CROSS_ROW,
    DECIDE,
    DONE,
    HAND_LIMIT,
    JOKER,
    LAST_PLACE,
    MAX_SEATS,
    MISSES,
    NUMBERS,
    POINTS,
    SKIP,
    SLOTS,
    STOP,
    TAKE,
    Qwixx,
)
from tischlein.games.qwixx.rules.sheet import crosses_in, index_of, place_of, why_row

GAPS = (*map(str, range(LAST_PLACE)), "no cross possible")
NO_CROSS = LAST_PLACE
OPENED = tuple(map(str, range(1, LAST_PLACE + 2)))

COLUMNS = (
    Column("turns", "turns"),
    Column("ends", "how the game ended", bins=("closed rows", "misses")),
    Column("misses", "misses", per_seat=True),
    Column("crosses", "crosses in all rows, without locks", per_seat=True),
    Column("closed", "rows closed", per_seat=True),
    Column("missed", "turns that ended with a miss, by the fewest numbers that a cross in step 3 would have skipped", bins=GAPS, kept=False),
    Column("crossed", "turns with nothing from step 2 that ended with a cross in step 3, likewise", bins=GAPS, kept=False),
    Column("opened", "rows, by the place of their leftmost cross", bins=OPENED, kept=False),
    Column("opened_points", "points that these rows brought", bins=OPENED, kept=False),
    Column("opened_closed", "of these rows, those that were closed", bins=OPENED, kept=False),
    Column("colour_points", "points by colour", bins=("red", "yellow", "green", "blue"), kept=False),
)  # fmt: skip
(
    TURNS, ENDS, MISSES_OF, CROSSES, CLOSED, MISSED, CROSSED, OPENED_AT, OPENED_POINTS, OPENED_CLOSED, COLOUR_POINTS, MEMORY,
) = places(COLUMNS, MAX_SEATS)  # fmt: skip
RATIOS = (
    Ratio("opened_points", "opened", percent=False),
    Ratio("opened_closed", "opened"),
)
SKIPPED_NUMBERS = (*map(str, range(LAST_PLACE)),)
QUESTIONS = (Question("cross", SKIPPED_NUMBERS), Question("open", OPENED), Question("miss", SKIPPED_NUMBERS))
CROSSING, OPENING, MISSING = range(3)
DESIGN = {
    "hand": Design(
        HAND_LIMIT,
        range(2, HAND_LIMIT + 1),
        "cards in hand after step 1; one fewer is dealt",
        held=False,
        change=lambda n, now: {"HAND": n - 1, "HAND_LIMIT": n},
    ),
    "last_miss": Design(
        MISSES,
        range(1, MISSES + 1),
        "misses of one player that end the game",
        held=False,
        change=lambda n, now: {"MISSES": n},
    ),
    "last_row": Design(
        CLOSED_ROWS,
        range(1, CLOSED_ROWS + 1),
        "closed rows of one player that end the game",
        held=False,
        change=lambda n, now: {"CLOSED_ROWS": n},
    ),
    "crosses_before_last": Design(
        BEFORE_LAST,
        range(BEFORE_LAST + 1),
        "crosses that a row needs before its last number",
        held=False,
        change=lambda n, now: {"BEFORE_LAST": n},
    ),
}
# Memory: misses of the active player before the step, who that is, and what a cross would skip in this turn, plus 1.
BEFORE, ACTIVE, GAP = range(MEMORY, MEMORY + 3)
CELLS = MEMORY + 3
BY_ROWS, BY_MISSES = range(2)


def note_before(s: Qwixx, seat: int, action: int, row: Cells) -> None:
    """Note, at the beginning of step 3, how many numbers a cross would skip, and whether one is made."""
    row[ACTIVE] = s.active
    row[BEFORE] = s.misses[s.active]
    if seat < 0:
        return
    if s.phase == CHOOSE and s.played_size == 0 and s.crossed_before == 0:
        row[GAP] = 1 + smallest_gap(s)
    elif CROSS_NUMBER <= action < STOP and row[GAP] > 0:
        row[CROSSED + row[GAP] - 1] += 1
        row[GAP] = 0


def question_bin(s: Qwixx, seat: int, action: int, question: int) -> int:
    """Return the bin of an action that a question is about.

    In step 2, crossing: by the numbers that it skips, or for a new row by its place. In step 3: a miss
    instead of a cross.
    """
    if question == MISSING:
        if action != STOP or s.phase != CROSS or s.crosses > 0 or s.crossed_before == 1:
            return -1
        return smallest_shown_gap(s)
    if s.phase != DECIDE or not CROSS_ROW <= action < SKIP:
        return -1
    colour = action - CROSS_ROW
    crossed = int(s.rows[seat][colour])
    place = place_of(colour, index_of(s.top))
    if question == OPENING:
        return place if crossed == 0 else -1
    return gap_in(crossed, place) if crossed > 0 else -1


def begins_turn(s: Qwixx, seat: int, action: int) -> bool:
    """Return True for the first card of step 1, taken from a full display; there are always enough cards to fill it."""
    if s.phase != TAKE:
        return False
    for slot in range(SLOTS):
        if s.display[slot] == EMPTY:
            return False
    return True


def smallest_shown_gap(s: Qwixx) -> int:
    """Return the fewest numbers that a cross with the cards shown would skip, -1 if none is possible."""
    fewest = NO_CROSS
    for index in range(NUMBERS):
        if is_shown(s, index):
            gap = gap_in(int(s.rows[s.active][s.colour]), place_of(s.colour, index))
            fewest = min(fewest, gap)
    return fewest if fewest < NO_CROSS else -1


def smallest_gap(s: Qwixx) -> int:
    """Return the fewest numbers that one of the cards in hand would skip in its row."""
    fewest = NO_CROSS
    for place in range(s.sizes[s.active]):
        card = s.hands[s.active][place]
        for colour in range(COLOURS):
            if card % 5 == colour or card % 5 == JOKER:
                fewest = min(fewest, gap_in(s.rows[s.active][colour], place_of(colour, index_of(card))))
    return fewest


def gap_in(crossed: int, place: int) -> int:
    """Return how many numbers lie between a row's last cross and a place, NO_CROSS if it may not be crossed."""
    if why_row(crossed, place) != 0:
        return NO_CROSS
    skipped = 0
    while place > skipped and (crossed >> (place - skipped - 1)) & 1 == 0:
        skipped += 1
    return skipped


def note_after(s: Qwixx, seat: int, action: int, row: Cells) -> None:
    """Note whether a turn or the game has ended."""
    active = row[ACTIVE]
    if s.misses[active] > row[BEFORE]:
        if row[GAP] > 0:
            row[MISSED + row[GAP] - 1] += 1
        row[GAP] = 0
    if seat >= 0 and (s.active != active or s.phase == DONE):
        row[TURNS] += 1
        row[GAP] = 0
    if s.phase == DONE:
        note_end(s, row)


def note_end(s: Qwixx, row: Cells) -> None:
    """Note the final sheets."""
    by_rows = 0
    for seat in range(s.seats):
        row[MISSES_OF + seat] = s.misses[seat]
        row[CLOSED + seat] = closed_rows(s, seat)
        if closed_rows(s, seat) >= CLOSED_ROWS:
            by_rows = 1
        for colour in range(COLOURS):
            note_row(s.rows[seat][colour], seat, colour, row)
    row[ENDS + (BY_ROWS if by_rows else BY_MISSES)] += 1


def note_row(crossed: int, seat: int, colour: int, row: Cells) -> None:
    row[CROSSES + seat] += crosses_in(crossed)
    points = POINTS[crosses_in(crossed) + (crossed >> LAST_PLACE)]
    row[COLOUR_POINTS + colour] += points
    if crossed > 0:
        place = 0
        while (crossed >> place) & 1 == 0:
            place += 1
        row[OPENED_AT + place] += 1
        row[OPENED_POINTS + place] += points
        row[OPENED_CLOSED + place] += crossed >> LAST_PLACE
