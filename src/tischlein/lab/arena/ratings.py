"""Evaluate the games of a contest: shares of wins and points with intervals, and ratings over all pairs."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from operator import sub
from statistics import fmean
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein.engine.intervals import student
from tischlein.lab.arena.contest import PlayedGame
from tischlein.lab.intervals import Mean

# Ratings are written as in chess: 400 points more win ten times as often.
POINTS = 400 / np.log(10)
ROUNDS = 200
RESAMPLES = 200


@dataclass(frozen=True)
class Pairing:
    """The result of one bot against another; deals are the samples, each the mean over its arrangements."""

    one: int
    other: int
    deals: int
    win_share: Mean  # of the wins that the first bot had
    chance: float  # the share if both played equally well
    points: Mean  # per seat, of the first bot
    other_points: Mean
    lead: Mean  # how many points the first bot had more
    unfinished: int

    @property
    def verdict(self) -> str:
        if abs(self.win_share.value - self.chance) <= self.win_share.half_width:
            return "even"
        return "better" if self.win_share.value > self.chance else "worse"


def pairings(games: Sequence[PlayedGame]) -> list[Pairing]:
    """Compare the bots of every pair on the deals that were played in all arrangements."""
    by_pair: dict[tuple[int, int], dict[int, list[PlayedGame]]] = defaultdict(lambda: defaultdict(list))
    for game in games:
        by_pair[game.pair][game.deal].append(game)
    found = []
    for pair, deals in sorted(by_pair.items()):
        complete = [played for played in deals.values() if len(played) == 2]
        if complete:
            found.append(_pairing(pair, complete))
    return found


def _pairing(pair: tuple[int, int], deals: Sequence[Sequence[PlayedGame]]) -> Pairing:
    shares, points, others, chances = [], [], [], []
    for played in deals:
        shares.append(fmean(_sum(game, pair[0], game.win_shares) for game in played))
        chances.append(fmean(game.lineup.count(pair[0]) / len(game.lineup) for game in played))
        points.append(fmean(_mean(game, pair[0]) for game in played))
        others.append(fmean(_mean(game, pair[1]) for game in played))
    scores = [score for played in deals for game in played for score in game.scores]
    low, high = float(min(scores)), float(max(scores))
    return Pairing(
        one=pair[0],
        other=pair[1],
        deals=len(deals),
        win_share=Mean.of_shares(shares),
        chance=fmean(chances),
        points=Mean.within(points, low, high),
        other_points=Mean.within(others, low, high),
        lead=Mean.within(list(map(sub, points, others)), low - high, high - low),
        unfinished=sum(not game.finished for played in deals for game in played),
    )


def _sum(game: PlayedGame, number: int, values: Sequence[float]) -> float:
    return sum(value for value, who in zip(values, game.lineup, strict=True) if who == number)


def _mean(game: PlayedGame, number: int) -> float:
    return _sum(game, number, game.scores) / game.lineup.count(number)


def ratings(games: Sequence[PlayedGame], bots: int) -> list[Mean | None]:
    """Fit the Bradley–Terry model with ties (Davidson) to the larger share of each game; None for a bot without games.

    The mean of all ratings is 0. Every bot is given half a win. The intervals come from reweighting the deals and that half
    win (the Bayesian bootstrap), so a bot that never lost has a wide interval instead of none.
    """
    tallies = _tallies(games)
    met = sorted({who for pair in tallies for who in pair})
    found: list[Mean | None] = [None] * bots
    if met:
        pairs = {(met.index(one), met.index(other)): tally for (one, other), tally in tallies.items()}
        for who, rating in zip(met, _fit_ratings(pairs, len(met)), strict=True):
            found[who] = rating
    return found


def _fit_ratings(tallies: dict[tuple[int, int], NDArray[Any]], bots: int) -> list[Mean]:
    """Return the ratings of bots that all have games."""
    # A single deal tells no interval; that of two is wide enough to say so.
    deals = [max(2, sum(len(tally) for pair, tally in tallies.items() if who in pair)) for who in range(bots)]
    given = np.array([0.5, 0.5, 0.0])
    (fitted,) = _davidson({pair: tally.sum(axis=0)[None] + given for pair, tally in tallies.items()}, bots)
    rng = np.random.default_rng(1)
    weighed = {
        pair: rng.exponential(size=(RESAMPLES, len(tally))) @ tally + rng.gamma(given, size=(RESAMPLES, 3))
        for pair, tally in tallies.items()
    }
    half_widths = np.std(_davidson(weighed, bots), axis=0) * [student(n) for n in deals]
    return [
        Mean(float(value), float(half_width)) for value, half_width in zip(fitted, half_widths, strict=True)
    ]


def _tallies(games: Sequence[PlayedGame]) -> dict[tuple[int, int], NDArray[Any]]:
    """Return games won, lost and tied, for every pair and deal."""
    found: dict[tuple[int, int], dict[int, NDArray[Any]]] = defaultdict(
        lambda: defaultdict(lambda: np.zeros(3))
    )
    for game in games:
        one, other = (_sum(game, who, game.win_shares) / game.lineup.count(who) for who in game.pair)
        found[game.pair][game.deal][0 if one > other else 1 if other > one else 2] += 1
    return {pair: np.array(list(deals.values())) for pair, deals in found.items()}


def _davidson(tallies: dict[tuple[int, int], NDArray[Any]], bots: int) -> NDArray[Any]:
    """Maximise the likelihood by Hunter's steps, which never make it worse; every row of the tallies on its own."""
    rows = len(next(iter(tallies.values())))
    strength, tie = np.ones((rows, bots)), np.ones(rows)
    tied_all = sum(tally[:, 2] for tally in tallies.values())
    for _ in range(ROUNDS):
        gained, spent, tie_spent = np.zeros((rows, bots)), np.zeros((rows, bots)), np.zeros(rows)
        for (one, other), tally in tallies.items():
            won, lost, tied = tally.T
            root = np.sqrt(strength[:, one] * strength[:, other])
            games = (won + lost + tied) / (strength[:, one] + strength[:, other] + tie * root)
            gained[:, one] += won + tied / 2
            gained[:, other] += lost + tied / 2
            spent[:, one] += games * (1 + tie * root / (2 * strength[:, one]))
            spent[:, other] += games * (1 + tie * root / (2 * strength[:, other]))
            tie_spent += games * root
        strength = gained / spent
        strength /= np.exp(np.mean(np.log(strength), axis=1, keepdims=True))
        tie = tied_all / tie_spent
    return np.asarray(POINTS * np.log(strength))
