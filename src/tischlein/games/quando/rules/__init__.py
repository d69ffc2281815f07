"""Quando: lay down what you can, draw one, and knock when your numbers are low. When? That is the question.

The rules in short (clause numbers in brackets; the conformance suite has a case for each):

* 55 cards with a number 0 to 10 on either side, every pair once [Q1]. Seven each, eight with two or three players [Q2]; you see
  the fronts of your cards, all others their backs [Q3, Q4]. One side of the draw pile's top card is visible [Q5].
* A turn: lay a straight of exactly three, or any number of equal cards [Q7, Q8]; then draw exactly one card, either its
  visible side as front, or the hidden one unseen [Q10, Q11]. A used-up draw pile is replaced by the discard pile, turned
  over unshuffled [Q12].
* Exactly three equal cards: after the draw everybody else, clockwise, turns over a zero unseen, or draws a card [Q13, Q14].
* Only zeros after the draw: the round ends at once [Q15, Q16]. Or a player knocks instead of laying cards, when everybody
  has laid twice: all others have one more turn, in which they may pass [Q17, Q18].
* The lowest sum of fronts scores nothing, all others their sum; a knocker who is not lowest alone pays five more [Q19–Q21].
  At 50 points the game ends; the fewest win [Q22].
* Perfect memory: a seat knows every side that it has ever seen since the deal [Q23–Q25]. No rule bounds a round [Q26].

Actions (one tap each)

=======  ========================================================================================================
0, 1     take the visible, the hidden side of the draw pile's top card
2, 3     knock, pass
4–124    pick a card and lay it: 4 + 11 · front + back, where the front instead of the back stands for a back never seen
125–245  flip a card, likewise (only zeros are ever flipped)
=======  ========================================================================================================

Chance outcomes: a seat, for the lot; else the i-th of the cards that are left, in the order of kinds, two outcomes for each: the lower
number in play, or the higher.

The functions follow the order of a turn. They are written in the dialect of ``tischlein.cards``.
"""

from tischlein.cards import CHANCE, EMPTY, NO_CARD, OVER, Cells
from tischlein.games.quando.rules.drawing import begin_deal, deal, draw, gather, lay, uncover
from tischlein.games.quando.rules.knowledge import OBSERVED, conceal, observe
from tischlein.games.quando.rules.material import (
    ACTIONS,
    DEAL,
    END,
    ENOUGH_TO_KNOCK,
    FLIP,
    KINDS,
    KNOCK,
    LAST,
    LOT,
    MAX_SEATS,
    NUMBERS,
    PASS,
    PICK,
    PLAY,
    SHUFFLED,
    TAKE_HIDDEN,
    TAKE_VISIBLE,
    TRIPLET,
    VERSION,
    ZEROS,
    Quando,
    following,
)
from tischlein.games.quando.rules.penalty import flip, holds_zero, next_server
from tischlein.games.quando.rules.plays import ONLY_ZERO, fitting, fronts, is_complete, list_looks, oldest
from tischlein.games.quando.rules.scoring import end_round, payoff, scores
from tischlein.games.quando.rules.worlds import WORK, imagine

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

RECORD = Quando

REASONS = (
    ("legal", ""),
    ("game_over", "Q22"),
    ("not_your_turn", "Q6"),
    ("not_your_turn", "Q13"),
    ("penalty_first", "Q13"),
    ("no_penalty", "Q13"),
    ("already_picked", "Q17"),
    ("knock_too_early", "Q18"),
    ("already_knocked", "Q17"),
    ("no_pass", "Q17"),
    ("nothing_picked", "Q10"),
    ("incomplete", "Q7"),
    ("not_in_hand", "Q9"),
    ("no_set", "Q8"),
    ("must_flip", "Q13"),
    ("no_zero", "Q13"),
)
LEGAL, GAME_OVER, NOT_YOUR_TURN, NOT_YOUR_PENALTY, PENALTY_FIRST, NO_PENALTY, ALREADY_PICKED = range(7)
KNOCK_TOO_EARLY, ALREADY_KNOCKED, NO_PASS, NOTHING_PICKED, INCOMPLETE = range(7, 12)
NOT_IN_HAND, NO_SET, MUST_FLIP, NO_ZERO = range(12, 16)


