"""Play long runs in chunks, of which only the sums stay in memory. With a file, an interrupted run resumes there.

The file's first line says what is played, by which code and on which backend; every further line is a chunk of the run, with its
sums. The games themselves are kept only with a Parquet file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from shutil import rmtree
from time import perf_counter

from tischlein.engine.backends import check_installed
from tischlein.engine.errors import OptionError
from tischlein.engine.play.table import Table
from tischlein.engine.types import Json
from tischlein.lab import run_files
from tischlein.lab.cluster import Cluster, check_address
from tischlein.lab.progress import Progress
from tischlein.lab.simulate.header import FORMAT, MARK, header_of, mark_of
from tischlein.lab.simulate.paired import Comparison, compare_chunks
from tischlein.lab.simulate.plan import BACKENDS, Plan
from tischlein.lab.simulate.replay import table_of
from tischlein.lab.simulate.result import Answers, Result
from tischlein.lab.simulate.runner import Spans
from tischlein.lab.simulate.simulate import check_names, runner_of, trace_of, write_answered
from tischlein.lab.simulate.summary import Summary, together

MOST = 1 << 16  # games in a chunk
CHUNKS = 128

Chunk = tuple[int, Summary, Answers, Result | None]


@dataclass
class StoredRun:
    """A run in chunks, and the files in which it is kept, if any."""

    plan: Plan
    path: Path | None = None
    parquet: Path | None = None
    chunks: dict[int, Summary] = field(default_factory=dict)  # those that are done, by their first games
    size: int = 0  # games in a chunk
    answers: Answers = field(default_factory=dict)  # of bots outside compiled code, by game
    trace: Path | None = None  # gets the decisions of all games, which are then played in one go
    trace_records: bool = False

    def run(
        self,
        threads: int | None = None,
        progress: Progress = lambda done, all: None,
        cluster: str | None = None,
    ) -> Summary:
        """Play the missing games, on all cores or on a cluster, and return the result of all."""
        if cluster is not None:
            check_address(cluster)
        self._count_parquet()  # says at once what would fail in the end
        size, chunks = self.size, self.chunks = self._read_chunks()
        missing = [
            (first, min(first + size, self.plan.games))
            for first in range(0, self.plan.games, size)
            if first not in chunks
        ]
        if self.parquet and missing:
            with run_files.writing(self.parquet):  # before anything is played
                self._folder.mkdir(exist_ok=True)
        kept_before = sum(chunk.games for chunk in chunks.values())
        progress(kept_before, self.plan.games)

        def hear(done: int, _: int) -> None:
            progress(kept_before + done, self.plan.games)

        if missing and cluster is not None:
            playing = self._there(missing, size, threads, hear, cluster)
        else:
            playing = self._here(missing, size, threads, hear)
        with closing(playing):
            for first, summary, answers, result in playing:
                self.answers |= answers
                if result is not None and self.parquet is not None:
                    with run_files.writing(self.parquet):
                        self._write_games(result, first)
                chunks[first] = summary
                if self.path is not None:
                    run_files.add(self.path, line_of(first, summary, answers))
        if self.parquet and self._folder.exists():
            with run_files.writing(self.parquet):
                self._join_games(chunks)
        return sum_chunks(chunks)

    def compare(self, other: StoredRun) -> Comparison:
        """Return what this run has more than another, which was dealt the same cards."""
        size, others_size = self.size, other.size
        larger = max(size, others_size)
        ours, theirs = regroup(self.chunks, size, larger), regroup(other.chunks, others_size, larger)
        both = sorted({*ours} & {*theirs})
        return compare_chunks(
            self.plan, other.plan, [ours[first] for first in both], [theirs[first] for first in both]
        )

    def _here(self, missing: Spans, size: int, threads: int | None, hear: Progress) -> Generator[Chunk]:
        """Yield chunks as they are done on the cores of this machine."""
        if not missing:
            return
        playing = partial(
            runner_of(self.plan).results, self.plan, missing, threads or os.cpu_count() or 1, size, hear
        )
        if self.trace is None:
            for first, result in playing():
                yield first, result.summary, result.answers, result if self.parquet else None
            return
        with trace_of(self.plan, self.trace, self.trace_records, None) as file:
            for first, result in playing(file):
                yield first, result.summary, result.answers, result if self.parquet else None
            write_answered(self.plan, file, self.answers)

    def _there(
        self, missing: Spans, size: int, threads: int | None, hear: Progress, cluster: str
    ) -> Generator[Chunk]:
        """Yield chunks as they come from a cluster: their sums, and the games themselves only where they are kept."""
        check_names(self.plan)
        tasks = ((self.plan, first, end, size, self.parquet is not None) for first, end in missing)
        with Cluster(cluster, threads) as machines:
            begin, done = perf_counter(), 0
            for first, summary, answers, result in machines.map(chunk_there, tasks):
                # Chunks are played in parallel: only the time between two of them adds up.
                now = perf_counter()
                yield first, replace(summary, seconds=now - begin, threads=machines.cores), answers, result
                begin, done = now, done + summary.games
                hear(done, self.plan.games)

    def _read_chunks(self) -> tuple[int, dict[int, Summary]]:
        """Return the size of a chunk, and the chunks that the file holds."""
        if self.path is None or run_files.is_new(self.path):
            size = chunk_size(self.plan)
            if self.path is not None:
                run_files.begin(self.path, json.dumps({**header_of(self.plan), "chunk": size}) + "\n")
            return size, {}
        found, chunks = read(self.path)
        self.answers |= answers_in(self.path)
        self._take_backend(found)
        run_files.check_same(self.path, "another run", header_of(self.plan), found)
        with run_files.writing(self.path):
            _end_line(self.path)
        size, chunks = self._grown(self.path, found, chunks)
        # Complete chunks of this plan; with --parquet only those whose games were written too.
        whole = {
            first: chunk
            for first, chunk in chunks.items()
            if chunk.games == min(size, self.plan.games - first) and first < self.plan.games
        }
        complete = sum(chunk.games for chunk in whole.values()) == self.plan.games
        if self.parquet and not (
            complete and not self._folder.exists() and self._count_parquet() == self.plan.games
        ):
            whole = {first: chunk for first, chunk in whole.items() if self._has_games(first, chunk.games)}
        return size, whole

    def _take_backend(self, header: Json) -> None:
        """Go on with the backend of the file, unless another one was asked for by name."""
        backend = header.get("backend")
        if self.plan.is_auto and backend in BACKENDS:
            check_installed(backend)
            self.plan = replace(self.plan, backend=backend)

    def _grown(self, path: Path, header: Json, chunks: dict[int, Summary]) -> tuple[int, dict[int, Summary]]:
        """Join chunks into larger ones where a small run goes on as a large one.

        That happens only if hardly a game has to be played again for it, and no games are in files of their own.
        """
        size, larger = header["chunk"], chunk_size(self.plan)
        joined = regroup(chunks, size, larger)
        again = sum(chunk.games for chunk in chunks.values()) - sum(chunk.games for chunk in joined.values())
        kept_apart = self.parquet is not None and self._folder.exists()
        if larger <= size or again >= larger or kept_apart:
            return size, chunks
        lines = [json.dumps({**header, "chunk": larger})]
        for first, chunk in joined.items():
            answers = {k: self.answers[k] for k in range(first, first + larger) if k in self.answers}
            lines.append(line_of(first, chunk, answers))
        run_files.rewrite(path, "".join(line + "\n" for line in lines))
        return larger, joined

    # The games themselves

    @property
    def _folder(self) -> Path:
        assert self.parquet is not None  # noqa: S101 — asked for only then
        return self.parquet.with_name(self.parquet.name + ".chunks")

    def _count_parquet(self) -> int:
        """Return how many games of this run the Parquet file holds; refuse a file with anything else."""
        if self.parquet is None or not (self.parquet.exists() or self.parquet.is_symlink()):
            return 0
        import polars

        try:
            mark = polars.read_parquet_metadata(self.parquet).get(MARK)
            games = polars.scan_parquet(self.parquet).select(polars.len()).collect().item()
        except (OSError, polars.exceptions.PolarsError):
            raise OptionError(f"{self.parquet} exists and is not a Parquet file; choose another") from None
        if mark != mark_of(self.plan):
            raise OptionError(f"{self.parquet} holds other games; choose another file")
        return int(games)

    def _games_of(self, first: int) -> Path:
        return self._folder / f"{first:012d}.parquet"

    def _has_games(self, first: int, games: int) -> bool:
        """Check that a chunk's file has all of its games: chunks may have been joined in a run without this Parquet file."""
        import polars

        file = self._games_of(first)
        return file.exists() and polars.scan_parquet(file).select(polars.len()).collect().item() == games

    def _write_games(self, result: Result, first: int) -> None:
        frame = result.to_polars()
        frame = frame.with_columns(frame["game"] + first)
        spare = self._games_of(first).with_suffix(".new")
        frame.write_parquet(spare)
        spare.replace(self._games_of(first))

    def _join_games(self, chunks: dict[int, Summary]) -> None:
        import polars

        assert self.parquet is not None  # noqa: S101
        frames = polars.scan_parquet([self._games_of(first) for first in sorted(chunks)])
        spare = self.parquet.with_name(self.parquet.name + ".new")
        frames.sink_parquet(spare, metadata={MARK: mark_of(self.plan)})
        spare.replace(self.parquet)
        rmtree(self._folder)


