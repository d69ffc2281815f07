"""Quanto for the reference server: what cannot be, by clause, and the reference's knowledge as a view."""

from collections import Counter
from typing import Any

from reference.quanto import Reference
from reference.quanto_captures import groups_of, is_worth
from reference.quanto_cards import TILES, full_deck
from reference.quanto_table import DEFAULT_OPTIONS

__all__ = ["Reference", "view", "wrong_options", "wrong_position"]

ACTING = ("pick", "bonus")
EXCHANGE = ("offer", "answer", "give")
MOST_REVEALED = 3


def wrong_options(seats: int, options: dict[str, Any]) -> str | None:
    """Return what speaks against opening such a table, or None."""
    choices = {"teams": (False, True), "discard": ("forced", "card", "free"), "serve": ("several", "one")}
    if seats not in range(2, 7):
        return "N1: seats"
    for name, value in options.items():
        if name not in DEFAULT_OPTIONS or value not in choices[name]:
            return f"{name} = {value}"
    return "N22: teams" if options.get("teams") and seats != 4 else None


def wrong_position(position: dict[str, Any]) -> str | None:
    """Return the first clause that speaks against a position, or None."""
    if position.get("turn", 0) not in range(position["seats"]):
        return "N4: turn"
    table = Reference(position, lambda _: "")  # not `at`, which would end a game that cannot be
    wrong = wrong_cards(table) | wrong_memory(table)
    if any(table.hands) or table.step in ACTING or table.revealed:
        wrong |= wrong_hands(table)
        if not any(wrong.values()):
            return wrong_exchange(table) if table.step in EXCHANGE else wrong_action(table)
    return next((clause for clause, broken in wrong.items() if broken), None)


def wrong_cards(table: Reference) -> dict[str, bool]:
    """Clauses that speak against the cards and the tiles."""
    quantos = [quanto for quanto in table.quantos if quanto is not None]
    tiles = [quanto["tile"] for quanto in quantos]
    cards = table.display + table.draw + table.gone + (table.revealed or [])
    for pile in [*table.hands, *table.piles, *(quanto["cards"] for quanto in quantos)]:
        cards += pile
    cards += [str(table.card)] if table.step in ACTING else []
    deck = Counter(full_deck())
    return {
        "N1: cards": any(times > deck[card] for card, times in Counter(cards).items()),
        "N1: tiles": any(tile not in TILES for tile in tiles) or len(set(tiles)) < len(tiles),
        "N7": not all(is_a_quanto(quanto["tile"], quanto["cards"]) for quanto in quantos),
        "N14": len(table.revealed or []) > MOST_REVEALED,
    }


def is_a_quanto(tile: int, cards: list[str]) -> bool:
    """N7, N8: two cards that made the tile, and whatever else is there falls into groups worth it."""
    for places in groups_of(list(range(len(cards)))):
        groups = [tuple(cards[place] for place in group) for group in places]
        if all(is_worth(group, tile) for group in groups) and any(len(group) == 2 for group in groups):
            return True
    return False


def wrong_memory(table: Reference) -> dict[str, bool]:
    """N24: partners know cards that are there, and without teams nobody knows any."""
    teams = bool(table.options["teams"])
    seen = [(seat, Counter(cards)) for seat, cards in enumerate(table.seen) if cards is not None]
    absent = [seat for seat, cards in seen if teams and cards - Counter(table.hands[table.partner(seat)])]
    return {"N22: seen": bool(seen) and not teams, "N24: seen": bool(absent)}


def wrong_hands(table: Reference) -> dict[str, bool]:
    """Clauses that speak against the number of cards in a hand: what was played is refilled at the end of the turn."""
    most = [table.size] * table.seats
    played = table.step in ACTING and table.revealed is None
    most[table.turn] -= table.second + (table.revealed is not None) + played
    if table.step == "give":
        most[table.turn] += 1
        most[table.partner(table.turn)] -= 1
    sizes = [len(hand) for hand in table.hands]
    acts = table.step in ACTING or table.revealed is not None
    return {
        "N2: hands": any(size > limit for size, limit in zip(sizes, most, strict=True)),
        "N21": sizes[table.turn] == 0 and not acts,
    }


def wrong_exchange(table: Reference) -> str | None:
    """N24: a partner has a card and offers one of the hand."""
    if not table.options["teams"]:
        return "N22: no teams"
    partner = table.partner(table.turn)
    if table.step == "offer":
        return None if table.hands[partner] else "N24: nothing to offer"
    holder = table.turn if table.step == "give" else partner
    offer = table.offer or {}
    there = offer.get("from") == partner and offer.get("card") in table.hands[holder]
    return None if there else "N24: offer"


def wrong_action(table: Reference) -> str | None:
    """Say what was said in this turn once more, from the choice of the card on."""
    again = table.copy()
    again.step, again.card, again.verb, again.picked = "card", None, None, []
    if table.step in ACTING:
        if table.revealed is None:
            again.hands[again.turn].append(str(table.card))
        else:
            again.revealed = [str(table.card)]
    said = [f"card {table.card}", str(table.verb)]
    said += [f"pick {pick}" for group in table.picked for pick in group]
    words = {"card": [], "verb": said[:1], "pick": said, "bonus": [*said, "done"]}[str(table.step)]
    for text in words:
        if again.why(again.turn, text) is not None:
            return f"N5: {text}"
        again.play(again.turn, text)
    return None if again.step == table.step else "N15: no bonus"


def view(table: Reference, seat: int | None) -> dict[str, Any]:
    """Return what a seat knows according to the reference, in the words of the views."""
    known = table.known(seat)
    kept = [key for key in known if key not in ("hand_sizes", "piles", "quantos")]
    return {
        **{key: known[key] for key in kept},
        "players": [
            {
                "seat": other,
                "cards": known["hand_sizes"][other],
                "pile": known["piles"][other],
                "quanto": known["quantos"][other],
            }
            for other in range(table.seats)
        ],
    }
