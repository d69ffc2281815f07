"""Any two backends side by side: the same bytes and the same answers after every step of any game."""

from collections.abc import Sequence
from random import Random
from typing import Any

from samples import SAMPLES
from tischlein.cards import CHANCE, OVER, RNG_WORDS, SPECTATOR, sow
from tischlein.engine.backends import Backend, Batch


class Pair:
    """One record, held by two backends of the same rules."""

    def __init__(self, left: Backend, right: Backend, start: bytes) -> None:
        assert left.rules is right.rules
        self.left, self.right = left, right
        self.boxes = left.unpack(start), right.unpack(start)
        self.compare_bytes()

    @property
    def record(self) -> Any:
        """The record in plain Python, to look at."""
        return self.left.layout.unpack(self.compare_bytes())

    def compare_bytes(self) -> bytes:
        data = self.left.pack(self.boxes[0])
        assert data == self.right.pack(self.boxes[1])
        return data

    def call(self, name: str, *arguments: int) -> int:
        """The answer of both; they may have changed their records."""
        answer = self.left.call(name, self.boxes[0], *arguments)
        assert answer == self.right.call(name, self.boxes[1], *arguments), (name, arguments)
        return answer

    def fill(self, name: str, size: int, *arguments: int) -> list[int]:
        n, out = self.left.fill(name, self.boxes[0], size, *arguments)
        also_n, also = self.right.fill(name, self.boxes[1], size, *arguments)
        assert n == also_n, (name, arguments)
        # Beyond what `legal` counts lies scratch that nobody reads.
        used = n if name == "legal" else size
        assert out[:used] == also[:used], (name, arguments)
        return out[:used]

    def copy(self) -> "Pair":
        return Pair(self.left, self.right, self.compare_bytes())

    def apply(self, seat: int, action: int) -> None:
        self.call("apply", seat, action)
        self.compare_bytes()


def compare_everything(pair: Pair, rng: Random) -> None:
    """Ask both all that the contract can answer; the record stays as it is.

    Of all actions, and of all eyes, small samples take every third, other ones each time: on the way all have their turn.
    """
    rules, record = pair.left.rules, pair.record
    before = pair.compare_bytes()
    for seat in range(record.seats):
        legal = pair.fill("legal", rules.ACTIONS + 1, seat)
        assert all(0 <= action < rules.ACTIONS for action in legal)
        asked = some(range(rules.ACTIONS), rng)
        allowed = [action for action in asked if pair.call("why", seat, action) == 0]
        assert sorted(action for action in legal if action in asked) == allowed
    if record.actor == CHANCE:
        assert pair.call("chances") > 0
    pair.fill("scores", rules.MAX_SEATS)
    pair.fill("payoff", rules.MAX_SEATS)
    for eyes in some((SPECTATOR, *range(record.seats)), rng):
        compare_knowledge(pair.copy(), eyes, rng)
    assert pair.compare_bytes() == before


def some(things: Sequence[int], rng: Random) -> Sequence[int]:
    step = 3 // SAMPLES.of_three
    return things[rng.randrange(step) :: step]


def compare_knowledge(pair: Pair, eyes: int, rng: Random) -> None:
    """Conceal, observe, and imagine from the same random words."""
    pair.call("conceal", eyes)
    pair.compare_bytes()
    pair.fill("observe", pair.left.rules.OBSERVED, eyes)
    words = [0] * RNG_WORDS
    sow(words, rng.getrandbits(32), rng.getrandbits(32), 0)
    also = words.copy()
    pair.left.imagine(pair.boxes[0], eyes, words)
    pair.right.imagine(pair.boxes[1], eyes, also)
    assert words == also
    pair.compare_bytes()


def walk(pair: Pair, rng: Random, most: int) -> int:
    """Play at random, by any of the seats that may act, and compare everything on the way; return the steps taken."""
    rules = pair.left.rules
    for steps in range(most):
        compare_everything(pair, rng)
        record = pair.record
        if record.actor == OVER:
            return steps
        if record.actor == CHANCE:
            pair.apply(CHANCE, rng.randrange(pair.call("chances")))
            continue
        choices = [
            (seat, action)
            for seat in range(record.seats)
            for action in pair.fill("legal", rules.ACTIONS + 1, seat)
        ]
        pair.apply(*rng.choice(choices))
    return most


def compare_batches(
    left: Backend, right: Backend, start: bytes, games: int, seed: int, first: int = 0, cap: int = 1 << 40
) -> Batch:
    """Play the same random games on both; rows, numbers of decisions and generators are the same."""
    ours = left.random_games(start, games, seed, first, cap=cap)
    theirs = right.random_games(start, games, seed, first, cap=cap)
    assert ours.decisions.tolist() == theirs.decisions.tolist()
    assert ours.rngs.tolist() == theirs.rngs.tolist()
    assert ours.rows.shape == theirs.rows.shape == (games, left.layout.size)
    assert ours.rows.tobytes() == theirs.rows.tobytes()
    return ours
