"""Qwixx – the card game: cross numbers from left to right, with cards whose colours only their holders see.

The rules in short (clause numbers in brackets; the conformance suite has a case for each):

* 44 cards, 2 to 12 in four colours; backs show the number. Everybody has a sheet with four rows [X1, X2]; four cards each, a
  display of four, a lot for the first active player [X6].
* A row is crossed from left to right [X3]; its last number needs five crosses before and brings the lock [X4], which closes the row
  for that player [X5].
* Step 1: the active player takes cards from the display up to five in hand; it is refilled from the draw pile [X7].
* Step 2: the number on top of the draw pile is for everybody: all decide at once to cross it in one row, or not [X8].
* Step 3: the active player plays one to three cards of one colour and may cross their numbers, with at most one number left out
  between the first and the last [X9, X10]; who crosses nothing in steps 2 and 3 marks a miss [X12].
* Two closed rows or four misses end the game at once [X13]; rows bring 1, 3, 6, … points, a miss −5 [X14].
* With jokers: the number is printed, the colour is chosen when it is played [X15].

Actions (one tap each)

======  =============================================================================
0–3     take the card of this display slot
4–7     step 2: cross the number in the red, yellow, green, blue row; 8: skip
9–52    step 3: play the card 4·(number − 2) + colour
53–96   step 3: play the joker of that number as that colour
97      show the cards chosen
98–108  cross the number 2 … 12; 109: stop
======  =============================================================================

Chance outcomes: a seat, for the lot; else the i-th of the cards that are out of sight, in the order of kinds.
"""

from tischlein.cards import CHANCE, EMPTY, NO_CARD, OVER, Cells, insert, remove, take
from tischlein.games.qwixx.rules.knowledge import OBSERVED, conceal, imagine, observe
from tischlein.games.qwixx.rules.legality import REASONS, card_of, colour_of, legal, why
from tischlein.games.qwixx.rules.material import (
    ACTIONS,
    CHOOSE,
    CLOSED_ROWS,
    COLOURS,
    CROSS,
    CROSS_NUMBER,
    CROSS_ROW,
    DEAL,
    DECIDE,
    DONE,
    END,
    FILL,
    FULL_HAND,
    HAND,
    HAND_LIMIT,
    JOKER,
    KINDS,
    LAST_PLACE,
    LOT,
    MAX_SEATS,
    MISS_POINTS,
    MISSES,
    PLAYS,
    POINTS,
    REFILL,
    SHOW,
    SKIP,
    SKIPPED,
    SLOT,
    SLOTS,
    STOP,
    TAKE,
    VERSION,
    WORK,
    Qwixx,
)
from tischlein.games.qwixx.rules.sheet import crosses_in, index_of, place_of

RECORD = Qwixx
# The contract.
__all__ = [
    "ACTIONS",
    "MAX_SEATS",
    "OBSERVED",
    "REASONS",
    "RECORD",
    "VERSION",
    "WORK",
    "apply",
    "chances",
    "conceal",
    "drawn_for",
    "imagine",
    "legal",
    "observe",
    "payoff",
    "scores",
    "setup",
    "why",
]


def setup(s: Qwixx) -> None:
    """Lay out a new game: all cards out of sight, empty sheets; the lot comes next."""
    s.phase = LOT
    s.actor = CHANCE
    s.active = 0
    s.top = EMPTY
    s.draw_ordered = 0
    s.discard_size = 0
    s.draw_size = 0
    for card in range(KINDS):
        s.unseen[card] = 1 if card % 5 != JOKER or s.jokers else 0
        s.draw_size += s.unseen[card]
        s.discard[card] = EMPTY
        s.stack[card] = EMPTY
    for seat in range(MAX_SEATS):
        s.sizes[seat] = 0
        s.misses[seat] = 0
        s.choices[seat] = EMPTY
        for place in range(FULL_HAND):
            s.hands[seat][place] = EMPTY
        for colour in range(COLOURS):
            s.rows[seat][colour] = 0
    for slot in range(SLOTS):
        s.display[slot] = EMPTY
    clear_turn(s)


def clear_turn(s: Qwixx) -> None:
    """Clear everything of this turn's steps."""
    s.played_size = 0
    s.colour = EMPTY
    s.crossed_before = 0
    s.crosses = 0
    s.first_cross = EMPTY
    for place in range(PLAYS):
        s.played[place] = EMPTY


