"""What people see of Qwixx, made from concealed records only."""

from typing import Literal, TypedDict, cast

from tischlein.cards import CHANCE, EMPTY
from tischlein.engine.play.views import CommonView
from tischlein.games.qwixx import rules
from tischlein.games.qwixx.face.hints import points_of
from tischlein.games.qwixx.face.notation import BY_COLOUR, COLOUR_NAMES, NAMES, by_colour, card_name
from tischlein.games.qwixx.face.positions import CHOICES, cards_of_play, crosses_of_turn, sheet, step
from tischlein.games.qwixx.rules.material import (
    BACK,
    CHOOSE,
    COLOURS,
    CROSS,
    DEAL,
    DECIDE,
    HAND_LIMIT,
    JOKER,
    LAST_PLACE,
    LOT,
    MISS_POINTS,
    MISSES,
    POINTS,
    SHOW,
    SLOT,
    SLOTS,
    STOP,
    TAKE,
    Qwixx,
)
from tischlein.games.qwixx.rules.sheet import crosses_in, place_of

PRINTED = {
    name: [place_of(colour, place) + 2 for place in range(LAST_PLACE + 1)]
    for colour, name in enumerate(COLOUR_NAMES)
}
PHASES = {TAKE: "take", DECIDE: "decide", CHOOSE: "choose", CROSS: "cross"}


class Sheet(TypedDict):
    """The numbers crossed in each row, in the order of crossing, and the misses."""

    red: list[int]
    yellow: list[int]
    green: list[int]
    blue: list[int]
    misses: int


class Row(TypedDict):
    """A row as it counts: its crosses with the lock, their points, and the numbers that can no longer be crossed."""

    crosses: int
    points: int
    locked: bool
    lost: list[int]


class Rows(TypedDict):
    """The four rows of a sheet."""

    red: Row
    yellow: Row
    green: Row
    blue: Row


class Printed(TypedDict):
    """The numbers of each row, from left to right."""

    red: list[int]
    yellow: list[int]
    green: list[int]
    blue: list[int]


class Crossed(TypedDict):
    """What the active player has crossed in this turn: anything in step 2, which numbers in step 3."""

    step2: bool
    numbers: list[int]


class Player(TypedDict):
    """One seat, as all players see it: the numbers of the hand, and the sheet."""

    seat: int
    cards: list[str]
    sheet: Sheet
    rows: Rows
    score: int
    decided: bool


class Own(TypedDict):
    """The part of a view that differs from seat to seat."""

    hand: list[str] | None
    choice: str | None
    played: list[str]
    colour: str | None
    unseen: list[str]


class Shown(Own):
    """The keys that this game adds to a view."""

    step: int
    turn: int
    to_take: int  # cards that the active player still takes in step 1
    printed: Printed  # on every sheet
    scale: list[int]  # points by the number of crosses in a row, the lock included
    miss: int  # points for a miss
    last_miss: int  # the one that ends the game
    players: list[Player]
    display: list[str | None]
    top: str | None
    draw_count: int
    discard: list[str]
    shown: bool
    crossed: Crossed


class View(CommonView, Shown):
    """The table from one seat; a spectator has no hand."""


Kind = Literal[
    "lot",
    "deal",
    "display",
    "top",
    "shuffle",
    "take",
    "decided",
    "cross",
    "skip",
    "play",
    "show",
    "stop",
    "miss",
]


class Event(TypedDict, total=False):
    """Something that happened.

    Kinds: lot, deal (card), display (slot, card), top (card), shuffle (cards), take (slot, card), decided, cross (row, number,
    lock), skip, play (card), show (cards shown, row), stop, miss (misses), game_end (winners).
    """

    seat: int | None
    kind: Kind
    card: str
    slot: int
    cards: int
    shown: list[str]
    row: str
    number: int
    lock: bool
    misses: int
    winners: list[int]


def view(s: Qwixx, seat: int) -> Shown:
    return {
        "step": step(s),
        "turn": s.active,
        "to_take": _to_take(s),
        "printed": cast(Printed, {name: numbers[:] for name, numbers in PRINTED.items()}),
        "scale": list(POINTS),
        "miss": MISS_POINTS,
        "last_miss": MISSES,
        "players": [_player(s, other) for other in range(s.seats)],
        "display": [_card(card) for card in s.display],
        "top": _card(s.top),
        "draw_count": s.draw_size,
        "discard": [NAMES[card] for card in s.discard[: s.discard_size]],
        "shown": s.phase == CROSS,
        "crossed": cast(Crossed, crosses_of_turn(s)),
        **own_view(s, seat),
    }


def own_view(s: Qwixx, seat: int) -> Own:
    """Return the part of a seat's view that a spectator's view does not have."""
    return {
        "hand": [NAMES[card] for card in by_colour(s.hands[seat])] if seat >= 0 else None,
        "choice": CHOICES[s.choices[seat]] if seat >= 0 and s.choices[seat] != EMPTY else None,
        "played": [_play_view(s, card) for card in cards_of_play(s)],
        "colour": COLOUR_NAMES[s.colour] if s.colour >= 0 else None,
        "unseen": [NAMES[card] for card in BY_COLOUR if s.unseen[card]],
    }


def _player(s: Qwixx, seat: int) -> Player:
    rows = {name: _row(s, seat, colour) for colour, name in enumerate(COLOUR_NAMES)}
    return {
        "seat": seat,
        "cards": [_back(card) for card in s.hands[seat][: s.sizes[seat]]],
        "sheet": cast(Sheet, sheet(s, seat)),
        "rows": cast(Rows, rows),
        # X14: the rows are counted already.
        "score": MISS_POINTS * s.misses[seat] + sum([row["points"] for row in rows.values()]),
        "decided": s.choices[seat] != EMPTY,
    }


