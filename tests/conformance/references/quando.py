"""Quando for the reference server: what cannot be, by clause, and the reference's knowledge as a view."""

from collections import Counter
from typing import Any

from reference.quando import ACTIONS, DEFAULT_OPTIONS, Reference
from reference.quando_cards import Card, can_be_completed, front_of

__all__ = ["Reference", "view", "wrong_options", "wrong_position"]

CHOICES: dict[str, Any] = {
    "knock_after": ("two_plays", "two_cards"),
    "knock_penalty_after_zeros": (False, True),
    "target": range(1, 1000),
}
CARDS = {text.removeprefix("pick ") for text in ACTIONS if text.startswith("pick") and "?" not in text}
KEYS = set(Reference({"seats": 2, "hands": [[], []]}, lambda _: "").position())
PER_SEAT = ("hands", "plays", "cards_played", "points", "seen")


def wrong_options(seats: int, options: dict[str, Any]) -> str | None:
    """Return what speaks against opening such a table, or None."""
    if seats not in range(2, 7):
        return "Q1: seats"
    for name, value in options.items():
        if name not in DEFAULT_OPTIONS or value not in CHOICES[name]:
            return f"{name} = {value}"
    return None


def wrong_position(position: dict[str, Any]) -> str | None:
    """Return the first clause that speaks against a position, or None."""
    written = wrong_writing(position)
    if any(written.values()):
        return first(written)
    table = Reference(position, lambda _: "")  # not `at`, which would play on from what cannot be
    wrong = {**wrong_counts(position), "Q24, Q25: seen": wrong_seen(table, position.get("seen", []))}
    if table.over:
        wrong["Q22: over"] = bool(table.picked or table.penalty)
    else:
        wrong |= wrong_turn(table)
    return first(wrong)


def first(wrong: dict[str, bool]) -> str | None:
    return next((clause for clause, broken in wrong.items() if broken), None)


def wrong_writing(position: dict[str, Any]) -> dict[str, bool]:
    """What speaks against the words of a position: keys, cards and seats that do not exist."""
    seats = range(position["seats"])
    piles = [*position["hands"], position.get("draw", []), position.get("discard", [])]
    cards = [card for pile in piles for card in pile]
    mentioned = [*position.get("picked", []), *(card for row in position.get("seen", []) for card in row)]
    named = [position[key] for key in ("dealer", "turn", "knocked") if position.get(key) is not None]
    if set(cards + mentioned) - CARDS:
        return {"Q1: cards": True}
    pairs = Counter(Card.of(card).pair for card in cards)
    return {
        "no such key": bool(set(position) - KEYS),
        "Q1: hands": any(len(position[key]) != len(seats) for key in PER_SEAT if key in position),
        "Q1: pairs": not pairs or max(pairs.values()) > 1,
        "Q6: seats": any(seat not in seats for seat in [*named, *position.get("penalty", [])]),
    }


def wrong_counts(position: dict[str, Any]) -> dict[str, bool]:
    """What speaks against the numbers of plays, of cards in them, and of points."""
    numbers = [number for key in ("plays", "cards_played", "points") for number in position.get(key, [])]
    return {"Q18, Q19: numbers": any(number < 0 for number in numbers)}


def wrong_seen(table: Reference, seen: list[list[str]]) -> bool:
    """Return True for memories of cards that lie nowhere, or lie known below a top card that a seat has not seen."""
    below = [card.pair for card in table.draw[1:]]
    hidden = [] if table.draw_ordered else below
    lying = {card.pair for card in table._all_cards} - set(hidden)
    if any(pair not in lying for row in seen for pair in row):
        return True
    known_to_all = set.intersection(*map(set, seen)) if seen else set()
    is_turned_over = bool(table.draw) and table.draw[0].pair in known_to_all
    return not is_turned_over and any(pair in known_to_all for pair in below)


def wrong_turn(table: Reference) -> dict[str, bool]:
    """Clauses that speak against the turn."""
    others = [(table.turn + step) % table.seats for step in range(1, table.seats)]
    serving = len(table.penalty)
    return {
        "Q17: turn": table.turn == table.knocked,
        "Q10: hand": not table.picked and not table.hands[table.turn],
        "Q13: order": serving > 0 and table.penalty != others[-serving:],
        "Q13: picked": serving > 0 and bool(table.picked),
        "Q7, Q8: picked": bool(table.picked) and wrong_picks(table),
    }


def wrong_picks(table: Reference) -> bool:
    """Cards that do not lie where they were laid, or never become a play."""
    laid = [card.text for card in table.discard]
    if len(table.draw) == 1 and len(laid) == len(table.picked) - 1:
        first_one = table.draw[0]  # Q12: with both piles empty it was turned over at once
        laid.insert(0, f"{first_one.other}/{first_one.side}")
    if not table.draw or laid[-len(table.picked) :] != table.picked:
        return True
    numbers = [front_of(text) for text in table.picked]
    hand = [card.side for card in table.hands[table.turn]]
    return not can_be_completed(numbers, hand)


def view(table: Reference, seat: int | None) -> dict[str, Any]:
    """Return what a seat knows according to the reference, in the words of the views."""
    return {
        **table.known(seat),
        "scores": table.scores,
    }
