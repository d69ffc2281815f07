"""What people see of Treppe: made from concealed records only."""

from typing import Literal, TypedDict

from extra_games.treppe.face.notation import NAMES
from extra_games.treppe.rules import LEAVE, MAX_ROWS, Treppe, chances, size
from tischlein.cards import CHANCE, EMPTY, OVER
from tischlein.engine.play.views import CommonView


class Player(TypedDict):
    """What a seat has taken."""

    taken: int


class View(CommonView):
    """The table, the same for everybody. A row that is not on the table is None, and so is a hidden card without the option."""

    turn: int
    players: list[Player]
    rows: dict[str, list[str] | None]
    card: list[str]
    start: list[str] | None
    pile: int


class Event(TypedDict, total=False):
    """Something that happened: hide (card), turn_up (card), lay (card, row), leave (card), take_row (row), last_round, reveal (card)."""

    seat: int | None
    kind: Literal["hide", "turn_up", "lay", "leave", "take_row", "last_round", "reveal"]
    card: str
    row: int
    winners: list[int]


def phase(s: Treppe) -> str:
    return "play" if s.left == EMPTY else "last_round"


def view(s: Treppe, seat: int) -> dict[str, object]:
    """Return what Treppe adds to what every view has."""
    rows = {
        str(row + 1): None if s.closed[row] else [NAMES[card] for card in s.rows[row][: size(s, row)]]
        for row in range(MAX_ROWS)
    }
    return {
        "turn": s.turn,
        "players": [{"taken": sum(s.taken[other])} for other in range(s.seats)],
        "rows": rows,
        "card": shown(s.card),
        "start": shown(s.start) if s.hidden else None,
        "pile": chances(s) - (s.start < EMPTY),
    }


def events(before: Treppe, after: Treppe, actor: int, action: int, seat: int) -> list[dict[str, object]]:
    """Return what one step shows to a seat."""
    if actor == CHANCE:
        hidden = after.card == EMPTY
        kind, card = ("hide", "?") if hidden else ("turn_up", NAMES[after.card])
        return [{"seat": None if hidden else after.turn, "kind": kind, "card": card}]
    card = NAMES[before.card]
    if action == LEAVE:
        found: list[dict[str, object]] = [{"seat": actor, "kind": "leave", "card": card}]
    else:
        found = [{"seat": actor, "kind": "lay", "card": card, "row": action + 1}]
    if after.gone > before.gone:
        found.append({"seat": actor, "kind": "take_row", "row": action + 1})
    if after.left != EMPTY and before.left == EMPTY:
        found.append({"seat": None, "kind": "last_round"})
    if after.actor == OVER and after.start != EMPTY:
        found.append({"seat": None, "kind": "reveal", "card": NAMES[after.start]})
    return found


def shown(card: int) -> list[str]:
    return [] if card == EMPTY else [NAMES[card] if card >= 0 else "?"]
