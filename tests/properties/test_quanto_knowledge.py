"""An exchange between other partners: worlds that a seat imagines are as likely as when all hidden cards are dealt in every way."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

import pytest

from helpers.games.likely import likely
from samples import SAMPLES
from tischlein.cards import RNG_WORDS, sow
from tischlein.games.quanto import GAME, rules
from tischlein.games.quanto.face.notation import in_order
from tischlein.games.quanto.rules.material import NAMES

World = tuple[Any, ...]


def position(*hands: list[str], **more: Any) -> dict[str, Any]:
    return {"game": "quanto", "seats": len(hands), "hands": list(hands), "draw_ordered": False, **more}


def imagined(s: Any, seat: int, rng: list[int]) -> World:
    world = GAME.layout.copy(s)
    rules.conceal(world, seat)
    rules.imagine(world, seat, rng, [])
    return seen_in(world)


def seen_in(s: Any) -> World:
    hands = tuple(tuple(in_order(hand)) for hand in s.hands[: s.seats])
    memories = tuple(tuple(in_order(known)) for known in s.known)
    return hands, tuple(in_order(s.unseen)), NAMES[s.offered] if s.offered >= 0 else None, memories


def dealt(hidden: list[str], sizes: list[int]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Yield all ways to deal physical cards to hands of these sizes, as often as the order within hands allows."""
    for order in permutations(hidden, sum(sizes)):
        hands, start = [], 0
        for size in sizes:
            hands.append(order[start : start + size])
            start += size
        yield tuple(hands)


def row(cards: Any) -> tuple[str, ...]:
    counts = [0] * len(NAMES)
    for card in cards:
        counts[NAMES.index(card)] += 1
    return tuple(in_order(counts))


def rest(hidden: list[str], used: Any) -> tuple[str, ...]:
    left = Counter(hidden) - Counter(used)
    return row(left.elements())


def compare(at: dict[str, Any], seat: int, wanted: Counter[World]) -> None:
    """Check that the truth is one of the worlds, that all come up as often as they should, and no others."""
    s = GAME.load(at)
    assert seen_in(s) in wanted
    rng = [0] * RNG_WORDS
    sow(rng, 77, seat, 0)
    found = Counter(imagined(s, seat, rng) for _ in range(SAMPLES.worlds))
    assert set(found) <= set(wanted)
    total = sum(wanted.values())
    worlds = sorted(wanted, key=repr)
    expected = [SAMPLES.worlds * wanted[world] / total for world in worlds]
    assert likely([found[world] for world in worlds], expected) > 1e-4


@pytest.mark.parametrize("step", ["answer", "give"])
def test_N24_an_exchange_of_the_others_may_be_any_card_and_one_of_them_remembers_it(step: str) -> None:
    at = position(["1"], ["2", "4"], ["3"], ["4"], draw=["7"], options={"teams": True}, step=step, turn=1)
    if step == "give":
        at["hands"][1:] = [["2", "4"], ["3"], ["4"]]
    at["offer"] = {"from": 3, "card": "4"}
    hidden = ["2", "4", "3", "4", "7"]
    wanted: Counter[World] = Counter()
    for one, two, three in dealt(hidden, [2, 1, 1]):
        hands = (("1",), row(one), row(two), row(three))
        holder, other = (three, one) if step == "answer" else (one, three)
        for place in range(len(holder)):
            # Every card may be remembered by the partner; the one on the way is. Who has never looked remembers nothing.
            kept = [card for k, card in enumerate(holder) if k != place]
            for flags in product((0, 1), repeat=len(kept)):
                known = row([holder[place], *(card for card, flag in zip(kept, flags, strict=True) if flag)])
                for back in [[], *[[card] for card in other]] if step == "give" else [[]]:
                    rows = ((), known, (), ()) if step == "answer" else ((), row(back), (), known)
                    wanted[hands, rest(hidden, one + two + three), holder[place], rows] += 1
    compare(at, 0, wanted)
