"""What people see of Beute: made from concealed records only."""

from typing import Literal, TypedDict

from extra_games.beute.face.notation import NAMES, PRIZE_NAMES
from extra_games.beute.face.positions import names
from extra_games.beute.rules import Beute, chances, worth
from tischlein.cards import CHANCE, EMPTY
from tischlein.engine.play.views import CommonView


class Player(TypedDict):
    """What lies in front of a seat, and the bids that it has left; a bid that was chosen is hidden from the others."""

    chosen: list[str]
    laid: list[str]
    taken: list[str]
    left: list[str]


class View(CommonView):
    """The table from one seat; a spectator has no hand."""

    players: list[Player]
    hand: list[str] | None
    lying: list[str]
    worth: int
    pile: int


class Event(TypedDict, total=False):
    """Something that happened: turn_up (card), choose (card), lay (card), take (points), stay."""

    seat: int | None
    kind: Literal["turn_up", "choose", "lay", "take", "stay"]
    card: str
    points: int
    winners: list[int]


def waiting(s: Beute) -> list[int]:
    """Return the seats that have not chosen yet."""
    return [seat for seat in range(s.seats) if s.chosen[seat] == EMPTY]


def view(s: Beute, seat: int) -> dict[str, object]:
    """Return what Beute adds to what every view has."""
    players = [
        {
            "chosen": shown(s.chosen[other]),
            "laid": shown(s.laid[other]),
            "taken": names(s.taken[other], PRIZE_NAMES),
            "left": names(s.hands[other], NAMES),
        }
        for other in range(s.seats)
    ]
    hand = (
        [name for name in names(s.hands[seat], NAMES) if [name] != shown(s.chosen[seat])]
        if seat >= 0
        else None
    )
    lying = names(s.lying, PRIZE_NAMES)
    return {"players": players, "hand": hand, "lying": lying, "worth": worth(s), "pile": chances(s)}


def events(before: Beute, after: Beute, actor: int, action: int, seat: int) -> list[dict[str, object]]:
    """Return what one step shows to a seat; an action that the seat may not see is negative."""
    if actor == CHANCE:
        (new,) = set(names(after.lying, PRIZE_NAMES)) - set(names(before.lying, PRIZE_NAMES))
        return [{"seat": None, "kind": "turn_up", "card": new}]
    found: list[dict[str, object]] = [
        {"seat": actor, "kind": "choose", "card": NAMES[action] if action >= 0 else "?"}
    ]
    if sum(map(sum, after.hands)) < sum(map(sum, before.hands)):
        found += [{"seat": k, "kind": "lay", "card": NAMES[after.laid[k]]} for k in range(after.seats)]
        takers = [k for k in range(after.seats) if after.points[k] != before.points[k]]
        if takers:
            points = after.points[takers[0]] - before.points[takers[0]]
            found.append({"seat": takers[0], "kind": "take", "points": points})
        else:
            found.append({"seat": None, "kind": "stay"})
    return found


def shown(bid: int) -> list[str]:
    return [] if bid == EMPTY else [NAMES[bid] if bid >= 0 else "?"]
