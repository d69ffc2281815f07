"""What people see of Hoch: made from concealed records only."""

from typing import Literal, TypedDict

from tischlein.cards import CHANCE, EMPTY
from tischlein.engine.play.views import CommonView
from tischlein.scaffold.template.face.notation import NAMES
from tischlein.scaffold.template.rules import CARDS, Hoch, hand_size


class Player(TypedDict):
    """The cards in front of a seat; a chosen card is hidden from the others."""

    cards: int
    chosen: list[str]
    laid: list[str]


class View(CommonView):
    """The table from one seat; a spectator has no hand."""

    players: list[Player]
    hand: list[str] | None


class Event(TypedDict, total=False):
    """Something that happened: deal (card), choose (card), lay (card), point (points)."""

    seat: int | None
    kind: Literal["deal", "choose", "lay", "point"]
    card: str
    points: int
    winners: list[int]


def waiting(s: Hoch) -> list[int]:
    """Return the seats that have not chosen yet."""
    return [seat for seat in range(s.seats) if s.chosen[seat] == EMPTY]


def view(s: Hoch, seat: int) -> dict[str, object]:
    """Return what Hoch adds to what every view has."""
    players = [
        {"cards": hand_size(s, other), "chosen": face_up(s.chosen[other]), "laid": face_up(s.laid[other])}
        for other in range(s.seats)
    ]
    hand = [NAMES[card] for card in range(CARDS) if s.hands[seat][card]] if seat >= 0 else None
    return {"players": players, "hand": hand}


def events(before: Hoch, after: Hoch, actor: int, action: int, seat: int) -> list[dict[str, object]]:
    """Return what one step shows to a seat; an action that the seat may not see is negative."""
    if actor == CHANCE:
        receiver = before.dealt % before.seats
        new = [card for card in range(CARDS) if after.hands[receiver][card] > before.hands[receiver][card]]
        return [{"seat": receiver, "kind": "deal", "card": NAMES[new[0]] if new else "?"}]
    found = [{"seat": actor, "kind": "choose", "card": NAMES[action] if action >= 0 else "?"}]
    if after.tricks > before.tricks:
        for other in range(after.seats):
            found.append({"seat": other, "kind": "lay", "card": NAMES[after.laid[other]]})
        winner = next(k for k in range(after.seats) if after.points[k] > before.points[k])
        found.append({"seat": winner, "kind": "point", "points": after.points[winner]})
    return found


def face_up(card: int) -> list[str]:
    return [] if card == EMPTY else [NAMES[card] if card >= 0 else "?"]