def chunk_there(plan: Plan, first: int, end: int, size: int, keep: bool) -> Chunk:
    """Play one chunk, on one machine of a cluster."""
    result = runner_of(plan).run(plan, first, end, 1, size)
    return first, result.summary, result.answers, result if keep else None


def label(plan: Plan) -> str:
    """Return a short name for the file, independent of the number of games and of the backend."""
    return run_files.label({**header_of(plan), "backend": ""})


def chunk_size(plan: Plan) -> int:
    """Return a power of two that gives enough chunks for intervals, and not too many."""
    wanted = 1 << max(0, (-(-plan.games // CHUNKS) - 1).bit_length())
    return min(wanted, MOST)


def regroup(chunks: dict[int, Summary], size: int, larger: int) -> dict[int, Summary]:
    """Return the larger chunks that are complete, each as one block of games."""
    joined = {}
    for first in sorted(first for first in chunks if first % larger == 0):
        small = [chunks[number] for number in range(first, first + larger, size) if number in chunks]
        if small and (size == larger or sum(chunk.games for chunk in small) == larger):
            chunk = together(small)
            tallies = {name: cells.sum(axis=0, keepdims=True) for name, cells in chunk.tallies.items()}
            joined[first] = replace(chunk, tallies=tallies)
    return joined


@dataclass(frozen=True)
class KeptChunk:
    """A line of the file."""

    first: int
    summary: Summary
    answers: Answers = field(
        default_factory=dict
    )  # what asked bots answered, by game: so any game can be opened again


def line_of(first: int, chunk: Summary, answers: Answers | None = None) -> str:
    """Return the line of a chunk."""
    return run_files.encode_entry(KeptChunk(first, chunk, answers or {}))


def _end_line(path: Path) -> None:
    """End a line that was cut off when a run was killed."""
    with path.open("rb+") as file:
        file.seek(-1, os.SEEK_END)
        if file.read() != b"\n":
            file.write(b"\n")


def read(path: Path) -> tuple[Json, dict[int, Summary]]:
    """Return what a file says was played, and its chunks."""
    header, lines = run_files.read(path, "simulate", FORMAT)
    return header, {one.first: one.summary for one in run_files.entries(lines, KeptChunk)}


def answers_in(path: Path) -> Answers:
    """Return the answers of asked bots that a file holds."""
    _, lines = run_files.read(path, "simulate", FORMAT)
    found: Answers = {}
    for one in run_files.entries(lines, KeptChunk):
        found |= one.answers
    return found


def game_in(path: Path, number: int) -> Table:
    """Return a game of a kept run at its end, at a table; raise OptionError if the file has no such game."""
    found, chunks = read(path)
    games = max((first + chunk.games for first, chunk in chunks.items()), default=0)
    plan = Plan.of(
        found["game"], max(games, 1), found["seats"], found["bots"], found["seed"], found["options"], "python"
    )
    run_files.check_same(
        path, "games of other code", {"rules": plan.game.version, "code": header_of(plan)["code"]}, found
    )
    if not any(first <= number < first + chunk.games for first, chunk in chunks.items()):
        raise OptionError(f"{path}: there is no game {number}; the run has {games}")
    return table_of(plan, number, answers_in(path).get(number))


def sum_chunks(chunks: dict[int, Summary]) -> Summary:
    """Return the sum of all chunks."""
    return together([chunks[first] for first in sorted(chunks)])
