"""Quanto: take what adds up, build stacks of your own, and have the most cards in the end.

The rules in short (clause numbers in brackets; the conformance suite has a case for each):

* 110 cards, 1 to 12 nine times each, one of every number from 4 on a rainbow card, and two jokers; eight tiles 5–12 [N1]. Four
  cards each and four in the display, five with five or six players [N2]; rainbow cards lying there make room for more [N3].
* A turn: play a card, do something with it, refill the display and then the hand [N5].
* Take from the display single cards of the played value and groups that add up to it, one at least [N6].
* Or a quanto: form one with one card of the display and a tile for the sum [N7], serve it with cards that make up the tile together
  with the played one [N8], or take it with a card of its value [N9]; everybody has one at most [N10].
* Or discard the card to the display, in general only if nothing else can be done [N11]. A discarded 1 takes the top card of every
  other win pile [N12], a 2 lets a further card follow [N13], a 3 reveals three cards, and one is played [N14].
* A rainbow card that takes from the hand has a bonus [N15]; a joker is any number [N16] and may steal a quanto [N17].
* When the draw pile is used up nothing is refilled [N18]; without hand cards the game is over [N19], most cards win [N20].
* Teams of four: no robbing of the partner [N22], whose quanto may be served [N23], and who may offer a card before the turn [N24].

Actions (one tap each); a kind is a place in ``NAMES``

========  =================================================================================
0–21      play a card of this kind, from the hand or the revealed cards
22–27     take, form, serve, serve partner, claim, discard
28–75     a joker as 1–12: take as, form as, serve as, serve partner as
76–81     steal the quanto of this seat
82–103    pick a card of this kind
104–115   pick a joker as 1–12, as the partner in forming
116       done
117–139   bonus: a card of this kind; 139: none
140–164   offer a card of this kind; 162: no offer; 163: return it; 164: accept it
165–186   give a card of this kind
========  =================================================================================

Chance outcomes: a seat, for the lot; else the i-th of the undrawn cards in the order of kinds.
"""

from tischlein.cards import CHANCE, EMPTY, NO_CARD, Cells, take
from tischlein.games.quanto.rules.choices import (
    GAME_OVER,
    LEGAL,
    NO_BONUS_CARD,
    NO_TEAMS,
    NOT_YOUR_TURN,
    REASONS,
    WRONG_STEP,
    distinct,
    legal_cards,
    legal_exchange,
    legal_jokers_verbs,
    legal_picks,
    legal_verbs,
    lies,
    why_card,
    why_exchange,
    why_pick,
    why_verb,
)
from tischlein.games.quanto.rules.knowledge import OBSERVED, conceal, imagine, observe
from tischlein.games.quanto.rules.material import (
    ACCEPT,
    ACTIONS,
    BONUS,
    CARD,
    COPIES,
    DEAL,
    DECK,
    DONE,
    DRAW,
    FINISHED,
    HIGHEST,
    JOKER,
    KINDS,
    LOT,
    LOWEST_TILE,
    MAX_SEATS,
    NO_BONUS,
    NO_OFFER,
    OFFER,
    PICK,
    REVEAL,
    REVEALED,
    SERVE_PARTNER,
    STEP_ANSWER,
    STEP_BONUS,
    STEP_CARD,
    STEP_GIVE,
    STEP_OFFER,
    STEP_PICK,
    STEP_VERB,
    TAKE,
    TEAM_SEATS,
    VERSION,
    WORK,
    Quanto,
    partner_of,
)
from tischlein.games.quanto.rules.teams import exchange
from tischlein.games.quanto.rules.turn import (
    choose,
    clear_action,
    draw_on,
    finish_picking,
    pick,
    place_card,
    say,
    verb_of,
)

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

RECORD = Quanto


def setup(s: Quanto) -> None:
    """Lay out a new game: all cards in the draw pile, all tiles in the middle; the lot for the dealer comes next."""
    s.tiles = (1 << (HIGHEST + 1)) - (1 << LOWEST_TILE)
    s.step = LOT
    s.actor = CHANCE
    s.dealer = 0
    s.turn = 0
    s.drawer = EMPTY
    s.to_reveal = 0
    s.second = 0
    clear_action(s)
    s.offered = EMPTY
    s.last_taker = EMPTY
    s.draw_size = 0
    s.draw_ordered = 0
    s.display_size = 0
    s.lying = 0
    s.won_size = 0
    s.revealed_size = 0
    for place in range(REVEALED):
        s.revealed[place] = EMPTY
    for seat in range(MAX_SEATS):
        s.sizes[seat] = 0
        s.tile[seat] = 0
        s.pile_sizes[seat] = 0
        s.quanto_sizes[seat] = 0
        for kind in range(KINDS):
            s.hands[seat][kind] = 0
    for seat in range(TEAM_SEATS):
        s.looked[seat] = 0
        for kind in range(KINDS):
            s.known[seat][kind] = 0
    for kind in range(KINDS):
        s.unseen[kind] = COPIES[kind]
        s.draw_size += COPIES[kind]
        s.gone[kind] = 0
    for place in range(DECK):
        s.display[place] = EMPTY
        s.won[place] = EMPTY
        s.stack[place] = EMPTY


