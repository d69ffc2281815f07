"""Measure what an action is worth and how much depends on a decision, with 95 % intervals."""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from tischlein.bots.base import MOST_DECISIONS
from tischlein.bots.kernels import guide
from tischlein.bots.kernels import without_columns as no_columns
from tischlein.bots.kernels.guide import BY_HEURISTICS
from tischlein.cards import RNG_WORDS
from tischlein.engine.backends.base import words_of
from tischlein.engine.errors import OptionError
from tischlein.engine.game import Game
from tischlein.engine.intervals import FEWEST
from tischlein.engine.rules import drive
from tischlein.engine.rules.columns import Question
from tischlein.engine.types import AnyJson, Array, Numba, Options
from tischlein.lab.intervals import Moments, half_width_of_gain, units_of_a_win
from tischlein.lab.progress import Progress
from tischlein.lab.report import trials
from tischlein.lab.report.trials import CELLS, DONE, NEVER, OF, PART, PLACE
from tischlein.lab.simulate.runner import Runner

GENERIC = (drive, guide, trials)
PORTION = 512
# Turns by their number of decisions; the last place is for all that have more.
IN_TURN = 40


@dataclass(frozen=True)
class Trial:
    """The win shares with and without an action, by circumstances."""

    question: Question
    seats: int
    counts: NDArray[np.int64]  # bins × (not done, done)
    gain: NDArray[np.float64]  # per bin: the share of the win when it was done, minus that when it was not
    half_width: NDArray[np.float64]  # half of the 95 % interval of the gain


@dataclass(frozen=True)
class DecisionStakes:
    """The difference that decisions make, with one entry for each examined decision."""

    forced: float  # the share of decisions that leave no choice
    stakes: NDArray[np.float64]  # the best choice's share of the win minus the worst one's
    turns: NDArray[np.int64]  # whole games × (all, with a choice) × turns by their number of such decisions


def run_trial(
    game: Game,
    question: str,
    games: int,
    seats: int,
    seed: int = 1,
    options: Options | None = None,
    threads: int | None = None,
    heard: Progress = lambda done, all: None,
) -> Trial:
    """Decide at random in many games whether something is done, and compare the outcomes.

    The same seed gives the same numbers with any number of threads. An unknown question raises OptionError.
    """
    asked = {one.name: one for one in (game.lab or no_columns).QUESTIONS}
    if question not in asked:
        raise OptionError(f"{game.name} has no question {question!r}; it has {', '.join(asked) or 'none'}")
    number = list(asked).index(question)
    start = game.opening(seats, **(options or {}))
    ready = _bench(game)
    begins = range(0, games, PORTION)
    rows = np.zeros((games, CELLS), np.int32)

    def play(begin: int) -> int:
        part = rows[begin : begin + PORTION]
        ready.functions["try_games"](
            np.tile(ready.backend.unpack(start), len(part)), number, *words_of(seed), begin, MOST_DECISIONS,
            part, *ready.arrays("luck", "dice", "actions", "points", "work"),
        )  # fmt: skip
        return len(part)

    done = play(0) if games else 0  # compiled once, before all threads want it
    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        for count in pool.map(play, begins[1:]):
            done += count
            heard(done, games)
    return _compare_outcomes(asked[question], seats, rows)


def _compare_outcomes(question: Question, seats: int, rows: NDArray[np.int32]) -> Trial:
    used = rows[rows[:, PLACE] != NEVER]
    unit = units_of_a_win(seats)
    parts = np.round(used[:, PART] / used[:, OF] * unit)
    bins = range(len(question.bins))
    cells = [
        [Moments.of(parts[(used[:, PLACE] == place) & (used[:, DONE] == done)], unit) for done in (0, 1)]
        for place in bins
    ]
    counts = np.array([[cell.n for cell in row] for row in cells])
    means = np.array([[float(cell.mean) if cell.n else np.nan for cell in row] for row in cells])
    # A handful of games says nothing, even where all of them ended alike.
    enough = counts.min(axis=1) >= FEWEST
    gain = np.where(enough, means[:, 1] - means[:, 0], np.nan)
    half_width = np.array([half_width_of_gain(*cells[place]) if enough[place] else np.nan for place in bins])
    return Trial(question, seats, counts, gain, half_width)


