"""What people see of Quando, made from concealed records only."""

from typing import Literal, TypedDict

from tischlein.cards import CHANCE, EMPTY
from tischlein.engine.play.views import CommonView
from tischlein.games.quando.face.notation import card_text, kinds, lying
from tischlein.games.quando.face.positions import hands, penalty, picks_of, pile, texts
from tischlein.games.quando.rules import everybody_has_played
from tischlein.games.quando.rules.material import (
    BACK,
    DEAL,
    DONE,
    END,
    ENOUGH_TO_KNOCK,
    FLIP,
    FRONT,
    HIDDEN,
    KNOCK,
    LOT,
    PASS,
    PICK,
    SHUFFLED,
    TAKE_HIDDEN,
    TAKE_VISIBLE,
    TRIPLET,
    ZEROS,
    Quando,
    following,
)
from tischlein.games.quando.rules.scoring import sum_of

ENDED = (END, DONE)


class Knock(TypedDict):
    """When knocking is allowed: the plays or cards that every seat has laid, and how many it needs."""

    counts: Literal["plays", "cards"]
    laid: list[int]
    needed: int
    open: bool  # all seats have laid enough, and none has knocked


class Shown(TypedDict):
    """The keys that this game adds to a view."""

    dealer: int
    turn: int
    hands: list[list[str]]  # in the order the cards came
    draw: list[str]  # its top card first; only that one if the order is unknown
    draw_count: int
    draw_ordered: bool
    discard: list[str]  # its top card last
    picked: list[str]  # laid in this turn
    penalty: list[int]  # seats that still have to serve
    knocked: int | None
    plays: list[int]
    cards_played: list[int]
    knock: Knock
    sums: list[int | None]  # of the fronts in each hand; None where a front is hidden
    points: list[int]
    unseen: list[str]  # cards that the seat has not seen from both sides


class View(CommonView, Shown):
    """The table from one seat. A card is `9/3`, the side in play first; a side that the seat has not seen is `?`."""


Kind = Literal[
    "lot",
    "shuffle",
    "deal",
    "uncover",
    "play",
    "draw",
    "turn_over",
    "triplet",
    "flip",
    "knock",
    "pass",
    "round_end",
    "game_end",
]


class Event(TypedDict, total=False):
    """Something that happened; `card` is as the seat knows it afterwards.

    Kinds: lot (the first dealer), shuffle (cards), deal (card), uncover (the card that is now on top of the draw pile), play
    (card), draw (card, side: visible or hidden), turn_over (cards, the card now on top), triplet (number), flip (card, its place in
    the hand), knock, pass, round_end (by: zeros or knock, hands: all of them lie open now,
    sums, counts: the sum after each card, gained, points, knocked: who did, penalty: what that costs), game_end (winners, points).
    """

    seat: int | None
    kind: Kind
    card: str
    cards: int
    place: int
    side: str
    number: int
    by: str
    hands: list[list[str]]
    knocked: int | None
    penalty: int
    sums: list[int]
    counts: list[list[int]]
    gained: list[int]
    points: list[int]
    winners: list[int]


def view(s: Quando, seat: int) -> Shown:
    return {
        "dealer": s.dealer,
        "turn": s.turn,
        "hands": hands(s),
        "draw": texts(pile(s)),
        "draw_count": s.rest + (s.top != EMPTY),
        "draw_ordered": s.order != SHUFFLED,
        "discard": texts(s.discard[: s.discard_size]),
        "picked": texts(picks_of(s)),
        "penalty": penalty(s),
        "knocked": None if s.knocked == EMPTY else s.knocked,
        "plays": s.plays[: s.seats],
        "cards_played": s.cards_played[: s.seats],
        "knock": {
            "counts": "cards" if s.two_cards else "plays",
            "laid": (s.cards_played if s.two_cards else s.plays)[: s.seats],
            "needed": ENOUGH_TO_KNOCK,
            "open": s.knocked == EMPTY and everybody_has_played(s),
        },
        "sums": [_sum(s, other) for other in range(s.seats)],
        "points": s.points[: s.seats],
        "unseen": kinds(s.unseen),
    }


def _sum(s: Quando, seat: int) -> int | None:
    fronts = [card & FRONT for card in s.hands[seat][: s.sizes[seat]]]
    return None if HIDDEN in fronts else sum(fronts)


