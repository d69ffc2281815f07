"""Rules of thumb for Quando: what to lay, which side to take, and when to knock, judged as a good player at the table would.

* A hand is a number of plays: equal cards go in one, and so does a straight. The dearest plays are made first; what is left when
  the round ends counts. So a play still to be made costs its sum times the chance that the round ends before, which is
  small for the first ones and large for the last.
* A side not seen is worth the mean of the partners that its other side still has out of sight.
* Three of a kind hit all others; a hand of only zeros wins on the spot.
* Others are judged by the fronts one has seen; unknown fronts get lower with every card they have laid.
* Knock when nobody else is likely to get below this seat's sum with one more turn.

In the dialect of ``tischlein.cards``. Only what the seat may know is read, so a full record and a concealed one give the same.
"""

from tischlein.cards import EMPTY, Cells
from tischlein.games.quando.bots.belief import weigh_hands
from tischlein.games.quando.bots.rivals import (
    EACH,
    LIKELY,
    MEAN,
    NIBBLE,
    SPACE,
    average,
    chance_to_be_lowest,
    count,
    dearest,
    is_out_of_sight,
    judge,
    look_around,
    total,
)
from tischlein.games.quando.rules.material import (
    ENOUGH_TO_KNOCK,
    FLIP,
    FRONT,
    HIDDEN,
    KNOCK,
    NUMBERS,
    PASS,
    PICK,
    PLAY,
    SEEN,
    STRAIGHT,
    TRIPLET,
    Quando,
)
from tischlein.games.quando.rules.plays import is_complete

# The scratch space after that of ``rivals``: plays of a hand, then what all actions share.
GROUPS = SPACE
BEST = GROUPS + NUMBERS + 1  # what the best play with this number costs
STAGE = BEST + NUMBERS
RIVAL = STAGE + 1  # what the lowest other hand is likely to count, in hundredths
VISIBLE = RIVAL + 1  # what the two sides cost
WORK = VISIBLE + 2
LEAD = 1800
HORIZON = 20  # a few turns; the standing includes the worth of a hand

# The chance in percent that the round ends before the first, second … of the plays still to be made, from the stage on.
WEIGHTS = (10, 19, 40, 67, 74, 80, 86, 90, 94, 97, 99, 100, 100, 100, 100, 100)
# Stages: by what the slowest player has laid, then the last round, with a turn to come or without.
LAST_TURN = 3
NO_TURN = 4

# In hundredths of a point.
AN_UNKNOWN = 220  # what drawing a hidden side costs
ATTACK = 500  # what a triplet brings
HELD_TRIPLET = 80  # and one in hand
ONLY_ZEROS = 1500
# How likely a knock must be to succeed, in percent: less for every player more than two, and for every play in a long round. The
# worth of one percent more or less.
NEED = 75
NEED_LESS = 12
LONG_ROUND = 8
HURRY = 4
KEEN = 10
# The last round: what others draw, the most that a knocker has, and how much a point changes the chance to be lowest.
DRAWN = 300
KNOCKER = 400
SLOPE = 10
# Positions: the percentage of its sum that a hand pays, less for the lowest, and the worth of a hidden front.
STILL_HELD = 60
LOWEST = 30
A_FRONT = 3


def rate(s: Quando, seat: int, actions: Cells, n: int, points: Cells, work: Cells) -> None:
    """Write points for the seat's legal actions: minus what they are likely to cost, in hundredths of a point."""
    hand = held(s, seat)
    work[STAGE] = stage(s, seat)
    sides = s.server != EMPTY or is_complete(s)
    knocking = False
    for k in range(n):
        knocking = knocking or actions[k] == KNOCK
    if sides or knocking or s.knocked != EMPTY:
        look_around(s, seat, work)
    if knocking or s.knocked != EMPTY or s.server != EMPTY:
        average(work)
    work[RIVAL] = lowest_rival(s, seat, work) if s.knocked != EMPTY else 0
    if s.server == EMPTY:
        plan(s, hand, work)
    if sides:
        weigh_sides(s, seat, hand, work)
    for k in range(n):
        points[k] = -action_cost(s, seat, hand, int(actions[k]), work)


