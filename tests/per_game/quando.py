"""Quando for the suites."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations, product
from random import Random
from typing import Any

from reference.quando import ACTIONS, Reference
from tischlein.cards import EMPTY, SPECTATOR
from tischlein.games.quando import GAME
from tischlein.games.quando.rules.material import KIND_OF, SIDES

from .base import Kit, Path, Position, SmallWorld, at, places, replaced
from .quando_tables import ENDING, STEPS, moments

PAIRS = [(low, high) for low in range(11) for high in range(low + 1, 11)]

# Numbers that several cards share, so that more than one way fits.
DEALT: Position = {
    "game": "quando",
    "seats": 2,
    "hands": [["3/4"], ["5/3", "4/5"]],
    "draw": ["3/6", "4/6"],
    "draw_ordered": False,
}
# Everybody has seen the top card from both sides, and of the others what was played; seat 0 also what seat 1 has just drawn.
TURNED: Position = {
    "game": "quando",
    "seats": 2,
    "hands": [["3/4"], ["5/3", "4/5"]],
    "draw": ["0/1", "3/6", "4/6"],
    "draw_ordered": True,
    "seen": [["0/1", "4/5"], ["0/1"]],
}
STACKED: Position = {
    "game": "quando",
    "seats": 2,
    "hands": [["0/1"], ["3/4"]],
    "draw": ["4/5", "3/5", "4/6", "3/6"],
    "draw_ordered": True,
    "seen": [["0/1"], []],
}

# Seat 1 has to flip a zero whose other side it has never seen.
PENALTY: Position = {
    "game": "quando",
    "seats": 2,
    "hands": [["7/1", "5/2"], ["0/4", "9/3"]],
    "draw": ["6/8", "1/10"],
    "discard": ["8/3", "8/2", "8/1"],
    "plays": [3, 2],
    "cards_played": [5, 2],
    "turn": 0,
    "penalty": [1],
}

# The first card laid is the new draw pile, and shows a side that its holder has never seen.
NO_PILES: Position = {"game": "quando", "seats": 2, "hands": [["7/1", "5/2"], ["0/4", "9/3"]]}


# In the midst of a turn, whose player could not act in every world: a 3 or a 6 is needed, a 5, and a 0 to flip.
LAYING: Position = {
    "game": "quando",
    "seats": 2,
    "hands": [["6/1", "1/2"], ["3/0"]],
    "discard": ["0/8", "4/1", "5/1"],
    "picked": ["4/1", "5/1"],
    "draw": ["2/0", "7/1"],
}
GAP: Position = {
    "game": "quando",
    "seats": 2,
    "hands": [["5/1"], ["3/0"]],
    "discard": ["6/1", "4/1"],
    "picked": ["6/1", "4/1"],
    "draw": ["2/0", "5/2"],
    "draw_ordered": False,
}
NO_DRAW: Position = {
    "game": "quando",
    "seats": 2,
    "hands": [["3/1", "2/1"], ["3/0", "0/2", "1/0"]],
    "penalty": [1],
    "turn": 0,
}
CYCLES: Position = {
    "game": "quando",
    "seats": 2,
    "hands": [["0/1", "1/2", "2/3", "3/0"], ["0/2"]],
}


class Quando(Kit):
    game = GAME
    reference = Reference
    together = (
        ("actor", "turn", "server", "phase"),
        ("top", "rest", "stack", "order"),
        ("discard", "discard_size"),
    )
    texts = tuple(sorted(ACTIONS))
    reluctant = frozenset({"knock", "pass", "take visible", "take hidden"})
    cost = 8
    cap = 150
    capped = True
    cases = (
        SmallWorld("after the deal", DEALT, 0, places(DEALT, "hands", "draw")),
        SmallWorld("from outside", DEALT, SPECTATOR, places(DEALT, "hands", "draw")),
        SmallWorld(
            "a pile that was turned over", TURNED, 1, (*places(TURNED, "hands"), ("draw", 1), ("draw", 2))
        ),
        SmallWorld("a stacked pile", STACKED, 0, places(STACKED, "hands", "draw")[1:]),
        SmallWorld("nothing but cycles", CYCLES, 0, places(CYCLES, "hands")),
        SmallWorld("a straight that is being laid", LAYING, 1, places(LAYING, "hands", "draw")),
        SmallWorld("a straight with a gap", GAP, SPECTATOR, places(GAP, "hands", "draw")),
        SmallWorld("a penalty with nothing to draw", NO_DRAW, 0, places(NO_DRAW, "hands")),
    )

    showing = (PENALTY, NO_PILES)
    steps = STEPS
    ending = ENDING

    def random_options(self, rng: Random, seats: int) -> dict[str, Any]:
        """Return options with a low target, so that whole games are short."""
        options: dict[str, Any] = {"target": rng.choice((1, 20, 40, 60))}
        if rng.random() < 0.5:
            options["knock_after"] = rng.choice(("two_plays", "two_cards"))
        if rng.random() < 0.5:
            options["knock_penalty_after_zeros"] = rng.random() < 0.7
        return options

    def random_position(self, rng: Random) -> Position:
        seats = self.random_seats(rng)
        if rng.random() < 0.2:
            return self._before_a_triplet(rng, seats)
        cards = _cards(rng, seats)
        hands: list[list[str]] = [
            [cards.pop()] if rng.random() < 0.95 and cards else [] for _ in range(seats)
        ]
        draw: list[str] = []
        discard: list[str] = []
        weights = rng.choice(((5, 1, 1), (1, 0, 0), (1, 5, 1), (1, 1, 5), (15, 1, 1)))
        for card in cards:
            pile = rng.choices((rng.choice(hands), draw, discard), weights)[0]
            pile.append(card)
        turns = [seat for seat in range(seats) if hands[seat]]
        if not turns:
            return self.random_position(rng)
        return self._with_memory(rng, hands, rng.choice(turns), draw, discard)

    def _before_a_triplet(self, rng: Random, seats: int) -> Position:
        """Return a position in which one seat holds three of a kind, others often zeros, and little can be drawn."""
        number = rng.randrange(1, 11)
        others = [other for other in range(11) if other != number]
        rng.shuffle(others)
        triplet = [f"{number}/{others.pop()}" for _ in range(3)]
        zeros = [f"0/{other}" for other in range(1, 11) if f"{number}/0" not in triplet or other != number]
        rng.shuffle(zeros)
        turn = rng.randrange(seats)
        hands = [[zeros.pop()] if rng.random() < 0.4 else [] for _ in range(seats)]
        hands[rng.randrange(seats)].append(zeros.pop())
        hands[turn] = [*triplet, *hands[turn][:1]]
        return self._with_memory(rng, hands, turn, [zeros.pop()] if rng.random() < 0.5 else [], [])

    def _with_memory(
        self, rng: Random, hands: list[list[str]], turn: int, draw: list[str], discard: list[str]
    ) -> Position:
        """Points close to an end, enough plays to knock or nearly, and things that were seen."""
        seats = len(hands)
        options = self.random_options(rng, seats)
        position: Position = {
            "game": "quando",
            "seats": seats,
            "options": options,
            "dealer": rng.randrange(seats),
            "turn": turn,
            "hands": hands,
            "draw": draw,
            "draw_ordered": rng.random() < 0.6,
            "discard": discard,
            "points": [rng.choice((0, rng.randrange(options["target"]))) for _ in range(seats)],
        }
        _add_plays(rng, position)
        _add_memory(rng, position)
        return position

    def whole_game(self) -> tuple[int, dict[str, Any]]:
        return 3, {"target": 20}

    def moments(self, seats: int) -> dict[str, Position]:
        return moments(seats)

    def canonical(self, position: Position) -> Position:
        if position["draw_ordered"]:
            return position
        return {**position, "draw": position["draw"][:1] + sorted(map(_sorted, position["draw"][1:]))}

    def cards(self, s: Any) -> Counter[int]:
        lying = [card for row in (*s.hands, s.discard, s.stack, [s.top]) for card in row if card != EMPTY]
        counts = Counter(KIND_OF[card & SIDES] for card in lying)
        counts.update(kind for kind, n in enumerate(s.unseen) if n)
        return counts

    def worlds(self, case: SmallWorld, position: Position) -> Iterator[Position]:
        """Every card may lie either way, if it looks as the seat sees it; who has seen both sides of a card has seen both of the
        one that lies there.

        Who has to act can: a straight that was begun can be completed, a penalty that is asked for can be served (Q7, Q14).
        """
        cards = [at(position, path) for path in case.places]
        shown = _at(position).known(None if case.eyes == SPECTATOR else case.eyes)
        fits = [_looks_like(shown, path) for path in case.places]
        for dealt in permutations(cards):
            lies_there = dict(zip(map(_sorted, cards), map(_sorted, dealt), strict=True))
            seen = [sorted(lies_there.get(card, card) for card in row) for row in position["seen"]]
            ways = [
                [card for card in (one, _turned(one)) if fit(card)]
                for one, fit in zip(dealt, fits, strict=True)
            ]
            for turned in product(*ways):
                world = replaced({**position, "seen": seen}, dict(zip(case.places, turned, strict=True)))
                if not world["picked"] or _at(world).actions(world["turn"]):
                    yield world


def _at(position: Position) -> Reference:
    return Reference.at(position, chance=lambda outcomes: outcomes[0])


def _looks_like(shown: dict[str, Any], path: Path) -> Callable[[str], bool]:
    """Return a test for the cards that can lie at a place: what the seat sees there is true of them."""
    pile, *rest = path
    if pile == "draw" and int(rest[0]) >= len(shown["draw"]):
        return lambda card: True
    pattern = at(shown, path).replace("?", r"\d+")
    return lambda card: re.fullmatch(pattern, card) is not None


def _turned(card: str) -> str:
    front, back = card.split("/")
    return f"{back}/{front}"


def _sorted(card: str) -> str:
    return "/".join(sorted(card.split("/"), key=int))


def _cards(rng: Random, seats: int) -> list[str]:
    """Return a small deck, often one in which some numbers abound: for triplets, straights and zeros."""
    hot = [0, *rng.sample(range(11), 2)] if rng.random() < 0.7 else []
    pairs = [pair for pair in PAIRS if rng.random() < 0.7]
    pairs.sort(key=lambda pair: rng.random() + (0 if set(pair) & set(hot) else 0.6))
    texts = []
    for low, high in pairs:
        low_first = low in hot or (high not in hot and rng.random() < 0.5)
        texts.append(f"{low}/{high}" if low_first else f"{high}/{low}")
    return texts[: rng.randint(1, rng.choice((seats + 2, 12, 25, 35)))]


def _add_plays(rng: Random, position: Position) -> None:
    seats, turn = position["seats"], position["turn"]
    others = [seat for seat in range(seats) if seat != turn]
    position["knocked"] = rng.choice((None, None, rng.choice(others)))
    position["plays"] = [rng.choice((1, 2, 2, 2, 3)) for _ in range(seats)]
    position["cards_played"] = [n + rng.choice((0, 0, 1)) for n in position["plays"]]


def _add_memory(rng: Random, position: Position) -> None:
    """Let seats know some cards from both sides, but nothing of the pile below its top card."""
    if rng.random() < 0.5:
        return
    hands = [card for hand in position["hands"] for card in hand]
    known = [_sorted(card) for card in [*hands, *position["discard"], *position["draw"][:1]]]
    position["seen"] = [
        sorted(rng.sample(known, rng.randint(0, len(known)))) for _ in range(position["seats"])
    ]


KIT = Quando()
