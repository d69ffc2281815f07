"""Why one move was better than another, in cards and sums, from what the player knows."""

from tischlein.engine.rules.parts import Move
from tischlein.engine.types import Count
from tischlein.games.quando.face.hints import count
from tischlein.games.quando.rules.material import (
    BACK,
    FLIP,
    FRONT,
    HIDDEN,
    KNOCK,
    KNOCK_PENALTY,
    NUMBERS,
    PICK,
    TAKE_HIDDEN,
    TAKE_VISIBLE,
    TRIPLET,
    Quando,
)
from tischlein.games.quando.rules.scoring import sum_of


def reason(s: Quando, seat: int, better: Move, other: Move) -> Count | None:
    """Return the key and the values of the sentence that says why one move was better than the other."""
    first, instead = better.actions[0], other.actions[0]
    if KNOCK in (first, instead):
        return _knock(s, seat, first == KNOCK)
    laid, rather = _count_laid(better), _count_laid(other)
    if s.picked == 0 and (laid or rather):
        return _play(s, laid, rather)
    if {first, instead} == {TAKE_VISIBLE, TAKE_HIDDEN}:
        return _side(s, seat, first)
    return None


def _count_laid(move: Move) -> list[int]:
    """Return the numbers that a move lays."""
    return [(action - PICK) // NUMBERS for action in move.actions if PICK <= action < FLIP]


def _knock(s: Quando, seat: int, knocks: bool) -> Count:
    """Compare the own sum with the hands of the others."""
    least = min(s.sizes[other] for other in range(s.seats) if other != seat)
    found = {
        "sum": sum_of(s, seat),
        "cards": int(s.sizes[seat]),
        "least": int(least),
        "penalty": KNOCK_PENALTY,
    }
    return {**found, "key": "knock" if knocks else "too_early"}


def _play(s: Quando, laid: list[int], rather: list[int]) -> Count | None:
    found = {"laid": " ".join(map(str, laid)), "points": sum(laid), "cards": len(laid)}
    found |= {"rather": " ".join(map(str, rather)), "less": sum(rather), "fewer": len(rather)}
    if not laid:
        return None
    if not rather:
        return {**found, "key": "lays"}
    if len(laid) == TRIPLET and len(set(laid)) == 1:
        return {**found, "key": "triplet", "number": laid[0]}
    if sum(laid) > sum(rather):
        return {**found, "key": "more_points"}
    if len(laid) > len(rather):
        return {**found, "key": "more_cards"}
    return None


def _side(s: Quando, seat: int, taken: int) -> Count | None:
    """Compare the two sides of the top card of the draw pile."""
    front, hidden = s.top & FRONT, (s.top & BACK) >> 4
    if hidden != HIDDEN:
        number, instead = (front, hidden) if taken == TAKE_VISIBLE else (hidden, front)
        return {"key": "lower_side", "number": number, "instead": instead} if number < instead else None
    odds = count(s, seat, TAKE_HIDDEN)
    if odds is None:
        return None
    if taken == TAKE_HIDDEN and 2 * odds["some"] > odds["all"]:
        return {**odds, "key": "hidden"}
    if taken == TAKE_VISIBLE and 2 * odds["some"] < odds["all"]:
        return {**odds, "key": "visible"}
    twins = sum((s.hands[seat][place] & FRONT) == front for place in range(s.sizes[seat]))
    return {**odds, "key": "pairs"} if taken == TAKE_VISIBLE and twins else None
