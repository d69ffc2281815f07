"""What a seat of Qwixx may know: numbers everywhere, colours only of its own cards and of those that were shown. X16

No memory is needed beyond the table: a colour becomes known when its card lies open, and is forgotten with the shuffle.
"""

from tischlein.cards import EMPTY, UNKNOWN, Cells, below, clockwise, steps_to
from tischlein.games.qwixx.rules.material import (
    BACK,
    CHOOSE,
    COLOURS,
    CROSS,
    DECIDE,
    FULL_HAND,
    JOKER,
    KINDS,
    MAX_SEATS,
    NUMBERS,
    SKIPPED,
    SLOTS,
    Qwixx,
)
from tischlein.games.qwixx.rules.sheet import index_of, place_of, why_row


def conceal(s: Qwixx, seat: int) -> None:
    """Turn to their backs all cards that the seat does not hold and that do not lie open; hide undisclosed choices."""
    for other in range(s.seats):
        if other != seat:
            for place in range(FULL_HAND):
                s.hands[other][place] = hide(s, s.hands[other][place])
            if s.choices[other] != EMPTY:
                s.choices[other] = UNKNOWN
    for slot in range(SLOTS):
        s.display[slot] = hide(s, s.display[slot])
    if s.draw_ordered:
        for place in range(s.draw_size):
            s.unseen[s.stack[place]] = 1
            s.stack[place] = EMPTY
        s.draw_ordered = 0
    s.top = hide(s, s.top)
    if s.phase == CHOOSE and s.active != seat:
        for place in range(s.played_size):
            s.played[place] = hide(s, s.played[place])
        if s.played_size > 0:
            s.colour = UNKNOWN


def hide(s: Qwixx, card: int) -> int:
    """Return the card's back; the card joins those out of sight."""
    if card < 0 or card >= BACK:
        return card
    s.unseen[card] = 1
    return BACK + card // 5


def imagine(s: Qwixx, seat: int, rng: Cells, work: Cells) -> None:
    """Give every back a card of its number; what is left over is the rest of the draw pile."""
    if s.phase == CHOOSE and s.colour == UNKNOWN:
        imagine_played(s, rng)
    for other in range(s.seats):
        for place in range(s.sizes[other]):
            if s.hands[other][place] >= BACK:
                s.hands[other][place] = draw_number(s, s.hands[other][place] - BACK, rng)
        sort_hand(s, other)
    for slot in range(SLOTS):
        if s.display[slot] >= BACK:
            s.display[slot] = draw_number(s, s.display[slot] - BACK, rng)
    if s.top >= BACK:
        s.top = draw_number(s, s.top - BACK, rng)
    if s.phase == DECIDE:
        imagine_choices(s, rng)


def draw_number(s: Qwixx, index: int, rng: Cells) -> int:
    """Draw one of the cards out of sight with this number."""
    there = 0
    for colour in range(5):
        there += s.unseen[5 * index + colour]
    left = below(rng, there)
    card = 5 * index
    while s.unseen[card] == 0 or left > 0:
        left -= s.unseen[card]
        card += 1
    s.unseen[card] = 0
    return card


def sort_hand(s: Qwixx, seat: int) -> None:
    """Sort cards of equal numbers, which may have come in any order; others are in order already."""
    for end in range(1, s.sizes[seat]):
        card = s.hands[seat][end]
        place = end
        while place > 0 and s.hands[seat][place - 1] > card:
            s.hands[seat][place] = s.hands[seat][place - 1]
            place -= 1
        s.hands[seat][place] = card


def imagine_played(s: Qwixx, rng: Cells) -> None:
    """Imagine the cards chosen in step 3: one colour, jokers aside, each colour as likely as there are ways to it."""
    ways = 0
    for colour in range(COLOURS):
        ways += ways_to_play(s, colour)
    left = below(rng, ways)
    colour = 0
    while left >= ways_to_play(s, colour):
        left -= ways_to_play(s, colour)
        colour += 1
    s.colour = colour
    for place in range(s.played_size):
        index = s.played[place] - BACK
        card = 5 * index + colour
        joker = 5 * index + JOKER
        if s.unseen[card] == 0 or (s.unseen[joker] and below(rng, 2) == 0):
            card = joker
        s.unseen[card] = 0
        s.played[place] = card


def ways_to_play(s: Qwixx, colour: int) -> int:
    """Return the number of ways in which the chosen cards can be cards of this colour, or jokers."""
    ways = 1
    for place in range(s.played_size):
        index = s.played[place] - BACK
        free = s.unseen[5 * index + colour] + s.unseen[5 * index + JOKER]
        for before in range(place):
            if s.played[before] == s.played[place]:
                free -= 1
        ways *= free
    return ways