def weigh_decisions(
    game: Game,
    decisions: int,
    seats: int,
    worlds: int,
    seed: int = 1,
    options: Options | None = None,
    threads: int | None = None,
    heard: Progress = lambda done, all: None,
) -> DecisionStakes:
    """Take one decision from each of many games, and play every choice to the end in worlds that its seat believes possible.

    The choices that look best and worst in one half of the worlds are compared in the other half: so chance alone makes no stakes.
    """
    start = game.opening(seats, **(options or {}))
    ready = _bench(game)
    counts = np.zeros(2, np.int64)
    turns = np.zeros((decisions, 2, IN_TURN + 1), np.int64)
    stakes = []

    def weigh(number: int) -> tuple[NDArray[np.int64], NDArray[np.float64] | None]:
        whole = np.zeros(2, np.int64)
        ready.play_to(start, seed, number, MOST_DECISIONS, whole, turns[number])
        free = int(whole[1])
        if not free:
            return whole, None
        stop = int(np.random.default_rng([seed, number]).integers(free))
        return whole, ready.weigh(start, seed, number, stop, worlds)

    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        first = pool.submit(weigh, 0).result()  # compiled once, before all threads want it
        for done, (whole, values) in enumerate(chain([first], pool.map(weigh, range(1, decisions)))):
            counts += whole
            heard(done + 1, decisions)
            if values is None:
                continue
            best, worst = values[:, 0].argmax(), values[:, 0].argmin()
            stakes.append(values[best, 1] - values[worst, 1])
    everything = max(int(counts.sum()), 1)
    return DecisionStakes(float(counts[0] / everything), np.array(stakes), turns)


class _Bench(Runner):
    """One game with ``trials``, compiled."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, "native")
        native: Numba = self.backend
        self.functions: AnyJson = native.kernels.with_more(GENERIC, self.heuristics, self.lab)
        actions = max(self.rules.ACTIONS + 1, self.rules.MAX_SEATS)
        self.room |= {"luck": RNG_WORDS, **dict.fromkeys(("actions", "points", "choices"), actions)}

    def arrays(self, *names: str) -> list[Array]:
        """Return new arrays for the arguments of these names."""
        return [self.cells(self.room[name]) for name in names]

    def play_to(
        self,
        start: bytes,
        seed: int,
        number: int,
        stop: int,
        counts: NDArray[np.int64],
        turns: NDArray[np.int64],
    ) -> tuple[Array, int]:
        """Play a game up to one of its free decisions; return its records and the seat."""
        states = np.tile(self.backend.unpack(start), trials.RECORDS)
        luck, dice, actions, points, work = self.arrays("luck", "dice", "actions", "points", "work")
        seat = self.functions["play_to"](
            states, *words_of(seed), number, stop, luck, dice, actions, points, counts, turns, MOST_DECISIONS, work,
        )  # fmt: skip
        return states, seat

    def weigh(self, start: bytes, seed: int, number: int, stop: int, worlds: int) -> NDArray[np.float64]:
        """Return the mean share of the win of every choice, in both halves of the worlds."""
        unused = np.zeros(2, np.int64), np.zeros((2, IN_TURN + 1), np.int64)
        states, seat = self.play_to(start, seed, number, stop, *unused)
        rows = states.view(np.uint8).reshape(trials.RECORDS, -1)
        luck, dice, actions, points, choices, work = self.arrays(
            "luck", "dice", "actions", "points", "choices", "work"
        )
        parts = np.zeros((len(points), 2))
        ways = np.full(self.game.rules.MAX_SEATS, BY_HEURISTICS, np.int64)
        found = self.functions["weigh"](
            states, rows, seat, worlds, *words_of(seed), parts,
            luck, dice, ways, actions, points, choices, MOST_DECISIONS, work,
        )  # fmt: skip
        halves = np.array([(worlds + 1) // 2, worlds // 2])
        means: NDArray[np.float64] = parts[:found] / np.maximum(halves, 1)
        return means


@cache
def _bench(game: Game) -> _Bench:
    return _Bench(game)
