"""What the display allows: sums of cards, groups that can still be closed, verbs that a card allows. N6 to
N10, N16, N17

Sums up to twelve are the bits of one integer: a further card of value v turns every sum into itself and v
more. A joker in the display closes any group, so it makes every sum; it never needs to share a group with the
other one.
"""

from tischlein.games.quanto.rules.material import (
    FORCED,
    FREE,
    HIGHEST,
    JOKER,
    KINDS,
    SEVERAL,
    THREE,
    TWO,
    VALUES,
    Quanto,
    partner_of,
)

ALL_SUMS = (1 << (HIGHEST + 1)) - 1


def sums(s: Quanto) -> int:
    """Return the sums that cards in the display make, as bits; picked cards do not count."""
    made = 1
    display = s.display
    for place in range(s.lying):
        kind = display[place]
        if kind == JOKER:
            return ALL_SUMS
        made |= made << VALUES[kind]
        made &= ALL_SUMS
    return made


def closes(s: Quanto, kind: int, missing: int) -> bool:
    """Return True if the card fits a group that lacks ``missing``, and the other cards can make up the rest. N6, N16"""
    if kind == JOKER:
        return True
    rest = missing - VALUES[kind]
    if rest <= 0:
        return rest == 0
    made = 1
    itself = 1
    display = s.display
    for place in range(s.lying):
        other = display[place]
        if other == JOKER:
            return True
        if other == kind and itself:
            itself = 0
        else:
            made |= made << VALUES[other]
            made &= ALL_SUMS
    return (made >> rest) & 1 == 1


def partners(s: Quanto) -> int:
    """Return the values, as bits, that make a free tile together with one card of the display. N7"""
    values = 0
    tiles = s.tiles
    if s.tile[s.turn] > 0:
        return 0
    for place in range(s.lying):
        value = VALUES[s.display[place]]
        if value > 0:
            values |= tiles >> value
        else:
            for said in range(1, HIGHEST):
                values |= tiles >> said
    return values


def serves(s: Quanto, value: int, tile: int, made: int) -> bool:
    """Return True if a card of this value and display cards, whose sums are ``made``, make the tile. N8"""
    if tile <= value:
        return False
    return (made >> (tile - value)) & 1 == 1 if s.serve == SEVERAL else completes(s, tile - value)


def completes(s: Quanto, missing: int) -> bool:
    """Return True if one card of the display has exactly this value, or is a joker. N8"""
    found = 0
    for place in range(s.lying):
        found |= VALUES[s.display[place]] == missing or s.display[place] == JOKER
    return found > 0


def allows(s: Quanto, kind: int, made: int, values: int) -> bool:
    """Return True if the card allows action 1 or 2; ``made`` and ``values`` come from ``sums`` and ``partners``. N11"""
    own = s.tile[s.turn]
    if kind == JOKER:
        return s.lying > 0 or own > 0 or victims(s) > 0
    value = VALUES[kind]
    if ((made | values) >> value) & 1 or own == value or serves(s, value, own, made):
        return True
    return s.teams == 1 and serves(s, value, s.tile[partner_of(s.turn)], made)


def victims(s: Quanto) -> int:
    """Return the number of seats that a joker could steal a quanto from. N17, N23"""
    n = 0
    for seat in range(s.seats):
        n += may_steal(s, seat)
    return n


def may_steal(s: Quanto, seat: int) -> bool:
    """Return True if the seat has a quanto and is not a partner; a revealed joker never steals. N14, N17, N23"""
    if s.from_revealed or seat == s.turn or s.tile[seat] == 0:
        return False
    return s.teams == 0 or seat != partner_of(s.turn)


# Discarding


def is_exempt(s: Quanto, kind: int) -> bool:
    """Return True for a further 2 after a 2 and a revealed 3, which may always be discarded. N13, N14"""
    return kind == THREE if s.from_revealed else kind == TWO and s.second == 1


def may_be_chosen(s: Quanto, seat: int, kind: int) -> bool:
    """Return True if a verb is legal for the card; only with ``forced`` the other cards matter. N11"""
    if s.discard != FORCED or is_exempt(s, kind):
        return True
    made = sums(s)
    values = partners(s)
    return allows(s, kind, made, values) or not any_allows(s, seat, made, values)


def may_discard(s: Quanto) -> bool:
    """Return True if the chosen card may be discarded; one that allows nothing else was chosen for that. N11"""
    return s.discard == FREE or is_exempt(s, s.card) or not allows(s, s.card, sums(s), partners(s))


def any_allows(s: Quanto, seat: int, made: int, values: int) -> bool:
    """Return True if one of the cards to choose from allows action 1 or 2. N11"""
    n = 0
    if s.from_revealed:
        for place in range(s.revealed_size):
            n += allows(s, s.revealed[place], made, values)
    else:
        for kind in range(KINDS):
            if s.hands[seat][kind] > 0:
                n += allows(s, kind, made, values)
    return n > 0
