"""LOBO 77: add up, dodge the repdigits, stay below 77.

The rules in short (clause numbers in brackets; the conformance suite has a case for each):

* 55 cards, three chips and five hidden cards each, a hidden draw pile [L1, L3]; a lot names the first starter [L4].
* A turn: play one card, announce the total so far plus the card's value, draw one card [L5, L6]. With the option
  ``manual_draw`` drawing is up to the player and lost once the next player has played [L7]. An empty draw pile is refilled
  from the discard pile, all but its top card, when a card has to be drawn [L8].
* Reverse turns the direction of play [L9]; ×2 makes the next player play two cards and then draw two [L10, L13], and may not
  lie directly on a ×2 unless the player holds nothing else [L11]. Both announce the old total again.
* Announcing 11, 22, … 77, or more than 77, costs a chip [L14–L16]; who cannot pay is out, and the hand leaves the round
  [L17, L18]. 77 or more also ends the round [L19]; all cards are dealt again, the start moves on clockwise [L20].
* The last player in wins at once [L21]. A seat knows its hand, what lies open and the numbers of cards [L22].

Actions (one tap each)

====  ==========================================================
0–19  play a card of this kind (see ``NAMES``)
20    draw a card (only with ``manual_draw``)
====  ==========================================================

Chance outcomes: a seat, for the lot; else the i-th of the undrawn cards in the order of kinds.

The functions follow the order of a turn. They are written in the dialect of ``tischlein.cards``.
"""

from tischlein.cards import CHANCE, EMPTY, NO_CARD, OVER, Cells, pour, take
from tischlein.games.lobo77.rules.knowledge import OBSERVED, conceal, imagine, observe
from tischlein.games.lobo77.rules.legality import REASONS, legal, why
from tischlein.games.lobo77.rules.material import (
    ACTIONS,
    CHIPS,
    COPIES,
    DEAL,
    DECK,
    DONE,
    DOUBLE,
    DRAW,
    DRAWING,
    HAND,
    KINDS,
    LIMIT,
    LOT,
    MAX_SEATS,
    PLAY,
    REVERSE,
    SHUFFLE,
    VALUES,
    VERSION,
    WORK,
    Lobo77,
)
from tischlein.games.lobo77.rules.piles import cap_draws, draw_from_stack, ensure_draw_pile, receive

RECORD = Lobo77
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


def setup(s: Lobo77) -> None:
    """Lay out a new game: full deck, three chips each; the lot, or the first deal, comes next."""
    s.total = 0
    s.direction = 1
    s.owed = 1
    s.played = 0
    s.to_draw = 0
    s.players_in = s.seats
    s.draw_ordered = 0
    s.discard_size = 0
    s.aside_size = 0
    s.top = EMPTY
    s.deck_size = 0
    for kind in range(KINDS):
        s.unseen[kind] = COPIES[kind]
        s.aside[kind] = 0
    s.unseen[REVERSE] = s.reverse_cards
    for kind in range(KINDS):
        s.deck_size += s.unseen[kind]
    s.draw_size = s.deck_size
    for place in range(DECK):
        s.discard[place] = EMPTY
        s.stack[place] = EMPTY
    for seat in range(MAX_SEATS):
        s.chips[seat] = CHIPS if seat < s.seats else 0
        s.out[seat] = 0
        s.sizes[seat] = 0
        for kind in range(KINDS):
            s.hands[seat][kind] = 0
    s.actor = CHANCE
    if s.first_starter == EMPTY:
        s.phase = LOT
        s.starter = 0
    else:
        s.phase = DEAL
        s.starter = s.first_starter
    s.turn = s.starter
    s.drawer = s.starter


def chances(s: Lobo77) -> int:
    """Return how many equally likely outcomes there are."""
    if s.phase == LOT:
        return s.seats
    if s.phase == SHUFFLE:
        return s.deck_size
    return s.draw_size


def drawn_for(s: Lobo77) -> int:
    """Return the seat that the next card is drawn for; NO_CARD for the lot."""
    if s.phase == LOT:
        return NO_CARD
    return next_in(s, s.starter) if s.phase == SHUFFLE else int(s.drawer)


def apply(s: Lobo77, seat: int, action: int, work: Cells) -> None:
    """Carry out a legal action, or a chance outcome."""
    if seat == CHANCE:
        if s.phase == DEAL:
            deal(s, action)
        elif s.phase == DRAWING:
            receive(s, take(s.unseen, action))
            s.to_draw -= 1
            if s.manual_draw:
                after_draw_by_hand(s)
            else:
                draw(s)
        elif s.phase == SHUFFLE:
            gather(s)
            deal(s, action)
        else:
            s.starter = action
            s.turn = action
            s.drawer = action
            s.phase = DEAL
    elif action == DRAW:
        draw_by_hand(s)
    else:
        play(s, seat, action)


# The deal


def gather(s: Lobo77) -> None:
    """Shuffle all cards for the next round; the start moves to the next player still in. L20"""
    pour(s.aside, s.unseen, KINDS)
    s.aside_size = 0
    for seat in range(s.seats):
        pour(s.hands[seat], s.unseen, KINDS)
        s.sizes[seat] = 0
    for place in range(s.discard_size):
        s.unseen[s.discard[place]] += 1
        s.discard[place] = EMPTY
    s.discard_size = 0
    s.top = EMPTY
    if s.draw_ordered:
        for place in range(s.draw_size):
            s.unseen[s.stack[place]] += 1
            s.stack[place] = EMPTY
        s.draw_ordered = 0
    s.draw_size = s.deck_size
    s.total = 0
    s.direction = 1
    s.starter = next_in(s, s.starter)
    s.drawer = s.starter
    s.phase = DEAL