def imagine_choices(s: Qwixx, rng: Cells) -> None:
    """Imagine a decision in step 2: any row that takes the number, or none."""
    index = index_of(s.top)
    for other in range(s.seats):
        if s.choices[other] == UNKNOWN:
            open_rows = 0
            for colour in range(COLOURS):
                open_rows += why_row(s.rows[other][colour], place_of(colour, index)) == 0
            left = below(rng, open_rows + 1)
            colour = 0
            while colour < SKIPPED and (
                left > 0 or why_row(s.rows[other][colour], place_of(colour, index)) != 0
            ):
                left -= why_row(s.rows[other][colour], place_of(colour, index)) == 0
                colour += 1
            s.choices[other] = colour


TABLE = 13
PER_SEAT = COLOURS * NUMBERS + NUMBERS + 4
OBSERVED = KINDS + KINDS + NUMBERS + TABLE + SLOTS + NUMBERS + MAX_SEATS * PER_SEAT


def observe(s: Qwixx, seat: int, out: Cells) -> None:
    """Write the features of a concealed record: fixed places, seats counted from this one clockwise.

    0–54 own hand; 55–109 cards out of sight; 110–120 numbers in the display; 121 number on top of the pile, from 0 (−1: none);
    122 draw pile; 123 discard pile; 124 phase; 125 active seat, counted from this one; 126 cards chosen in step 3; 127 their
    colour (−1 none, −2 unknown); 128 crossed in step 2; 129 crosses in step 3; 130 the first one's place; 131 own choice in
    step 2; 132 number of seats; 133 option jokers; 134–137 the number in each slot of the display, from 0 (−1: empty); 138–148 numbers
    of the cards played in step 3; then for each of five seats: crosses (44), numbers in hand (11), misses, hand size, has decided,
    in the game.
    """
    own = seat if seat >= 0 else 0
    for place in range(OBSERVED):
        out[place] = 0
    for card in range(KINDS):
        out[KINDS + card] = s.unseen[card]
    if seat >= 0:
        for place in range(s.sizes[seat]):
            out[s.hands[seat][place]] = 1
    base = 2 * KINDS
    for slot in range(SLOTS):
        if s.display[slot] != EMPTY:
            out[base + index_of(s.display[slot])] += 1
    base += NUMBERS
    out[base] = index_of(s.top) if s.top != EMPTY else EMPTY
    out[base + 1] = s.draw_size
    out[base + 2] = s.discard_size
    out[base + 3] = s.phase
    out[base + 4] = steps_to(own, s.active, s.seats)
    out[base + 5] = s.played_size
    out[base + 6] = s.colour
    out[base + 7] = s.crossed_before
    out[base + 8] = s.crosses
    out[base + 9] = s.first_cross
    out[base + 10] = s.choices[seat] if seat >= 0 else EMPTY
    out[base + 11] = s.seats
    out[base + 12] = s.jokers
    base += TABLE
    for slot in range(SLOTS):
        out[base + slot] = index_of(s.display[slot]) if s.display[slot] != EMPTY else EMPTY
    base += SLOTS
    for place in range(s.played_size):
        # Once shown, they lie on top of the discard pile.
        card = s.discard[s.discard_size - 1 - place] if s.phase == CROSS else s.played[place]
        out[base + index_of(card)] += 1
    base += NUMBERS
    for offset in range(s.seats):
        observe_seat(s, clockwise(own, offset, s.seats), out, base + offset * PER_SEAT)
    # Last, since compiled code clears cells many at a time, and would wait for those that it reads right after.
    base += COLOURS * NUMBERS
    for offset in range(s.seats):
        other = clockwise(own, offset, s.seats)
        for place in range(s.sizes[other]):
            out[base + offset * PER_SEAT + index_of(s.hands[other][place])] += 1


def observe_seat(s: Qwixx, seat: int, out: Cells, base: int) -> None:
    for colour in range(COLOURS):
        row = s.rows[seat][colour]
        for place in range(NUMBERS):
            out[base + place] = row >> place & 1
        base += NUMBERS
    out[base + NUMBERS] = s.misses[seat]
    out[base + NUMBERS + 1] = s.sizes[seat]
    out[base + NUMBERS + 2] = s.choices[seat] != EMPTY
    out[base + NUMBERS + 3] = 1
