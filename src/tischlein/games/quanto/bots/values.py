"""The worth of plays in Quanto, in hundredths of a card: taking, quantos, discarding, and keeping a card.

``look`` has to come first: it fills the tables in ``work`` from what the seat knows. In the dialect of
``tischlein.cards``.
"""

from tischlein.cards import Cells
from tischlein.games.quanto.bots.plans import (
    BEST,
    KIND,
    PLANS,
    REMOVED,
    WIDTH,
    filled_up,
    find_best,
    groups_of,
    survey,
)
from tischlein.games.quanto.rules.captures import is_exempt, may_steal, serves, sums
from tischlein.games.quanto.rules.material import (
    CLAIM,
    FORM,
    FREE,
    HIGHEST,
    JOKER,
    KINDS,
    ONE,
    RAINBOW,
    SERVE_PARTNER,
    SINGLE,
    STEP_ANSWER,
    STEP_OFFER,
    STEP_PICK,
    STEP_VERB,
    TAKE,
    THREE,
    TWO,
    VALUES,
    Quanto,
    partner_of,
)

# Places in ``work`` behind the plans.
HELD = PLANS  # + value: cards of this value in the hand; 0: jokers
OUT = HELD + WIDTH  # + value: cards of this value out of sight
ALL_OUT = OUT + WIDTH  # how many are out of sight
COVERED = ALL_OUT + 1  # how many display cards the plans cover
USE = COVERED + 1  # + kind: what the best use of the card is worth, except discarding it
PLAYS = USE + KINDS

# Worth in hundredths of a card.
ONE_CARD = 100
IMPOSSIBLE = -1000
# The worth of keeping a card for later, by kind.
KEEP = (20, 20, 30, 8, 12, 16, 20, 24, 28, 32, 36, 40, 80, 90, 90, 100, 100, 110, 110, 120, 120, 350)
KEEP_TILE = 200  # more for a card that takes the seat's own quanto
# Discarding: every card helps the others, but specials have their worth.
LEFT = 30
ROBBED = 70  # a card that a 1 takes from a pile; its owner's loss counts, too
AGAIN = 320  # what a 3 brings
SUITED = 200  # after a 2: a further card that needs the 2
FURTHER = 90  # a further card that does not need it, beyond its own worth
ALONE = -60  # a further card that can only be discarded
# The chance in percent to take a quanto with the card in hand, or with a joker.
SURE = 95
BY_JOKER = 80
# Tenths of a card that leave the draw pile in a turn.
PACE = 37
OPEN = 10  # what a quanto promises beyond its cards, as it can be served
GROWS = 100  # what is lost when a quanto is taken, as it could have grown
LAST = 110  # percent of the display that the last taker may hope for


def look(s: Quanto, seat: int, work: Cells) -> None:
    """Survey the display, the player's hand as far as the seat knows it, and the cards out of sight."""
    work[COVERED] = survey(s, HIGHEST, work)
    find_best(work[COVERED], s.tile[s.turn] == 0, work)
    total = 0
    for value in range(WIDTH):
        work[HELD + value] = 0
        work[OUT + value] = 0
    for kind in range(KINDS):
        out = int(s.unseen[kind])
        for other in range(s.seats):
            if other != seat:
                out += s.hands[other][kind]
        work[OUT + VALUES[kind]] += out
        total += out
        work[HELD + VALUES[kind]] += s.hands[seat][kind] if seat == s.turn else s.known[seat][kind]
    work[ALL_OUT] = total
    if s.step == STEP_ANSWER:
        work[HELD + VALUES[s.offered]] += 1
    if s.step != STEP_PICK and (s.step != STEP_VERB or s.card == TWO):
        for kind in range(KINDS):
            if s.hands[seat][kind] > 0 or kind == s.offered or is_revealed(s, kind):
                work[USE + kind] = rate_use(s, kind, work)


def is_revealed(s: Quanto, kind: int) -> bool:
    """Return True if a card of this kind was revealed by a 3."""
    found = 0
    for place in range(s.revealed_size):
        found += s.revealed[place] == kind
    return found > 0


