"""Rules of thumb for Quanto: how good a move looks to a person at the table.

Every play is worth the cards that it brings, in hundredths. Cards in a quanto are worth as much as the chance
to take it: high with a card of the tile's value in hand, else depending on the cards still to be drawn. Good
cards (jokers, rainbow cards, cards of the seat's own tile) are kept, a 1 robs where there are piles, a 2 or 3
brings a further card, and near the end the last taker gets the display. In the dialect of
``tischlein.cards``, on a concealed record: only the seat's hand, open cards and the unseen cards are read.
"""

from tischlein.cards import Cells
from tischlein.games.quanto.bots.plans import KIND, REMOVED, pick_worth, survey
from tischlein.games.quanto.bots.values import (
    COVERED,
    IMPOSSIBLE,
    KEEP,
    ONE_CARD,
    PLAYS,
    USE,
    formed,
    look,
    price,
    rate_action,
    rate_card,
    rate_discard,
    rate_steal,
)
from tischlein.games.quanto.rules.material import (
    ACCEPT,
    BONUS,
    CARD,
    DISCARD,
    DONE,
    FINISHED,
    GIVE,
    JOKER,
    KINDS,
    NO_BONUS,
    NO_OFFER,
    OFFER,
    PICK,
    PICK_AS,
    STEAL,
    STEP_BONUS,
    STEP_CARD,
    STEP_PICK,
    STEP_VERB,
    VALUES,
    Quanto,
    partner_of,
)
from tischlein.games.quanto.rules.turn import value_of, verb_of

WORK = PLAYS
LEAD = 700
HORIZON = 60  # about fifteen turns

# Between partners, in hundredths of a card.
ENOUGH = 200  # what the partner can expect without an offer
TRADE = 20  # how much better than the hand a card must be to be accepted
PRESENT = 200  # for giving the partner the card that takes the partner's quanto


def rate(s: Quanto, seat: int, actions: Cells, n: int, points: Cells, work: Cells) -> None:
    """Write points for the seat's legal actions; more is better, and only their order matters."""
    if s.step == STEP_BONUS:
        for k in range(n):
            points[k] = 0 if actions[k] == NO_BONUS else REMOVED[actions[k] - BONUS]
        return
    if s.step == STEP_PICK and s.goal > 0:
        work[COVERED] = survey(s, s.goal, work)
        for k in range(n):
            points[k] = rate_pick(s, int(actions[k]), work)
        return
    look(s, seat, work)
    for k in range(n):
        action = int(actions[k])
        if s.step == STEP_CARD:
            points[k] = rate_card(s, action - CARD, work)
        elif s.step == STEP_VERB:
            points[k] = rate_verb(s, action, work)
        elif s.step == STEP_PICK:
            points[k] = rate_partner(s, action, work)
        else:
            points[k] = rate_exchange(s, seat, action, work)


def rate_verb(s: Quanto, action: int, work: Cells) -> int:
    """Return what the chosen card is worth with this verb."""
    verb = verb_of(action)
    if verb == DISCARD:
        return rate_discard(s, int(s.card), work)
    if verb == STEAL:
        return rate_steal(s, action - STEAL, work)
    return rate_action(s, int(s.card), verb, value_of(s, action), work)


# Picks


def rate_pick(s: Quanto, action: int, work: Cells) -> int:
    """Rate the cards of the best plan, one by one, above `done`."""
    if action == DONE:
        return 1
    return pick_worth(work[COVERED], action - PICK, s.missing if s.missing > 0 else s.goal, s.goal, work)


def rate_partner(s: Quanto, action: int, work: Cells) -> int:
    """Return what the best quanto with this partner is worth. N7"""
    kind = action - PICK if action < PICK_AS else JOKER
    value = VALUES[kind] if action < PICK_AS else action - PICK_AS + 1
    for place in range(work[COVERED]):
        if work[KIND + place] == kind:
            return formed(s, s.card, s.value + value, place, work)
    return 0


# Partners


def rate_exchange(s: Quanto, seat: int, action: int, work: Cells) -> int:
    """Rate the exchange: offer what the player can use, accept a better card, give back the one worth least. N24"""
    if action == NO_OFFER:
        return ENOUGH
    if action < NO_OFFER:
        return int(work[USE + action - OFFER])
    if action == ACCEPT:
        return int(work[USE + s.offered]) - TRADE
    if action < GIVE:
        found = IMPOSSIBLE
        for kind in range(KINDS):
            if s.hands[seat][kind] > 0:
                found = max(found, rate_card(s, kind, work))
        return found
    kind = action - GIVE
    worth = -price(s, kind, work)
    if kind != JOKER and VALUES[kind] == s.tile[partner_of(seat)]:
        worth += PRESENT
    return worth


# The whole game


def standing(s: Quanto, out: Cells) -> None:
    """Write the cards won, those in a quanto as far as they are safe, and good cards in hand; partners together."""
    for seat in range(s.seats):
        out[seat] = promise(s, seat)
    if s.teams:
        for seat in range(2):
            out[seat] += out[partner_of(seat)]
            out[partner_of(seat)] = out[seat]


def promise(s: Quanto, seat: int) -> int:
    """Return what a seat has and may hope for, without its partner."""
    worth = ONE_CARD * int(s.pile_sizes[seat])
    tile = int(s.tile[seat])
    fits = 0
    for kind in range(KINDS):
        held = int(s.hands[seat][kind])
        worth += held * KEEP[kind]
        if VALUES[kind] == tile or kind == JOKER:
            fits += held
    if tile > 0 and s.step != FINISHED:
        worth += int(s.quanto_sizes[seat]) * (85 if fits > 0 else min(60, int(s.draw_size) * 4 // s.seats))
    if s.draw_size == 0 and s.last_taker == seat:
        worth += ONE_CARD * int(s.display_size) // 2
    return worth


def believe(s: Quanto, seat: int, rng: Cells, work: Cells) -> None:
    """Leave every consistent world equally likely."""
