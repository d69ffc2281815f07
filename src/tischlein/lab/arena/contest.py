"""Compare bots in pairs, with luck cancelled as in duplicate bridge.

Every deal is played in two arrangements: the bots of a pair sit alternately around the table, and then change places. What
differs between the two is who had which cards, so the mean of both says more about the bots than two games with other cards would.
With an odd number of seats one of them has a seat more in the first arrangement, and the other in the second.

A contest may be kept in a file: its first line says what is played and by which code, every further line is one game. An
interrupted contest resumes from its file, with the same code only.
"""

import json
import os
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing, redirect_stdout
from dataclasses import asdict, dataclass, field
from itertools import combinations
from pathlib import Path

from tischlein.bots import ask, bot, situation
from tischlein.bots.base import MOST_DECISIONS
from tischlein.bots.bot_process import BotProcess
from tischlein.engine.errors import OptionError, TischleinError
from tischlein.engine.play.table import Table
from tischlein.engine.rules.positions import whole_number
from tischlein.engine.types import Json, OptionValue
from tischlein.lab import run_files
from tischlein.lab.cluster import Cluster, check_address
from tischlein.lab.fingerprint import code_of, package_version
from tischlein.lab.simulate.plan import game_of
from tischlein.lab.workers import WorkerError, in_processes

# Arrangements of a deal.
CHANGES = 2
# Seeds of neighbouring contests are as far apart as this.
DEALS_APART = 1_000_003
FORMAT = 3


class CheatError(TischleinError):
    """The result of a game does not follow from what was decided in it."""


@dataclass(frozen=True)
class Contest:
    """Every pair of these bots, on a number of deals."""

    game: str
    bots: tuple[str, ...]
    seats: int
    deals: int
    seed: int = 1
    options: dict[str, OptionValue] = field(default_factory=dict)
    iterations: int | None = None
    seconds: float = 1.0
    isolated: bool = False  # each bot in a process of its own
    move_seconds: float | None = None  # that a decision may take there

    def __post_init__(self) -> None:
        game, options = game_of(self.game).with_design(self.options)
        game.check_seats(self.seats)
        game.check_options(options)
        for name in self.bots:
            if self.isolated and not is_ours(name):
                check_apart(name)
            else:
                bot(name)
        if len(self.bots) < 2 or len(set(self.bots)) < len(self.bots):
            raise OptionError("an arena needs at least two bots, and each only once")
        if self.deals < 1:
            raise OptionError("there must be at least one game")

    @property
    def games(self) -> int:
        return len(self.pairs) * self.deals * CHANGES

    @property
    def pairs(self) -> list[tuple[int, int]]:
        return list(combinations(range(len(self.bots)), 2))

    def suspects(self, pair: tuple[int, int]) -> list[str]:
        """Return the bots of a pair whose code is not ours; both, if it is."""
        names = [self.bots[number] for number in pair]
        return [name for name in names if not is_ours(name)] or names

    def header(self) -> Json:
        """Return the first line of the file; contests with equal headers are the same, played by the same code."""
        game = game_of(self.game)
        played = asdict(self)
        del played["isolated"], played["move_seconds"]  # where bots run is no part of what they decide
        return {
            "tischlein": "arena",
            "format": FORMAT,
            "version": package_version(),
            "rules": game.version,
            **played,
            "bots": list(self.bots),
            "code": {name: code_of(name, game, apart=self.isolated) for name in self.bots},
        }


@dataclass(frozen=True)
class PlayedGame:
    """One game of a contest: its lineup and its outcome."""

    pair: tuple[int, int]
    deal: int
    change: int
    lineup: tuple[int, ...]  # bots by number, seat by seat
    scores: tuple[int, ...]  # as the game counts them
    win_shares: tuple[float, ...]  # they add up to 1
    decisions: int
    finished: bool
    actions: tuple[
        int, ...
    ] = ()  # all decisions in order, from which the rest follows; older files have none

    @property
    def key(self) -> tuple[tuple[int, int], int, int]:
        return self.pair, self.deal, self.change