def events(before: Quando, after: Quando, actor: int, action: int, seat: int) -> list[Event]:
    """Return the events that a single step showed to this seat."""
    if actor == CHANCE:
        found = _chance(before, after)
    elif action in (KNOCK, PASS):
        found = [{"seat": actor, "kind": "knock" if action == KNOCK else "pass"}]
    elif PICK <= action < FLIP:
        found = _play(before, after, actor)
    elif action >= FLIP:
        found = _flip(before, after, actor)
    else:
        found = _draw(before, after, actor, action)
    if after.phase in ENDED and before.phase not in ENDED:
        found.append(_round_end(before, after, actor, action))
    if after.phase == DONE and before.phase != DONE:
        found.append({"seat": None, "kind": "game_end", "points": after.points[: after.seats]})
    return found


def _chance(before: Quando, after: Quando) -> list[Event]:
    if before.phase == LOT:
        return [{"seat": after.dealer, "kind": "lot"}]
    if before.phase not in (DEAL, END):
        return [_uncover(after)]
    found: list[Event] = []
    receiver = before.turn
    if before.phase == END:
        cards = len(lying(before)) + (before.rest if before.order == SHUFFLED else 0)
        found.append({"seat": None, "kind": "shuffle", "cards": cards})
        receiver = following(after, after.dealer)
    card = after.hands[receiver][after.sizes[receiver] - 1]
    return [*found, {"seat": receiver, "kind": "deal", "card": card_text(card)}]


def _play(before: Quando, after: Quando, actor: int) -> list[Event]:
    play: Event = {"seat": actor, "kind": "play", "card": card_text(picks_of(after)[-1])}
    return [play, _turn_over(after)] if after.discard_size == before.discard_size else [play]


def _flip(before: Quando, after: Quando, actor: int) -> list[Event]:
    # The card that shows a zero to the others now and did not before. (The end of a round may have laid all other cards open.)
    hands = zip(before.hands[actor], after.hands[actor], strict=True)
    place = next(k for k, (then, now) in enumerate(hands) if not now & BACK and then & BACK)
    return [{"seat": actor, "kind": "flip", "card": card_text(after.hands[actor][place]), "place": place}]


def _draw(before: Quando, after: Quando, actor: int, action: int) -> list[Event]:
    card = card_text(after.hands[actor][after.sizes[actor] - 1])
    side = "visible" if action == TAKE_VISIBLE else "hidden"
    found: list[Event] = [{"seat": actor, "kind": "draw", "card": card, "side": side}]
    if after.discard_size < before.discard_size:
        found.append(_turn_over(after))
    elif after.top != EMPTY:
        found.append(_uncover(after))
    is_triplet = before.picked == TRIPLET and before.low == before.high
    if is_triplet and not _ends_by_zeros(before, after, actor, action):
        found.append({"seat": actor, "kind": "triplet", "number": before.low})
    return found


def _turn_over(after: Quando) -> Event:
    return {"seat": None, "kind": "turn_over", "cards": after.rest + 1, "card": card_text(after.top)}


def _uncover(after: Quando) -> Event:
    return {"seat": None, "kind": "uncover", "card": card_text(after.top)}


def _round_end(before: Quando, after: Quando, actor: int, action: int) -> Event:
    gained = [after.points[seat] - before.points[seat] for seat in range(after.seats)]
    sums = [sum_of(after, seat) for seat in range(after.seats)]
    knocker = None if before.knocked == EMPTY else before.knocked
    return {
        "seat": None,
        "kind": "round_end",
        "by": "zeros" if _ends_by_zeros(before, after, actor, action) else "knock",
        "hands": hands(after),
        "knocked": knocker,
        "penalty": max(0, gained[knocker] - sums[knocker]) if knocker is not None else 0,
        "sums": sums,
        "counts": [_counts(hand) for hand in after.hands[: after.seats]],
        "gained": gained,
        "points": after.points[: after.seats],
    }


def _counts(hand: list[int]) -> list[int]:
    """Return the sum of the fronts after each card, as it is counted out at the end of a round."""
    found: list[int] = []
    for card in hand:
        if card != EMPTY:
            found.append((found[-1] if found else 0) + (card & FRONT))
    return found


def _ends_by_zeros(before: Quando, after: Quando, actor: int, action: int) -> bool:
    """Return True if this step ended the round by zeros; at the end all players see all fronts. Q16"""
    if ZEROS in (before.phase, after.phase):
        return True
    if after.phase not in ENDED or action > TAKE_HIDDEN or before.server != EMPTY or actor == CHANCE:
        return False
    return not any(card & FRONT for card in after.hands[actor][: after.sizes[actor]])
