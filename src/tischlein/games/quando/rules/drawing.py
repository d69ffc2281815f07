"""The deal and the piles of Quando. Q2 to Q5, Q10 to Q12"""

from tischlein.cards import EMPTY, take
from tischlein.games.quando.rules.material import (
    DEAL,
    FEW,
    HAND,
    HAND_OF_FEW,
    KIND_OF,
    PLAY,
    SEEN,
    SHUFFLED,
    SIDES,
    STACKED,
    TURNED,
    WAYS,
    Quando,
    everybody,
    following,
    nothing_to_draw,
    turned,
)


def begin_deal(s: Quando, dealer: int) -> None:
    """Begin the deal with the player left of the dealer. Q6"""
    s.dealer = dealer
    s.turn = following(s, dealer)
    s.phase = DEAL


def deal(s: Quando, index: int) -> None:
    """Deal one card, then on clockwise until each has a full hand, or none is left. Q2"""
    seat = s.turn
    size = s.sizes[seat]
    s.hands[seat][size] = WAYS[2 * take(s.unseen, index >> 1) + (index & 1)]
    s.sizes[seat] = size + 1
    s.rest -= 1
    s.turn = following(s, seat)
    if s.rest == 0 or s.sizes[s.turn] == (HAND_OF_FEW if s.seats <= FEW else HAND):
        s.turn = following(s, s.dealer)
        s.phase = PLAY


def gather(s: Quando) -> None:
    """Shuffle all cards; with that all knowledge about them is gone. Q2, Q24"""
    cards = s.rest + s.discard_size
    for seat in range(s.seats):
        cards += s.sizes[seat]
        for place in range(s.sizes[seat]):
            put_back(s, s.hands[seat][place])
            s.hands[seat][place] = EMPTY
        s.sizes[seat] = 0
        s.plays[seat] = 0
        s.cards_played[seat] = 0
    for place in range(s.discard_size):
        put_back(s, s.discard[place])
        s.discard[place] = EMPTY
    s.discard_size = 0
    if s.order != SHUFFLED:
        for place in range(s.rest):
            put_back(s, s.stack[place])
            s.stack[place] = EMPTY
        s.order = SHUFFLED
    if s.top != EMPTY:
        cards += 1
        put_back(s, s.top)
        s.top = EMPTY
    s.rest = cards
    s.knocked = EMPTY


def put_back(s: Quando, card: int) -> None:
    s.unseen[KIND_OF[card & SIDES]] = 1


def uncover(s: Quando, index: int) -> None:
    """Show the card and side that chance named on top of a shuffled draw pile. Q5, Q25"""
    s.top = WAYS[2 * take(s.unseen, index >> 1) + (index & 1)]
    s.rest -= 1


def draw(s: Quando, seat: int, hidden: int) -> None:
    """Move a card into a hand: the visible side as front, or the hidden one unseen. Q11

    Now the drawer sees the front, the others the back, and all have seen the side that lay up.
    """
    drawer = SEEN << seat
    if hidden:
        s.hands[seat][s.sizes[seat]] = turned(s.top) | drawer
    else:
        s.hands[seat][s.sizes[seat]] = s.top | (everybody(s) & ~drawer)
    s.sizes[seat] += 1
    s.top = EMPTY
    if s.rest == 0:
        turn_over(s)
    elif s.order != SHUFFLED:
        s.rest -= 1
        s.top = s.stack[s.rest]
        s.stack[s.rest] = EMPTY
        if s.order == TURNED:
            s.top |= everybody(s)


def lay(s: Quando, seat: int, place: int) -> None:
    """Move a card from the hand to the discard pile; now all others have seen its front, too. Q9, Q23"""
    hand = s.hands[seat]
    card = hand[place] | (everybody(s) & ~(SEEN << seat))
    s.sizes[seat] -= 1
    for after in range(place, s.sizes[seat]):
        hand[after] = hand[after + 1]
    hand[s.sizes[seat]] = EMPTY
    s.discard[s.discard_size] = card
    s.discard_size += 1
    # Both piles were empty: the first card laid is the new draw pile. Q12
    if nothing_to_draw(s):
        turn_over(s)


def turn_over(s: Quando) -> None:
    """Turn the discard pile over into the draw pile: the first card discarded is on top and shows its other side. Q12"""
    if s.discard_size == 0:
        # An empty pile has only one kind of order.
        s.order = STACKED if s.order == TURNED else s.order
        return
    s.order = TURNED
    s.rest = s.discard_size - 1
    for place in range(s.rest):
        s.stack[place] = turned(s.discard[s.rest - place])
    s.top = turned(s.discard[0]) | everybody(s)
    for place in range(s.discard_size):
        s.discard[place] = EMPTY
    s.discard_size = 0
