"""Rules of thumb for Qwixx – the card game: how good a move looks to a person at the table.

Skipped numbers are lost, and every further cross in a row counts more than the one before: a sheet is worth
what its rows are likely to bring (``prospects.py``). The cards in hand add to that: those that make a good
next play, and those that can still be crossed; dead ones are thrown away together with others of their
colour. The leader ends the game.

In the dialect of ``tischlein.cards``. Only the seat's hand, numbers, sheets, and open cards are read.
"""

from tischlein.cards import EMPTY, Cells
from tischlein.games.qwixx.bots.prospects import NOTHING, count, fits, gain, gone, hurry, worth
from tischlein.games.qwixx.rules import closed_rows, score_of
from tischlein.games.qwixx.rules.legality import card_of, colour_of
from tischlein.games.qwixx.rules.material import (
    CHOOSE,
    CLOSED_ROWS,
    COLOURS,
    CROSS_NUMBER,
    CROSS_ROW,
    DECIDE,
    DONE,
    FULL_HAND,
    JOKER,
    KINDS,
    LAST_PLACE,
    MISSES,
    PLAYS,
    POINTS,
    SHOW,
    SKIP,
    SLOT,
    STOP,
    TAKE,
    Qwixx,
)
from tischlein.games.qwixx.rules.sheet import index_of, place_of

LEAD = 1500
HORIZON = 80  # a large part of a game: what a row brings shows late

# Scratch: for each colour the crosses, the places that are gone, the places of the cards in hand, what one play of them brings,
# and what it would bring after the play in question.
COUNT, GONE, HELD, GAIN, REST = 0, 4, 8, 12, 16
STAGE = 20
SEEN = 21  # for each card: its colour is known to lie elsewhere
POOL = SEEN + KINDS  # the cards to play from
WORK = POOL + FULL_HAND

# Prices in hundredths of a point of the game. The rating is five times as coarse: a clear mistake costs a hundred.
SCALE = 5
MISS = 600
# The worth of ending the game as the winner, negative for a loser; only a likely tie is in between.
WIN = 5000
# Closing a first row: the end comes nearer, for the others too.
CLOSE = 400
# How much of a play that the hand allows is likely to come true, in percent: for the best one, for those in other colours.
NOW = 60
LATER = 25
# A card that can still be crossed, and the prospect of a new one in place of a card that is played.
LIVE = 80
FRESH = 45


def rate(s: Qwixx, seat: int, actions: Cells, n: int, points: Cells, work: Cells) -> None:
    """Write points for the seat's legal actions; more is better, and only their order matters."""
    prepare(s, seat, work)
    if s.phase == TAKE:
        rate_slots(s, seat, actions, n, points, work)
    elif s.phase == DECIDE:
        for k in range(n):
            points[k] = rate_row(s, seat, int(actions[k]), work)
    elif s.phase == CHOOSE:
        rate_plays(s, seat, actions, n, points, work)
    else:
        rate_crosses(s, seat, actions, n, points, work)
    for k in range(n):
        points[k] //= SCALE


def standing(s: Qwixx, out: Cells) -> None:
    """Write what the rows are likely to bring, less the misses; at the end the points."""
    stage = hurry(s)
    for seat in range(s.seats):
        if s.phase == DONE:
            out[seat] = 100 * score_of(s, seat)
        else:
            total = -500 * int(s.misses[seat])
            for colour in range(COLOURS):
                row = int(s.rows[seat][colour])
                total += worth(stage, count(row), gone(row))
            out[seat] = total


# The sheet and the hand


def prepare(s: Qwixx, seat: int, work: Cells) -> None:
    """Survey the seat's rows and cards once; cards chosen in step 3 are still its own."""
    work[STAGE] = hurry(s)
    for colour in range(COLOURS):
        row = int(s.rows[seat][colour])
        work[COUNT + colour] = count(row)
        work[GONE + colour] = gone(row)
        work[HELD + colour] = 0
    for place in range(s.sizes[seat]):
        hold(work, int(s.hands[seat][place]))
    if s.phase == CHOOSE:
        for place in range(s.played_size):
            hold(work, int(s.played[place]))
    for colour in range(COLOURS):
        work[GAIN + colour] = gain_in(colour, int(work[HELD + colour]), work)


