"""The names of the features that Quando's ``observe`` writes."""

from tischlein.engine.rules.features import Feature, block, seats_in_order
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
    Feature("draw pile", "count", 0, KINDS),
    Feature("discard pile", "count", 0, KINDS),
    Feature("order of the draw pile", "category", 0, 2),
    Feature("phase", "category", 0, DONE),
    Feature("seat whose turn it is", "category", 0, OTHERS),
    Feature("dealer", "category", 0, OTHERS),
    Feature("seat that serves a penalty", "category", -1, OTHERS),
    Feature("seat that knocked", "category", -1, OTHERS),
    Feature("cards picked", "count", 0, KINDS),
    Feature("lowest picked", "category", -1, NUMBERS - 1),
    Feature("highest picked", "category", -1, NUMBERS - 1),
    Feature("option target", "number", 1, 999),
    Feature("option knock_after: two cards", "flag", 0, 1),
    Feature("option knock_penalty_after_zeros", "flag", 0, 1),
    Feature("seats", "category", 2, MAX_SEATS),
    Feature("own seat", "category", -1, OTHERS),
    *(
        feature
        for seat in seats_in_order(MAX_SEATS)
        for feature in (
            Feature(f"{seat}: in the game", "flag", 0, 1),
            Feature(f"{seat}: cards", "count", 0, KINDS),
            Feature(f"{seat}: points", "number", 0, 2000),
            Feature(f"{seat}: plays", "count", 0, 30_000),
            Feature(f"{seat}: cards played", "count", 0, 30_000),
        )
    ),
)

# The contents of a pile follow from the unseen cards; of its order only the next cards matter.
LOOKED_AHEAD = 3
UNLEARNED = (
    "discard pile, from the bottom,",
    *(f"draw pile, from the top, {place} " for place in range(LOOKED_AHEAD + 1, KINDS + 1)),
)
