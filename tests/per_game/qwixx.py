"""Qwixx – the card game for the suites."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from reference.qwixx import (
    ACTIONS,
    COLOURED,
    JOKERS,
    ROWS,
    Reference,
    by_name,
    card_of,
    colour_of,
    number_of,
)
from tischlein.cards import EMPTY
from tischlein.games.qwixx import GAME
from tischlein.games.qwixx.rules.material import KINDS

from .base import Kit, Position, SmallWorld, places, replaced
from .qwixx_tables import ENDING, STEPS, moments

COLOURS = tuple(ROWS)
FOUR_MISSES, TWO_ROWS = 4, 2
# What has no meaning once the game is over.
OF_A_TURN = ("step", "choices", "crossed", "played", "shown")

HANDS: Position = {
    "game": "qwixx",
    "seats": 2,
    "hands": [["r2"], ["r5", "y5"]],
    "display": ["g5", "b7"],
    "draw": ["r7", "y7"],
    "draw_ordered": False,
    "turn": 0,
}
CHOICES: Position = {
    "game": "qwixx",
    "seats": 3,
    "hands": [["r2"], ["y7"], []],
    "draw": ["r7", "b7"],
    "draw_ordered": False,
    "step": 2,
    "choices": [None, "red", "skip"],
    "sheets": [{}, {}, {"red": [8], "green": [6]}],
}
PLAYED: Position = {
    "game": "qwixx",
    "seats": 2,
    "options": {"jokers": True},
    "turn": 1,
    "step": 3,
    "hands": [["r2"], ["y5"]],
    "played": ["j5 as red", "r7"],
    "display": ["y7"],
    "draw": ["r5", "j7"],
    "draw_ordered": False,
}
# The display is empty, so the next player takes nothing and it is refilled.
EMPTY_DISPLAY: Position = {
    "game": "qwixx",
    "seats": 2,
    "step": 3,
    "hands": [["r2"], []],
    "played": ["r7"],
    "shown": True,
    "discard": ["r7"],
    "draw": ["y3", "g5", "b8", "y9", "r11", "b2"],
}


class Qwixx(Kit):
    game = GAME
    reference = Reference
    unlearned = frozenset({"discard", "played"})  # of cards played, numbers and colour are among the features
    together = (
        ("discard", "discard_size"),
        ("played", "played_size", "colour"),
        ("actor", "active", "phase"),
    )
    texts = tuple(ACTIONS)
    reluctant = frozenset({"skip", "show", "stop"})
    cost = 5
    cases = (
        SmallWorld("colours", HANDS, 0, places(HANDS, "hands", "display", "draw")[1:]),
        SmallWorld("choices", CHOICES, 0, places(CHOICES, "hands", "draw")[1:]),
        SmallWorld(
            "cards chosen in step 3", PLAYED, 0, places(PLAYED, "hands", "played", "display", "draw")[1:]
        ),
    )

    showing = (EMPTY_DISPLAY,)
    ruled = frozenset({"show"})

    steps = STEPS
    ending = ENDING

    def random_options(self, rng: Random, seats: int) -> dict[str, Any]:
        return {"jokers": rng.random() < 0.8} if rng.random() < 0.7 else {}

    def random_position(self, rng: Random) -> Position:
        """The beginning of a step with few cards, and sheets close to an end."""
        seats = self.random_seats(rng)
        options = self.random_options(rng, seats)
        cards = _cards(rng, jokers=options.get("jokers", False))
        hands = [_some(cards, rng.choice((0, 1, 3, 4))) for _ in range(seats)]
        display = [cards.pop() if cards and rng.random() < 0.7 else None for _ in range(4)]
        cut = rng.choice((0, len(cards), rng.randint(0, len(cards))))
        position: Position = {
            "game": "qwixx",
            "seats": seats,
            "options": options,
            "turn": rng.randrange(seats),
            "hands": hands,
            "display": display,
            "draw": cards[:cut],
            "draw_ordered": rng.random() < 0.5,
            "discard": cards[cut:],
            "sheets": [_sheet(rng) for _ in range(seats)],
        }
        step = rng.choice((1, 1, 2, 3, 3))
        if step == 3:
            _aim(rng, position)
        elif step == 2 and cut:
            position["step"] = 2
        return position

    def whole_game(self) -> tuple[int, dict[str, Any]]:
        return 3, {"jokers": True}

    def moments(self, seats: int) -> dict[str, Position]:
        return moments(seats)

    def canonical(self, position: Position) -> Position:
        draw = position["draw"]
        if not position["draw_ordered"]:
            draw = draw[:1] + by_name(draw[1:])
        same = {**position, "hands": list(map(by_name, position["hands"])), "draw": draw}
        over = is_over(position)
        return {key: value for key, value in same.items() if not (over and key in OF_A_TURN)}

    def cards(self, s: Any) -> Counter[int]:
        rows = [*s.hands, s.display, s.played, s.discard, s.stack]
        counts = Counter(card for row in rows for card in row if card != EMPTY)
        counts.update(kind for kind in range(KINDS) if s.unseen[kind])
        # The top card is counted with a stacked pile already.
        counts.update([s.top] if s.top != EMPTY and not s.draw_ordered else [])
        return counts

    def worlds(self, case: SmallWorld, position: Position) -> Iterator[Position]:
        """Chosen jokers may have any colour, and others may have decided on any row that takes the number."""
        for world in super().worlds(case, {**position, "played": list(map(card_of, position["played"]))}):
            for played in product(*map(_plays, world["played"])):
                if len(set(map(colour_of, played))) > 1:
                    continue
                hidden = [
                    seat for seat, choice in enumerate(world["choices"]) if choice and seat != case.eyes
                ]
                for choices in product(*(_choices(world, seat) for seat in hidden)):
                    said: dict[tuple[str | int, ...], Any] = {
                        ("choices", seat): choice for seat, choice in zip(hidden, choices, strict=True)
                    }
                    yield replaced({**world, "played": list(played)}, said)


def closed_rows(sheet: dict[str, Any]) -> int:
    return sum(row[-1] in sheet[colour] for colour, row in ROWS.items())


def is_over(position: Position) -> bool:
    options = position.get("options", {})
    misses, rows = options.get("last_miss", FOUR_MISSES), options.get("last_row", TWO_ROWS)
    return any(sheet["misses"] == misses or closed_rows(sheet) == rows for sheet in position["sheets"])


def _plays(card: str) -> list[str]:
    return [f"{card} as {colour}" for colour in COLOURS] if card in JOKERS else [card]


def _choices(position: Position, seat: int) -> list[str]:
    undecided = replaced(position, {("choices", seat): None})
    table = Reference.at(undecided, chance=lambda outcomes: outcomes[0])
    return [colour for colour in COLOURS if table.why(seat, f"cross {colour}") is None] + ["skip"]


def _cards(rng: Random, jokers: bool) -> list[str]:
    """Return a small deck, often with many cards of one colour or number."""
    deck = COLOURED + (JOKERS if jokers else [])
    rng.shuffle(deck)
    if rng.random() < 0.5:
        colour, numbers = rng.choice("rygbj"), rng.sample(range(2, 13), 2)
        deck.sort(key=lambda card: rng.random() < 0.7 and (card[0] == colour or number_of(card) in numbers))
    few = rng.choice((rng.randrange(1, 8), rng.randrange(8, 30), len(deck)))
    return deck[len(deck) - few :]


def _some(cards: list[str], most: int) -> list[str]:
    return [cards.pop() for _ in range(min(most, len(cards)))]


def _sheet(rng: Random) -> dict[str, Any]:
    """Rows of any length, often close to the lock; at most one of them is closed."""
    sheet: dict[str, Any] = {"misses": rng.choice((0, 0, 1, 3))}
    for colour in COLOURS:
        upto, share = rng.choice((0, rng.randrange(11), 9, 10)), rng.choice((0.4, 0.8, 1))
        sheet[colour] = [number for number in ROWS[colour][:upto] if rng.random() < share]
    colour = rng.choice(COLOURS)
    if len(sheet[colour]) >= 5 and rng.random() < 0.5:
        sheet[colour].append(ROWS[colour][-1])
    assert closed_rows(sheet) <= 1
    return sheet


def _aim(rng: Random, position: Position) -> None:
    """Step 3 with neighbouring numbers of one colour in hand, and a row that they come next in."""
    turn, colour = position["turn"], rng.choice(COLOURS)
    row, first = ROWS[colour], rng.choice((rng.randrange(9), 7, 8))
    wanted = [f"{colour[0]}{number}" for number in rng.sample(row[first : first + 4], k=3)]
    piles = [*position["hands"], position["draw"], position["discard"]]
    for pile in piles:
        pile[:] = [card for card in pile if card not in wanted]
    position["display"] = [None if card in wanted else card for card in position["display"]]
    position["hands"][turn] = wanted + position["hands"][turn][:2]
    sheet = position["sheets"][turn]
    sheet[colour] = rng.sample(row[:first], k=min(first, rng.choice((0, 3, 4, 5))))
    sheet[colour].sort(key=row.index)
    position["step"], position["crossed"] = 3, {"step2": rng.random() < 0.5, "numbers": []}


KIT = Qwixx()
