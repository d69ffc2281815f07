"""The names of the features that Qwixx's ``observe`` writes."""

from tischlein.engine.rules.features import block, seats_in_order
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
    *block("number on top of the pile, from 0", None, "category", -1, NUMBERS - 1),
    *block("draw pile", None, "count", 0, KINDS),
    *block("discard pile", None, "count", 0, KINDS),
    *block("phase", None, "category", 0, DONE),
    *block("active seat", None, "category", 0, OTHERS),
    *block("cards chosen in step 3", None, "count", 0, PLAYS),
    *block("their colour", None, "category", -2, COLOURS - 1),
    *block("crossed in step 2", None, "flag", 0, 1),
    *block("crosses in step 3", None, "count", 0, PLAYS),
    *block("place of the first", None, "category", -1, LAST_PLACE),
    *block("own choice in step 2", None, "category", -1, SKIPPED),
    *block("seats", None, "category", 2, MAX_SEATS),
    *block("option jokers", None, "flag", 0, 1),
    *block("slot, number from 0:", tuple(map(str, range(1, SLOTS + 1))), "category", -1, NUMBERS - 1),
    *block("played in step 3", NAMES, "count", 0, PLAYS),
    *(
        feature
        for seat in seats_in_order(MAX_SEATS)
        for feature in (
            *block(f"{seat}: cross", PLACES, "flag", 0, 1),
            *block(f"{seat}: number in hand", NAMES, "count", 0, FULL_HAND),
            *block(f"{seat}: misses", None, "count", 0, MISSES),
            *block(f"{seat}: cards", None, "count", 0, FULL_HAND),
            *block(f"{seat}: has decided", None, "flag", 0, 1),
            *block(f"{seat}: in the game", None, "flag", 0, 1),
        )
    ),
)
