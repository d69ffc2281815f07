"""Exact values of tiny positions, and how much a bot gives away there.

Two seats share one win, so what one gains the other loses. Where both know everything, a position is worth the best of what can be
done in it, or the mean over what chance can bring. Positions are remembered by their bytes.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from tischlein.adapters.worlds import NotSolvable
from tischlein.bots import Bot, ask, situation
from tischlein.cards import CHANCE, OVER, RNG_WORDS, sow
from tischlein.engine.game import Game
from tischlein.engine.play.legality import conceal_copy, legal_ids, work_of
from tischlein.engine.types import AnyJson, State

# Positions that are looked at, before it is said that there are too many. A second holds some 20 000 of them.
MOST_NODES = 100_000
# Shares that differ by less differ only by rounding.
EQUAL = 1e-9
# Steps that are looked ahead at most.
DEEPEST = 200
# Worlds imagined at every decision: all must be the true one.
LOOKS = 3


@dataclass(frozen=True)
class Solution:
    """What a position is worth, as shares of the win."""

    shares: tuple[float, float]  # to each seat, if both play as well as can be
    seat: int  # the deciding seat; below 0 at chance and at the end
    actions: dict[int, float]  # to that seat, what each action is worth
    nodes: int  # positions that had to be looked at
    data: bytes = field(default=b"", repr=False)  # the record, where there are several

    @property
    def margin(self) -> float:
        """How much better the best is than all that is worse; 0 where all actions are worth the same."""
        best = max(self.actions.values(), default=0.0)
        return min((best - value for value in self.actions.values() if best - value > EQUAL), default=0.0)

    @property
    def stakes(self) -> float:
        """What the worst action gives away."""
        return max(self.actions.values()) - min(self.actions.values()) if self.actions else 0.0


def solve(game: Game, data: bytes, most: int = MOST_NODES, looks: int = LOOKS) -> Solution:
    """Return the exact value of a position, given as a record's bytes, and of each action in it.

    NotSolvable where that cannot be said: more than two seats, something hidden that matters, a game in which it matters what comes after
    many steps, or one that has more than ``most`` positions.
    """
    return Solver(game, most, looks).solve(data)


class Bounds(NamedTuple):
    """Bounds of seat 0's share of the win, found by looking a number of steps ahead."""

    low: float
    high: float
    depth: int

    @property
    def is_exact(self) -> bool:
        return self.low == self.high


NOTHING_KNOWN = Bounds(0.0, 1.0, 0)


