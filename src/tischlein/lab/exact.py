"""Exact values of tiny positions, and how much a bot gives away there.

Two seats share one win, so what one gains the other loses. Where both know everything, a position is worth the best of what can be
done in it, or the mean over what chance can bring. The whole tree is walked; positions are remembered by their bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tischlein.bots import Bot, ask, situation
from tischlein.cards import CHANCE, OVER, RNG_WORDS, sow
from tischlein.engine.game import Game
from tischlein.lab.worlds import NotSolvable

# Positions that are looked at, before it is said that there are too many. A second holds some 20 000 of them.
MOST_NODES = 100_000
# Worlds imagined at every decision: all must be the true one.
LOOKS = 3


@dataclass(frozen=True)
class Solution:
    """What a position is worth, as shares of the win."""

    shares: tuple[float, float]  # to each seat, if both play as well as can be
    seat: int  # who decides; below 0 where nobody does
    actions: dict[int, float]  # to that seat, what each action is worth
    nodes: int  # positions that had to be looked at

    @property
    def stakes(self) -> float:
        """What the worst action gives away."""
        return max(self.actions.values()) - min(self.actions.values()) if self.actions else 0.0


def solve(game: Game, data: bytes, most: int = MOST_NODES, looks: int = LOOKS) -> Solution:
    """Return the exact value of a position, given as a record's bytes, and of each action in it.

    NotSolvable where that cannot be said: more than two seats, something hidden that matters, a game that can go on for ever, or one
    that has more than ``most`` positions.
    """
    return _Solver(game, most, looks).solve(data)


class _Solver:
    def __init__(self, game: Game, most: int, looks: int) -> None:
        self._game = game
        self._most = most
        self._looks = looks
        self._values: dict[bytes, float | None] = {}  # None: being looked at right now
        self._rng = [0] * RNG_WORDS
        sow(self._rng, 1, 2, 3)

    def solve(self, data: bytes) -> Solution:
        s = self._game.layout.unpack(data)
        if s.seats != 2:
            raise NotSolvable(f"{self._game.name}: only games of two seats are solved, not of {s.seats}")
        seat = int(s.actor)
        value = self._value(data)
        actions = {}
        for action in self._legal(s, seat) if seat >= 0 else ():
            share = self._value(self._after(s, seat, action))
            actions[action] = share if seat == 0 else 1 - share
        return Solution((value, 1 - value), seat, actions, len(self._values))

    def _value(self, data: bytes) -> float:
        """The share of the win that seat 0 gets."""
        if data in self._values:
            known = self._values[data]
            if known is None:
                raise NotSolvable(f"{self._game.name}: the game can come back to a position it has been in")
            return known
        if len(self._values) == self._most:
            raise NotSolvable(f"{self._game.name}: more than {self._most} positions lie ahead")
        self._values[data] = None
        try:
            value = self._values[data] = self._worth(data)
        except RecursionError:
            raise NotSolvable(f"{self._game.name}: the game can go on for too long") from None
        return value

    def _worth(self, data: bytes) -> float:
        s = self._game.layout.unpack(data)
        seat = int(s.actor)
        if seat == OVER:
            return shares(self._game, s)[0]
        if seat == CHANCE:
            outcomes = range(self._game.rules.chances(s))
            return sum(self._value(self._after(s, CHANCE, outcome)) for outcome in outcomes) / len(outcomes)
        actions = self._legal(s, seat)
        if len(actions) > 1:
            self._check_knowledge(s, data, seat)
        values = [self._value(self._after(s, seat, action)) for action in actions]
        return max(values) if seat == 0 else min(values)

    def _legal(self, s: Any, seat: int) -> list[int]:
        return legal(self._game, s, seat)

    def _after(self, s: Any, seat: int, action: int) -> bytes:
        return after(self._game, s, seat, action)

    def _check_knowledge(self, s: Any, data: bytes, seat: int) -> None:
        """Whatever the seat can imagine is true."""
        rules, layout = self._game.rules, self._game.layout
        for _ in range(self._looks):
            world = layout.copy(s)
            rules.conceal(world, seat)
            rules.imagine(world, seat, self._rng, [0] * rules.WORK)
            if layout.pack(world) != data:
                raise NotSolvable(f"{self._game.name}: seat {seat} has to decide without knowing everything")


def legal(game: Game, s: Any, seat: int) -> list[int]:
    """The actions of a seat in a record."""
    out = [0] * (game.rules.ACTIONS + 1)
    return out[: game.rules.legal(s, seat, out, [0] * game.rules.WORK)]


def after(game: Game, s: Any, seat: int, action: int) -> bytes:
    """The bytes of the record after an action or a chance outcome; the record itself stays as it is."""
    following = game.layout.copy(s)
    game.rules.apply(following, seat, action, [0] * game.rules.WORK)
    return game.layout.pack(following)


def shares(game: Game, s: Any) -> list[float]:
    """The shares of the win at the end of a game."""
    out = [0] * s.seats
    game.rules.payoff(s, out)
    return [won / sum(out) for won in out]


def packed(game: Game, position: object) -> bytes:
    """The bytes of a position."""
    return game.layout.pack(game.load(position))


def regret(
    game: Game, bot: Bot, positions: Iterable[Mapping[str, Any]], iterations: int = 500, seeds: int = 1
) -> list[float]:
    """Return for each position how much less of the win the bot's choice brings than the best one; the mean over some seeds.

    The bot has to decide in each of them, is told what its seat may know, and thinks for so many steps.
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