Key = tuple[tuple[int, int], int, int]


def lineup(pair: tuple[int, int], change: int, seats: int) -> tuple[int, ...]:
    """Return which bot has which seat: they alternate, so that partners in a game of teams are of one kind.

    >>> lineup((0, 1), 0, 4), lineup((0, 1), 1, 4)
    ((0, 1, 0, 1), (1, 0, 1, 0))
    """
    return tuple(pair[(seat + change) % 2] for seat in range(seats))


def run(
    contest: Contest,
    path: Path | None = None,
    processes: int | None = None,
    progress: Callable[[int, int], None] = lambda done, all: None,
    cluster: str | None = None,
    games: list[PlayedGame] | None = None,
) -> list[PlayedGame]:
    """Play all games that the file does not hold, on all cores or on a cluster; ``progress`` gets the number of finished games.

    Finished games are added to ``games``, so that a caller who is interrupted has them.
    """
    if cluster is not None:
        check_address(cluster)
    games = [] if games is None else games
    games += [] if path is None else resume_contest(contest, path)
    done = {game.key for game in games}
    missing = [key for key in keys(contest) if key not in done]
    progress(len(games), contest.games)
    playing = _play_missing(contest, missing, processes, cluster)
    with closing(playing):
        for game in playing:
            check_record(contest, game)
            if path is not None:
                run_files.add(path, run_files.encode_entry(game))
            games.append(game)
            progress(len(games), contest.games)
    return sorted(games, key=lambda game: game.key)


def keys(contest: Contest) -> Iterator[Key]:
    """Yield all games of a contest, deal by deal, so that an interrupted contest has some of every pair."""
    for deal in range(contest.deals):
        for pair in contest.pairs:
            for change in range(CHANGES):
                yield pair, deal, change


def resume_contest(contest: Contest, path: Path) -> list[PlayedGame]:
    """Return the games that a file holds; a new file gets its first line. A truncated line is played again."""
    wanted = contest.header()
    run_files.check_folder(path)
    if run_files.is_new(path):
        run_files.begin(path, json.dumps(wanted) + "\n")
        return []
    found, games = read(path)
    run_files.check_same(
        path,
        "another contest",
        {name: wanted[name] for name in wanted if name not in ("code", "deals")},
        found,
    )
    changed = [name for name in contest.bots if found["code"].get(name) != wanted["code"][name]]
    if changed:
        raise OptionError(
            f"{path} was played by other code: {', '.join(changed)} changed since then; choose another file"
        )
    # All that was played stays in the file, also what this contest does not ask for.
    wanted["deals"] = max(contest.deals, found["deals"])
    run_files.rewrite(path, "\n".join([json.dumps(wanted), *map(run_files.encode_entry, games)]) + "\n")
    wished = set(keys(contest))
    return [game for game in games if game.key in wished]


def read(path: Path) -> tuple[Json, list[PlayedGame]]:
    """Return what a file says was played, and its games."""
    header, lines = run_files.read(path, "arena", FORMAT)
    return header, list(run_files.entries(lines, PlayedGame))


def _play_missing(
    contest: Contest, missing: Sequence[Key], processes: int | None, cluster: str | None
) -> Generator[PlayedGame]:
    tasks = ((contest, *key) for key in missing)
    if cluster is not None and missing:
        with Cluster(cluster, processes) as machines:
            yield from machines.map(one, tasks)
        return
    try:
        yield from in_processes(one, tasks, min(processes or os.cpu_count() or 1, len(missing)))
    except WorkerError as error:
        _, pair, deal, _ = error.task
        playing = " or ".join(contest.suspects(pair))  # type: ignore[arg-type]  # of a task
        raise WorkerError(f"{playing} has ended its process in deal {deal}: {error}", error.task) from None