def setup(s: Quando) -> None:
    """Lay out a new game: the full deck, no points; the lot for the first dealer comes next. Q1, Q6"""
    s.phase = LOT
    s.actor = CHANCE
    s.dealer = s.seats - 1
    s.turn = 0
    s.server = EMPTY
    s.knocked = EMPTY
    s.picked = 0
    s.low = EMPTY
    s.high = EMPTY
    s.top = EMPTY
    s.rest = KINDS
    s.order = SHUFFLED
    s.discard_size = 0
    for kind in range(KINDS):
        s.unseen[kind] = 1
        s.discard[kind] = EMPTY
        s.stack[kind] = EMPTY
    for seat in range(MAX_SEATS):
        s.sizes[seat] = 0
        s.plays[seat] = 0
        s.cards_played[seat] = 0
        s.points[seat] = 0
        for place in range(KINDS):
            s.hands[seat][place] = EMPTY


# What is legal


def why(s: Quando, seat: int, action: int, work: Cells) -> int:
    """Return LEGAL, or the first reason against this action of this seat."""
    if s.actor == OVER:
        return GAME_OVER
    if s.actor != seat:
        return NOT_YOUR_TURN if s.server == EMPTY else NOT_YOUR_PENALTY
    if s.server != EMPTY:
        return why_penalty(s, seat, action)
    if action >= FLIP:
        return NO_PENALTY
    if action >= PICK:
        return why_pick(s, seat, action - PICK)
    if action == KNOCK:
        return why_knock(s)
    if action == PASS:
        if s.picked > 0:
            return ALREADY_PICKED
        return LEGAL if s.knocked != EMPTY else NO_PASS
    if s.picked == 0:
        return NOTHING_PICKED
    return LEGAL if is_complete(s) else INCOMPLETE


def why_penalty(s: Quando, seat: int, action: int) -> int:
    """Return the reason against a penalty action: a zero must be flipped if there is one, else a card is drawn. Q13"""
    if action >= FLIP:
        if oldest(s, seat, action - FLIP) == s.sizes[seat]:
            return NOT_IN_HAND
        return LEGAL if action - FLIP < NUMBERS else NO_ZERO
    if action > TAKE_HIDDEN:
        return PENALTY_FIRST
    return MUST_FLIP if holds_zero(s, seat) else LEGAL