# A cache of counted rows: every view shows all of them.
_counted: dict[tuple[int, int], Row] = {}


def _row(s: Qwixx, seat: int, colour: int) -> Row:
    row = s.rows[seat][colour]
    found = _counted.get((colour, row))
    if found is None:
        locked = bool(row >> LAST_PLACE)
        found = {
            "crosses": crosses_in(row) + locked,
            "points": points_of(row),
            "locked": locked,
            "lost": [
                place_of(colour, place) + 2 for place in range(row.bit_length()) if not row >> place & 1
            ],
        }
        _counted[colour, row] = found
    return {**found, "lost": found["lost"][:]}


def _to_take(s: Qwixx) -> int:
    """Return the number of cards still to take. X7"""
    if s.phase != TAKE:
        return 0
    return min(HAND_LIMIT - s.sizes[s.active], sum(card != EMPTY for card in s.display))


def phase(s: Qwixx) -> str:
    """Return the phase of a turn."""
    return PHASES[s.phase]


def waiting(s: Qwixx) -> list[int]:
    """Return the seats that may act: in step 2 all that have not decided, else the active player."""
    if s.phase == DECIDE:
        return [seat for seat in range(s.seats) if s.choices[seat] == EMPTY]
    return [s.active]


def _card(card: int) -> str | None:
    return None if card == EMPTY else card_name(card)


def _back(card: int) -> str:
    return f"?{(card - BACK if card >= BACK else card // 5) + 2}"


def _play_view(s: Qwixx, card: int) -> str:
    if card < BACK and card % 5 == JOKER:
        return f"{NAMES[card]} as {COLOUR_NAMES[s.colour]}"
    return card_name(card)


# Events


def events(before: Qwixx, after: Qwixx, actor: int, action: int, seat: int) -> list[Event]:
    """Return the events that a single step showed to this seat."""
    found: list[Event] = []
    if actor == CHANCE:
        _chance(found, before, after)
    elif before.phase == TAKE:
        card = _came(before.hands[actor], after.hands[actor])
        found.append({"seat": actor, "kind": "take", "slot": action - SLOT + 1, "card": card_name(card)})
    elif before.phase == DECIDE:
        _decide(found, before, after, actor)
    elif before.phase == CHOOSE and action == SHOW:
        cards = [NAMES[card] for card in after.discard[before.discard_size : after.discard_size]]
        found.append({"seat": actor, "kind": "show", "shown": cards, "row": COLOUR_NAMES[after.colour]})
    elif before.phase == CHOOSE:
        card = after.played[before.played_size]
        found.append({"seat": actor, "kind": "play", "card": _play_view(after, card)})
    elif action == STOP:
        found.append({"seat": actor, "kind": "stop"})
    else:
        _crosses(found, before, after, actor)
    taken = action - SLOT if before.phase == TAKE else EMPTY
    _around(found, before, after, taken)
    return found


def _chance(found: list[Event], before: Qwixx, after: Qwixx) -> None:
    if before.phase == LOT:
        found.append({"seat": after.active, "kind": "lot"})
    elif before.phase == DEAL:
        receiver = rules.receiver(before)
        card = _came(before.hands[receiver], after.hands[receiver])
        found.append({"seat": receiver, "kind": "deal", "card": card_name(card)})


def _decide(found: list[Event], before: Qwixx, after: Qwixx, actor: int) -> None:
    found.append({"seat": actor, "kind": "decided"})
    if after.phase == DECIDE:
        return
    for other in range(after.seats):
        if after.rows[other] == before.rows[other]:
            found.append({"seat": other, "kind": "skip"})
        else:
            _crosses(found, before, after, other)


def _crosses(found: list[Event], before: Qwixx, after: Qwixx, seat: int) -> None:
    for colour in range(COLOURS):
        new = after.rows[seat][colour] & ~before.rows[seat][colour]
        if new:
            place = new.bit_length() - 1
            number = place_of(colour, place) + 2
            lock = place == LAST_PLACE
            found.append(
                {"seat": seat, "kind": "cross", "row": COLOUR_NAMES[colour], "number": number, "lock": lock}
            )


def _around(found: list[Event], before: Qwixx, after: Qwixx, taken: int) -> None:
    """Add what followed automatically: a shuffle, cards put on the display, a new number on the pile, a miss, the end."""
    if after.discard_size < before.discard_size:
        found.append({"seat": None, "kind": "shuffle", "cards": before.discard_size})
    for slot in range(SLOTS):
        if after.display[slot] != EMPTY and (before.display[slot] == EMPTY or slot == taken):
            card = card_name(after.display[slot])
            found.append({"seat": None, "kind": "display", "slot": slot + 1, "card": card})
    if after.top != EMPTY and (before.top == EMPTY or after.draw_size != before.draw_size):
        found.append({"seat": None, "kind": "top", "card": card_name(after.top)})
    for other in range(after.seats):
        if after.misses[other] > before.misses[other]:
            found.append({"seat": other, "kind": "miss", "misses": after.misses[other]})


def _came(before: list[int], after: list[int]) -> int:
    """Return the one card that a hand has more than before."""
    left = list(before)
    for card in after:
        if card not in left:
            return card
        left.remove(card)
    raise ValueError("no card came into this hand")