def action_cost(s: Quando, seat: int, hand: int, action: int, work: Cells) -> int:
    """Return what an action is likely to cost."""
    if action >= FLIP:
        return flip_cost(hand, action - FLIP, work)
    if action >= PICK:
        return int(work[BEST + (action - PICK) // NUMBERS])
    if action == PASS:
        return final_cost(total(hand), work)
    if action == KNOCK:
        cheapest = 1000000
        for number in range(NUMBERS):
            cheapest = min(cheapest, work[BEST + number])
        own = total(hand)
        return cheapest + KEEN * (needed(s, seat) - chance_to_be_lowest(s, seat, own, work))
    return int(work[VISIBLE + action])


def needed(s: Quando, seat: int) -> int:
    """Return how likely a knock must be to succeed, in percent: less with many players, and in a long round."""
    return NEED - NEED_LESS * (int(s.seats) - 2) - HURRY * max(0, int(s.plays[seat]) - LONG_ROUND)


# Hands


def held(s: Quando, seat: int) -> int:
    """Return the counts of the fronts of a hand, packed into one integer."""
    hand = 0
    for place in range(s.sizes[seat]):
        hand += 1 << 4 * (int(s.hands[seat][place]) & FRONT)
    return hand


def cost(hand: int, work: Cells) -> int:
    """Return what a hand is likely to cost in the end, in hundredths of a point."""
    if work[STAGE] == NO_TURN:
        return final_cost(total(hand), work)
    groups = 0
    left = hand
    present = (hand | hand >> 1 | hand >> 2 | hand >> 3) & EACH
    found = 0
    if present & present >> 4 & present >> 8 & ~1:
        for low in range(NUMBERS - STRAIGHT, 0, -1):
            three = left >> 4 * low
            a = three & NIBBLE
            b = three >> 4 & NIBBLE
            c = three >> 8 & NIBBLE
            # A straight helps where it leaves fewer numbers behind.
            if a > 0 and b > 0 and c > 0 and (a == 1) + (b == 1) + (c == 1) >= 2:
                left -= 0x111 << 4 * low
                groups = insert(3 * low + 3, groups, work)
    left >>= 4
    number = 1
    while left:
        of_it = left & NIBBLE
        if of_it:
            groups = insert(of_it * number, groups, work)
            if of_it >= TRIPLET:
                found -= HELD_TRIPLET
        left >>= 4
        number += 1
    if work[STAGE] == LAST_TURN:
        for place in range(1, groups):
            found += 100 * work[GROUPS + place]
        return found
    for place in range(groups):
        found += work[GROUPS + place] * WEIGHTS[place + work[STAGE]]
    return found


def insert(value: int, groups: int, work: Cells) -> int:
    """Add a play to those of the hand, the most expensive first; return their number."""
    place = GROUPS + groups
    while place > GROUPS and work[place - 1] < value:
        work[place] = work[place - 1]
        place -= 1
    work[place] = value
    return groups + 1


def final_cost(count_now: int, work: Cells) -> int:
    """Return what a sum costs when nothing follows: nothing if it is the lowest."""
    lowest = min(100, max(0, 50 + (work[RIVAL] - 100 * count_now) * SLOPE // 100))
    return count_now * (100 - lowest)


def stage(s: Quando, seat: int) -> int:
    """Return how near the end of the round is."""
    if s.knocked != EMPTY:
        # While a penalty is served, it is another seat's turn.
        ahead = (seat - s.turn + s.seats) % s.seats
        return LAST_TURN if 0 < ahead < (s.knocked - s.turn + s.seats) % s.seats else NO_TURN
    slowest = ENOUGH_TO_KNOCK
    for other in range(s.seats):
        played = int(s.cards_played[other] if s.two_cards else s.plays[other])
        slowest = min(slowest, played)
    return slowest


# Plays


def plan(s: Quando, hand: int, work: Cells) -> None:
    """Find for each number the cost of the best play that lays it next, together with the cards that lie already."""
    for number in range(NUMBERS):
        work[BEST + number] = 1000000
    if s.picked == 0 or s.low == s.high:
        for number in range(NUMBERS):
            there = count(hand, number)
            if there > 0 and (s.picked == 0 or number == s.low):
                plan_set(s, hand, number, there, work)
    if s.picked < STRAIGHT and (s.picked < 2 or s.low != s.high):
        for low in range(NUMBERS - STRAIGHT + 1):
            if s.picked == 0 or (low <= s.low and s.high < low + STRAIGHT):
                plan_straight(s, hand, low, work)


def plan_set(s: Quando, hand: int, number: int, there: int, work: Cells) -> None:
    """Plan to lay all cards of a number, or three of more; zeros one at a time."""
    picked = int(s.picked)
    one = 1 << 4 * number
    if number == 0:
        work[BEST] = play_cost(s, hand - 1, picked + 1 == TRIPLET, work)
        return
    work[BEST + number] = play_cost(s, hand - there * one, picked + there == TRIPLET, work)
    if picked < TRIPLET < picked + there:
        three = play_cost(s, hand - (TRIPLET - picked) * one, True, work)
        work[BEST + number] = min(work[BEST + number], three)


def plan_straight(s: Quando, hand: int, low: int, work: Cells) -> None:
    """Plan a straight of three from this number on; some of it may lie already."""
    after = hand
    missing = 0
    for number in range(low, low + STRAIGHT):
        if s.picked > 0 and (number == s.low or number == s.high):
            continue
        if count(hand, number) == 0:
            return
        missing |= 1 << number
        after -= 1 << 4 * number
    straight = play_cost(s, after, False, work)
    for number in range(low, low + STRAIGHT):
        if missing >> number & 1:
            work[BEST + number] = min(work[BEST + number], straight)


def play_cost(s: Quando, after: int, is_triplet: bool, work: Cells) -> int:
    """Return what the hand costs after a play and a draw of the better side."""
    found = cost(after, work) + AN_UNKNOWN
    if s.top != EMPTY:
        if int(s.top) & SEEN << int(s.turn):
            found = drawn_cost(s, after, int(s.top) >> 4 & FRONT, work)
        found = min(found, drawn_cost(s, after, int(s.top) & FRONT, work))
    return found - ATTACK if is_triplet else found


def drawn_cost(s: Quando, hand: int, number: int, work: Cells) -> int:
    """Return what the hand costs together with this front."""
    if hand & ~NIBBLE == 0 and number == 0 and s.server == EMPTY:
        return -ONLY_ZEROS
    return cost(hand + (1 << 4 * number), work)


# Sides


def weigh_sides(s: Quando, seat: int, hand: int, work: Cells) -> None:
    """Rate both sides: the better one costs what the play costs, the other one more."""
    up = int(s.top) & FRONT
    visible = drawn_cost(s, hand, up, work)
    hidden = 0
    if int(s.top) & SEEN << seat:
        hidden = drawn_cost(s, hand, int(s.top) >> 4 & FRONT, work)
    else:
        partners = 0
        for other in range(NUMBERS):
            if is_out_of_sight(up, other, work):
                hidden += drawn_cost(s, hand, other, work)
                partners += 1
        hidden = hidden // partners if partners > 0 else visible
    better = min(visible, hidden)
    if s.server == EMPTY:
        stop = play_cost(s, hand, s.picked == TRIPLET and s.low == s.high, work)
    else:
        stop = better
    work[VISIBLE] = stop + visible - better
    work[VISIBLE + 1] = stop + hidden - better


def flip_cost(hand: int, seen_as: int, work: Cells) -> int:
    """Return what turning this zero over costs; a look of zero is one with a back never seen."""
    if seen_as != 0:
        return cost(hand - 1 + (1 << 4 * seen_as), work)
    return cost(hand - 1 + (1 << 4 * ((int(work[MEAN]) + 50) // 100)), work)


def lowest_rival(s: Quando, seat: int, work: Cells) -> int:
    """Return what the lowest other hand is likely to count after the last round, in hundredths."""
    lowest = 10000
    for other in range(s.seats):
        if other != seat:
            known = judge(s, seat, other, work)
            guess = 100 * total(known) + int(work[LIKELY])
            if other == s.knocked:
                guess = min(guess, KNOCKER)
            elif stage(s, other) == LAST_TURN:
                guess -= max(0, 100 * dearest(known) - DRAWN)
            lowest = min(lowest, guess)
    return lowest


# Positions


def standing(s: Quando, out: Cells) -> None:
    """Write the points so far and what the hands are likely to add: part of their sum, less for the lowest."""
    for seat in range(s.seats):
        out[seat] = -100 * int(s.points[seat])
    if s.phase == PLAY:
        lowest = visible_sum(s, 0)
        for seat in range(1, s.seats):
            lowest = min(lowest, visible_sum(s, seat))
        for seat in range(s.seats):
            own = visible_sum(s, seat)
            out[seat] -= (LOWEST if own == lowest else STILL_HELD) * own


def visible_sum(s: Quando, seat: int) -> int:
    """Return the sum of the fronts in a hand; a hidden front counts as an average kept one."""
    found = 0
    for place in range(s.sizes[seat]):
        front = int(s.hands[seat][place]) & FRONT
        found += front if front != HIDDEN else A_FRONT
    return found


def believe(s: Quando, seat: int, rng: Cells, work: Cells) -> None:
    """Make worlds likelier in which others hold good cards; see ``belief``."""
    weigh_hands(s, seat, rng, work)
