"""Cards from stacks: the odds of a single pile, and the same cards for a seat at every table with the same deal."""

from collections import Counter, defaultdict
from itertools import permutations, product
from random import Random

import pytest

from helpers.games.likely import likely
from helpers.games.strategies import each_game
from per_game import Kit
from samples import SAMPLES
from tischlein.cards import NO_CARD
from tischlein.engine.play.chance import Outcomes, Seeded
from tischlein.engine.play.fair import Fair
from tischlein.engine.rules.stacks import (
    KNOWN,
    STACK_CELLS,
    TWO_SIDED,
    choose_next,
    draw,
    lay_out,
    next_place,
)


class SlowStacks:
    """The same with lists: a shuffle dealt out card by card to the stacks."""

    def __init__(self, shuffle: list[int], stacks: int) -> None:
        self.left = sorted(shuffle)
        self.stacks = [shuffle[stack::stacks] for stack in range(stacks)]

    def draw(self, stack: int) -> int:
        """Return the rank of the card among those that are left."""
        own = self.stacks[stack]
        longest = max(self.stacks, key=len)
        card = own.pop(0) if own else longest.pop()
        rank = self.left.index(card)
        del self.left[rank]
        return rank


def laid_out(choices: list[int], stacks: int, two_sided: bool = False) -> list[int]:
    """A row whose places are known: for each one, which of the cards that are left lies there."""
    row = [0] * STACK_CELLS
    row[TWO_SIDED] = two_sided
    lay_out(row, len(choices), stacks)
    for index in choices:
        choose_next(row, index)
    return row


def drawn(row: list[int], stack: int, stacks: int) -> int:
    place = next_place(row, stack, stacks)
    assert place < row[KNOWN]
    return draw(row, place)


@pytest.mark.parametrize("cards", [1, 2, 7, 31, 32, 33, 64, 110, 256])
def test_a_row_of_cells_draws_as_lists_do(cards: int) -> None:
    rng = Random(cards)
    for stacks in (2, 3, 9):
        choices = [rng.randrange(cards - place) for place in range(cards)]
        shuffle = list(range(cards))
        for place, index in enumerate(choices):
            shuffle[place], shuffle[place + index] = shuffle[place + index], shuffle[place]
        row, slow = laid_out(choices, stacks), SlowStacks(shuffle, stacks)
        for _ in range(cards):
            stack = min(rng.randrange(stacks), rng.randrange(stacks))  # some are used up early
            assert drawn(row, stack, stacks) == slow.draw(stack)


def wanted(seen: list[int], stacks: int) -> int:
    """A table whose next draw depends on all that was seen there."""
    return hash((*seen, 5)) % stacks


@pytest.mark.parametrize(("cards", "stacks"), [(4, 2), (5, 3), (6, 4)])
def test_every_order_of_cards_is_equally_likely_for_every_seat(cards: int, stacks: int) -> None:
    """All shuffles, enumerated: what is seen comes in every order exactly once."""
    seen = Counter[tuple[int, ...]]()
    for choices in product(*(range(cards - place) for place in range(cards))):
        row, left = laid_out(list(choices), stacks), list(range(cards))
        cards_seen: list[int] = []
        for _ in range(cards):
            cards_seen.append(left.pop(drawn(row, wanted(cards_seen, stacks), stacks)))
        seen[tuple(cards_seen)] += 1
    assert seen == Counter(permutations(range(cards)))


def test_every_order_and_every_side_is_equally_likely() -> None:
    seen = Counter[tuple[int, ...]]()
    for choices in product(*(range(2 * (4 - place)) for place in range(4))):
        row = laid_out(list(choices), 3, two_sided=True)
        cards_seen: list[int] = []
        for _ in range(4):
            cards_seen.append(drawn(row, wanted(cards_seen, 3), 3))
        seen[tuple(cards_seen)] += 1
    assert seen == Counter(product(range(8), range(6), range(4), range(2)))


def outcomes(n: int, stack: int, stacks: int) -> Outcomes:
    return Outcomes(n, str, int, stack, stacks)


@pytest.mark.parametrize("kind", [Seeded, Fair])
def test_later_draws_and_shuffles_are_uniform(kind: type[Seeded] | type[Fair]) -> None:
    """A lot, a deal that is not used up, one that is, and a shuffle of fewer cards: no place has other odds."""
    places = [
        (3, NO_CARD),
        *((12 - k, k % 3) for k in range(9)),
        (12, 2),
        *((11 - k, 0) for k in range(11)),
        (7, 1),
    ]
    found: list[Counter[int]] = [Counter() for _ in places]
    pairs = Counter[tuple[int, int]]()
    for seed in range(SAMPLES.worlds // 4):
        source = Seeded(seed) if kind is Seeded else Fair(seed.to_bytes(32, "big"))
        drawn = [source.choose(outcomes(n, stack, 4)) for n, stack in places]
        for counter, index in zip(found, drawn, strict=True):
            counter[index] += 1
        pairs[drawn[10], drawn[22]] += 1  # the first card of the second deal, and after the shuffle
    chances = [
        likely([counter[i] for i in range(n)]) for counter, (n, _) in zip(found, places, strict=True) if n > 1
    ]
    assert min(chances) > 1e-4 / len(chances)
    assert likely([pairs[i, j] for i in range(12) for j in range(7)]) > 1e-4


class Told(Seeded):
    """Notes the cards of every stack in the first deal."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.cards: dict[int, list[str]] = defaultdict(list)
        self.size = self.left = 0

    def choose(self, outcomes: Outcomes) -> int:
        index = super().choose(outcomes)
        cards = outcomes.n >> outcomes.two_sided
        if outcomes.stack == NO_CARD:
            return index
        self.size, self.left = self.size or cards, self.left or cards
        if cards == self.left:
            self.left -= 1
            self.cards[outcomes.stack].append(outcomes.text(index))
        else:
            self.left = -1  # a later shuffle
        return index


@each_game
def test_a_seat_draws_the_same_cards_at_every_table(kit: Kit) -> None:
    """Whatever is played: the first half of a stack, which others leave alone, is the same everywhere.

    Of a small deck that is one card, and none where there are fewer cards than stacks; a game may also draw nothing but lots.
    """
    longest = Counter[int]()
    for seed in range(3):
        tables: list[Told] = []
        for play in range(3):
            source, rng = Told(seed), Random(play)
            table = kit.game.new(kit.game.usual_seats, chance=source)
            for _ in range(200):
                if table.over or source.left <= 0:
                    break
                seat = rng.choice(table.waiting)
                table.play(seat, rng.choice(table.actions(seat)))
            tables.append(source)
        in_stack = tables[0].size // (kit.game.usual_seats + 1)
        half = min(in_stack, max(1, in_stack // 2))
        for stack in tables[0].cards:
            rows = [table.cards[stack][:half] for table in tables]
            same = min(map(len, rows))
            assert len({tuple(row[:same]) for row in rows}) == 1
            longest[stack] = max(longest[stack], same)
    assert max(longest.values(), default=half) >= min(2, half)
