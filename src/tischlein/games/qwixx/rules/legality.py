"""What is legal in Qwixx, and the first reason against what is not. X3 to X10"""

from tischlein.cards import EMPTY, Cells
from tischlein.games.qwixx.rules.material import (
    CHOOSE,
    COLOURS,
    CROSS,
    CROSS_NUMBER,
    CROSS_ROW,
    DECIDE,
    DONE,
    JOKER,
    NUMBERS,
    PLAY_CARD,
    PLAY_JOKER,
    PLAYS,
    SHOW,
    SKIP,
    SLOT,
    SLOTS,
    STOP,
    TAKE,
    Qwixx,
)
from tischlein.games.qwixx.rules.sheet import index_of, place_of, why_row

REASONS = (
    ("legal", ""),
    ("game_over", "X13"),
    ("wrong_step", "X7"),
    ("wrong_step", "X8"),
    ("wrong_step", "X9"),
    ("not_your_turn", "X7"),
    ("already_decided", "X8"),
    ("slot_empty", "X7"),
    ("not_in_hand", "X9"),
    ("row_closed", "X5"),
    ("left_of_cross", "X3"),
    ("needs_five", "X4"),
    ("other_colour", "X9"),
    ("three_at_most", "X9"),
    ("nothing_played", "X9"),
    ("not_shown", "X9"),
    ("gap", "X10"),
)
LEGAL, GAME_OVER, NOT_STEP_1, NOT_STEP_2, NOT_STEP_3, NOT_YOUR_TURN, ALREADY_DECIDED, SLOT_EMPTY = range(8)
NOT_IN_HAND = 8  # 9 to 11 are the reasons of one row, see sheet.py
OTHER_COLOUR, THREE_AT_MOST, NOTHING_PLAYED, NOT_SHOWN, GAP = range(12, 17)


def why(s: Qwixx, seat: int, action: int, work: Cells) -> int:
    """Return LEGAL, or the first reason against this action of this seat."""
    if s.phase == DONE:
        return GAME_OVER
    if action < CROSS_ROW:
        return why_take(s, seat, action - SLOT)
    if action <= SKIP:
        return why_decide(s, seat, action)
    if action < SHOW:
        return why_play(s, seat, action)
    if s.phase != (CHOOSE if action == SHOW else CROSS):
        return NOT_STEP_3
    if seat != s.active:
        return NOT_YOUR_TURN
    if action == SHOW:
        return LEGAL if s.played_size > 0 else NOTHING_PLAYED
    if action == STOP:
        return LEGAL
    return why_cross(s, action - CROSS_NUMBER)


def why_take(s: Qwixx, seat: int, slot: int) -> int:
    if s.phase != TAKE:
        return NOT_STEP_1
    if seat != s.active:
        return NOT_YOUR_TURN
    return LEGAL if s.display[slot] != EMPTY else SLOT_EMPTY


def why_decide(s: Qwixx, seat: int, action: int) -> int:
    if s.phase != DECIDE:
        return NOT_STEP_2
    if s.choices[seat] != EMPTY:
        return ALREADY_DECIDED
    if action == SKIP:
        return LEGAL
    colour = action - CROSS_ROW
    return why_row(s.rows[seat][colour], place_of(colour, index_of(s.top)))


def why_play(s: Qwixx, seat: int, action: int) -> int:
    if s.phase != CHOOSE:
        return NOT_STEP_3
    if seat != s.active:
        return NOT_YOUR_TURN
    if not holds(s, seat, card_of(action)):
        return NOT_IN_HAND
    if s.played_size > 0 and colour_of(action) != s.colour:
        return OTHER_COLOUR
    return LEGAL if s.played_size < PLAYS else THREE_AT_MOST


def why_cross(s: Qwixx, index: int) -> int:
    """Return the reason against a cross: it must be shown, right of all crosses, near the first of this step. X9, X10"""
    place = place_of(s.colour, index)
    reason = why_row(s.rows[s.active][s.colour], place)
    if reason != LEGAL:
        return reason
    if not is_shown(s, index):
        return NOT_SHOWN
    return GAP if s.crosses > 0 and place - s.first_cross - s.crosses > 1 else LEGAL


def legal(s: Qwixx, seat: int, out: Cells, work: Cells) -> int:
    """Write all legal actions of a seat, and return how many there are."""
    if s.phase == DECIDE:
        return legal_decisions(s, seat, out)
    if s.active != seat:
        return 0
    n = 0
    if s.phase == TAKE:
        for slot in range(SLOTS):
            if s.display[slot] != EMPTY:
                out[n] = SLOT + slot
                n += 1
    elif s.phase == CHOOSE:
        n = legal_plays(s, seat, out)
    elif s.phase == CROSS:
        for index in range(NUMBERS):
            if is_shown(s, index) and why_cross(s, index) == LEGAL:
                out[n] = CROSS_NUMBER + index
                n += 1
        out[n] = STOP
        n += 1
    return n


def legal_decisions(s: Qwixx, seat: int, out: Cells) -> int:
    if s.choices[seat] != EMPTY:
        return 0
    n = 0
    index = index_of(s.top)
    for colour in range(COLOURS):
        if why_row(s.rows[seat][colour], place_of(colour, index)) == LEGAL:
            out[n] = CROSS_ROW + colour
            n += 1
    out[n] = SKIP
    return n + 1


def legal_plays(s: Qwixx, seat: int, out: Cells) -> int:
    n = 0
    if s.played_size < PLAYS:
        for place in range(s.sizes[seat]):
            card = s.hands[seat][place]
            index = card // 5
            if card % 5 != JOKER:
                if s.played_size == 0 or card % 5 == s.colour:
                    out[n] = PLAY_CARD + 4 * index + card % 5
                    n += 1
            else:
                for colour in range(COLOURS):
                    if s.played_size == 0 or colour == s.colour:
                        out[n] = PLAY_JOKER + 4 * index + colour
                        n += 1
    if s.played_size > 0:
        out[n] = SHOW
        n += 1
    return n


def card_of(action: int) -> int:
    """Return the card that a `play` action lays."""
    if action < PLAY_JOKER:
        return 5 * ((action - PLAY_CARD) // 4) + (action - PLAY_CARD) % 4
    return 5 * ((action - PLAY_JOKER) // 4) + JOKER


def colour_of(action: int) -> int:
    """Return the colour that a `play` action lays it as."""
    return (action - PLAY_CARD) % 4 if action < PLAY_JOKER else (action - PLAY_JOKER) % 4


def holds(s: Qwixx, seat: int, card: int) -> bool:
    for place in range(s.sizes[seat]):
        if s.hands[seat][place] == card:
            return True
    return False


def is_shown(s: Qwixx, index: int) -> bool:
    """Return True if one of the cards just shown has this number."""
    for back in range(s.played_size):
        if s.discard[s.discard_size - 1 - back] // 5 == index:
            return True
    return False
