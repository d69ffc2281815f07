"""Compare two runs on the same deals, game by game: the interval of a difference is narrower than those of its two sides.

Runs with the same seed deal the same cards (docs/decisions/0030-stacks.md). What both sides owe to them cancels out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tischlein.engine.errors import OptionError
from tischlein.engine.intervals import FEWEST, RULE_OF_THREE, student
from tischlein.lab.simulate.display import align_columns, column_name, ordinal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tischlein.lab.simulate.plan import Plan
    from tischlein.lab.simulate.summary import Summary

    Samples = Mapping[str, NDArray[np.float64]]

SHARES = ("win_share_", "place_")  # beginnings of names whose values are shares of a win
POINTS = "points"  # of a player on average


@dataclass(frozen=True)
class Difference:
    """The mean difference between two runs."""

    value: float
    half_width: float  # half of the 95 % interval
    apart: float  # the same if the two runs had played other deals

    @property
    def saved(self) -> float:
        """The part of the games that pairing saves, at the same interval."""
        return 1 - (self.half_width / self.apart) ** 2 if self.apart else 0.0


@dataclass(frozen=True, repr=False)
class Comparison:
    """The differences between two runs by name: ``win_share_0`` and ``score_0`` of seat 0, ``place_0`` of the first player, and columns."""

    game: str
    seats: int
    samples: int
    same_bots: bool
    differences: dict[str, Difference]

    def __getitem__(self, name: str) -> Difference:
        if name not in self.differences:
            raise KeyError(f"there is no difference {name!r}; there are {', '.join(self.differences)}")
        return self.differences[name]

    @property
    def shown(self) -> dict[str, str]:
        """The names worth printing, with their labels: by the order of play among equal bots, else by seat."""
        found = {}
        for name in self.differences:
            kind, _, number = name.rpartition("_")
            if kind == "place" and self.same_bots:
                found[name] = f"wins %, {ordinal(int(number))} player"
            elif kind in ("win_share", "score") and not self.same_bots:
                found[name] = f"{'wins %' if kind == 'win_share' else 'points'}, seat {number}"
            elif kind not in ("place", "win_share", "score"):
                label = "points per player" if name == POINTS else f"{column_name(self.game, name)} per game"
                found[name] = label
        return found

    def cell(self, name: str) -> str:
        """Return a difference as text, with its interval and what pairing saves."""
        found = self.differences[name]
        scale = 100 if name.startswith(SHARES) else 1
        value, half_width = scale * found.value, scale * found.half_width
        digits = 2 if half_width < 1 else 1
        return f"{value:+.{digits}f} ± {half_width:.{digits}f}, saves {100 * found.saved:.0f} %".replace(
            "-", "−"
        )

    def __repr__(self) -> str:
        rows = [["", "difference"], *([label, self.cell(name)] for name, label in self.shown.items())]
        return "\n".join([*align_columns(rows), "", note(self.samples)])


def note(samples: int) -> str:
    """Return the sentence that explains differences."""
    said = (
        "Differences are between games with the same deal; ± is half of their 95 % interval, and “saves” is how many "
        "games fewer give it than with other deals."
    )
    return (
        said if samples >= FEWEST else f"{said} Fewer than {FEWEST} samples are too few: do not trust these."
    )


def compare_games(one: Plan, other: Plan, ours: Samples, theirs: Samples) -> Comparison:
    """Return what one run has more than another, which was dealt the same cards; a value for each game."""
    check(one, other)
    return _compare(one, other, ours, theirs, np.ones(one.games, np.int64))


def compare_chunks(
    one: Plan, other: Plan, chunks: Sequence[Summary], others: Sequence[Summary]
) -> Comparison:
    """Return the same of two runs that were kept in equal chunks, of which only the sums are known."""
    check(one, other)
    sizes = np.array([chunk.games for chunk in chunks])
    return _compare(one, other, _of_chunks(chunks), _of_chunks(others), sizes)


def check(one: Plan, other: Plan) -> None:
    """Raise OptionError if two runs were not dealt the same cards."""
    for name, values in {
        "game": (one.game.id, other.game.id),
        "seats": (one.seats, other.seats),
        "seed": (one.seed, other.seed),
        "games": (one.games, other.games),
    }.items():
        if values[0] != values[1]:
            raise OptionError(
                f"compare: {name} differs ({values[0]} and {values[1]}), so the deals are not the same"
            )


def _compare(one: Plan, other: Plan, ours: Samples, theirs: Samples, sizes: NDArray[np.int64]) -> Comparison:
    found = {
        name: difference(ours[name], theirs[name], 1.0 if name.startswith(SHARES) else None, sizes)
        for name in ours
        # A variant may count something that the printed game does not, and some things are the same in every game.
        if name in theirs and len({*ours[name].tolist(), *theirs[name].tolist()}) > 1
    }
    samples = int((sizes == sizes.max()).sum())
    return Comparison(one.game.id, one.seats, samples, one.names == other.names, found)


def difference(
    ours: NDArray[np.float64],
    theirs: NDArray[np.float64],
    reach: float | None = None,
    sizes: NDArray[np.int64] | None = None,
) -> Difference:
    """Compare samples that belong together, each of one game or the mean of as many as ``sizes`` says.

    The last may be of fewer games: it counts for the mean alone. ``reach`` is the most that two games can differ by.
    """
    sizes = np.ones(len(ours), np.int64) if sizes is None else sizes
    value = float(np.average(ours - theirs, weights=sizes))
    whole = sizes == sizes.max()
    n = int(whole.sum())
    if reach is None:
        reach = float(max(ours.max(), theirs.max()) - min(ours.min(), theirs.min()))
    if n < 2:
        return Difference(value, reach, reach)
    half = student(n) / np.sqrt(n)
    half_width, apart = (
        float(half * scale)
        for scale in (
            (ours - theirs)[whole].std(ddof=1),
            np.hypot(ours[whole].std(ddof=1), theirs[whole].std(ddof=1)),
        )
    )
    if not half_width:  # where none of these games differ, some of many more may
        half_width = min(reach, RULE_OF_THREE * reach / float(sizes.sum()))
        apart = max(apart, half_width)
    return Difference(value, half_width, apart)


def _of_chunks(chunks: Sequence[Summary]) -> dict[str, NDArray[np.float64]]:
    """Return the samples of a run: a mean for each chunk of games."""
    found: dict[str, NDArray[np.float64]] = {}
    for name, kind in (("win_share_", "shares"), ("place_", "places"), ("score_", "scores")):
        means = np.array([getattr(chunk, kind).mean for chunk in chunks])
        found |= {f"{name}{k}": means[:, k] for k in range(means.shape[1])}
    found[POINTS] = np.array([float(chunk.points_each.mean) for chunk in chunks])
    names = {name: "sums" if name in chunks[0].sums else "columns" for name in chunks[0].columns}
    return found | {
        name: np.array([float(getattr(chunk, kind)[name].mean) for chunk in chunks])
        for name, kind in names.items()
    }