# What happens


def chances(s: Qwixx) -> int:
    """Return how many equally likely outcomes there are."""
    return s.seats if s.phase == LOT else s.draw_size


def drawn_for(s: Qwixx) -> int:
    """Return the seat that the next card is for: dealt to it, or for the display in its turn.

    ``s.seats``: the number for everybody in step 2; NO_CARD: the lot.
    """
    if s.phase == LOT:
        return NO_CARD
    if s.phase == DEAL:
        return receiver(s)
    for slot in range(SLOTS):
        if s.display[slot] == EMPTY:
            return int(s.active)
    return int(s.seats)


def apply(s: Qwixx, seat: int, action: int, work: Cells) -> None:
    """Carry out a legal action, or a chance outcome, and go on until the next one is due."""
    if seat == CHANCE:
        if s.phase == DEAL:
            deal(s, action)
        elif s.phase == LOT:
            s.active = action
            s.phase = DEAL
        else:
            s.top = take(s.unseen, action)
    elif action < CROSS_ROW:
        receive(s, s.active, s.display[action - SLOT])
        s.display[action - SLOT] = EMPTY
    elif action <= SKIP:
        decide(s, seat, action - CROSS_ROW)
    elif action < SHOW:
        choose(s, card_of(action), colour_of(action))
    elif action == SHOW:
        show(s)
    elif action == STOP:
        s.phase = END
    else:
        cross_number(s, action - CROSS_NUMBER)
    while not reach_decision(s):
        pass


def reach_decision(s: Qwixx) -> bool:
    """Go on towards the next decision; return True if a seat or chance has to decide, else the next phase has begun."""
    if s.phase == TAKE:
        return offer_take(s)
    if s.phase == FILL or s.phase == REFILL:
        return fill_display(s)
    if s.phase == DECIDE:
        return ask_everybody(s)
    if s.phase == CHOOSE:
        # With no card in hand there is no step 3. X7
        if s.sizes[s.active] == 0 and s.played_size == 0:
            s.phase = END
            return False
        s.actor = s.active
    elif s.phase == END:
        return end_turn(s)
    elif s.phase == DONE:
        # Cleared, so that equal endings have equal bytes.
        clear_turn(s)
        s.actor = OVER
    elif s.phase == CROSS:
        s.actor = s.active
    return True


def deal(s: Qwixx, index: int) -> None:
    """Deal one card each in turn, from the active player on, until each has four. X6"""
    seat = receiver(s)
    receive(s, seat, take(s.unseen, index))
    s.draw_size -= 1
    if s.sizes[receiver(s)] == HAND:
        s.phase = FILL


def receiver(s: Qwixx) -> int:
    """Return the seat that is dealt the next card."""
    dealt = 0
    for seat in range(s.seats):
        dealt += s.sizes[seat]
    return (s.active + dealt) % s.seats


def receive(s: Qwixx, seat: int, card: int) -> None:
    """Put a card into a hand, which stays sorted."""
    insert(s.hands[seat], s.sizes[seat], card)
    s.sizes[seat] += 1


# Step 1


def offer_take(s: Qwixx) -> bool:
    """Let the active player take, up to five in hand, while there is a card to take; else go on. X7"""
    if s.sizes[s.active] < HAND_LIMIT:
        for slot in range(SLOTS):
            if s.display[slot] != EMPTY:
                s.actor = s.active
                return True
    s.phase = REFILL
    return False


def fill_display(s: Qwixx) -> bool:
    """Fill the lowest empty slot first; then a number must lie on top of the pile, if there is any card. X7"""
    for slot in range(SLOTS):
        if s.display[slot] == EMPTY and ensure_pile(s):
            if s.top == EMPTY:
                s.actor = CHANCE
                return True
            s.display[slot] = s.top
            remove_top(s)
    if ensure_pile(s) and s.top == EMPTY:
        s.actor = CHANCE
        return True
    s.phase = TAKE if s.phase == FILL else DECIDE
    return False


