"""What people see of Markt: made from concealed records only, which hide nothing."""

from typing import Literal, TypedDict

from extra_games.markt.face.notation import NAMES
from extra_games.markt.face.positions import names
from extra_games.markt.rules import PLACES, Markt, chances
from tischlein.cards import CHANCE, EMPTY
from tischlein.engine.play.views import CommonView


class Player(TypedDict):
    """What a seat has gathered and not sold."""

    goods: list[str]


class View(CommonView):
    """The table, the same for everybody."""

    turn: int
    players: list[Player]
    market: list[str | None]
    sold: list[str]
    pile: int


class Event(TypedDict, total=False):
    """Something that happened: turn_up (card), take (card), sell (card, cards, points)."""

    seat: int | None
    kind: Literal["turn_up", "take", "sell"]
    card: str
    cards: int
    points: int
    winners: list[int]


def view(s: Markt, seat: int) -> dict[str, object]:
    """Return what Markt adds to what every view has."""
    return {
        "turn": s.turn,
        "players": [{"goods": names(s.goods[other])} for other in range(s.seats)],
        "market": [None if kind == EMPTY else NAMES[kind] for kind in s.market],
        "sold": names(s.sold),
        "pile": chances(s),
    }


def events(before: Markt, after: Markt, actor: int, action: int, seat: int) -> list[dict[str, object]]:
    """Return what one step shows to a seat."""
    if actor == CHANCE:
        place = next(k for k in range(PLACES) if after.market[k] != before.market[k])
        return [{"seat": None, "kind": "turn_up", "card": NAMES[after.market[place]]}]
    if action < PLACES:
        return [{"seat": actor, "kind": "take", "card": NAMES[before.market[action]]}]
    number = before.goods[actor][action - PLACES]
    sale = {"cards": number, "points": number * number}
    return [{"seat": actor, "kind": "sell", "card": NAMES[action - PLACES], **sale}]
