"""What a seat of Quando may know: every side of a card that it has ever seen since the deal. Q23 to Q25"""

from tischlein.cards import EMPTY, SPECTATOR, Cells, clockwise, steps_to
from tischlein.games.quando.rules.material import (
    BACK,
    FRONT,
    HIDDEN,
    KIND_OF,
    KINDS,
    LOOKS,
    MAX_SEATS,
    NUMBERS,
    SEEN,
    SHUFFLED,
    SIDES,
    TURNED,
    Quando,
)


def conceal(s: Quando, seat: int) -> None:
    """Hide every side that the seat has not seen; a spectator knows what all seats have seen. Q24, Q25

    The kinds of all cards that are not known from both sides join those out of sight. Who has seen both sides of a card stays:
    everybody at the table could see that.
    """
    first = 0 if seat == SPECTATOR else seat
    last = s.seats - 1 if seat == SPECTATOR else seat
    for each in range(first, last + 1):
        hide_from(s, each)


def hide_from(s: Quando, seat: int) -> None:
    """Hide the sides that one seat has not seen, of cards that it does not know from both."""
    eyes = SEEN << seat
    for owner in range(s.seats):
        # The holder has seen the front, all others the back.
        other_side = BACK if owner == seat else FRONT
        for place in range(s.sizes[owner]):
            card = int(s.hands[owner][place])
            s.hands[owner][place] = hide(s, card, 0 if card & eyes else other_side)
    # Everybody has seen what was played, and what lies on top.
    for place in range(s.discard_size):
        card = int(s.discard[place])
        s.discard[place] = hide(s, card, 0 if card & eyes else BACK)
    if s.top != EMPTY:
        s.top = hide(s, s.top, 0 if s.top & eyes else BACK)
    # In a pile that was turned over the played sides lie down.
    if s.stack[0] != EMPTY:
        lower = FRONT if s.order == TURNED else SIDES
        for place in range(s.rest):
            card = int(s.stack[place])
            s.stack[place] = hide(s, card, 0 if card & eyes else lower)


def hide(s: Quando, card: int, sides: int) -> int:
    """Return the card with these sides hidden; if any is, its kind joins those out of sight."""
    kind = KIND_OF[card & SIDES]
    if kind >= 0:
        s.unseen[kind] |= sides != 0
    return card | sides


# How a card looks that is known by these sides, EMPTY where both are hidden: 11 * front + back, or one side for both.
LOOK_OF = tuple(
    EMPTY
    if sides == SIDES
    else NUMBERS * (sides & FRONT if sides & FRONT != HIDDEN else sides >> 4)
    + (sides >> 4 if sides >> 4 != HIDDEN else sides & FRONT)
    for sides in range(SIDES + 1)
)
# Where the parts of an observation begin.
DISCARD_AT = MAX_SEATS * LOOKS
UNSEEN_AT = DISCARD_AT + 2 * KINDS
PILE_AT = UNSEEN_AT + KINDS
TABLE_AT = PILE_AT + 2 * KINDS
SEATS_AT = TABLE_AT + 16
PER_SEAT = 5
OBSERVED = SEATS_AT + PER_SEAT * MAX_SEATS


def observe(s: Quando, seat: int, out: Cells) -> None:
    """Write the features of a concealed record: fixed places, seats counted from this one clockwise.

    ========  ================================================================================================================
    0–725     for each of six hands the number of cards that look like 11 · front + back; where only one side is known, it
              stands for both (the front of own cards, the back of others)
    726–835   the discard pile, bottom first, since it is turned over unshuffled: for each of 55 places the side that was played, and
              the other side (−1: unknown, or none)
    836–890   1 for each kind of card that is not known at any place
    891–1000  the draw pile's cards from its top, as far as they are known: the side that lies up, the other side (−1 likewise)
    1001–1016 cards in the draw pile; in the discard pile; order of the draw pile (0 shuffled, 1 stacked, 2 turned over); phase; then as
              seats counted from this one: turn, dealer, who serves a penalty (−1: none), who knocked (−1: none); cards picked; the
              lowest and the highest number among them (−1: none); target; both other options; number of seats; own seat
              (−1: spectator)
    1017–1046 for each of six seats: in the game, hand size, points, plays, cards played
    ========  ================================================================================================================
    """
    own = seat if seat >= 0 else 0
    for place in range(DISCARD_AT):
        out[place] = 0
    for place in range(SEATS_AT, OBSERVED):
        out[place] = 0
    for offset in range(s.seats):
        other = clockwise(own, offset, s.seats)
        base = SEATS_AT + PER_SEAT * offset
        out[base] = 1
        out[base + 1] = s.sizes[other]
        out[base + 2] = s.points[other]
        out[base + 3] = s.plays[other]
        out[base + 4] = s.cards_played[other]
    # All places, also those that hold nothing: compiled, they are written many at a time.
    for place in range(KINDS):
        observe_card(int(s.discard[place]), out, DISCARD_AT + 2 * place)
    for kind in range(KINDS):
        out[UNSEEN_AT + kind] = s.unseen[kind]
    observe_pile(s, out)
    observe_table(s, seat, own, out)
    # Last, since compiled code clears cells many at a time, and would wait for those that it reads right after.
    for offset in range(s.seats):
        other = clockwise(own, offset, s.seats)
        for place in range(s.sizes[other]):
            count_look(s.hands[other][place], out, offset * LOOKS)


def count_look(card: int, out: Cells, base: int) -> None:
    """Count a card by what is known of it; a card that is not known at all is not counted."""
    look = LOOK_OF[card & SIDES]
    if look >= 0:
        out[base + look] += 1


def observe_pile(s: Quando, out: Cells) -> None:
    """Write the next cards from the top; below it a shuffled pile has no order."""
    for place in range(PILE_AT, TABLE_AT):
        out[place] = EMPTY
    observe_card(int(s.top), out, PILE_AT)
    if s.order != SHUFFLED:
        for ahead in range(1, s.rest + 1):
            observe_card(int(s.stack[s.rest - ahead]), out, PILE_AT + 2 * ahead)


def observe_card(card: int, out: Cells, base: int) -> None:
    """Write both sides of a card in a pile."""
    up = card & FRONT
    down = card >> 4 & FRONT
    # An empty place reads like a hidden side: all its bits are set.
    out[base] = up if up != HIDDEN else EMPTY
    out[base + 1] = down if down != HIDDEN else EMPTY


def observe_table(s: Quando, seat: int, own: int, out: Cells) -> None:
    out[TABLE_AT] = s.rest + (s.top != EMPTY)
    out[TABLE_AT + 1] = s.discard_size
    out[TABLE_AT + 2] = s.order
    out[TABLE_AT + 3] = s.phase
    out[TABLE_AT + 4] = steps_to(own, s.turn, s.seats)
    out[TABLE_AT + 5] = steps_to(own, s.dealer, s.seats)
    out[TABLE_AT + 6] = steps_to(own, s.server, s.seats) if s.server != EMPTY else EMPTY
    out[TABLE_AT + 7] = steps_to(own, s.knocked, s.seats) if s.knocked != EMPTY else EMPTY
    out[TABLE_AT + 8] = s.picked
    out[TABLE_AT + 9] = s.low
    out[TABLE_AT + 10] = s.high
    out[TABLE_AT + 11] = s.target
    out[TABLE_AT + 12] = s.two_cards
    out[TABLE_AT + 13] = s.knock_penalty_after_zeros
    out[TABLE_AT + 14] = s.seats
    out[TABLE_AT + 15] = seat if seat >= 0 else EMPTY