# What is legal


def why(s: Quanto, seat: int, action: int, work: Cells) -> int:
    """Return LEGAL, or the first reason against this action of this seat."""
    if s.step == FINISHED:
        return GAME_OVER
    if s.actor != seat:
        return NOT_YOUR_TURN
    if s.teams == 0 and is_for_teams(action):
        return NO_TEAMS
    if s.step != step_of(action):
        return WRONG_STEP
    if s.step == STEP_CARD:
        return why_card(s, seat, action - CARD)
    if s.step == STEP_VERB:
        return why_verb(s, action)
    if s.step == STEP_PICK:
        return why_pick(s, action)
    if s.step == STEP_BONUS:
        return LEGAL if action == NO_BONUS or lies(s, action - BONUS) else NO_BONUS_CARD
    return why_exchange(s, seat, action)


def is_for_teams(action: int) -> bool:
    """Return True for actions that only partners have. N22"""
    return action >= OFFER or verb_of(action) == SERVE_PARTNER


def step_of(action: int) -> int:
    """Return the step of a turn to which an action belongs."""
    if action < TAKE:
        return STEP_CARD
    if action < PICK:
        return STEP_VERB
    if action <= DONE:
        return STEP_PICK
    if action <= NO_BONUS:
        return STEP_BONUS
    if action <= NO_OFFER:
        return STEP_OFFER
    return STEP_ANSWER if action <= ACCEPT else STEP_GIVE


def legal(s: Quanto, seat: int, out: Cells, work: Cells) -> int:
    """Write all legal actions of a seat, and return how many there are."""
    if s.actor != seat:
        return 0
    if s.step == STEP_PICK:
        return legal_picks(s, out)
    if s.step == STEP_CARD:
        return legal_cards(s, seat, out)
    if s.step == STEP_VERB:
        return legal_jokers_verbs(s, out) if s.card == JOKER else legal_verbs(s, out)
    if s.step == STEP_BONUS:
        n = distinct(s, out, BONUS)
        out[n] = NO_BONUS
        return n + 1
    return legal_exchange(s, seat, out)


# What happens


def chances(s: Quanto) -> int:
    """Return how many equally likely outcomes there are."""
    return s.seats if s.step == LOT else s.draw_size


def drawn_for(s: Quanto) -> int:
    """Return the seat that the next card is drawn for, ``s.seats`` for the display; NO_CARD for the lot."""
    if s.step == LOT:
        return NO_CARD
    if s.step == DEAL:
        return int(s.drawer)
    return int(s.turn) if s.step == DRAW or s.step == REVEAL else int(s.seats)


def apply(s: Quanto, seat: int, action: int, work: Cells) -> None:
    """Carry out a legal action, or a chance outcome, and go on until the next one is due."""
    if seat == CHANCE:
        if s.step == LOT:
            s.dealer = action
            s.turn = action + 1 if action + 1 < s.seats else 0
            s.drawer = s.turn
            s.step = DEAL
        else:
            place_card(s, take(s.unseen, action))
    elif action < TAKE:
        choose(s, action - CARD)
    elif action < PICK:
        say(s, action)
    elif action < DONE:
        pick(s, action)
    elif action <= NO_BONUS:
        finish_picking(s, action)
    else:
        exchange(s, action)
    draw_on(s)


# The result


def scores(s: Quanto, out: Cells) -> None:
    """Write the cards in each win pile; partners' piles are added. N20, N25"""
    for seat in range(s.seats):
        out[seat] = score_of(s, seat)


def score_of(s: Quanto, seat: int) -> int:
    """Return the cards of the seat, or of its team."""
    cards = int(s.pile_sizes[seat])
    if s.teams:
        cards += s.pile_sizes[partner_of(seat)]
    return cards


def payoff(s: Quanto, out: Cells) -> None:
    """Write 1 for every seat with the most cards, at the end; ties share the win. N20, N25"""
    best = 0
    for seat in range(s.seats):
        cards = score_of(s, seat)
        if cards > best:
            best = cards
    for seat in range(s.seats):
        out[seat] = 1 if s.step == FINISHED and score_of(s, seat) == best else 0
