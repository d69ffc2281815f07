"""Qwixx for the reference server: what cannot be, by clause, and the reference's knowledge as a view."""

from collections import Counter
from typing import Any

from reference.qwixx import (
    ACTIONS,
    COLOURED,
    DEFAULT_OPTIONS,
    JOKERS,
    ROWS,
    Reference,
    card_of,
    colour_of,
    number_of,
)

__all__ = ["Reference", "view", "wrong_options", "wrong_position"]

NOTHING_CROSSED = {"step2": False, "numbers": []}


def wrong_options(seats: int, options: dict[str, Any]) -> str | None:
    """Return what speaks against opening such a table, or None."""
    if seats not in range(2, 6):
        return "X1: seats"
    for name, value in options.items():
        if name not in DEFAULT_OPTIONS or not isinstance(value, bool):
            return f"{name} = {value}"
    return None


def wrong_position(position: dict[str, Any]) -> str | None:
    """Return the first clause that speaks against a position, or None."""
    if position.get("turn", 0) not in range(position["seats"]) or position.get("step", 1) not in (1, 2, 3):
        return "X7: turn or step"
    if len(position.get("display", [])) > 4:
        return "X6: display"
    table = Reference(position, lambda _: "")  # not `at`, which would play on from what cannot be
    wrong = {**wrong_cards(table), **wrong_sheets(table), "X8: choices": wrong_choices(table)}
    if not table.over:
        wrong |= {"X9: outside step 3": table.step != 3 and bool(played_on(table)), "X9": wrong_step_3(table)}
    return next((clause for clause, broken in wrong.items() if broken), None)


def wrong_cards(table: Reference) -> dict[str, bool]:
    """Clauses that speak against the cards and where they are."""
    deck = COLOURED + (JOKERS if table.options["jokers"] else [])
    cards = table.draw + table.discard + [card for card in table.display if card is not None]
    cards += [card for hand in table.hands for card in hand]
    cards += [] if table.shown else [card_of(card) for card in table.played]
    most = [5 if seat == table.turn and table.step > 1 else 4 for seat in range(table.seats)]
    held = [len(hand) for hand in table.hands]
    held[table.turn] += 0 if table.shown else len(table.played)
    return {
        "X1, X15: cards": any(times > deck.count(card) for card, times in Counter(cards).items()),
        "X7: hand": any(n > limit for n, limit in zip(held, most, strict=True)),
    }


def wrong_sheets(table: Reference) -> dict[str, bool]:
    """Clauses that speak against the sheets, each row crossed once more from its beginning."""
    again = Reference({"seats": table.seats, "hands": table.hands}, lambda _: "")
    reasons = set()
    for seat, rows in enumerate(table.rows):
        for colour, numbers in rows.items():
            for number in numbers:
                reasons.add(again._why_not_in_row(seat, colour, number))
                again.rows[seat][colour].append(number)
    closed = [sum(table._closed(seat, colour) for colour in ROWS) for seat in range(table.seats)]
    # Two players may close rows together; whatever else ends the game ends it alone.
    ended = table.misses.count(4) + (max(closed) >= 2)
    misses = any(n not in range(5) for n in table.misses)
    return {"X3, X4, X5": bool(reasons - {None}), "X13": misses or ended > 1 or max(closed) > 2}


def wrong_choices(table: Reference) -> bool:
    """Decisions outside step 2, of all, or for a cross that cannot be made; and a step 2 without a number."""
    if table.over:
        return False
    made = {seat: choice for seat, choice in enumerate(table.choices) if choice is not None}
    if table.step != 2:
        return bool(made)
    if not table.draw or len(made) == table.seats:
        return True
    number = number_of(table.draw[0])
    crosses = [(seat, choice) for seat, choice in made.items() if choice != "skip"]
    return any(table._why_not_in_row(seat, choice, number) for seat, choice in crosses)


def played_on(table: Reference) -> bool:
    """Something of step 3 has happened."""
    return bool(table.played) or table.shown or crossed_of(table) != NOTHING_CROSSED


def crossed_of(table: Reference) -> dict[str, Any]:
    return {"step2": table.crossed_in_step2, "numbers": table.crossed_numbers}


def wrong_step_3(table: Reference) -> bool:
    """Cards that cannot be played together or do not lie where they should, and crosses they do not allow."""
    if any(f"play {card}" not in ACTIONS for card in table.played):
        return True
    colours = {colour_of(card) for card in table.played}
    if len(table.played) > 3 or len(colours) > 1:
        return True
    if not table.shown:
        return bool(table.crossed_numbers)
    cards = [card_of(card) for card in table.played]
    if not cards or table.discard[-len(cards) :] != cards:
        return True
    # The crosses of this step are the last of the row; without them, each must have been legal.
    row = table.rows[table.turn][colours.pop()]
    made = table.crossed_numbers
    if made != row[len(row) - len(made) :]:
        return True
    del row[len(row) - len(made) :]
    table.crossed_numbers = []
    for number in made:
        if table._why_not_shown_number(number):
            return True
        row.append(number)
        table.crossed_numbers.append(number)
    return False


def view(table: Reference, seat: int | None) -> dict[str, Any]:
    """Return what a seat knows according to the reference, in the words of the views."""
    known = table.known(seat)
    phase = {1: "take", 2: "decide", 3: "cross" if table.shown else "choose"}[table.step]
    numbers = table.known(None)["hands"]
    state = ("turn", "step", "played", "shown", "crossed", "scores")
    same = (*state, "display", "top", "draw_count", "discard", "unseen")
    sees_colour = table.played and (table.shown or seat == table.turn)
    return {
        "phase": "over" if table.over else phase,
        **{name: known[name] for name in same},
        "hand": None if seat is None else known["hands"][seat],
        "choice": None if seat is None else known["choices"][seat],
        "colour": colour_of(table.played[0]) if sees_colour else None,
        "players": [
            {
                "seat": other,
                "cards": numbers[other],
                "sheet": known["sheets"][other],
                "score": known["scores"][other],
                "decided": known["choices"][other] is not None,
            }
            for other in range(table.seats)
        ],
    }