class Solver:
    """Looks further and further ahead until it does not matter what lies beyond: so some games that could go on for ever are solved too."""

    def __init__(self, game: Game, most: int = MOST_NODES, looks: int = LOOKS) -> None:
        self._game = game
        self._most = most
        self._looks = looks
        self._found: dict[bytes, Bounds] = {}
        self._following: dict[bytes, tuple[int, list[bytes]]] = {}
        self._rng = [0] * RNG_WORDS
        sow(self._rng, 1, 2, 3)

    def solve(self, data: bytes) -> Solution:
        """Return the value of a position; raise NotSolvable where it cannot be found."""
        s = self._game.layout.unpack(data)
        if s.seats != 2:
            raise NotSolvable(f"{self._game.name}: only games of two seats are solved, not of {s.seats}")
        seat = int(s.actor)
        actions = {}
        for action in legal_ids(self._game, s, seat) if seat >= 0 else ():
            share = self._value(after(self._game, s, seat, action))
            actions[action] = share if seat == 0 else 1 - share
        value = self._value(data)
        return Solution((value, 1 - value), seat, actions, len(self._found))

    def decisions(self) -> Iterator[Solution]:
        """Return all decisions that were solved completely, each once, with the values of their actions."""
        for data in list(self._found):
            s = self._game.layout.unpack(data)
            if s.actor >= 0 and len(legal_ids(self._game, s, s.actor)) > 1:
                with suppress(NotSolvable):
                    yield replace(self.solve(data), data=data)

    def _value(self, data: bytes) -> float:
        """Return seat 0's share of the win."""
        for depth in range(1, DEEPEST + 1):
            found = self._bounds(data, depth)
            if found.is_exact:
                return found.low
        raise NotSolvable(f"{self._game.name}: the game can go on for too long")

    def _bounds(self, data: bytes, depth: int) -> Bounds:
        known = self._found.get(data, NOTHING_KNOWN)
        if known.is_exact or known.depth >= depth:
            return known
        if data not in self._found and len(self._found) == self._most:
            raise NotSolvable(f"{self._game.name}: more than {self._most} positions lie ahead")
        low, high = self._ahead(data, depth)
        self._found[data] = Bounds(low, high, depth)
        return self._found[data]

    def _ahead(self, data: bytes, depth: int) -> tuple[float, float]:
        seat, ways = self._ways(data)
        if seat == OVER:
            share = shares(self._game, self._game.layout.unpack(data))[0]
            return share, share
        if seat == CHANCE:
            ahead = [self._bounds(way, depth - 1) for way in ways]
            return sum(one.low for one in ahead) / len(ahead), sum(one.high for one in ahead) / len(ahead)
        best, win = (max, 1.0) if seat == 0 else (min, 0.0)
        lows, highs = [], []
        for way in ways:
            found = self._bounds(way, depth - 1)
            lows.append(found.low)
            highs.append(found.high)
            if found.is_exact and found.low == win:
                break  # nothing is better than that
        return best(lows), best(highs)

    def _ways(self, data: bytes) -> tuple[int, list[bytes]]:
        """Return the acting seat of a position and its successors (cached)."""
        known = self._following.get(data)
        if known is None:
            s = self._game.layout.unpack(data)
            seat = int(s.actor)
            if seat == CHANCE:
                steps: Iterable[int] = range(self._game.rules.chances(s))
            else:
                steps = legal_ids(self._game, s, seat) if seat >= 0 else ()
            known = self._following[data] = seat, [after(self._game, s, seat, step) for step in steps]
            if seat >= 0 and len(known[1]) > 1:
                self._check_knowledge(s, data, seat)
        return known

    def _check_knowledge(self, s: State, data: bytes, seat: int) -> None:
        """Raise NotSolvable unless the seat can imagine only the truth."""
        rules, layout = self._game.rules, self._game.layout
        for _ in range(self._looks):
            world = conceal_copy(self._game, s, seat)
            rules.imagine(world, seat, self._rng, work_of(self._game))
            if layout.pack(world) != data:
                raise NotSolvable(f"{self._game.name}: seat {seat} has to decide without knowing everything")


def after(game: Game, s: State, seat: int, action: int) -> bytes:
    """Return the bytes of the record after an action or a chance outcome; the record itself does not change."""
    following = game.layout.copy(s)
    game.rules.apply(following, seat, action, work_of(game))
    return game.layout.pack(following)


def shares(game: Game, s: State) -> list[float]:
    """Return the shares of the win at the end of a game."""
    out = [0] * s.seats
    game.rules.payoff(s, out)
    return [won / sum(out) for won in out]


def packed(game: Game, position: object) -> bytes:
    """Return the bytes of a position."""
    return game.layout.pack(game.load(position))


def regret(
    game: Game, bot: Bot, positions: Iterable[AnyJson], iterations: int = 500, seeds: int = 1
) -> list[float]:
    """Return for each position how much less of the win the bot's choice brings than the best one; the mean over some seeds.

    The bot has to decide in each of them, is told what its seat may know, and thinks for a fixed number of steps.
    """
    found = []
    for position in positions:
        solved = solve(game, packed(game, position))
        table = game.at(position, seed=1)
        best = max(solved.actions.values())
        lost = 0.0
        for seed in range(seeds):
            now = situation(table, solved.seat, seed=seed, iterations=iterations)
            lost += best - solved.actions[ask(bot, now)]
        found.append(lost / seeds)
    return found