def rate_card(s: Quanto, kind: int, work: Cells) -> int:
    """Return what the best use of a card is worth."""
    found = int(work[USE + kind])
    if found == IMPOSSIBLE or s.discard == FREE or is_exempt(s, kind):
        found = max(found, rate_discard(s, kind, work))
    return found


def rate_use(s: Quanto, kind: int, work: Cells) -> int:
    """Return what the best capture or quanto with a card is worth; a joker can be any number. N16, N17"""
    lowest = VALUES[kind] if kind != JOKER else 1
    highest = VALUES[kind] if kind != JOKER else HIGHEST
    found = IMPOSSIBLE
    for value in range(lowest, highest + 1):
        for verb in range(TAKE, CLAIM + 1):
            if verb != CLAIM or value == lowest:
                found = max(found, rate_action(s, kind, verb, value, work))
    if kind == JOKER:
        for seat in range(s.seats):
            if may_steal(s, seat):
                found = max(found, rate_steal(s, seat, work))
    return found


def rate_action(s: Quanto, kind: int, verb: int, value: int, work: Cells) -> int:
    """Return what one use of a card is worth."""
    worth = 0
    if verb == TAKE:
        worth = groups_of(value, work)
        if worth > 0:
            worth += ONE_CARD + bonus(s, kind) + last_take(s, worth, work)
    elif verb == FORM:
        worth = best_partner(s, kind, value, work)
    elif verb != SERVE_PARTNER or s.teams:
        worth = rate_quanto(s, kind, verb, value, work)
    return worth - price(s, kind, work) if worth > 0 else IMPOSSIBLE


def rate_quanto(s: Quanto, kind: int, verb: int, value: int, work: Cells) -> int:
    """Return what it is worth to serve a quanto or to take your own, 0 if that is not possible. N8, N9, N23"""
    owner = partner_of(s.turn) if verb == SERVE_PARTNER else int(s.turn)
    tile = int(s.tile[owner])
    worth = 0
    if verb == CLAIM:
        if tile > 0 and (kind == JOKER or tile == value):
            worth = ONE_CARD + groups_of(tile, work) + bonus(s, kind)
    elif tile > value:
        worth = filled_up(int(work[COVERED]), tile - value, tile, s.serve == SINGLE, work)
    if worth == 0:
        return 0
    later = chance(s, tile, kind, work)
    if verb == CLAIM:
        return max(1, worth - GROWS + int(s.quanto_sizes[owner]) * (100 - later))
    return (worth + ONE_CARD) * later // 100


