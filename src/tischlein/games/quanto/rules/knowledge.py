"""What a seat of Quanto may know, and worlds that fit it. N26

All captures happen openly, so win piles are known; hidden are hands and the draw pile, and in teams the exchanged cards, which the two
partners remember. Both partners know what both remember; the others know only who has ever looked.
"""

from tischlein.cards import EMPTY, UNKNOWN, Cells, below, pour, steps_to, take
from tischlein.games.quanto.rules.captures import allows, is_exempt, partners, sums
from tischlein.games.quanto.rules.material import (
    FORCED,
    KINDS,
    MAX_SEATS,
    STEP_ANSWER,
    STEP_VERB,
    TEAM_SEATS,
    Quanto,
    partner_of,
)


def conceal(s: Quanto, seat: int) -> None:
    """Leave the seat's hand, what lies open, and what partners know of each other; all other cards are one unseen lot."""
    for other in range(s.seats):
        if other != seat:
            hide_hand(s, seat, other)
    for place in range(s.draw_size if s.draw_ordered else 0):
        s.unseen[s.stack[place]] += 1
        s.stack[place] = EMPTY
    s.draw_ordered = 0
    if s.teams:
        for other in range(TEAM_SEATS):
            if not is_friend(seat, other):
                for kind in range(KINDS):
                    s.known[other][kind] = 0
        if s.offered != EMPTY and not is_friend(seat, s.turn):
            s.offered = UNKNOWN


def is_friend(seat: int, other: int) -> bool:
    """Return True for the seat itself and its partner in teams; a spectator has none."""
    return seat >= 0 and (other == seat or other == partner_of(seat))


def hide_hand(s: Quanto, seat: int, other: int) -> None:
    """Hide another hand, except what its partner has shown and a card that was just named."""
    pour(s.hands[other], s.unseen, KINDS)
    if s.teams and is_friend(seat, other):
        for kind in range(KINDS):
            uncover(s, other, kind, s.known[seat][kind])
    if s.step == STEP_VERB and s.from_revealed == 0 and s.turn == other and s.hands[other][s.card] == 0:
        uncover(s, other, s.card, 1)


def uncover(s: Quanto, seat: int, kind: int, n: int) -> None:
    """Put known cards of a kind into a hidden hand."""
    s.unseen[kind] -= n
    s.hands[seat][kind] += n


# Imagining


def imagine(s: Quanto, seat: int, rng: Cells, work: Cells) -> None:
    """Deal the unseen cards of a concealed record at random to where cards lie hidden; what is left over is the draw pile."""
    left = 0
    for kind in range(KINDS):
        left += s.unseen[kind]
    if s.turn != seat and is_stuck(s):
        left = imagine_stuck_hand(s, rng, left)
    for other in range(s.seats):
        if other != seat:
            for _ in range(hidden_cards(s, other)):
                s.hands[other][take(s.unseen, below(rng, left))] += 1
                left -= 1
    if s.teams:
        if s.offered == UNKNOWN:
            imagine_offer(s, rng)
        for player in range(TEAM_SEATS):
            if s.looked[player] and not is_friend(seat, player):
                imagine_memory(s, player, rng)


def hidden_cards(s: Quanto, seat: int) -> int:
    """Return the number of unknown cards in a hand."""
    n = int(s.sizes[seat])
    for kind in range(KINDS):
        n -= s.hands[seat][kind]
    return n


def is_stuck(s: Quanto) -> bool:
    """Return True if the named card can only be discarded: with ``forced`` that tells about the whole hand. N11"""
    if s.step != STEP_VERB or s.from_revealed or s.discard != FORCED or is_exempt(s, s.card):
        return False
    return not allows(s, s.card, sums(s), partners(s))


def imagine_stuck_hand(s: Quanto, rng: Cells, left: int) -> int:
    """Deal the player only cards that allow no action; return how many are left over."""
    made = sums(s)
    values = partners(s)
    fit = 0
    for kind in range(KINDS):
        if not allows(s, kind, made, values):
            fit += s.unseen[kind]
    for _ in range(hidden_cards(s, s.turn)):
        index = below(rng, fit)
        kind = 0
        while allows(s, kind, made, values) or index >= s.unseen[kind]:
            if not allows(s, kind, made, values):
                index -= s.unseen[kind]
            kind += 1
        s.unseen[kind] -= 1
        s.hands[s.turn][kind] += 1
        fit -= 1
        left -= 1
    return left


def imagine_offer(s: Quanto, rng: Cells) -> None:
    """Imagine the offered card: any card of the hand in which it lies."""
    holder = partner_of(s.turn) if s.step == STEP_ANSWER else s.turn
    index = below(rng, s.sizes[holder])
    kind = 0
    while index >= s.hands[holder][kind]:
        index -= s.hands[holder][kind]
        kind += 1
    s.offered = kind


