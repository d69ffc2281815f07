"""The piles of LOBO 77: how a card comes from them into a hand. L5, L7, L8"""

from tischlein.cards import EMPTY
from tischlein.games.lobo77.rules.material import Lobo77


def cap_draws(s: Lobo77) -> None:
    """Limit the cards that may be drawn to those that there are. L7, L8"""
    there_is = s.draw_size
    if s.discard_size > 1:
        there_is += s.discard_size - 1
    if s.to_draw > there_is:
        s.to_draw = there_is
    if s.to_draw == 0:
        s.drawer = EMPTY


def ensure_draw_pile(s: Lobo77) -> bool:
    """Refill an empty pile, only now; return True if there is a card to draw. L8"""
    if s.draw_size == 0 and s.discard_size > 1:
        refill(s)
    return s.draw_size > 0


def refill(s: Lobo77) -> None:
    """Shuffle the discard pile, without its top card, into a new draw pile. L8"""
    below_top = s.discard_size - 1
    for place in range(below_top):
        s.unseen[s.discard[place]] += 1
        s.discard[place] = EMPTY
    s.discard[below_top] = EMPTY
    s.discard[0] = s.top
    s.discard_size = 1
    s.draw_size = below_top
    s.draw_ordered = 0


def draw_from_stack(s: Lobo77) -> None:
    """Take the top card of a draw pile whose order is known."""
    top = s.draw_size - 1
    kind = s.stack[top]
    s.stack[top] = EMPTY
    receive(s, kind)
    s.to_draw -= 1


def receive(s: Lobo77, kind: int) -> None:
    """Move a card of the draw pile into the drawer's hand."""
    drawer = s.drawer
    s.hands[drawer][kind] += 1
    s.sizes[drawer] += 1
    s.draw_size -= 1
