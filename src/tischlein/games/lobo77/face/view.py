"""What people see of LOBO 77, made from concealed records only."""

from typing import Literal, TypedDict

from tischlein.cards import CHANCE, EMPTY
from tischlein.engine.play.views import CommonView
from tischlein.games.lobo77.face.notation import KINDS_IN_ORDER, in_order, names
from tischlein.games.lobo77.rules import costs_a_chip, next_to_play
from tischlein.games.lobo77.rules.material import (
    CHIPS,
    DEAL,
    DRAW,
    KINDS,
    LIMIT,
    LOT,
    NAMES,
    PLAY,
    SHUFFLE,
    Lobo77,
)

# A card that the seat may not know.
HIDDEN = "?"
DANGER = [total for total in range(LIMIT + 1) if costs_a_chip(total)]


class Player(TypedDict):
    """One seat, as all players see it."""

    seat: int
    cards: int
    chips: int
    swims: bool
    out: bool


class Own(TypedDict):
    """The part of a view that differs from seat to seat."""

    hand: list[str] | None
    unseen: dict[str, int]


class Shown(Own):
    """The keys that this game adds to a view."""

    turn: int
    next: (
        int | None
    )  # the seat that plays after this turn in the current direction; None if no other seat can
    starter: int
    direction: int
    total: int
    danger: list[int]  # totals that cost a chip, up to the limit; above it every one does
    paid: int  # chips in the middle: all that were lost
    limit: int  # the round ends with this total, or with more
    owed: int
    played: int
    may_draw: list[int] | None
    discard: list[str]
    draw_count: int
    set_aside_count: int
    players: list[Player]


class View(CommonView, Shown):
    """The table from one seat; a spectator has no hand."""


Kind = Literal["lot", "shuffle", "deal", "draw", "play", "lost", "chip", "out", "round_end"]


class Event(TypedDict, total=False):
    """Something that happened.

    Kinds: lot, shuffle (cards), deal and draw (card), play (card, total, direction), lost (cards), chip (left), out,
    round_end (total), game_end (winners).
    """

    seat: int | None
    kind: Kind
    card: str
    cards: int
    total: int
    direction: int
    left: int
    winners: list[int]


def view(s: Lobo77, seat: int) -> Shown:
    return {
        "turn": s.turn,
        "next": _next(s),
        "starter": s.starter,
        "direction": s.direction,
        "total": s.total,
        "danger": DANGER[:],
        "paid": sum(CHIPS - s.chips[other] for other in range(s.seats)),
        "limit": LIMIT,
        "owed": s.owed,
        "played": s.played,
        "may_draw": [s.drawer, s.to_draw] if s.phase == PLAY and s.to_draw else None,
        "discard": names(s.discard[: s.discard_size]),
        "draw_count": s.draw_size,
        "set_aside_count": s.aside_size,
        **own_view(s, seat),
        "players": [
            {
                "seat": other,
                "cards": s.sizes[other],
                "chips": s.chips[other],
                "swims": s.chips[other] == 0 and not s.out[other],
                "out": bool(s.out[other]),
            }
            for other in range(s.seats)
        ],
    }


def _next(s: Lobo77) -> int | None:
    following = next_to_play(s, s.turn) if s.phase == PLAY else s.turn
    return None if following in (s.turn, EMPTY) else following


def own_view(s: Lobo77, seat: int) -> Own:
    """Return the part of a seat's view that a spectator's view does not have."""
    return {
        "hand": in_order(s.hands[seat]) if seat >= 0 else None,
        "unseen": {NAMES[kind]: s.unseen[kind] for kind in KINDS_IN_ORDER if s.unseen[kind]},
    }


def waiting(s: Lobo77) -> list[int]:
    """Return the seats that may act: the seat to play, and one that may still draw."""
    to_play = {s.turn} if s.sizes[s.turn] else set()
    return sorted(to_play | ({s.drawer} if s.to_draw else set()))


def events(before: Lobo77, after: Lobo77, actor: int, action: int, seat: int) -> list[Event]:
    """Return the events that a single step showed to this seat."""
    found: list[Event] = []
    if actor == CHANCE:
        _chance(found, before, after, seat)
    elif action != DRAW:
        _play(found, before, after, actor)
    if actor != CHANCE and not after.out[actor]:
        _stack_draws(found, before, after, actor, action, seat)
    if before.discard_size and after.discard_size == 1 and after.draw_size > before.draw_size:
        found.append({"seat": None, "kind": "shuffle", "cards": after.draw_size})
    if after.phase == SHUFFLE and before.phase != SHUFFLE:
        found.append({"seat": None, "kind": "round_end", "total": after.total})
    return found


def _chance(found: list[Event], before: Lobo77, after: Lobo77, seat: int) -> None:
    if before.phase == LOT:
        found.append({"seat": after.starter, "kind": "lot"})
        return
    kind: Kind = "draw"
    receiver = before.drawer
    if before.phase == SHUFFLE:
        found.append({"seat": None, "kind": "shuffle", "cards": after.deck_size})
        receiver = after.starter
    if before.phase in (SHUFFLE, DEAL):
        kind = "deal"
    held = before.hands[seat] if before.phase != SHUFFLE else [0] * KINDS
    card = _came(held, after.hands[seat]) if receiver == seat else [HIDDEN]
    found.append({"seat": receiver, "kind": kind, "card": card[0]})


def _play(found: list[Event], before: Lobo77, after: Lobo77, actor: int) -> None:
    if before.to_draw and before.phase == PLAY:
        found.append({"seat": before.drawer, "kind": "lost", "cards": before.to_draw})
    found.append(
        {
            "seat": actor,
            "kind": "play",
            "card": NAMES[after.top],
            "total": after.total,
            "direction": after.direction,
        }
    )
    if after.chips[actor] < before.chips[actor]:
        found.append({"seat": actor, "kind": "chip", "left": after.chips[actor]})
    if after.out[actor] and not before.out[actor]:
        found.append({"seat": actor, "kind": "out"})


def _stack_draws(
    found: list[Event], before: Lobo77, after: Lobo77, actor: int, action: int, seat: int
) -> None:
    """Add the draws from a pile with a known order, which need no chance."""
    laid = 0 if action == DRAW else 1
    drawn = after.sizes[actor] - before.sizes[actor] + laid
    cards = [HIDDEN] * drawn
    if actor == seat:
        held = before.hands[seat][:]
        if laid:
            held[after.top] -= 1
        cards = _came(held, after.hands[seat])
    found.extend({"seat": actor, "kind": "draw", "card": card} for card in cards)


def _came(before: list[int], after: list[int]) -> list[str]:
    return [
        NAMES[kind]
        for kind in KINDS_IN_ORDER
        if after[kind] > before[kind]
        for _ in range(after[kind] - before[kind])
    ]
