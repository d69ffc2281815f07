"""``tischlein.arena``: let bots play each other on the same deals with seats changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tischlein.engine.errors import OptionError
from tischlein.engine.game import Game
from tischlein.engine.play.table import Table
from tischlein.engine.rules.positions import bare, short_repr
from tischlein.engine.types import Options
from tischlein.lab.arena.contest import Contest, PlayedGame, nth, open_contest, run
from tischlein.lab.arena.decisions import check_trace, write_trace
from tischlein.lab.arena.ratings import Pairing, pairings, ratings
from tischlein.lab.intervals import Mean
from tischlein.lab.simulate.plan import check_callback, count, game_of, refuse_arguments


@dataclass(frozen=True)
class ArenaResult:
    """The games of a contest, what each bot won against each other, and ratings over all pairs."""

    contest: Contest
    games: list[PlayedGame]
    pairings: list[Pairing]
    ratings: Mapping[str, Mean | None]

    def game(self, number: int) -> Table:
        """Return a game at its end, at a table: with its record, ready for ``tischlein.review``."""
        return open_contest(self.contest, nth(self.games, number))

    def __str__(self) -> str:
        bots = self.contest.bots
        return "\n".join(
            f"{bots[one.one]} against {bots[one.other]}: {100 * one.win_share.value:.1f} ± {100 * one.win_share.half_width:.1f} % "
            f"of the wins in {one.deals} deals ({one.verdict})"
            for one in self.pairings
        )


def arena(
    game: str | Game,
    bots: Sequence[str],
    deals: int = 200,
    seats: int = 2,
    seed: int = 1,
    options: Options | None = None,
    iterations: int | None = None,
    seconds: float = 1.0,
    file: str | Path | None = None,
    processes: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    cluster: str | None = None,
    isolated: bool = False,
    move_seconds: float | None = None,
    trace: str | Path | None = None,
    trace_records: bool = False,
    **unknown: object,
) -> ArenaResult:
    """Play every bot against every other: each deal is played twice with swapped seats, so that luck cancels out.

    ``bots`` are names: levels, ``module:Class``, with settings as in ``expert,iterations=500``. Bots that think ahead may
    take ``iterations`` steps, or ``seconds`` without them. With a ``file`` every game is kept there, one line of JSON each:
    the same call resumes an interrupted contest, and more ``deals`` add to it. A file of other bots, code or options is
    refused. ``isolated`` runs each bot in a process of its own, where a decision may take ``move_seconds``.
    ``trace="decisions.parquet"`` (or ``.arrow``) writes a row for each decision. ``progress`` is called with the number of
    finished games and of all games.

    Raise OptionError for arguments that cannot be.

    >>> import tischlein
    >>> result = tischlein.arena("lobo77", ["medium", "random"], deals=10, processes=1)
    >>> len(result.games), result.pairings[0].deals, result.pairings[0].verdict
    (20, 10, 'better')
    """
    refuse_arguments(
        "arena", arena, unknown, {"games": "deals; each deal is played twice, with seats changed"}
    )
    declared, given, time = game_of(game), {} if options is None else options, bare(seconds)
    declared.with_design(given)
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise OptionError(f"bots: {short_repr(bots)} is not a list of names")
    if isinstance(time, bool) or not isinstance(time, int | float) or not time > 0:
        raise OptionError(f"seconds: {short_repr(seconds)} is not a number above 0")
    contest = Contest(
        declared.id,
        tuple(bots),
        declared.check_seats(seats),
        count("deals", deals, 1),
        count("seed", seed),
        {name: bare(value) for name, value in given.items()},
        None if iterations is None else count("iterations", iterations, 1),
        time,
        bool(isolated),
        None if move_seconds is None else float(move_seconds),
    )
    processes = None if processes is None else count("processes", processes, 1)
    hear = check_callback(progress)
    place = None if trace is None else check_trace(trace)
    games = run(contest, None if file is None else Path(file), processes, hear, cluster)
    if place is not None:
        write_trace(contest, games, place, records=trace_records)
    rated = dict(zip(contest.bots, ratings(games, len(contest.bots)), strict=True))
    return ArenaResult(contest, games, pairings(games), rated)
