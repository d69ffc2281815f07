"""What is legal in LOBO 77, and the first reason against what is not. L5, L7, L11"""

from tischlein.cards import Cells
from tischlein.games.lobo77.rules.material import DONE, DOUBLE, DRAW, KINDS, PLAY, Lobo77

REASONS = (
    ("legal", ""),
    ("game_over", "L21"),
    ("not_your_turn", "L5"),
    ("not_in_hand", "L5"),
    ("no_manual_draw", "L7"),
    ("no_draw_open", "L7"),
    ("double_on_double", "L11"),
)
LEGAL, GAME_OVER, NOT_YOUR_TURN, NOT_IN_HAND, NO_MANUAL_DRAW, NO_DRAW_OPEN, DOUBLE_ON_DOUBLE = range(7)


def why(s: Lobo77, seat: int, action: int, work: Cells) -> int:
    """Return LEGAL, or the first reason against this action of this seat; the order is explained in the docs."""
    if s.phase == DONE:
        return GAME_OVER
    if action == DRAW:
        if s.manual_draw == 0:
            return NO_MANUAL_DRAW
        if s.phase != PLAY or s.to_draw == 0 or s.drawer != seat:
            return NO_DRAW_OPEN
        return LEGAL
    if s.phase != PLAY or s.turn != seat:
        return NOT_YOUR_TURN
    if s.hands[seat][action] == 0:
        return NOT_IN_HAND
    if action == DOUBLE and double_is_barred(s, seat):
        return DOUBLE_ON_DOUBLE
    return LEGAL


def legal(s: Lobo77, seat: int, out: Cells, work: Cells) -> int:
    """Write all legal actions of a seat, and return how many there are."""
    if s.phase != PLAY:
        return 0
    n = 0
    if s.turn == seat:
        hand = s.hands[seat]
        for kind in range(KINDS):
            out[n] = kind
            if hand[kind]:
                n += 1
        if hand[DOUBLE] > 0 and double_is_barred(s, seat):
            n = strike(out, n, DOUBLE)
    if s.to_draw > 0 and s.drawer == seat:
        out[n] = DRAW
        n += 1
    return n


def strike(out: Cells, n: int, action: int) -> int:
    """Remove one action from a list of n."""
    kept = 0
    for place in range(n):
        out[kept] = out[place]
        kept += out[place] != action
    return kept


def double_is_barred(s: Lobo77, seat: int) -> bool:
    """Return True if a ×2 lies on top and the seat holds something else. L11"""
    return s.top == DOUBLE and s.sizes[seat] > s.hands[seat][DOUBLE]
