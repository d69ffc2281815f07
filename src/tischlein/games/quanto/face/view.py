"""What people see of Quanto, made from concealed records only."""

from typing import Any, TypedDict

from tischlein.cards import EMPTY
from tischlein.engine.views import CommonView
from tischlein.games.quanto.face.events import Event, events
from tischlein.games.quanto.face.notation import ORDER, card_name, in_order, names, picked_groups, verb_text
from tischlein.games.quanto.face.positions import STEP_NAMES, pile, quanto
from tischlein.games.quanto.rules.material import HIGHEST, LOWEST_TILE, NAMES, partner_of

__all__ = ["Event", "Offer", "Player", "QuantoView", "Shown", "View", "events", "view"]


class QuantoView(TypedDict):
    """A tile in front of a seat, and the cards with it."""

    tile: int
    cards: list[str]


# `from` is a word of the language, so this one is written as a call.
Offer = TypedDict("Offer", {"from": int, "card": str})


class Player(TypedDict):
    """One seat, as everybody sees it; the win pile's top card is the last."""

    seat: int
    cards: int
    pile: list[str]
    quanto: QuantoView | None


class Shown(TypedDict):
    """What this game adds to a view."""

    dealer: int
    turn: int
    step: str | None
    card: str | None
    verb: str | None
    picked: list[list[str]]
    second: bool
    display: list[str]
    revealed: list[str] | None
    tiles: list[int]
    draw_count: int
    gone: list[str]
    last_taker: int | None
    offer: Offer | None
    hand: list[str] | None
    partner_knows: list[str] | None
    unseen: dict[str, int]
    players: list[Player]


class View(CommonView, Shown):
    """The table from one seat; a spectator has no hand, and only in teams somebody knows of a partner's cards."""


def view(s: Any, seat: int) -> Shown:
    return {
        "dealer": s.dealer,
        "turn": s.turn,
        "step": STEP_NAMES.get(s.step),
        "card": None if s.card == EMPTY else NAMES[s.card],
        "verb": verb_text(s),
        "picked": picked_groups(s),
        "second": bool(s.second),
        "display": names(s.display[: s.display_size]),
        "revealed": names(s.revealed[: s.revealed_size]) if s.from_revealed else None,
        "tiles": [tile for tile in range(LOWEST_TILE, HIGHEST + 1) if s.tiles >> tile & 1],
        "draw_count": s.draw_size,
        "gone": in_order(s.gone),
        "last_taker": None if s.last_taker == EMPTY else s.last_taker,
        "offer": None if s.offered == EMPTY else {"from": partner_of(s.turn), "card": card_name(s.offered)},
        "hand": in_order(s.hands[seat]) if seat >= 0 else None,
        "partner_knows": in_order(s.known[seat]) if s.teams and seat >= 0 else None,
        "unseen": {NAMES[kind]: s.unseen[kind] for kind in ORDER if s.unseen[kind]},
        "players": [_player(s, other) for other in range(s.seats)],
    }


def _player(s: Any, seat: int) -> Player:
    found = quanto(s, seat)
    return {
        "seat": seat,
        "cards": s.sizes[seat],
        "pile": pile(s, seat),
        "quanto": None if found is None else {"tile": found["tile"], "cards": found["cards"]},
    }
