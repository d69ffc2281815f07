"""Compare what bots believe with the truth: hands in imagined worlds, and expected shares of the win.

Games are played by bots, and some of their decisions looked at. What is counted in the next hand, which the seat that decides does not
see, is compared with the same in imagined worlds: in those of ``imagine``, all equally likely, and in those weighted by what others'
actions tell. And the share of the win that a search expects is compared with how the game ended.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import numpy as np

from bench.common.turns import Progress, Steps
from bench.players.hands import COUNTED
from research.exact import packed
from tischlein.bots import Bot, bot, situation
from tischlein.bots.base import MOST_DECISIONS, Situation
from tischlein.cards import RNG_WORDS
from tischlein.engine.game import Game
from tischlein.engine.intervals import student
from tischlein.engine.types import Json, State
from tischlein.lab.intervals import ends_of_share

# One in this number of decisions is sampled, so that a sample comes from many games.
ONE_IN: Final = 8
BINS: Final = 10
THOUGHT: Final = "expert,iterations=100"


def run(
    games: Sequence[Game],
    player: str,
    decisions: int,
    worlds: int,
    seats: int,
    seed: int,
    progress: Progress,
) -> Json:
    """Measure these games; the result is JSON-ready."""
    tell = Steps(len(games), progress)
    hidden: list[Json] = []
    expected: list[Json] = []
    for game in games:
        tell(game.name)
        looks = list(looked_at(game, bot(player), decisions, worlds, seats, seed))
        hidden += of_hands(game, looks)
        expected += of_values(game, looks)
    tell("done")
    return {"hidden": hidden, "expected": expected}


@dataclass(slots=True)
class Look:
    """A decision: what is counted in the next hand, true, on average in uniform and in believed worlds; the win expected, and gained."""

    number: int  # of the game
    seat: int
    counted: dict[str, tuple[float, float, float]]
    expected: float
    came: float = 0.0


def looked_at(game: Game, player: Bot, decisions: int, worlds: int, seats: int, seed: int) -> Iterator[Look]:
    """Play until enough decisions were sampled, and the last game is over."""
    rng, found, number = Random(f"belief {game.id} {seed}"), 0, 0
    thinker: Any = bot(THOUGHT)  # one that has `think`, too
    while found < decisions:
        number += 1
        table = game.new(seats=seats, seed=rng.getrandbits(60))
        looks: list[Look] = []
        for _ in range(MOST_DECISIONS):
            if table.over:
                break
            seat = table.actor
            now = situation(table, seat, seed=rng.getrandbits(60), iterations=100)
            if len(now.actions) > 1 and rng.randrange(ONE_IN) == 0:
                true = game.layout.unpack(packed(game, table.position()))
                thought = thinker.think(now)
                best = thought.actions.index(thought.best)
                looks.append(
                    Look(number, seat, counts(game, now, true, worlds, rng), float(thought.values[best]))
                )
            table.play(seat, player.choose(now))
        for look in looks[: decisions - found]:
            look.came = 1 / len(table.winners) if look.seat in table.winners else 0.0
            yield look
        found += len(looks)


def counts(
    game: Game, now: Situation, true: State, worlds: int, rng: Random
) -> dict[str, tuple[float, float, float]]:
    """Count cards of the next hand, in truth and in imagined worlds."""
    other = (now.seat + 1) % now.seats
    ways = [list(imagined(game, now, belief, worlds, rng)) for belief in (0, 1)]
    return {
        name: (
            float(count(true, other)),
            *(sum(count(world, other) for world in way) / worlds for way in ways),
        )  # type: ignore[misc]  # three of them
        for name, count in COUNTED.get(game.id, {}).items()
    }


def imagined(game: Game, now: Situation, belief: int, worlds: int, rng: Random) -> Iterator[State]:
    """Return worlds as a search imagines them, in plain Python."""
    heuristics: Any = game.bots.heuristics
    words = [rng.getrandbits(32) | 1 for _ in range(RNG_WORDS)]
    work = [0] * max(game.rules.WORK, heuristics.WORK)
    for _ in range(worlds):
        world = game.layout.unpack(now.data)
        game.rules.imagine(world, now.seat, words, work)
        if belief:
            heuristics.believe(world, now.seat, words, work)
        yield world


def of_hands(game: Game, looks: Sequence[Look]) -> list[Json]:
    """Return what is counted in the next hand, on average: in truth, and too much in both kinds of worlds, with half of the interval.

    The intervals are over games, since decisions of one are alike.
    """
    rows = []
    for name in COUNTED.get(game.id, {}):
        row: Json = {"game": game.id, "counted": name, "decisions": len(looks)}
        row["true"] = sum(look.counted[name][0] for look in looks) / len(looks)
        for way, worlds in enumerate(("uniform", "believed"), 1):
            apart = [(look.number, look.counted[name][way] - look.counted[name][0]) for look in looks]
            row[worlds], row[f"{worlds}_spread"] = by_games(apart)
        rows.append(row)
    return rows


def of_values(game: Game, looks: Sequence[Look]) -> list[Json]:
    """Return decisions in bins by the share of the win that was expected, and how much of it there was in the end."""
    bins: dict[int, list[Look]] = defaultdict(list)
    for look in looks:
        bins[min(BINS - 1, int(BINS * look.expected))].append(look)
    rows = []
    for _, inside in sorted(bins.items()):
        expected = sum(look.expected for look in inside) / len(inside)
        came, spread = shares_by_games([(look.number, look.came) for look in inside])
        rows.append(
            {"game": game.id, "decisions": len(inside), "expected": expected, "came": came, "spread": spread}
        )
    return rows


def by_games(values: Sequence[tuple[int, float]]) -> tuple[float, float | None]:
    """Return the mean and half of its 95 % interval over games; a single game has none."""
    mean, error, games = grouped(values)
    return mean, student(games) * error if games > 1 else None


def shares_by_games(values: Sequence[tuple[int, float]]) -> tuple[float, float]:
    """Return the mean of shares and the longer side of the interval that stays inside 0 to 1."""
    mean, error, games = grouped(values)
    low, high = (float(end) for end in ends_of_share(np.array(mean), np.array(error * games**0.5), games))
    return mean, max(mean - low, high - mean)


def grouped(values: Sequence[tuple[int, float]]) -> tuple[float, float, int]:
    """Return the mean of values by game, its standard error, and the number of games."""
    mean = sum(value for _, value in values) / len(values)
    sums: dict[int, float] = defaultdict(float)
    for number, value in values:
        sums[number] += value - mean
    games = len(sums)
    variance = sum(one * one for one in sums.values()) * games / max(games - 1, 1)
    return mean, variance**0.5 / len(values), games
