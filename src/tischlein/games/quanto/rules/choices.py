"""What a seat may choose, step by step: reasons against an action, and lists of all legal ones. N5 to N17, N22 to N24"""

from tischlein.cards import Cells
from tischlein.games.quanto.rules.captures import (
    allows,
    closes,
    is_exempt,
    may_be_chosen,
    may_discard,
    may_steal,
    partners,
    serves,
    sums,
)
from tischlein.games.quanto.rules.material import (
    ACCEPT,
    CLAIM,
    DISCARD,
    DONE,
    FORCED,
    FORM,
    FREE,
    GIVE,
    HIGHEST,
    JOKER,
    KINDS,
    NO_OFFER,
    OFFER,
    PICK,
    PICK_AS,
    RETURN,
    SAID,
    SERVE,
    SERVE_PARTNER,
    SINGLE,
    STEAL,
    STEP_ANSWER,
    STEP_OFFER,
    TAKE,
    VALUES,
    Quanto,
    partner_of,
)
from tischlein.games.quanto.rules.turn import value_of, verb_of

REASONS = (
    ("legal", ""),
    ("game_over", "N19"),
    ("not_your_turn", "N4"),
    ("no_teams", "N22"),
    ("wrong_step", "N5"),
    ("not_in_hand", "N5"),
    ("not_revealed", "N14"),
    ("no_action", "N11"),
    ("no_capture", "N6"),
    ("has_quanto", "N10"),
    ("no_tile", "N7"),
    ("no_quanto", "N8"),
    ("no_quanto", "N23"),
    ("no_serve", "N8"),
    ("not_the_tile", "N9"),
    ("no_steal", "N17"),
    ("no_steal", "N23"),
    ("must_act", "N11"),
    ("not_in_display", "N6"),
    ("no_group", "N6"),
    ("not_done", "N6"),
    ("no_bonus", "N15"),
)
LEGAL, GAME_OVER, NOT_YOUR_TURN, NO_TEAMS, WRONG_STEP, NOT_IN_HAND, NOT_REVEALED, NO_ACTION = range(8)
NO_CAPTURE, HAS_QUANTO, NO_TILE, NO_QUANTO, NO_PARTNERS_QUANTO, NO_SERVE, NOT_THE_TILE = range(8, 15)
NO_STEAL, NO_STEAL_PARTNER, MUST_ACT, NOT_IN_DISPLAY, NO_GROUP, NOT_DONE, NO_BONUS_CARD = range(15, 22)


def why_card(s: Quanto, seat: int, kind: int) -> int:
    if s.from_revealed:
        there = 0
        for place in range(s.revealed_size):
            there += s.revealed[place] == kind
        if there == 0:
            return NOT_REVEALED
    elif s.hands[seat][kind] == 0:
        return NOT_IN_HAND
    return LEGAL if may_be_chosen(s, seat, kind) else NO_ACTION


def why_verb(s: Quanto, action: int) -> int:
    verb = verb_of(action)
    if verb == DISCARD:
        return LEGAL if may_discard(s) else MUST_ACT
    if verb == STEAL:
        return why_steal(s, action - STEAL)
    if verb == CLAIM:
        return why_claim(s)
    value = value_of(s, action)
    # A joker has to say its value, and nothing else may.
    if (s.card == JOKER) != (action >= SAID):
        return WRONG_STEP
    if verb == TAKE:
        return LEGAL if (sums(s) >> value) & 1 else NO_CAPTURE
    if verb == FORM:
        if s.tile[s.turn] > 0:
            return HAS_QUANTO
        return LEGAL if (partners(s) >> value) & 1 else NO_TILE
    tile = s.tile[s.turn if verb == SERVE else partner_of(s.turn)]
    if tile == 0:
        return NO_QUANTO if verb == SERVE else NO_PARTNERS_QUANTO
    return LEGAL if serves(s, value, tile, sums(s)) else NO_SERVE


def why_claim(s: Quanto) -> int:
    tile = s.tile[s.turn]
    if tile == 0:
        return NO_QUANTO
    return LEGAL if s.card == JOKER or VALUES[s.card] == tile else NOT_THE_TILE


def why_steal(s: Quanto, seat: int) -> int:
    if s.card != JOKER or s.from_revealed or seat == s.turn or s.tile[seat] == 0:
        return NO_STEAL
    return LEGAL if may_steal(s, seat) else NO_STEAL_PARTNER


def why_pick(s: Quanto, action: int) -> int:
    if action == DONE:
        return LEGAL if s.goal > 0 and s.missing == 0 else NOT_DONE
    kind = action - PICK if action < PICK_AS else JOKER
    if not lies(s, kind):
        return NOT_IN_DISPLAY
    if s.goal == 0:
        # The partner in forming.
        value = action - PICK_AS + 1 if action >= PICK_AS else VALUES[kind]
        return LEGAL if value > 0 and (s.tiles >> (s.value + value)) & 1 else NO_GROUP
    if action >= PICK_AS:
        return NO_GROUP
    return LEGAL if fits(s, kind) else NO_GROUP


def fits(s: Quanto, kind: int) -> bool:
    """Return True if the card can join the open group, or begin the next one. N6, N8"""
    missing = s.missing if s.missing > 0 else s.goal
    if s.serve == SINGLE and FORM < s.verb < CLAIM and s.lying == s.display_size:
        return kind == JOKER or VALUES[kind] == missing
    return closes(s, kind, missing)


