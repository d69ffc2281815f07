"""Quanto for the suites."""

from collections import Counter
from collections.abc import Iterator
from itertools import compress, product
from random import Random
from typing import Any

from reference.quanto import Reference
from reference.quanto_cards import FACES, STEP_OF, full_deck
from tischlein.cards import SPECTATOR
from tischlein.games.quanto import GAME
from tischlein.games.quanto.rules.material import STEP_BONUS, STEP_PICK

from .base import Kit, Position, SmallWorld, places
from .quanto_tables import ENDING, STEPS, moments

PLAIN: Position = {
    "game": "quanto",
    "seats": 3,
    "hands": [["7"], ["2", "5"], ["2"]],
    "display": ["8"],
    "draw": ["2", "9"],
    "draw_ordered": False,
}
# Seat 0 has seen the 5 in the hand of its partner.
TEAMS: Position = {
    "game": "quanto",
    "seats": 4,
    "options": {"teams": True},
    "hands": [["7"], ["5"], ["2", "5"], ["5"]],
    "display": ["8"],
    "draw": ["9"],
    "draw_ordered": False,
    "seen": [["5"], None, None, None],
}
# Seat 1 has named the 7, which can take the one that lies there.
NAMED: Position = {
    "game": "quanto",
    "seats": 2,
    "turn": 1,
    "hands": [["4"], ["5", "7"]],
    "step": "verb",
    "card": "7",
    "display": ["7"],
    "draw": ["5", "7"],
    "draw_ordered": False,
}
# Seat 1 has named the 12, which can only be discarded: so its other card can do nothing either, and is no 4. N11
STUCK: Position = {
    **NAMED,
    "hands": [["4"], ["10", "12"]],
    "card": "12",
    "display": ["8"],
    "draw": ["4", "10", "11"],
}
# The partners 1 and 3 exchange a card, which seat 0 does not see: it is offered, and then given.
OFFERED: Position = {
    **TEAMS,
    "turn": 1,
    "step": "answer",
    "hands": [["1"], ["2", "4"], ["3"], ["4"]],
    "offer": {"from": 3, "card": "4"},
    "display": [],
    "draw": ["7"],
    "seen": None,
}
GIVEN: Position = {**OFFERED, "step": "give"}


class Quanto(Kit):
    game = GAME
    reference = Reference
    unlearned = frozenset({"players", "display", "lying", "picked", "groups", "revealed"})
    together = (
        ("display", "display_size", "lying"),
        ("revealed", "revealed_size"),
        ("step", "actor", "turn"),
    )
    texts = tuple(sorted(STEP_OF))
    reluctant = frozenset({"done", "no bonus", "no offer", "return"})
    cost = 8
    ruled = frozenset({"offer", "give"})
    cases = (
        SmallWorld("equal cards", PLAIN, 0, places(PLAIN, "hands", "draw")[1:]),
        SmallWorld("from outside", PLAIN, SPECTATOR, places(PLAIN, "hands", "draw")),
        SmallWorld(
            "what a partner knows", TEAMS, 0, (("hands", 1, 0), ("hands", 2, 0), ("hands", 3, 0), ("draw", 0))
        ),
        SmallWorld("a card that was named", NAMED, 0, (("hands", 1, 0), ("draw", 0), ("draw", 1))),
        SmallWorld(
            "a card that nothing can be done with", STUCK, 0, (("hands", 1, 0), *places(STUCK, "draw"))
        ),
        SmallWorld("a card that others offer", OFFERED, 0, places(OFFERED, "hands", "draw")[1:]),
        SmallWorld("a card that others give", GIVEN, 0, places(GIVEN, "hands", "draw")[1:]),
    )

    steps = STEPS
    ending = ENDING

    def random_options(self, rng: Random, seats: int) -> dict[str, Any]:
        options: dict[str, Any] = {}
        if seats == 4 and rng.random() < 0.7:
            options["teams"] = True
        if rng.random() < 0.6:
            options["discard"] = rng.choice(("forced", "card", "free"))
        if rng.random() < 0.4:
            options["serve"] = rng.choice(("several", "one"))
        return options

    def random_seats(self, rng: Random) -> int:
        return rng.choice((2, 3, 4, 4, 4, 5, 6))

    def random_position(self, rng: Random) -> Position:
        seats = self.random_seats(rng)
        options = self.random_options(rng, seats)
        cards = _cards(rng)
        full = 5 if seats >= 5 else 4
        hands = [_some(rng, cards, rng.randint(0, full)) for _ in range(seats)]
        turn = rng.randrange(seats)
        if not hands[turn]:
            hands[turn] = _some(rng, cards, 1)
        position: Position = {
            "game": "quanto",
            "seats": seats,
            "options": options,
            "dealer": rng.randrange(seats),
            "turn": turn,
            "hands": hands,
            "display": _some(rng, cards, rng.choice((0, 1, 2, 4, 5, 6))),
            "draw_ordered": rng.random() < 0.5,
            "draw": _some(rng, cards, rng.choice((0, 0, 1, 2, 3, 5, 8))),
            "gone": _some(rng, cards, rng.choice((0, 0, 2))),
            "piles": [_some(rng, cards, rng.choice((0, 0, 1, 2))) for _ in range(seats)],
            "last_taker": rng.choice((None, *range(seats))),
        }
        _add_quantos(rng, cards, position)
        _add_middle(rng, cards, position)
        if options.get("teams") and rng.random() < 0.4:
            position["seen"] = [_remembered(rng, hands[(seat + 2) % 4]) for seat in range(4)]
        return position

    def whole_game(self) -> tuple[int, dict[str, Any]]:
        return 4, {"teams": True}

    def moments(self, seats: int) -> dict[str, Position]:
        return moments(seats)

    def canonical(self, position: Position) -> Position:
        draw = position["draw"] if position["draw_ordered"] else sorted(position["draw"])
        hands = [sorted(hand) for hand in position["hands"]]
        piles = position["piles"]
        if position["step"] is None:  # the display lies on the last taker's pile, in no order
            last = position["last_taker"]
            piles = [sorted(pile) if seat == last else pile for seat, pile in enumerate(piles)]
        display = sorted(position["display"])
        return {**position, "hands": hands, "draw": draw, "display": display, "piles": piles}

    def unordered(self, view: dict[str, Any]) -> dict[str, int]:
        return super().unordered(view) | ({"players.*.pile": 0} if view["step"] is None else {})

    def worlds(self, case: SmallWorld, position: Position) -> Iterator[Position]:
        """Only such in which a card that was named could be named."""
        for world in super().worlds(case, position):
            if world["offer"]:
                yield from _exchanges(world)
                continue
            before = {**world, "step": "card", "card": None}
            table = Reference.at(before, chance=lambda outcomes: outcomes[0])
            if world["step"] != "verb" or table.why(world["turn"], f"card {world['card']}") is None:
                yield world

    def cards(self, s: Any) -> Counter[int]:
        counts = Counter[int]()
        for row in (*s.hands, s.unseen, s.gone):
            counts.update({kind: n for kind, n in enumerate(row) if n})
        counts.update(s.display[: s.display_size])
        counts.update(s.won[: s.won_size])
        counts.update(s.revealed[: s.revealed_size])
        counts.update(s.stack[: s.draw_size] if s.draw_ordered else [])
        if s.step in (STEP_PICK, STEP_BONUS):
            counts[s.card] += 1  # played: it lies nowhere else
        return counts


