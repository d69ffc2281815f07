"""What people see of Quanto, made from concealed records only."""

from typing import TypedDict

from tischlein.cards import EMPTY
from tischlein.engine.play.views import CommonView
from tischlein.games.quanto.face.events import Event, events
from tischlein.games.quanto.face.notation import (
    KIND,
    ORDER,
    card_name,
    groups_of,
    in_order,
    names,
    verb_text,
)
from tischlein.games.quanto.face.positions import STEP_NAMES, pile, quanto
from tischlein.games.quanto.rules.material import (
    FORM,
    HIGHEST,
    LOWEST_TILE,
    NAMES,
    SERVE_PARTNER,
    VALUES,
    Quanto,
    partner_of,
)

JOKER_AS = "J as "

__all__ = [
    "Event",
    "Group",
    "Offer",
    "Own",
    "Player",
    "QuantoView",
    "Shown",
    "View",
    "events",
    "own_view",
    "view",
]


class QuantoView(TypedDict):
    """A tile in front of a seat, and the cards with it."""

    tile: int
    cards: list[str]


# `from` is a keyword, so this one is written as a call.
Offer = TypedDict("Offer", {"from": int, "card": str})


class Group(TypedDict):
    """Cards picked for one sum. ``values`` are what they count: a joker makes up what was missing. ``base`` is the played card's value
    where it belongs to the group.
    """

    cards: list[str]
    values: list[int]
    base: int | None
    sum: int
    goal: int
    closed: bool


class Player(TypedDict):
    """One seat, as all players see it; the win pile's top card is the last."""

    seat: int
    partner: int | None  # in teams
    cards: int
    pile: list[str]
    quanto: QuantoView | None


class Own(TypedDict):
    """The part of a view that differs from seat to seat."""

    offer: Offer | None
    hand: list[str] | None
    partner_knows: list[str] | None
    unseen: dict[str, int]


class Shown(Own):
    """The keys that this game adds to a view."""

    dealer: int
    turn: int
    step: str | None
    card: str | None
    verb: str | None
    picked: list[list[str]]
    value: int | None  # what the played card counts, once its verb is said
    owner: int | None  # the owner of the quanto that the verb is about
    goal: int | None  # what every group has to make; None until that is settled
    groups: list[Group]
    lying: list[str]  # cards of the display that are not picked
    second: bool
    display: list[str]
    revealed: list[str] | None
    tiles: list[int]
    all_tiles: list[int]  # also those in front of players
    draw_count: int
    gone: list[str]
    last_taker: int | None
    players: list[Player]


class View(CommonView, Shown):
    """The table from one seat; a spectator has no hand, and `partner_knows` is for teams only."""


def view(s: Quanto, seat: int) -> Shown:
    return {
        "dealer": s.dealer,
        "turn": s.turn,
        "step": STEP_NAMES.get(s.step),
        "card": None if s.card == EMPTY else NAMES[s.card],
        "verb": verb_text(s),
        "picked": groups_of(s),
        "value": s.value or None,
        "owner": None if s.owner == EMPTY else s.owner,
        "goal": s.goal or None,
        "groups": _groups(s),
        "lying": names(s.display[: s.lying]),
        "second": bool(s.second),
        "display": names(s.display[: s.display_size]),
        "revealed": names(s.revealed[: s.revealed_size]) if s.from_revealed else None,
        "tiles": [tile for tile in range(LOWEST_TILE, HIGHEST + 1) if s.tiles >> tile & 1],
        "all_tiles": list(range(LOWEST_TILE, HIGHEST + 1)),
        "draw_count": s.draw_size,
        "gone": in_order(s.gone),
        "last_taker": None if s.last_taker == EMPTY else s.last_taker,
        **own_view(s, seat),
        "players": [_player(s, other) for other in range(s.seats)],
    }


def own_view(s: Quanto, seat: int) -> Own:
    """Return the part of a seat's view that a spectator's view does not have."""
    return {
        "offer": None if s.offered == EMPTY else {"from": partner_of(s.turn), "card": card_name(s.offered)},
        "hand": in_order(s.hands[seat]) if seat >= 0 else None,
        "partner_knows": in_order(s.known[seat]) if s.teams and seat >= 0 else None,
        "unseen": {NAMES[kind]: s.unseen[kind] for kind in ORDER if s.unseen[kind]},
    }


def _groups(s: Quanto) -> list[Group]:
    """Return the picks so far with their sums; only the last group can be open."""
    found: list[Group] = []
    groups = groups_of(s)
    for place, cards in enumerate(groups):
        joins = place == 0 and FORM <= s.verb <= SERVE_PARTNER
        missing = s.missing if place == len(groups) - 1 else 0
        base = s.value if joins else 0
        found.append(
            {
                "cards": cards,
                "values": _values(cards, s.goal - missing - base),
                "base": base or None,
                "sum": s.goal - missing,
                "goal": s.goal,
                "closed": missing == 0,
            }
        )
    return found


def _values(cards: list[str], whole: int) -> list[int]:
    """Return what each of these cards counts; a joker without a number counts what the others leave."""
    known = [
        int(card[len(JOKER_AS) :]) if card.startswith(JOKER_AS) else VALUES[KIND[card]] for card in cards
    ]
    return [value or whole - sum(known) for value in known]


def _player(s: Quanto, seat: int) -> Player:
    found = quanto(s, seat)
    return {
        "seat": seat,
        "partner": partner_of(seat) if s.teams else None,
        "cards": s.sizes[seat],
        "pile": pile(s, seat),
        "quanto": None if found is None else {"tile": found["tile"], "cards": found["cards"]},
    }