def lies(s: Quanto, kind: int) -> bool:
    """Return True if a card of this kind lies in the display and is not picked."""
    place = 0
    while place < s.lying and s.display[place] != kind:
        place += 1
    return place < s.lying


def why_exchange(s: Quanto, seat: int, action: int) -> int:
    """Return the reason against an action of the exchange; the card just received cannot be given. N24"""
    if s.step == STEP_OFFER:
        return LEGAL if action == NO_OFFER or s.hands[seat][action - OFFER] > 0 else NOT_IN_HAND
    if s.step == STEP_ANSWER:
        return LEGAL
    kind = action - GIVE
    held = s.hands[seat][kind] - (1 if kind == s.offered else 0)
    return LEGAL if held > 0 else NOT_IN_HAND


# Lists


def legal_cards(s: Quanto, seat: int, out: Cells) -> int:
    """Write the cards to choose from; with ``forced``, one that allows no action only if none does. N11"""
    n = 0
    if s.from_revealed:
        for place in range(s.revealed_size):
            kind = s.revealed[place]
            out[n] = kind
            n += (place < 1 or kind != s.revealed[0]) and (place < 2 or kind != s.revealed[1])
    else:
        hand = s.hands[seat]
        for kind in range(KINDS):
            out[n] = kind
            n += hand[kind] > 0
    if s.discard != FORCED:
        return n
    made = sums(s)
    values = partners(s)
    able = 0
    for k in range(n):
        if allows(s, out[k], made, values):
            able |= 1 << k
    if able == 0:
        return n
    kept = 0
    for k in range(n):
        out[kept] = out[k]
        kept += (able >> k) & 1 == 1 or is_exempt(s, out[k])
    return kept


def legal_verbs(s: Quanto, out: Cells) -> int:
    """Write the verbs that a number allows."""
    value = VALUES[s.card]
    made = sums(s)
    tile = s.tile[s.turn]
    n = 0
    if (made >> value) & 1:
        out[n] = TAKE
        n += 1
    if tile == value:
        out[n] = CLAIM
        n += 1
    elif tile == 0:
        if (partners(s) >> value) & 1:
            out[n] = FORM
            n += 1
    elif serves(s, value, tile, made):
        out[n] = SERVE
        n += 1
    if s.teams and serves(s, value, s.tile[partner_of(s.turn)], made):
        out[n] = SERVE_PARTNER
        n += 1
    if n == 0 or s.discard == FREE or is_exempt(s, s.card):
        out[n] = DISCARD
        n += 1
    return n


def legal_jokers_verbs(s: Quanto, out: Cells) -> int:
    """Write the verbs that a joker allows, value by value. N16, N17"""
    made = sums(s)
    values = partners(s)
    tile = s.tile[s.turn]
    friend = s.tile[partner_of(s.turn)] if s.teams else 0
    n = 0
    for value in range(1, HIGHEST + 1):
        said = SAID + value - 1
        if (made >> value) & 1:
            out[n] = said
            n += 1
        if (values >> value) & 1:
            out[n] = said + 12 * (FORM - TAKE)
            n += 1
        if serves(s, value, tile, made):
            out[n] = said + 12 * (SERVE - TAKE)
            n += 1
        if serves(s, value, friend, made):
            out[n] = said + 12 * (SERVE_PARTNER - TAKE)
            n += 1
    if tile > 0:
        out[n] = CLAIM
        n += 1
    for seat in range(s.seats):
        out[n] = STEAL + seat
        n += may_steal(s, seat)
    if n == 0 or s.discard == FREE:
        out[n] = DISCARD
        n += 1
    return n


def distinct(s: Quanto, out: Cells, base: int) -> int:
    """Write an action for every kind that lies in the display and is not picked."""
    n = 0
    met = 0
    for place in range(s.lying):
        kind = int(s.display[place])
        if (met >> kind) & 1 == 0:
            met |= 1 << kind
            out[n] = base + kind
            n += 1
    return n


def legal_picks(s: Quanto, out: Cells) -> int:
    """Write every card with which the open group, or a new one, can still be closed."""
    n = distinct(s, out, PICK)
    kept = 0
    if s.goal == 0:
        return legal_partners(s, out, n)
    for k in range(n):
        out[kept] = out[k]
        kept += fits(s, out[k] - PICK)
    if s.missing == 0:
        out[kept] = DONE
        kept += 1
    return kept


def legal_partners(s: Quanto, out: Cells, n: int) -> int:
    """Write the cards that make a free tile together with the played one; a joker says its value. N7"""
    joker = 0
    kept = 0
    for k in range(n):
        out[kept] = out[k]
        if out[k] == PICK + JOKER:
            joker = 1
        else:
            kept += (s.tiles >> (s.value + VALUES[out[k] - PICK])) & 1 == 1
    if joker:
        for value in range(1, HIGHEST + 1):
            out[kept] = PICK_AS + value - 1
            kept += (s.tiles >> (s.value + value)) & 1 == 1
    return kept


def legal_exchange(s: Quanto, seat: int, out: Cells) -> int:
    """Write the actions of the exchange: offer, answer, give. N24"""
    if s.step == STEP_ANSWER:
        out[0] = RETURN
        out[1] = ACCEPT
        return 2
    n = 0
    for kind in range(KINDS):
        held = s.hands[seat][kind]
        if s.step == STEP_OFFER:
            out[n] = OFFER + kind
        else:
            out[n] = GIVE + kind
            held -= kind == s.offered
        n += held > 0
    if s.step == STEP_OFFER:
        out[n] = NO_OFFER
        n += 1
    return n