def imagine_memory(s: Quanto, player: int, rng: Cells) -> None:
    """Imagine what is remembered: any of the partner's cards; the offered one by the partner who has seen it."""
    reminded = s.turn if s.step == STEP_ANSWER else partner_of(s.turn)
    for kind in range(KINDS):
        cards = s.hands[partner_of(player)][kind]
        remembered = 1 if kind == s.offered and player == reminded else 0
        for _ in range(remembered, cards):
            remembered += below(rng, 2)
        s.known[player][kind] = remembered


# Features

TABLE = 22
OBSERVED = 7 * KINDS + TABLE + MAX_SEATS * 7


def observe(s: Quanto, seat: int, out: Cells) -> None:
    """Write the features of a concealed record: fixed places, seats counted from this one clockwise; −1: none.

    0–21 own hand by kind; 22–43 unseen cards; 44–65 display without picks; 66–87 picks; 88–109 revealed cards; 110–131 cards
    that left the game; 132–153 cards known in the partner's hand; 154 step; 155 seat to act; 156 seat whose turn it is; 157
    further card after a 2; 158 card from the revealed ones; 159 chosen card's kind; 160 verb; 161 its value; 162 worth of a group;
    163 missing in the open one; 164 owner of the quanto in question; 165 offered card's kind (−2: hidden); 166 last taker; 167
    draw pile; 168 display; 169 teams; 170 option discard; 171 tiles in the middle as bits; 172 number of seats; 173 own score; 174
    revealed cards; 175 dealer; then for each of six seats: hand size, win pile, its top card's kind, tile, quanto's cards, has looked, in the game.
    """
    own = seat if seat >= 0 else 0
    for place in range(OBSERVED):
        out[place] = 0
    for kind in range(KINDS):
        out[KINDS + kind] = s.unseen[kind]
        out[5 * KINDS + kind] = s.gone[kind]
    if seat >= 0:
        for kind in range(KINDS):
            out[kind] = s.hands[seat][kind]
        if s.teams:
            for kind in range(KINDS):
                out[6 * KINDS + kind] = s.known[seat][kind]
    for place in range(s.lying):
        out[2 * KINDS + s.display[place]] += 1
    for place in range(s.lying, s.display_size):
        out[3 * KINDS + s.display[place]] += 1
    for place in range(s.revealed_size):
        out[4 * KINDS + s.revealed[place]] += 1
    observe_turn(s, own, out, 7 * KINDS)
    start = 0  # of a seat's cards in the row of all that was won
    for other in range(s.seats):
        # A plain integer: a cell would wrap, in the CUDA simulator.
        offset = int(steps_to(own, other, s.seats))
        observe_seat(s, other, start, out, 7 * KINDS + TABLE + 7 * offset)
        start += s.pile_sizes[other] + s.quanto_sizes[other]


def observe_turn(s: Quanto, own: int, out: Cells, base: int) -> None:
    out[base] = s.step
    out[base + 1] = distance(s, own, s.actor)
    out[base + 2] = distance(s, own, s.turn)
    out[base + 3] = s.second
    out[base + 4] = s.from_revealed
    out[base + 5] = s.card
    out[base + 6] = s.verb
    out[base + 7] = s.value
    out[base + 8] = s.goal
    out[base + 9] = s.missing
    out[base + 10] = distance(s, own, s.owner)
    out[base + 11] = s.offered
    out[base + 12] = distance(s, own, s.last_taker)
    out[base + 13] = s.draw_size
    out[base + 14] = s.display_size
    out[base + 15] = s.teams
    out[base + 16] = s.discard
    out[base + 17] = s.tiles
    out[base + 18] = s.seats
    out[base + 19] = s.pile_sizes[own]
    if s.teams:
        out[base + 19] += s.pile_sizes[partner_of(own)]
    out[base + 20] = s.revealed_size
    out[base + 21] = distance(s, own, s.dealer)


def distance(s: Quanto, own: int, seat: int) -> int:
    """Return the number of steps to a seat clockwise, −1 for no seat."""
    return steps_to(own, seat, s.seats) if seat >= 0 else EMPTY


def observe_seat(s: Quanto, seat: int, start: int, out: Cells, base: int) -> None:
    out[base] = s.sizes[seat]
    out[base + 1] = s.pile_sizes[seat]
    out[base + 2] = s.won[start + s.pile_sizes[seat] - 1] if s.pile_sizes[seat] > 0 else EMPTY
    out[base + 3] = s.tile[seat]
    out[base + 4] = s.quanto_sizes[seat]
    out[base + 5] = s.looked[seat] if s.teams else 0
    out[base + 6] = 1
