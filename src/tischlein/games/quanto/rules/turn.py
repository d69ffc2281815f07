"""A turn in its order: card, verb, picks, bonus; specials of a discarded card; refilling; the end. N5 to N21"""

from tischlein.cards import CHANCE, EMPTY, OVER
from tischlein.games.quanto.rules.material import (
    BONUS,
    CLAIM,
    DEAL,
    DISCARD,
    DONE,
    DRAW,
    FINISHED,
    FORM,
    FULL,
    JOKER,
    LAY_OUT,
    NO_BONUS,
    ONE,
    PICK,
    PICK_AS,
    RAINBOW,
    REFILL,
    REVEAL,
    REVEALED,
    SAID,
    SERVE_PARTNER,
    STEAL,
    STEP_BONUS,
    STEP_CARD,
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
from tischlein.games.quanto.rules.piles import collect, rob, win
from tischlein.games.quanto.rules.teams import forget


def begin_turn(s: Quanto, seat: int) -> None:
    """Begin a turn; in teams the partner comes first and may offer a card. N4, N24"""
    s.turn = seat
    s.step = STEP_CARD
    s.actor = seat
    if s.teams:
        partner = partner_of(seat)
        if s.sizes[partner] > 0:
            s.step = STEP_OFFER
            s.actor = partner


def choose(s: Quanto, kind: int) -> None:
    """Name the card, which leaves its place when the verb is said. N5"""
    s.card = kind
    s.step = STEP_VERB


# Verbs


def verb_of(action: int) -> int:
    """Return the verb without a joker's value or a seat."""
    if action < SAID:
        return action
    return TAKE + (action - SAID) // 12 if action < STEAL else STEAL


def value_of(s: Quanto, action: int) -> int:
    """Return the chosen card's value with this verb: for a joker the number said, 0 if there is none. N16"""
    if SAID <= action < STEAL:
        return (action - SAID) % 12 + 1
    return VALUES[s.card]


def say(s: Quanto, action: int) -> None:
    """Say the verb: the card is played, and the groups to pick get their worth. N6 to N9, N17"""
    leave(s)
    verb = verb_of(action)
    if verb == DISCARD:
        discard(s)
        return
    s.verb = verb
    s.value = value_of(s, action)
    s.goal = 0
    s.missing = 0
    if verb == TAKE:
        s.goal = s.value
        s.missing = s.value
    else:
        s.owner = s.turn
        if verb == SERVE_PARTNER:
            s.owner = partner_of(s.turn)
        elif verb == STEAL:
            s.owner = action - STEAL
        if verb != FORM:
            s.goal = s.tile[s.owner]
            if verb < CLAIM:
                s.missing = s.goal - s.value
    s.step = STEP_PICK


def leave(s: Quanto) -> None:
    """Remove the card from the hand, or from the revealed cards, of which the others leave the game. N14"""
    kind = int(s.card)
    if s.from_revealed == 0:
        s.hands[s.turn][kind] -= 1
        s.sizes[s.turn] -= 1
        if s.teams:
            forget(s, kind)
        return
    s.gone[kind] -= 1
    for place in range(s.revealed_size):
        s.gone[s.revealed[place]] += 1
        s.revealed[place] = EMPTY
    s.revealed_size = 0


# Picks


def pick(s: Quanto, action: int) -> None:
    """Pick one more card; the partner in forming decides the tile, and a joker says its value there. N6 to N9"""
    if action < PICK_AS:
        kind = action - PICK
        value = VALUES[kind]
    else:
        kind = JOKER
        value = action - PICK_AS + 1
    if s.goal == 0:
        s.goal = s.value + value
    elif kind == JOKER:
        s.missing = 0
    else:
        s.missing = (s.missing if s.missing > 0 else s.goal) - value
    set_aside(s, kind)


def set_aside(s: Quanto, kind: int) -> None:
    """Move the oldest card of this kind behind the others, to the picked ones."""
    place = 0
    while s.display[place] != kind:
        place += 1
    last = s.display_size - 1
    while place < last:
        s.display[place] = s.display[place + 1]
        place += 1
    s.display[last] = kind
    s.lying -= 1


def finish_picking(s: Quanto, action: int) -> None:
    """Finish the action: its cards move and the turn ends, but first there may be a bonus. N5, N15"""
    if action == DONE and has_bonus(s):
        s.step = STEP_BONUS
        return
    if BONUS <= action < NO_BONUS:
        set_aside(s, action - BONUS)
    collect(s)
    end_turn(s)


def has_bonus(s: Quanto) -> bool:
    """Return True if a rainbow card from the hand has taken display cards or its player's quanto. N15"""
    return (s.verb == TAKE or s.verb == CLAIM) and s.from_revealed == 0 and RAINBOW <= s.card < JOKER


# Discarding


def discard(s: Quanto) -> None:
    """Put the card into the display; 1, 2 and 3 have their specials. N11 to N14"""
    kind = int(s.card)
    lay(s, kind)
    if kind == ONE:
        rob(s)
    if kind == TWO and s.sizes[s.turn] > 0:
        clear_action(s)
        s.second = 1
        s.step = STEP_CARD
    elif kind == THREE and s.draw_size > 0:
        clear_action(s)
        s.second = 0
        s.from_revealed = 1
        s.to_reveal = REVEALED
        s.step = REVEAL
    else:
        end_turn(s)


def lay(s: Quanto, kind: int) -> None:
    """Put a card at the end of the display, in which nothing is picked. N5"""
    s.display[s.display_size] = kind
    s.display_size += 1
    s.lying += 1


def clear_action(s: Quanto) -> None:
    """Clear everything of the last action."""
    s.from_revealed = 0
    s.card = EMPTY
    s.verb = EMPTY
    s.value = 0
    s.goal = 0
    s.missing = 0
    s.owner = EMPTY


def end_turn(s: Quanto) -> None:
    """End the turn: display and hand are refilled by ``draw_on``. N5, N13"""
    clear_action(s)
    s.second = 0
    s.step = REFILL


# Drawing


def draw_on(s: Quanto) -> None:
    """Draw the cards that are due, until chance has to name one, or a seat decides."""
    while reach_next_card(s):
        if s.draw_ordered == 0:
            s.actor = CHANCE
            return
        top = s.draw_size - 1
        kind = int(s.stack[top])
        s.stack[top] = EMPTY
        place_card(s, kind)


def reach_next_card(s: Quanto) -> bool:
    """Go on to the next card that has to be drawn; if there is none, the next step has begun. N2, N5, N14, N18"""
    if s.step > DRAW:
        return False
    pile = s.draw_size > 0
    if s.step == DEAL:
        if pile and s.sizes[s.drawer] < FULL[s.seats]:
            return True
        s.drawer = EMPTY
        s.step = LAY_OUT
    if s.step == REVEAL:
        if pile and s.to_reveal > 0:
            return True
        s.to_reveal = 0
        s.step = STEP_CARD
        s.actor = s.turn
        return False
    if s.step == LAY_OUT or s.step == REFILL:
        if pile and display_is_short(s):
            return True
        if s.step == LAY_OUT:
            begin_turn(s, s.turn)
            return False
        s.step = DRAW
    if pile and s.sizes[s.turn] < FULL[s.seats]:
        return True
    pass_on(s)
    return False


def display_is_short(s: Quanto) -> bool:
    """Return True if the display has room; every rainbow card there makes room for one more. N3"""
    room = FULL[s.seats] - s.display_size
    for place in range(s.display_size):
        room += RAINBOW <= s.display[place] < JOKER
    return room > 0


def place_card(s: Quanto, kind: int) -> None:
    """Put a card of the draw pile where it is due."""
    s.draw_size -= 1
    if s.step == DEAL:
        receive(s, s.drawer, kind)
        s.drawer = s.drawer + 1 if s.drawer + 1 < s.seats else 0
    elif s.step == DRAW:
        receive(s, s.turn, kind)
    elif s.step == REVEAL:
        s.revealed[s.revealed_size] = kind
        s.revealed_size += 1
        s.to_reveal -= 1
    else:
        lay(s, kind)


def receive(s: Quanto, seat: int, kind: int) -> None:
    """Put a card into a hand."""
    s.hands[seat][kind] += 1
    s.sizes[seat] += 1


# The next turn, or the end


def pass_on(s: Quanto) -> None:
    """Pass the turn to the next player clockwise who has a card. N4, N21"""
    seat = int(s.turn)
    for _ in range(s.seats):
        seat = seat + 1 if seat + 1 < s.seats else 0
        if s.sizes[seat] > 0:
            begin_turn(s, seat)
            return
    finish(s)


def finish(s: Quanto) -> None:
    """End the game: nobody has a card, and the display goes to the last seat that took by action 1. N19"""
    s.step = FINISHED
    s.actor = OVER
    if s.last_taker != EMPTY:
        for place in range(s.display_size):
            win(s, int(s.last_taker), int(s.display[place]))
            s.display[place] = EMPTY
        s.display_size = 0
        s.lying = 0
