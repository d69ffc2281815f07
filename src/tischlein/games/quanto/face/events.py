"""Events of Quanto, made from the concealed records before and after a single step.

Everything that a seat may know of an action can be seen on the table, so nothing else is needed, and no
secret can leak.
"""

from typing import Literal, TypedDict

from tischlein.cards import CHANCE, EMPTY
from tischlein.games.quanto.face.notation import card_name, groups_of, in_order, names, verb_text
from tischlein.games.quanto.face.positions import pile, quanto_cards
from tischlein.games.quanto.rules.material import (
    BONUS,
    DEAL,
    DRAW,
    FINISHED,
    FORM,
    LOT,
    NAMES,
    NO_BONUS,
    ONE,
    REVEAL,
    SERVE_PARTNER,
    STEP_ANSWER,
    STEP_BONUS,
    STEP_CARD,
    STEP_GIVE,
    STEP_OFFER,
    STEP_PICK,
    STEP_VERB,
    TAKE,
    Quanto,
    partner_of,
)

# A card that the seat may not know.
HIDDEN = "?"


Kind = Literal[
    "lot",
    "deal",
    "draw",
    "lay",
    "reveal",
    "offer",
    "no_offer",
    "return",
    "accept",
    "give",
    "choose",
    "play",
    "pick",
    "bonus",
    "no_bonus",
    "capture",
    "quanto",
    "discard",
    "rob",
    "gone",
    "rest",
]


class Event(TypedDict, total=False):
    """Something that happened.

    Kinds: lot (the dealer); deal and draw (card); lay (a card comes into the display); reveal (card). offer and give (card),
    no_offer, return, accept. choose (card, revealed: bool); play (card, verb); pick (card); bonus (card), no_bonus; capture (cards; owner
    and tile if a quanto was taken); quanto (owner, tile, cards: all of it; added: those of this
    turn; new: bool); discard (card); rob (owner: whose card);
    gone (cards). rest (cards of the display at the end, for the last taker); game_end (winners).
    """

    seat: int | None
    kind: Kind
    card: str
    cards: list[str]
    added: list[str]
    verb: str
    revealed: bool
    owner: int
    tile: int
    new: bool
    winners: list[int]


def events(before: Quanto, after: Quanto, actor: int, action: int, seat: int) -> list[Event]:
    """Return the events that a single step showed to this seat; the action itself is used only for the bonus."""
    found: list[Event] = []
    left = 0  # cards in the display when the step was over
    if actor == CHANCE:
        left = _chance(found, before, after, seat)
    elif before.step in (STEP_OFFER, STEP_ANSWER, STEP_GIVE):
        _exchange(found, before, after, actor, seat)
    elif before.step == STEP_CARD:
        card, revealed = NAMES[after.card], bool(after.from_revealed)
        found.append({"seat": actor, "kind": "choose", "card": card, "revealed": revealed})
    elif before.step == STEP_VERB and after.step == STEP_PICK:
        found.append(
            {"seat": actor, "kind": "play", "card": NAMES[before.card], "verb": verb_text(after) or ""}
        )
        _discard_events(found, before)
    elif before.step == STEP_VERB:
        left = _discard(found, before, after, seat)
    elif after.step == STEP_PICK and after.lying < before.lying:
        found.append({"seat": actor, "kind": "pick", "card": groups_of(after)[-1][-1]})
    elif after.step != STEP_BONUS:
        left = _end_of_action(found, before, after, action, seat)
    if after.step == FINISHED:
        _end(found, after, left)
    return found


# Drawing


def _chance(found: list[Event], before: Quanto, after: Quanto, seat: int) -> int:
    if before.step == LOT:
        found.append({"seat": after.dealer, "kind": "lot"})
    elif before.step == REVEAL:
        card = NAMES[after.revealed[before.revealed_size]]
        found.append({"seat": before.turn, "kind": "reveal", "card": card})
    elif before.step in (DEAL, DRAW):
        receiver = before.drawer if before.step == DEAL else before.turn
        card = _gain_events(before.hands[seat], after.hands[seat])[0] if receiver == seat else HIDDEN
        found.append({"seat": receiver, "kind": "deal" if before.step == DEAL else "draw", "card": card})
    else:
        left: int = before.display_size + 1
        _lay(found, _display(after, left)[-1:])
        return left
    return 0


def _gain_events(before: list[int], after: list[int]) -> list[str]:
    return in_order([max(0, now - then) for then, now in zip(before, after, strict=True)])


def _lay(found: list[Event], cards: list[str]) -> None:
    found.extend({"seat": None, "kind": "lay", "card": card} for card in cards)


