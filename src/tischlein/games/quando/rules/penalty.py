"""What a triplet brings to all other players of Quando: turn over a zero, or draw a card. Q13, Q14"""

from tischlein.cards import EMPTY
from tischlein.games.quando.rules.material import Quando, everybody, following, nothing_to_draw, turned
from tischlein.games.quando.rules.plays import ONLY_ZERO, fronts


def holds_zero(s: Quando, seat: int) -> bool:
    """Return True if there is a zero among the fronts."""
    return fronts(s, seat) & ONLY_ZERO == ONLY_ZERO


def can_serve(s: Quando, seat: int) -> bool:
    """Return True if there is something to draw, or a zero to turn over. Q14"""
    return not nothing_to_draw(s) or holds_zero(s, seat)


def flip(s: Quando, seat: int, place: int) -> None:
    """Turn over a zero in its place; by now all players have seen both of its sides. Q13"""
    s.hands[seat][place] = turned(s.hands[seat][place]) | everybody(s)


def next_server(s: Quando, seat: int) -> int:
    """Return the first seat from this one on that can serve, EMPTY when it is the turn's player again.

    A seat with neither a zero nor anything to draw is skipped for good. Q13, Q14
    """
    while seat != s.turn:
        if can_serve(s, seat):
            return seat
        seat = following(s, seat)
    return EMPTY
