"""The names of the features that Quando's ``observe`` writes."""

from tischlein.engine.rules.features import block, seats_in_order
from tischlein.games.quando.rules.material import DONE, KINDS, MAX_SEATS, NUMBERS

OTHERS = MAX_SEATS - 1
LOOKS = tuple(
    f"{front}/{back if back != front else '?'}" for front in range(NUMBERS) for back in range(NUMBERS)
)
PAIRS = tuple(f"{low}/{high}" for low in range(NUMBERS) for high in range(low + 1, NUMBERS))
SIDES = tuple(f"{place} {side}" for place in range(1, KINDS + 1) for side in ("up", "down"))

FEATURES = (
    *(
        feature
        for seat in seats_in_order(MAX_SEATS)
        for feature in block(f"{seat}: cards that look like", LOOKS, "count", 0, NUMBERS)
    ),
    *block("discard pile, from the bottom,", SIDES, "category", -1, NUMBERS - 1),
    *block("unseen", PAIRS, "flag", 0, 1),
    *block("draw pile, from the top,", SIDES, "category", -1, NUMBERS - 1),
    *block("draw pile", None, "count", 0, KINDS),
    *block("discard pile", None, "count", 0, KINDS),
    *block("order of the draw pile", None, "category", 0, 2),
    *block("phase", None, "category", 0, DONE),
    *block("seat whose turn it is", None, "category", 0, OTHERS),
    *block("dealer", None, "category", 0, OTHERS),
    *block("seat that serves a penalty", None, "category", -1, OTHERS),
    *block("seat that knocked", None, "category", -1, OTHERS),
    *block("cards picked", None, "count", 0, KINDS),
    *block("lowest picked", None, "category", -1, NUMBERS - 1),
    *block("highest picked", None, "category", -1, NUMBERS - 1),
    *block("option target", None, "number", 1, 999),
    *block("option knock_after: two cards", None, "flag", 0, 1),
    *block("option knock_penalty_after_zeros", None, "flag", 0, 1),
    *block("seats", None, "category", 2, MAX_SEATS),
    *block("own seat", None, "category", -1, OTHERS),
    *(
        feature
        for seat in seats_in_order(MAX_SEATS)
        for feature in (
            *block(f"{seat}: in the game", None, "flag", 0, 1),
            *block(f"{seat}: cards", None, "count", 0, KINDS),
            *block(f"{seat}: points", None, "number", 0, 2000),
            *block(f"{seat}: plays", None, "count", 0, 30_000),
            *block(f"{seat}: cards played", None, "count", 0, 30_000),
        )
    ),
)

# The contents of a pile follow from the unseen cards; of its order only the next cards matter.
LOOKED_AHEAD = 3
UNLEARNED = (
    "discard pile, from the bottom,",
    *(f"draw pile, from the top, {place} " for place in range(LOOKED_AHEAD + 1, KINDS + 1)),
)
