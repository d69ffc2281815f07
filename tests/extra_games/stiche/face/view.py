"""What people see of Stiche: made from concealed records only."""

from typing import Literal, TypedDict

from extra_games.stiche.face.notation import NAMES
from extra_games.stiche.face.positions import names
from extra_games.stiche.rules import Stiche, hand_size, side_points
from tischlein.cards import CHANCE, EMPTY
from tischlein.engine.play.views import CommonView


class Player(TypedDict):
    """The cards in front of a seat, and the tricks that it has taken itself."""

    cards: int
    laid: list[str]
    last: list[str]
    taken: int


class View(CommonView):
    """The table from one seat; a spectator has no hand."""

    turn: int | None
    leader: int
    players: list[Player]
    hand: list[str] | None


class Event(TypedDict, total=False):
    """Something that happened: deal (card), lay (card), trick (points of the side)."""

    seat: int | None
    kind: Literal["deal", "lay", "trick"]
    card: str
    points: int
    winners: list[int]


def view(s: Stiche, seat: int) -> dict[str, object]:
    """Return what Stiche adds to what every view has."""
    players = [
        {
            "cards": hand_size(s, other),
            "laid": shown(s.laid[other]),
            "last": shown(s.last[other]),
            "taken": s.points[other],
        }
        for other in range(s.seats)
    ]
    hand = names(s.hands[seat]) if seat >= 0 else None
    return {"turn": s.actor if s.actor >= 0 else None, "leader": s.leader, "players": players, "hand": hand}


def events(before: Stiche, after: Stiche, actor: int, action: int, seat: int) -> list[dict[str, object]]:
    """Return what one step shows to a seat."""
    if actor == CHANCE:
        receiver = before.dealt % before.seats
        new = [name for name in names(after.hands[receiver]) if name not in names(before.hands[receiver])]
        return [{"seat": receiver, "kind": "deal", "card": new[0] if new else "?"}]
    found: list[dict[str, object]] = [{"seat": actor, "kind": "lay", "card": NAMES[action]}]
    if after.tricks > before.tricks:
        found.append({"seat": after.leader, "kind": "trick", "points": side_points(after, after.leader)})
    return found


def shown(card: int) -> list[str]:
    return [] if card == EMPTY else [NAMES[card]]
