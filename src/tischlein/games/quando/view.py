"""What people see of Quando, made from concealed records only."""

from typing import Any, TypedDict

from tischlein.cards import CHANCE, EMPTY
from tischlein.games.quando.material import (
    DEAL,
    DONE,
    END,
    FLIP,
    FRONT,
    KNOCK,
    LOT,
    PASS,
    PICK,
    SHUFFLED,
    TAKE_HIDDEN,
    TAKE_VISIBLE,
    TRIPLET,
    ZEROS,
    following,
)
from tischlein.games.quando.notation import card_text, kinds, lying
from tischlein.games.quando.positions import options, penalty, picked, pile, texts
from tischlein.games.quando.scoring import payoff, sum_of

ENDED = (END, DONE)


class View(TypedDict):
    """The table from one seat. A card is `9/3`, the side in play first; a side that the seat has not seen is `?`."""

    game: str
    seats: int
    you: int | None
    phase: str
    waiting: list[int]
    dealer: int
    turn: int
    hands: list[list[str]]  # in the order the cards came
    draw: list[str]  # its top card first; only that one, when nobody knows the order
    draw_count: int
    draw_ordered: bool
    discard: list[str]  # its top card last
    picked: list[str]  # laid in this turn
    penalty: list[int]  # seats that still have to serve
    knocked: int | None
    plays: list[int]
    cards_played: list[int]
    points: list[int]
    unseen: list[str]  # cards that the seat has not seen from both sides
    scores: list[int]
    winners: list[int]
    options: dict[str, Any]


class Event(TypedDict, total=False):
    """Something that happened; `card` is as the seat knows it afterwards.

    Kinds: lot (the first dealer), shuffle (cards), deal (card), uncover (the card that is now on top of the draw pile), play (card, its
    place in the hand), draw (card, side: visible or hidden), turn_over (cards, the card now on top), triplet (number), flip (card, its
    place in the hand), knock, pass, round_end (by: zeros or knock, sums, gained, points), game_end (winners, points).
    """

    seat: int | None
    kind: str
    card: str
    cards: int
    place: int
    side: str
    number: int
    by: str
    sums: list[int]
    gained: list[int]
    points: list[int]
    winners: list[int]


def view(s: Any, seat: int) -> dict[str, Any]:
    shown: View = {
        "game": "quando",
        "seats": s.seats,
        "you": seat if seat >= 0 else None,
        "phase": "over" if s.phase == DONE else "play",
        "waiting": [s.actor] if s.actor >= 0 else [],
        "dealer": s.dealer,
        "turn": s.turn,
        "hands": [texts(hand) for hand in s.hands[: s.seats]],
        "draw": texts(pile(s)),
        "draw_count": s.rest + (s.top != EMPTY),
        "draw_ordered": s.order != SHUFFLED,
        "discard": texts(s.discard),
        "picked": texts(picked(s)),
        "penalty": penalty(s),
        "knocked": None if s.knocked == EMPTY else s.knocked,
        "plays": s.plays[: s.seats],
        "cards_played": s.cards_played[: s.seats],
        "points": s.points[: s.seats],
        "unseen": kinds(s.unseen),
        "scores": s.points[: s.seats],
        "winners": winners(s),
        "options": options(s),
    }
    return dict(shown)


def winners(s: Any) -> list[int]:
    """Those with the fewest points, at the end. Q22"""
    won = [0] * s.seats
    payoff(s, won)
    return [seat for seat in range(s.seats) if won[seat]]


def events(before: Any, after: Any, actor: int, action: int, seat: int) -> list[dict[str, Any]]:
    """What a single step showed to this seat."""
    if actor == CHANCE:
        found = _chance(before, after)
    elif action in (KNOCK, PASS):
        found = [{"seat": actor, "kind": "knock" if action == KNOCK else "pass"}]
    elif PICK <= action < FLIP:
        found = _play(before, after, actor)
    elif action >= FLIP:
        place = _changed(before, after, actor)
        card = card_text(after.hands[actor][place])
        found = [{"seat": actor, "kind": "flip", "card": card, "place": place}]
    else:
        found = _draw(before, after, actor, action)
    if after.phase in ENDED and before.phase not in ENDED:
        found.append(_round_end(before, after, actor, action))
    if after.phase == DONE and before.phase != DONE:
        found.append(
            {
                "seat": None,
                "kind": "game_end",
                "winners": winners(after),
                "points": after.points[: after.seats],
            }
        )
    return [dict(event) for event in found]


def _chance(before: Any, after: Any) -> list[Event]:
    if before.phase == LOT:
        return [{"seat": after.dealer, "kind": "lot"}]
    if before.phase not in (DEAL, END):
        return [{"seat": None, "kind": "uncover", "card": card_text(after.top)}]
    found: list[Event] = []
    receiver = before.turn
    if before.phase == END:
        cards = len(lying(before)) + (before.rest if before.order == SHUFFLED else 0)
        found.append({"seat": None, "kind": "shuffle", "cards": cards})
        receiver = following(after, after.dealer)
    card = after.hands[receiver][after.sizes[receiver] - 1]
    return [*found, {"seat": receiver, "kind": "deal", "card": card_text(card)}]


def _play(before: Any, after: Any, actor: int) -> list[Event]:
    card = card_text(picked(after)[-1])
    play: Event = {"seat": actor, "kind": "play", "card": card, "place": _changed(before, after, actor)}
    return [play, *_new_top(before, after, after.discard_size < before.discard_size + 1)]


def _draw(before: Any, after: Any, actor: int, action: int) -> list[Event]:
    card = card_text(after.hands[actor][after.sizes[actor] - 1])
    side = "visible" if action == TAKE_VISIBLE else "hidden"
    found: list[Event] = [{"seat": actor, "kind": "draw", "card": card, "side": side}]
    found += _new_top(before, after, after.discard_size < before.discard_size)
    is_triplet = before.picked == TRIPLET and before.low == before.high
    if is_triplet and not _ends_by_zeros(before, after, actor, action):
        found.append({"seat": actor, "kind": "triplet", "number": before.low})
    return found


def _new_top(before: Any, after: Any, turned_over: bool) -> list[Event]:
    """A draw pile with an order shows its next card at once."""
    if turned_over:
        return [{"seat": None, "kind": "turn_over", "cards": after.rest + 1, "card": card_text(after.top)}]
    if after.top == EMPTY or after.top == before.top:
        return []
    return [{"seat": None, "kind": "uncover", "card": card_text(after.top)}]


def _changed(before: Any, after: Any, seat: int) -> int:
    """The place in a hand where a card has gone or been flipped; of cards that look the same to everybody, any."""
    place = 0
    while before.hands[seat][place] == after.hands[seat][place]:
        place += 1
    return place


def _round_end(before: Any, after: Any, actor: int, action: int) -> Event:
    gained = [after.points[seat] - before.points[seat] for seat in range(after.seats)]
    return {
        "seat": None,
        "kind": "round_end",
        "by": "zeros" if _ends_by_zeros(before, after, actor, action) else "knock",
        "sums": [sum_of(after, seat) for seat in range(after.seats)],
        "gained": gained,
        "points": after.points[: after.seats],
    }


def _ends_by_zeros(before: Any, after: Any, actor: int, action: int) -> bool:
    """Did this step bring the end by zeros, or carry it out? At the end everybody sees all fronts. Q16"""
    if ZEROS in (before.phase, after.phase):
        return True
    if after.phase not in ENDED or action > TAKE_HIDDEN or before.server != EMPTY or actor == CHANCE:
        return False
    return not any(card & FRONT for card in after.hands[actor][: after.sizes[actor]])