def one(contest: Contest, pair: tuple[int, int], deal: int, change: int) -> PlayedGame:
    """Play one game of a contest, with bots asked as at any other table.

    The cards depend on the seed and on the number of the deal. All seats share the win of a game that is called off.
    """
    seated = lineup(pair, change, contest.seats)
    names = [contest.bots[number] for number in seated]
    with ExitStack() as stack:
        if contest.isolated:
            processes = {name: BotProcess(name, contest.move_seconds) for name in set(names)}
            for process in processes.values():
                stack.callback(process.close)
            players = [processes[name].player(str(seat)) for seat, name in enumerate(names)]
        else:
            players = [bot(name) for name in names]
        # What a bot prints while it thinks is not the result.
        stack.enter_context(redirect_stdout(sys.stderr))
        table, seed = new_table(contest, deal), seed_of(contest, deal)
        actions: list[int] = []
        while not table.over and len(actions) < MOST_DECISIONS:
            seat = table.actor
            ours = not contest.isolated and is_ours(names[seat])
            now = situation(table, seat, seed, contest.seconds, contest.iterations, late_events=ours)
            actions.append(ask(players[seat], now))
            table.play(seat, actions[-1])
    return outcome(pair, deal, change, seated, table, tuple(actions))


def outcome(
    pair: tuple[int, int],
    deal: int,
    change: int,
    seated: tuple[int, ...],
    table: Table,
    actions: tuple[int, ...],
) -> PlayedGame:
    """Return the result of a game that has been played."""
    winners = table.winners or list(range(table.seats))
    win_shares = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(table.seats))
    scores = tuple(table.scores)
    return PlayedGame(pair, deal, change, seated, scores, win_shares, len(actions), table.over, actions)


def check_record(contest: Contest, game: PlayedGame) -> None:
    """Play a game again by its decisions; CheatError if its result does not follow from them."""
    table = new_table(contest, game.deal)
    try:
        for action in game.actions:
            table.play(table.actor, action)
    except TischleinError as error:
        reason = f"a decision is not legal there ({error})"
    else:
        seated = lineup(game.pair, game.change, contest.seats)
        again = outcome(game.pair, game.deal, game.change, seated, table, game.actions)
        if again == game:
            return
        reason = f"it ends with {list(again.scores)}, not {list(game.scores)}"
    suspects = " or ".join(contest.suspects(game.pair))
    raise CheatError(
        f"the result of deal {game.deal} does not follow from its decisions: {reason}. {suspects} has changed the game"
    )


def new_table(contest: Contest, deal: int) -> Table:
    """Return the table of a deal."""
    return game_of(contest.game).new(seats=contest.seats, seed=seed_of(contest, deal), **contest.options)


def seed_of(contest: Contest, deal: int) -> int:
    return contest.seed * DEALS_APART + deal


def check_apart(name: str) -> None:
    """Raise what is wrong with a bot, found in a process of its own: its code does not run here."""
    process = BotProcess(name)
    try:
        process.check()
    finally:
        process.close()


def is_ours(name: str) -> bool:
    """Return True for a player that comes with the package."""
    return ":" not in name.partition(",")[0]


def open_contest(contest: Contest, game: PlayedGame) -> Table:
    """Return a game of a contest at its end, at a table."""
    return _replay(new_table(contest, game.deal), game)


def game_in(path: Path, number: int) -> Table:
    """Return a game of a kept contest at its end, at a table, also where its bots are gone.

    Raise OptionError if the file has no such game, or was played by other rules.
    """
    found, games = read(path)
    game = game_of(found["game"])
    run_files.check_same(path, "games of other rules", {"rules": game.version}, found)
    played = nth(sorted(games, key=lambda one: one.key), number)
    seed = found["seed"] * DEALS_APART + played.deal
    return _replay(game.new(seats=found["seats"], seed=seed, **found["options"]), played)


def _replay(table: Table, game: PlayedGame) -> Table:
    for action in game.actions:
        table.play(table.actor, action)
    return table


def nth(games: Sequence[PlayedGame], number: int) -> PlayedGame:
    """Return a game by its number; raise OptionError if there is none."""
    return games[whole_number("game", number, 0, len(games) - 1)]
