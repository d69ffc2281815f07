"""The names of the features that Qwixx's ``observe`` writes."""

from tischlein.engine.rules.features import Feature, block, seats_in_order
from tischlein.games.qwixx.rules.material import (
    COLOURS,
    DONE,
    FULL_HAND,
    KINDS,
    LAST_PLACE,
    MAX_SEATS,
    MISSES,
    NUMBERS,
    PLAYS,
    SKIPPED,
    SLOTS,
)

OTHERS = MAX_SEATS - 1
CARDS = tuple(f"{colour}{number}" for number in range(2, 2 + NUMBERS) for colour in "rygbj")
NAMES = tuple(map(str, range(2, 2 + NUMBERS)))
PLACES = tuple(
    f"{colour} {place}" for colour in ("red", "yellow", "green", "blue") for place in range(1, NUMBERS + 1)
)

FEATURES = (
    *block("hand", CARDS, "flag", 0, 1),
    *block("unseen", CARDS, "flag", 0, 1),
    *block("display", NAMES, "count", 0, SLOTS),
    Feature("number on top of the pile, from 0", "category", -1, NUMBERS - 1),
    Feature("draw pile", "count", 0, KINDS),
    Feature("discard pile", "count", 0, KINDS),
    Feature("phase", "category", 0, DONE),
    Feature("active seat", "category", 0, OTHERS),
    Feature("cards chosen in step 3", "count", 0, PLAYS),
    Feature("their colour", "category", -2, COLOURS - 1),
    Feature("crossed in step 2", "flag", 0, 1),
    Feature("crosses in step 3", "count", 0, PLAYS),
    Feature("place of the first", "category", -1, LAST_PLACE),
    Feature("own choice in step 2", "category", -1, SKIPPED),
    Feature("seats", "category", 2, MAX_SEATS),
    Feature("option jokers", "flag", 0, 1),
    *block("slot, number from 0:", tuple(map(str, range(1, SLOTS + 1))), "category", -1, NUMBERS - 1),
    *block("played in step 3", NAMES, "count", 0, PLAYS),
    *(
        feature
        for seat in seats_in_order(MAX_SEATS)
        for feature in (
            *block(f"{seat}: cross", PLACES, "flag", 0, 1),
            *block(f"{seat}: number in hand", NAMES, "count", 0, FULL_HAND),
            Feature(f"{seat}: misses", "count", 0, MISSES),
            Feature(f"{seat}: cards", "count", 0, FULL_HAND),
            Feature(f"{seat}: has decided", "flag", 0, 1),
            Feature(f"{seat}: in the game", "flag", 0, 1),
        )
    ),
)