def deal(s: Lobo77, index: int) -> None:
    """Deal one card to the drawer, then on clockwise until each has five, or none is left. L3"""
    receive(s, take(s.unseen, index))
    s.drawer = next_in(s, s.drawer)
    if s.sizes[s.drawer] == HAND or s.draw_size == 0:
        s.drawer = EMPTY
        begin_turn(s, s.starter)


def next_in(s: Lobo77, seat: int) -> int:
    """Return the next seat clockwise that is still in."""
    while True:
        seat += 1
        if seat == s.seats:
            seat = 0
        if s.out[seat] == 0:
            return seat


# A turn


def begin_turn(s: Lobo77, seat: int) -> None:
    """Begin a turn: two cards are owed exactly when a ×2 lies on top, no matter who played it. L10, L13"""
    s.phase = PLAY
    s.turn = seat
    s.played = 0
    s.owed = 2 if s.top == DOUBLE else 1
    # A player who may still draw comes first in canonical order.
    s.actor = s.drawer if s.to_draw > 0 else seat


def play(s: Lobo77, seat: int, kind: int) -> None:
    """Lay a card, announce, pay. L5"""
    s.hands[seat][kind] -= 1
    s.sizes[seat] -= 1
    s.discard[s.discard_size] = kind
    s.discard_size += 1
    s.top = kind
    s.played += 1
    s.owed -= 1
    # What the player before has not drawn by now is lost. L7
    s.to_draw = 0
    s.drawer = EMPTY
    s.actor = seat
    s.total += VALUES[kind]
    # At a table of two the direction never changes. L9
    if kind == REVERSE and s.seats > 2:
        s.direction = -s.direction
    if costs_a_chip(s.total):
        pay(s, seat)
    if s.phase == DONE:
        return
    if s.total >= LIMIT:
        end_round(s)
    elif s.out[seat]:
        pass_on(s, seat)
    elif s.owed == 0 or s.sizes[seat] == 0:
        end_turn(s, seat)


def costs_a_chip(total: int) -> bool:
    """Return True for a repdigit and for more than 77. L14, L15"""
    return total > LIMIT or (total > 0 and total % 11 == 0)


def pay(s: Lobo77, seat: int) -> None:
    """Pay a chip; a player without one is out, and the hand is set aside. L17, L18"""
    if s.chips[seat] > 0:
        s.chips[seat] -= 1
        return
    s.out[seat] = 1
    s.players_in -= 1
    pour(s.hands[seat], s.aside, KINDS)
    s.aside_size += s.sizes[seat]
    s.sizes[seat] = 0
    # The last player in wins at once. L21
    if s.players_in == 1:
        s.phase = DONE
        s.actor = OVER
        s.turn = next_in(s, seat)
        s.owed = 0
        s.played = 0


def end_round(s: Lobo77) -> None:
    """End the round; everything stays where it is until the next deal begins. L19"""
    s.phase = SHUFFLE
    s.actor = CHANCE


def end_turn(s: Lobo77, seat: int) -> None:
    """End the turn: as many cards are drawn as were played. L5, L10, L13"""
    s.drawer = seat
    s.to_draw = s.played
    if s.manual_draw:
        cap_draws(s)
        pass_on(s, seat)
    else:
        draw(s)


def next_to_play(s: Lobo77, seat: int) -> int:
    """Return the next player in the direction of play who has a card, EMPTY if there is none. L9, L13"""
    following = seat
    for _ in range(s.seats):
        following += s.direction
        if following < 0:
            following = s.seats - 1
        elif following == s.seats:
            following = 0
        if s.sizes[following] > 0:
            return following
    return EMPTY


def pass_on(s: Lobo77, seat: int) -> None:
    """Pass the turn to the next player who has a card; if there is none, the round ends unpaid. L7, L13"""
    following = next_to_play(s, seat)
    if following != EMPTY:
        begin_turn(s, following)
    elif s.to_draw > 0:
        begin_turn(s, s.drawer)
    else:
        end_round(s)


# Drawing


def draw(s: Lobo77) -> None:
    """Draw all cards of a turn: at once from a pile with an order, else chance names them one by one. L5"""
    while s.to_draw > 0 and ensure_draw_pile(s):
        if s.draw_ordered == 0:
            s.phase = DRAWING
            s.actor = CHANCE
            return
        draw_from_stack(s)
    s.to_draw = 0
    s.drawer = EMPTY
    pass_on(s, s.turn)


def draw_by_hand(s: Lobo77) -> None:
    """Draw one card, for a player who has not forgotten to. L7"""
    ensure_draw_pile(s)
    if s.draw_ordered:
        draw_from_stack(s)
        after_draw_by_hand(s)
    else:
        s.phase = DRAWING
        s.actor = CHANCE


def after_draw_by_hand(s: Lobo77) -> None:
    """Settle again who comes first; the turn has passed on already."""
    cap_draws(s)
    s.phase = PLAY
    s.actor = s.drawer if s.to_draw > 0 else s.turn


# The result


def scores(s: Lobo77, out: Cells) -> None:
    """Write the chips left, −1 for a seat that is out."""
    for seat in range(s.seats):
        out[seat] = -1 if s.out[seat] else s.chips[seat]


def payoff(s: Lobo77, out: Cells) -> None:
    """Write 1 for the last player in, 0 for the others; all 0 before the end. L21"""
    for seat in range(s.seats):
        out[seat] = 1 if s.phase == DONE and s.out[seat] == 0 else 0