def rate_steal(s: Quanto, seat: int, work: Cells) -> int:
    """Return what it is worth to steal a seat's quanto with a joker; its owner's loss counts, too. N17"""
    worth = ONE_CARD + groups_of(int(s.tile[seat]), work)
    return worth + int(s.quanto_sizes[seat]) * (100 + 60 // (int(s.seats) - 1)) - price(s, JOKER, work)


def best_partner(s: Quanto, kind: int, value: int, work: Cells) -> int:
    """Return the worth of the best quanto that can be formed with a card of this value. N7"""
    if s.tile[s.turn] > 0:
        return 0
    found = 0
    for place in range(work[COVERED]):
        partner = int(work[KIND + place])
        lowest = value + (1 if partner == JOKER else VALUES[partner])
        highest = HIGHEST if partner == JOKER else lowest
        for tile in range(lowest, highest + 1):
            found = max(found, formed(s, kind, tile, place, work))
    return found


def formed(s: Quanto, kind: int, tile: int, place: int, work: Cells) -> int:
    """Return the worth of a quanto formed with the card at a place of the plans, 0 if its tile is not free."""
    if tile > HIGHEST or (s.tiles >> tile) & 1 == 0:
        return 0
    cards = ONE_CARD + REMOVED[work[KIND + place]] + work[BEST + WIDTH * place + tile]
    return int((cards + OPEN) * chance(s, tile, kind, work)) // 100


def chance(s: Quanto, tile: int, kind: int, work: Cells) -> int:
    """Return the chance, in percent, to take a quanto with this tile later, after this card has been played."""
    held = int(work[HELD + tile])
    jokers = int(work[HELD])
    if s.from_revealed == 0 and s.step != STEP_OFFER and s.step != STEP_PICK:
        held -= VALUES[kind] == tile
        jokers -= kind == JOKER
    total = int(work[ALL_OUT])
    if total == 0:
        total = 1
    others = 0
    for seat in range(s.seats):
        if seat != s.turn and not (s.teams and seat == partner_of(s.turn)):
            others += s.sizes[seat]
    risk = 100 * work[OUT] * others // total
    risk = min(risk, 100)
    if held > 0:
        return int(SURE * (200 - risk) // 200)
    if jokers > 0:
        return int(BY_JOKER * (200 - risk) // 200)
    # A card that fits may come, turn after turn.
    tenths = 100 * int(s.draw_size) // (PACE * int(s.seats))
    if s.teams:
        tenths *= 2
    fit = int(work[OUT + tile] + work[OUT])
    safe = 100 * (100 - risk // 2)
    missed = safe
    while tenths > 0:
        missed -= missed * fit * min(tenths, 10) // (10 * total)
        tenths -= 10
    return (safe - missed) // 100


def price(s: Quanto, kind: int, work: Cells) -> int:
    """Return what it costs not to have this card any more."""
    if s.from_revealed:
        return 0
    cost = KEEP[kind]
    if kind != JOKER and VALUES[kind] == s.tile[s.turn] and work[HELD + VALUES[kind]] == 1:
        cost += KEEP_TILE
    return cost


def bonus(s: Quanto, kind: int) -> int:
    """Return the worth of the bonus of a rainbow card from the hand. N15"""
    return ONE_CARD if RAINBOW <= kind < JOKER and s.from_revealed == 0 and s.lying > 1 else 0


def last_take(s: Quanto, taken: int, work: Cells) -> int:
    """Return the worth of being the last taker after the pile is used up. N19"""
    if s.draw_size > 0 or s.last_taker == s.turn:
        return 0
    ahead = 0
    for seat in range(s.seats):
        ahead += s.sizes[seat]
    left = ONE_CARD * (s.lying + ahead // 2) - taken
    return max(0, left * LAST // (100 + 50 * ahead))


def rate_discard(s: Quanto, kind: int, work: Cells) -> int:
    """Return what discarding a card is worth: its special, less the help for the others. N11 to N14"""
    worth = -LEFT - price(s, kind, work)
    if kind == ONE:
        for seat in range(s.seats):
            friend = s.teams == 1 and seat == partner_of(s.turn)
            if seat != s.turn and not friend and s.pile_sizes[seat] > 0:
                worth += ROBBED + ROBBED // (s.seats - 1)
    elif kind == THREE and s.draw_size > 0:
        worth += AGAIN
    elif kind == TWO and s.sizes[s.turn] > 1:
        worth += follow(s, work)
    return worth


def follow(s: Quanto, work: Cells) -> int:
    """Return what the further card after a 2 brings. N13"""
    found = SUITED if suits(s, work) else ALONE
    for kind in range(KINDS):
        if s.hands[s.turn][kind] > 0 and kind != TWO:
            found = max(found, FURTHER + int(work[USE + kind]))
    return found


def suits(s: Quanto, work: Cells) -> bool:
    """Return True if a number in the hand can do something with a 2 more in the display."""
    made = sums(s)
    made |= made << TWO + 1
    values = s.tiles >> 2 if s.tile[s.turn] == 0 else 0
    found = 0
    for value in range(1, HIGHEST + 1):
        held = work[HELD + value] - (value == 2)
        if held > 0:
            found |= ((made | values) >> value) & 1 or serves_with_two(s, value, made)
    return found > 0


def serves_with_two(s: Quanto, value: int, made: int) -> bool:
    """Return True if a card of this value can serve with a 2 more in the display; ``made`` includes the 2. N8"""
    tile = int(s.tile[s.turn])
    return tile - value == 2 or serves(s, value, tile, made)