def ensure_pile(s: Qwixx) -> bool:
    """Shuffle the discard pile into a used-up draw pile; return True if there is a card in it. X7"""
    if s.draw_size == 0 and s.discard_size > 0:
        for place in range(s.discard_size):
            s.unseen[s.discard[place]] = 1
            s.discard[place] = EMPTY
        s.draw_size = s.discard_size
        s.discard_size = 0
        s.draw_ordered = 0
    return s.draw_size > 0


def remove_top(s: Qwixx) -> None:
    """Remove the top card of the pile; the next one shows its number once chance has named it."""
    s.draw_size -= 1
    s.top = EMPTY
    if s.draw_ordered:
        s.stack[s.draw_size] = EMPTY
        if s.draw_size > 0:
            s.top = s.stack[s.draw_size - 1]


# Step 2


def ask_everybody(s: Qwixx) -> bool:
    """Ask all players about the number on top; with no card there, nobody decides. X7, X8"""
    if s.draw_size == 0:
        s.phase = CHOOSE
        return False
    seat = 0
    while s.choices[seat] != EMPTY:
        seat += 1
    s.actor = seat
    return True


def decide(s: Qwixx, seat: int, choice: int) -> None:
    """Note a decision; with the last one all crosses are made. X8"""
    s.choices[seat] = choice
    for other in range(s.seats):
        if s.choices[other] == EMPTY:
            return
    s.crossed_before = s.choices[s.active] != SKIPPED
    for other in range(s.seats):
        colour = s.choices[other]
        s.choices[other] = EMPTY
        if colour != SKIPPED:
            s.rows[other][colour] |= 1 << place_of(colour, index_of(s.top))
    s.phase = CHOOSE
    for other in range(s.seats):
        if closed_rows(s, other) >= CLOSED_ROWS:
            s.phase = DONE


def closed_rows(s: Qwixx, seat: int) -> int:
    """Return the number of closed rows. X5"""
    n = 0
    for colour in range(COLOURS):
        n += s.rows[seat][colour] >> LAST_PLACE
    return n


# Step 3


def choose(s: Qwixx, card: int, colour: int) -> None:
    """Move a card from the hand face down to the chosen ones; a joker gets its colour. X9, X15"""
    remove(s.hands[s.active], s.sizes[s.active], card)
    s.sizes[s.active] -= 1
    s.played[s.played_size] = card
    s.played_size += 1
    s.colour = colour


def show(s: Qwixx) -> None:
    """Put the chosen cards face up on the discard pile. X9, X11"""
    for place in range(s.played_size):
        s.discard[s.discard_size] = s.played[place]
        s.discard_size += 1
        s.played[place] = EMPTY
    s.phase = CROSS


def cross_number(s: Qwixx, index: int) -> None:
    """Cross a number; the second closed row ends the game at once. X10, X13"""
    place = place_of(s.colour, index)
    s.rows[s.active][s.colour] |= 1 << place
    if s.crosses == 0:
        s.first_cross = place
    s.crosses += 1
    if closed_rows(s, s.active) >= CLOSED_ROWS:
        s.phase = DONE


def end_turn(s: Qwixx) -> bool:
    """End the turn: a player without a cross in steps 2 and 3 marks a miss, and the fourth one ends the game. X12, X13"""
    if s.crossed_before == 0 and s.crosses == 0:
        s.misses[s.active] += 1
    if s.misses[s.active] == MISSES:
        s.phase = DONE
        return False
    clear_turn(s)
    s.active = s.active + 1 if s.active + 1 < s.seats else 0
    s.phase = TAKE
    return False


# The result


def score_of(s: Qwixx, seat: int) -> int:
    """Return the points of all rows, the lock counted as a cross, less five for each miss. X14"""
    points = MISS_POINTS * s.misses[seat]
    for colour in range(COLOURS):
        row = s.rows[seat][colour]
        points += POINTS[crosses_in(row) + (row >> LAST_PLACE)]
    return points


def scores(s: Qwixx, out: Cells) -> None:
    """Write the current points per seat."""
    for seat in range(s.seats):
        out[seat] = score_of(s, seat)


def payoff(s: Qwixx, out: Cells) -> None:
    """Write 1 for every seat with the highest total, at the end; ties share the win. X14"""
    best = score_of(s, 0)
    for seat in range(1, s.seats):
        points = score_of(s, seat)
        if points > best:
            best = points
    for seat in range(s.seats):
        out[seat] = 1 if s.phase == DONE and score_of(s, seat) == best else 0
