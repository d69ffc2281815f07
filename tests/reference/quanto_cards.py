"""Quanto's cards and words: their names, their values, and whether cards that lie there can make up a number.

A card is its name: "1" to "12", a rainbow card "4r" to "12r", a joker "J".
"""

JOKER = "J"
NUMBERS = range(1, 13)  # N1; also what a joker can stand for (N16)
RAINBOW_NUMBERS = range(4, 13)  # N1
NUMBER_COPIES = 9  # N1: one of them is a rainbow card, where there is one
JOKER_COPIES = 2  # N1
TILES = range(5, 13)  # N1
MOST_SEATS = 6  # N1

# Every face once, by value, a plain card before the rainbow card, the joker last.
FACES = [
    *(f"{number}{r}" for number in NUMBERS for r in ("", "r") if r == "" or number in RAINBOW_NUMBERS),
    JOKER,
]

# Every action's text and the step at which it is said.
VALUE_VERBS = ("take", "form", "serve", "serve partner")  # with these a joker says its value
CAPTURING_VERBS = [  # actions 1 and 2
    *VALUE_VERBS,
    *(f"{verb} as {number}" for verb in VALUE_VERBS for number in NUMBERS),
    "claim",
    *(f"steal {seat}" for seat in range(MOST_SEATS)),
]
STEP_OF = {
    **{f"card {face}": "card" for face in FACES},
    **dict.fromkeys([*CAPTURING_VERBS, "discard"], "verb"),
    **{f"pick {face}": "pick" for face in FACES},
    **{f"pick J as {number}": "pick" for number in NUMBERS},
    "done": "pick",
    **{f"bonus {face}": "bonus" for face in FACES},
    "no bonus": "bonus",
    **{f"offer {face}": "offer" for face in FACES},
    "no offer": "offer",
    "return": "answer",
    "accept": "answer",
    **{f"give {face}": "give" for face in FACES},
}


def full_deck() -> list[str]:
    """All cards of a new game (N1)."""
    deck = [JOKER] * JOKER_COPIES
    for number in NUMBERS:
        if number in RAINBOW_NUMBERS:
            deck += [f"{number}r"] + [str(number)] * (NUMBER_COPIES - 1)
        else:
            deck += [str(number)] * NUMBER_COPIES
    return deck


def is_for_teams(text: str) -> bool:
    """Whether the action exists only in the game of two teams (N23, N24)."""
    return STEP_OF[text] in ("offer", "answer", "give") or text.startswith("serve partner")


def in_order(cards: list[str]) -> list[str]:
    """The cards by value, plain before rainbow, jokers last."""
    return sorted(cards, key=FACES.index)


def is_rainbow(card: str) -> bool:
    """Whether it is a rainbow card (N1)."""
    return card.endswith("r")


def number_of(card: str) -> int:
    """The number on the card, or the one that was said with a joker ("J as 5")."""
    return int(card.removeprefix("J as ").rstrip("r"))


def card_of(pick: str) -> str:
    """The card itself, without the number that was said with it."""
    return pick.partition(" ")[0]


def without(cards: list[str], taken: list[str]) -> list[str]:
    """The cards that are left when these are taken away."""
    left = list(cards)
    for card in taken:
        left.remove(card)
    return left


def can_close(missing: int, lying: list[str]) -> bool:
    """Whether some of the cards make up exactly the number that is missing: all ways are tried.

    A joker stands for whatever is missing and so ends the group (N16, N17).
    """
    for card in set(lying):
        if card == JOKER or number_of(card) == missing:
            return True
        if number_of(card) < missing and can_close(missing - number_of(card), without(lying, [card])):
            return True
    return False