def _exchanges(world: Position) -> Iterator[Position]:
    """Any card of the hand may be on its way, and is remembered; of the others each may be, by who has ever looked (N24)."""
    holder = world["turn"] if world["step"] == "give" else world["offer"]["from"]
    for place, card in enumerate(world["hands"][holder]):
        memories: list[list[list[str] | None]] = []
        for seat, seen in enumerate(world["seen"]):
            other = (seat + 2) % 4
            hand = world["hands"][other]
            ways = product((False, True), repeat=len(hand))
            kept = [sorted(compress(hand, way)) for way in ways if other != holder or way[place]]
            memories.append([None] if seen is None else [*kept])
        for rows in product(*memories):
            yield {**world, "offer": {**world["offer"], "card": card}, "seen": list(rows)}


def _cards(rng: Random) -> list[str]:
    """A shuffled deck, often with jokers, rainbow cards or the special numbers on top."""
    deck = full_deck()
    rng.shuffle(deck)
    if rng.random() < 0.7:
        wanted = rng.choice(
            (["J"], ["1", "2", "3"], ["2"], ["3"], [f"{n}r" for n in range(4, 13)], FACES[:8])
        )
        deck.sort(key=lambda card: card in wanted and rng.random() < 0.6)
    return deck


def _some(rng: Random, cards: list[str], n: int) -> list[str]:
    """Cards from the top of the deck, and now and then from its bottom, where nothing special is."""
    return [cards.pop() if rng.random() < 0.6 else cards.pop(0) for _ in range(n)]


def _add_quantos(rng: Random, cards: list[str], position: Position) -> None:
    """Two cards that make a tile, and sometimes one more that is worth it."""
    quantos: list[dict[str, Any] | None] = [None] * position["seats"]
    tiles = list(range(5, 13))
    for seat in range(position["seats"]):
        if rng.random() < 0.4 and len(cards) > 2:
            first = cards.pop()
            made = ((other, tile) for other in cards for tile in tiles if _makes(tile, first, other))
            found = next(made, None)
            if found is None:
                cards.append(first)
                continue
            other, tile = found
            cards.remove(other)
            tiles.remove(tile)
            more = [name for name in cards if name.rstrip("r") == str(tile)][: rng.choice((0, 0, 1))]
            for name in more:
                cards.remove(name)
            quantos[seat] = {"tile": tile, "cards": [first, other, *more]}
    position["quantos"] = quantos


def _makes(tile: int, one: str, other: str) -> bool:
    values = [int(name.rstrip("r")) for name in (one, other) if name != "J"]
    return sum(values) == tile if len(values) == 2 else sum(values) < tile


def _add_middle(rng: Random, cards: list[str], position: Position) -> None:
    """After a 2 or a 3; or an untouched turn."""
    hand = position["hands"][position["turn"]]
    full = 5 if position["seats"] >= 5 else 4
    place = rng.choice(("start", "start", "start", "second", "revealed"))
    if place != "start":
        del hand[full - 1 :]
    if place == "second":
        position["second"] = True
    elif place == "revealed":
        position["revealed"] = _some(rng, cards, rng.choice((1, 2, 3)))


def _remembered(rng: Random, hand: list[str]) -> list[str] | None:
    return rng.choice((None, rng.sample(hand, rng.randint(0, len(hand)))))


KIT = Quanto()