def _display(after: Quanto, size: int) -> list[str]:
    """Return the display after a step; after the last one its cards are on the last taker's pile already."""
    if after.step == FINISHED and after.last_taker != EMPTY:
        taken = pile(after, after.last_taker)
        return taken[len(taken) - size :]
    return names(after.display[:size])


def _stack_draws(found: list[Event], before: Quanto, after: Quanto, size: int, seat: int) -> int:
    """Add the draws from a pile with a known order, which need no chance; the display had this size before."""
    turn = before.turn
    if after.from_revealed:
        for card in names(after.revealed[: after.revealed_size]):
            found.append({"seat": turn, "kind": "reveal", "card": card})
        return 0
    held = before.hands[turn][:]
    if before.step == STEP_VERB and not before.from_revealed:
        held[before.card] -= 1
    received = after.sizes[turn] - before.sizes[turn] + sum(before.hands[turn]) - sum(held)
    left: int = size + before.draw_size - after.draw_size - received
    _lay(found, _display(after, left)[size:])
    cards = _gain_events(held, after.hands[turn]) if turn == seat else [HIDDEN] * received
    found.extend({"seat": turn, "kind": "draw", "card": card} for card in cards)
    return left


# Teams


def _exchange(found: list[Event], before: Quanto, after: Quanto, actor: int, seat: int) -> None:
    if before.step == STEP_OFFER and after.step == STEP_ANSWER:
        found.append({"seat": actor, "kind": "offer", "card": card_name(after.offered)})
    elif before.step == STEP_OFFER:
        found.append({"seat": actor, "kind": "no_offer"})
    elif before.step == STEP_ANSWER:
        found.append({"seat": actor, "kind": "accept" if after.step == STEP_GIVE else "return"})
    else:
        card = [HIDDEN]
        if seat == actor:
            card = _gain_events(after.hands[seat], before.hands[seat])
        elif seat == partner_of(actor):
            card = _gain_events(before.hands[seat], after.hands[seat])
        found.append({"seat": actor, "kind": "give", "card": card[0]})


# Actions


def _discard_events(found: list[Event], before: Quanto) -> None:
    """Add the revealed cards that were not chosen."""
    cards = names(before.revealed[: before.revealed_size])
    if len(cards) > 1:
        cards.remove(NAMES[before.card])
        found.append({"seat": None, "kind": "gone", "cards": cards})


def _discard(found: list[Event], before: Quanto, after: Quanto, seat: int) -> int:
    found.append({"seat": before.turn, "kind": "discard", "card": NAMES[before.card]})
    _discard_events(found, before)
    if before.card == ONE:
        for step in range(1, before.seats):
            owner = (before.turn + step) % before.seats
            is_partner = before.teams and owner == partner_of(before.turn)
            if before.pile_sizes[owner] and not is_partner:
                card = pile(before, owner)[-1]
                found.append({"seat": before.turn, "kind": "rob", "owner": owner, "card": card})
    return _stack_draws(found, before, after, before.display_size + 1, seat)


def _end_of_action(found: list[Event], before: Quanto, after: Quanto, action: int, seat: int) -> int:
    size = before.lying
    bonus: list[str] = []
    if before.step == STEP_BONUS:
        bonus = [NAMES[action - BONUS]] if action != NO_BONUS else []
        size -= len(bonus)
        found.extend({"seat": before.turn, "kind": "bonus", "card": card} for card in bonus)
        if not bonus:
            found.append({"seat": before.turn, "kind": "no_bonus"})
    if FORM <= before.verb <= SERVE_PARTNER:
        _build_events(found, before, after)
    else:
        start = before.pile_sizes[before.turn]
        cards = pile(after, before.turn)[start : start + _brought(before) + len(bonus)]
        event: Event = {"seat": before.turn, "kind": "capture", "cards": cards}
        if before.verb != TAKE:
            event["owner"], event["tile"] = before.owner, before.tile[before.owner]
        found.append(event)
    return _stack_draws(found, before, after, size, seat)


def _brought(before: Quanto) -> int:
    """Return the number of cards that the action brings to the win pile, without a bonus."""
    n: int = 1 + before.display_size - before.lying
    return n + before.quanto_sizes[before.owner] if before.owner != EMPTY else n


def _build_events(found: list[Event], before: Quanto, after: Quanto) -> None:
    cards = quanto_cards(after, before.owner)
    found.append(
        {
            "seat": before.turn,
            "kind": "quanto",
            "owner": before.owner,
            "tile": before.goal,
            "cards": cards,
            "added": cards[before.quanto_sizes[before.owner] :],
            "new": before.verb == FORM,
        }
    )


# The end


def _end(found: list[Event], after: Quanto, left: int) -> None:
    if after.last_taker != EMPTY and left > 0:
        found.append({"seat": after.last_taker, "kind": "rest", "cards": _display(after, left)})