def why_pick(s: Quando, seat: int, seen_as: int) -> int:
    """Return the reason against a pick: the card must still become a play with the cards laid before. Q7 to Q9"""
    if oldest(s, seat, seen_as) == s.sizes[seat]:
        return NOT_IN_HAND
    return LEGAL if fitting(s, seat) >> (seen_as // NUMBERS) & 1 else NO_SET


def why_knock(s: Quando) -> int:
    """Return the reason against a knock: instead of laying cards, once, when every player has laid cards twice. Q17, Q18"""
    if s.picked > 0:
        return ALREADY_PICKED
    if not everybody_has_played(s):
        return KNOCK_TOO_EARLY
    return LEGAL if s.knocked == EMPTY else ALREADY_KNOCKED


def everybody_has_played(s: Quando) -> bool:
    """Return True if every player has laid cards twice, or two cards with the other reading. Q18"""
    for seat in range(s.seats):
        played = s.cards_played[seat] if s.two_cards else s.plays[seat]
        if played < ENOUGH_TO_KNOCK:
            return False
    return True


def legal(s: Quando, seat: int, out: Cells, work: Cells) -> int:
    """Write all legal actions of a seat, and return how many there are."""
    if s.actor != seat:
        return 0
    if s.server != EMPTY:
        n = list_looks(s, seat, ONLY_ZERO, FLIP, out, 0)
        return n if n > 0 else list_sides(out)
    n = 0
    if s.picked > 0:
        if is_complete(s):
            n = list_sides(out)
    elif s.knocked != EMPTY:
        out[0] = PASS
        n = 1
    elif everybody_has_played(s):
        out[0] = KNOCK
        n = 1
    return list_looks(s, seat, fitting(s, seat), PICK, out, n)


def list_sides(out: Cells) -> int:
    """Write the two sides of the draw pile's top card. Q11"""
    out[0] = TAKE_VISIBLE
    out[1] = TAKE_HIDDEN
    return 2


# What happens


def chances(s: Quando) -> int:
    """Return how many equally likely outcomes there are: seats, or two sides of each card that is left."""
    if s.phase == LOT:
        return int(s.seats)
    cards = int(s.rest)
    if s.phase != END:
        return 2 * cards
    cards += s.discard_size + (s.top != EMPTY)
    for seat in range(s.seats):
        cards += s.sizes[seat]
    return 2 * cards


def drawn_for(s: Quando) -> int:
    """Return the seat that the next card is drawn for, or that comes first to draw it; NO_CARD for the lot."""
    if s.phase == LOT:
        return NO_CARD
    if s.phase == END:
        return following(s, following(s, s.dealer))
    return int(s.turn) if s.server == EMPTY else int(s.server)


def apply(s: Quando, seat: int, action: int, work: Cells) -> None:
    """Carry out a legal action, or a chance outcome, and settle whose decision comes next."""
    if seat == CHANCE:
        if s.phase == LOT:
            begin_deal(s, action)
        elif s.phase == DEAL:
            deal(s, action)
        elif s.phase == END:
            gather(s)
            begin_deal(s, following(s, s.dealer))
            deal(s, action)
        else:
            uncover(s, action)
    elif action >= FLIP:
        flip(s, seat, oldest(s, seat, action - FLIP))
        end_penalty(s, seat)
    elif action >= PICK:
        pick(s, seat, action - PICK)
    elif action > TAKE_HIDDEN:
        if action == KNOCK:
            s.knocked = seat
        pass_on(s)
    else:
        draw(s, seat, action)
        if s.server == EMPTY:
            end_play(s, seat)
        else:
            end_penalty(s, seat)
    settle(s)


def settle(s: Quando) -> None:
    """Settle who decides next: chance while the draw pile shows no card, else a seat, unless the round is over."""
    if s.phase == DEAL or (s.top == EMPTY and s.rest > 0):
        s.actor = CHANCE
    elif s.phase == PLAY:
        s.actor = s.turn if s.server == EMPTY else s.server
    else:
        end_round(s)


def pick(s: Quando, seat: int, seen_as: int) -> None:
    """Lay a card on the discard pile at once, in the order of picking. Q9"""
    number = seen_as // NUMBERS
    lay(s, seat, oldest(s, seat, seen_as))
    s.picked += 1
    if s.picked == 1:
        s.low = number
        s.high = number
    elif number < s.low:
        s.low = number
    elif number > s.high:
        s.high = number


def end_play(s: Quando, seat: int) -> None:
    """Draw the card: only now the play counts, and its consequences happen. Q13, Q15, Q16, Q18"""
    is_triplet = s.picked == TRIPLET and s.low == s.high
    s.plays[seat] += 1
    s.cards_played[seat] += s.picked
    s.picked = 0
    s.low = EMPTY
    s.high = EMPTY
    # Only zeros, however many: nothing else happens any more.
    if fronts(s, seat) == ONLY_ZERO:
        s.phase = ZEROS
        return
    if is_triplet:
        s.server = next_server(s, following(s, seat))
    if s.server == EMPTY:
        pass_on(s)


def end_penalty(s: Quando, seat: int) -> None:
    """Pass the penalty on; after the last seat the game goes on as without a triplet. Q13"""
    s.server = next_server(s, following(s, seat))
    if s.server == EMPTY:
        pass_on(s)


def pass_on(s: Quando) -> None:
    """Pass the turn on; the last round is over when it would be the knocker's turn again. Q6, Q17

    A player without a card, possible where few cards are in the game, is passed over.
    """
    seat = following(s, s.turn)
    while seat != s.knocked and s.sizes[seat] == 0:
        seat = following(s, seat)
    if seat == s.knocked:
        s.phase = LAST
    else:
        s.turn = seat