def hold(work: Cells, card: int) -> None:
    """Mark a card in its row; a joker may go into any."""
    for colour in range(COLOURS):
        if card % 5 == colour or card % 5 == JOKER:
            work[HELD + colour] |= 1 << place_of(colour, card // 5)


def gain_in(colour: int, held: int, work: Cells) -> int:
    """Return what one play of these cards would bring in a row as it is."""
    return gain(int(work[STAGE]), int(work[COUNT + colour]), int(work[GONE + colour]), held)


def grown(colour: int, crosses: int, passed: int, work: Cells) -> int:
    """Return how much more a row is worth with this many crosses and places gone."""
    stage = int(work[STAGE])
    before = int(work[GONE + colour])
    more = worth(stage, crosses, passed) - worth(stage, int(work[COUNT + colour]), before)
    return more + CLOSE if passed > LAST_PLACE and before <= LAST_PLACE else more


def live(colour: int, passed: int, work: Cells) -> int:
    """Return what the cards in hand are worth that can still be crossed in a row."""
    return LIVE * count(int(work[HELD + colour]) >> passed)


def promise(base: int, changed: int, instead: int, work: Cells) -> int:
    """Return what the hand's plays promise: one soon, others later; one colour's may differ from the list."""
    top = 0
    total = 0
    for colour in range(COLOURS):
        brings = max(0, instead if colour == changed else int(work[base + colour]))
        total += brings
        top = max(top, brings)
    return (NOW * top + LATER * (total - top)) // 100


# Step 1


def rate_slots(s: Qwixx, seat: int, actions: Cells, n: int, points: Cells, work: Cells) -> None:
    """Rate the slots; each colour that a number can still have is equally likely."""
    for card in range(KINDS):
        work[SEEN + card] = 1 if card % 5 == JOKER and s.jokers == 0 else 0
    for place in range(s.sizes[seat]):
        work[SEEN + s.hands[seat][place]] = 1
    for place in range(s.discard_size):
        work[SEEN + s.discard[place]] = 1
    for k in range(n):
        index = index_of(s.display[actions[k] - SLOT])
        ways = 0
        total = 0
        for colour in range(5):
            if work[SEEN + 5 * index + colour] == 0:
                ways += 1
                total += taken(index, colour, work)
        points[k] = total // ways


def taken(index: int, colour: int, work: Cells) -> int:
    """Return what a card adds to the hand; for a joker, in its best colour."""
    best = 0
    for each in range(COLOURS):
        place = place_of(each, index)
        suits = each if colour == JOKER else colour
        if each == suits and place >= work[GONE + each]:
            brings = gain_in(each, int(work[HELD + each]) | 1 << place, work)
            best = max(best, LATER * (max(0, brings) - max(0, int(work[GAIN + each]))) // 100 + LIVE)
    return best


# Step 2


def rate_row(s: Qwixx, seat: int, action: int, work: Cells) -> int:
    """Return what crossing the number on the pile in this row, or nowhere, is worth."""
    index = index_of(s.top)
    if action == SKIP:
        return next_play(s, seat, EMPTY, 0, work)
    colour = action - CROSS_ROW
    old = int(work[COUNT + colour])
    passed = place_of(colour, index) + 1
    if passed > LAST_PLACE and closed_rows(s, seat) + 1 >= CLOSED_ROWS:
        return ending(s, seat, POINTS[old + 2] - POINTS[old], index)
    brings = gain(int(work[STAGE]), old + 1, passed, int(work[HELD + colour]))
    lost = live(colour, int(work[GONE + colour]), work) - live(colour, passed, work)
    return grown(colour, old + 1, passed, work) - lost + next_play(s, seat, colour, brings, work)


def next_play(s: Qwixx, seat: int, changed: int, instead: int, work: Cells) -> int:
    """Return what the hand promises after step 2: for the active player at once, and without a cross it costs a miss."""
    if seat != s.active:
        return promise(GAIN, changed, instead, work)
    top = miss(s, seat, index_of(s.top)) if changed == EMPTY else 0
    total = 0
    for colour in range(COLOURS):
        brings = instead if colour == changed else int(work[GAIN + colour])
        total += max(0, brings)
        top = max(top, brings)
    return top + LATER * (total - max(0, top)) // 100


def miss(s: Qwixx, seat: int, index: int) -> int:
    """Return what a miss is worth: the fourth one ends the game, which the leader may like."""
    return ending(s, seat, -5, index) if s.misses[seat] + 1 == MISSES else -MISS


def ending(s: Qwixx, seat: int, more: int, index: int) -> int:
    """Return what it is worth to end the game with these points more; in step 2 others may cross at the same time."""
    margin = 1
    mine = score_of(s, seat) + more
    for other in range(s.seats):
        if other != seat:
            most = 0
            if index != EMPTY:
                for colour in range(COLOURS):
                    row = int(s.rows[other][colour])
                    if row >> place_of(colour, index) == 0:
                        most = max(most, count(row) + 1)
            margin = min(margin, 2 * (mine - score_of(s, other)) - most)
    return WIN * max(-1, margin)


# Step 3


def rate_plays(s: Qwixx, seat: int, actions: Cells, n: int, points: Cells, work: Cells) -> None:
    """Rate all sets of cards that can be played from here; a card is as good as the best set with it."""
    size = int(s.played_size)
    must = (1 << size) - 1
    for place in range(size):
        work[POOL + place] = s.played[place]
    for place in range(s.sizes[seat]):
        work[POOL + size] = s.hands[seat][place]
        size += 1
    for k in range(n):
        points[k] = NOTHING
    for colour in range(COLOURS):
        fitting = 0
        for place in range(size):
            if work[POOL + place] % 5 == colour or work[POOL + place] % 5 == JOKER:
                fitting |= 1 << place
        chosen = fitting if must == 0 or s.colour == colour else 0
        while chosen > 0:
            if chosen & must == must and count(chosen) <= PLAYS:
                value = rate_set(s, seat, colour, chosen, size, work)
                for k in range(n):
                    if leads_to(s, int(actions[k]), colour, chosen, size, work):
                        points[k] = max(points[k], value)
            chosen = (chosen - 1) & fitting


def leads_to(s: Qwixx, action: int, colour: int, chosen: int, size: int, work: Cells) -> bool:
    """Return True if this is a step towards playing these cards in this colour."""
    if action == SHOW:
        return chosen == (1 << s.played_size) - 1
    if colour_of(action) == colour:
        for place in range(int(s.played_size), size):
            if chosen >> place & 1 and work[POOL + place] == card_of(action):
                return True
    return False


def rate_set(s: Qwixx, seat: int, colour: int, chosen: int, size: int, work: Cells) -> int:
    """Return what it is worth to play these cards, cross the best of their numbers and keep the others."""
    shown = 0
    for each in range(COLOURS):
        work[HELD + each] = 0
    for place in range(size):
        card = int(work[POOL + place])
        if chosen >> place & 1:
            shown |= 1 << place_of(colour, card // 5)
        else:
            hold(work, card)
    kept = FRESH * count(chosen)
    for each in range(COLOURS):
        work[REST + each] = gain_in(each, int(work[HELD + each]), work)
        if each != colour:
            kept += live(each, int(work[GONE + each]), work)
    best = NOTHING
    made = shown
    while made >= 0:
        if allowed(s, colour, made, work):
            best = max(best, settled(s, seat, colour, made, work))
        made = (made - 1) & shown if made > 0 else -1
    return best + kept


def allowed(s: Qwixx, colour: int, made: int, work: Cells) -> bool:
    """Return True if all these places may be crossed now, from left to right; no place is always allowed."""
    if made == 0:
        return True
    first = int(s.first_cross) if s.crosses > 0 else EMPTY
    return fits(int(work[COUNT + colour]), int(work[GONE + colour]), int(s.crosses), first, made)


def settled(s: Qwixx, seat: int, colour: int, made: int, work: Cells) -> int:
    """Return what the row and the rest of the hand are worth after these crosses, at the end of the turn."""
    old = int(work[COUNT + colour])
    crosses = old + count(made)
    passed = max(gone(made), int(work[GONE + colour]))
    closes = made >> LAST_PLACE
    missed = made == 0 and s.crosses == 0 and s.crossed_before == 0
    if closes + closed_rows(s, seat) >= CLOSED_ROWS or (missed and s.misses[seat] + 1 == MISSES):
        return ending(s, seat, -5 if missed else POINTS[crosses + 1] - POINTS[old], EMPTY)
    brings = gain(int(work[STAGE]), crosses, passed, int(work[HELD + colour]))
    kept = promise(REST, colour, brings, work) + live(colour, passed, work)
    return grown(colour, crosses, passed, work) + kept - (MISS if missed else 0)


def rate_crosses(s: Qwixx, seat: int, actions: Cells, n: int, points: Cells, work: Cells) -> None:
    """Rate all that can be crossed of the numbers shown; a cross is as good as the best plan that it begins."""
    colour = int(s.colour)
    shown = 0
    for back in range(s.played_size):
        shown |= 1 << place_of(colour, int(s.discard[s.discard_size - 1 - back]) // 5)
    for each in range(COLOURS):
        work[REST + each] = work[GAIN + each]
    for k in range(n):
        points[k] = NOTHING
    made = shown
    while made >= 0:
        if allowed(s, colour, made, work):
            value = settled(s, seat, colour, made, work)
            for k in range(n):
                # The lowest place is crossed first; with none, the turn is over.
                first = 0 if actions[k] == STOP else 1 << place_of(colour, int(actions[k]) - CROSS_NUMBER)
                if made & -made == first:
                    points[k] = max(points[k], value)
        made = (made - 1) & shown if made > 0 else -1


def believe(s: Qwixx, seat: int, rng: Cells, work: Cells) -> None:
    """Leave every consistent world equally likely."""
