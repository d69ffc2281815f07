"""LOBO 77 for the reference server: what cannot be, by clause, and the reference's knowledge as a view."""

from collections import Counter
from typing import Any

from reference.lobo77 import COPIES, DEFAULT_OPTIONS, Reference

__all__ = ["Reference", "view", "wrong_options", "wrong_position"]


def wrong_options(seats: int, options: dict[str, Any]) -> str | None:
    """Return what speaks against opening such a table, or None."""
    choices = {"reverse_cards": (4, 5), "starter": ("lot", *range(seats)), "manual_draw": (False, True)}
    if seats not in range(2, 9):
        return "L2"
    for name, value in options.items():
        if name not in DEFAULT_OPTIONS or value not in choices[name]:
            return f"{name} = {value}"
    return None


def wrong_position(position: dict[str, Any]) -> str | None:
    """Return the first clause that speaks against a position, or None."""
    table = Reference.at(position, lambda _: "")
    wrong = {**wrong_players(table), **({} if table.over else wrong_turn(table))}
    return next((clause for clause, broken in wrong.items() if broken), None)


def wrong_players(table: Reference) -> dict[str, bool]:
    """Clauses that speak against the cards and the players."""
    copies = {**COPIES, "reverse": table.options["reverse_cards"]}
    cards = Counter(
        table.draw + table.discard + table.set_aside + [card for hand in table.hands for card in hand]
    )
    gone = [seat for seat in range(table.seats) if table.out[seat]]
    return {
        "L1: cards": any(count > int(str(copies.get(card, 0))) for card, count in cards.items()),
        "L1: chips": any(chips not in range(4) for chips in table.chips),
        "L4": table.starter not in range(table.seats),
        "L9": table.seats == 2 and table.direction == -1,
        "L17": any(table.chips[seat] > 0 for seat in gone),
        "L18": any(table.hands[seat] for seat in gone),
        "L21": len(gone) == table.seats,
    }


def wrong_turn(table: Reference) -> dict[str, bool]:
    """Clauses that speak against the turn."""
    if table.turn not in range(table.seats) or table.out[table.turn]:
        return {"L5": True}
    drawer, draws = table.may_draw or (None, 0)
    waits_for_draw = drawer == table.turn and not any(table.hands)
    owed = 2 if table.discard[-1:] == ["x2"] and not table.played else 1
    return {
        "L7: no card": not table.hands[table.turn] and not waits_for_draw,
        "L7: open draw": drawer is not None and (not table.options["manual_draw"] or table.played > 0),
        "L10: second card": table.played > 0 and table.discard[-2:-1] != ["x2"],
        "L10: draws": draws > 2,
        "L13": table.owed != owed,
        "L18: draws": drawer is not None and table.out[drawer],
        "L19": table.total >= 77,
    }


def view(table: Reference, seat: int | None) -> dict[str, Any]:
    """Return what a seat knows according to the reference, in the words of the views."""
    known = table.known(seat)
    columns = {"cards": known["hand_sizes"], **{name: known[name] for name in ("chips", "swims", "out")}}
    same = ("hand", "discard", "total", "direction", "owed", "played", "may_draw", "starter", "turn")
    return {
        **{name: known[name] for name in (*same, "draw_count", "set_aside_count")},
        "unseen": dict(Counter(known["unseen"])),
        "players": [
            {"seat": other, **{name: column[other] for name, column in columns.items()}}
            for other in range(table.seats)
        ],
        "scores": table.scores,
    }
