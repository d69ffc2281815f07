"""Files of puzzles: how a set is made on all cores, kept as it grows, and read again."""

import json
import os
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from tischlein.coach import analysis, judge
from tischlein.engine.errors import OptionError
from tischlein.engine.types import Json
from tischlein.lab import run_files
from tischlein.lab.fingerprint import code_of
from tischlein.lab.progress import Progress
from tischlein.lab.puzzles import search
from tischlein.lab.puzzles.search import Puzzle, look_in
from tischlein.lab.simulate.plan import game_of
from tischlein.lab.workers import in_processes

FORMAT = 3
# Parts of games without a puzzle after which the search gives up.
AMONG = 200
# At most this part of a set has the same answer: a third.
ALIKE = 3


@dataclass(frozen=True)
class PuzzleSet:
    """The content of a puzzle file: the puzzles of the first games, in the order of the games."""

    game: str
    seed: int
    games: int  # the number of games that were searched
    puzzles: list[Json]

    def header(self) -> Json:
        """Return what must be the same for a file to be continued."""
        game = game_of(self.game)
        return {
            "tischlein": "puzzles",
            "format": FORMAT,
            "game": self.game,
            "rules": game.version,
            "seed": self.seed,
            "code": code_of("expert", game, judge, analysis, search),
        }

    def text(self) -> str:
        """Return the file: a line for each puzzle."""
        head = json.dumps({**self.header(), "games": self.games})[:-1]
        lines = ",\n".join(json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in self.puzzles)
        return f'{head}, "puzzles": [\n{lines}\n]}}\n'


def read(path: Path) -> Json:
    """Return the content of a file of puzzles."""
    return run_files.read(path, "puzzles", FORMAT, whole=True)[0]


def make(
    game: str,
    n: int,
    seed: int,
    path: Path,
    processes: int | None = None,
    progress: Progress = lambda done, all: None,
) -> PuzzleSet:
    """Look for puzzles in game after game until the file holds ``n``; what it holds already is kept.

    The file is written with every puzzle that is found. Any number of processes gives the same file.
    """
    made = _resume(PuzzleSet(game, seed, 0, []), path)
    progress(len(made.puzzles), n)
    if len(made.puzzles) >= n:
        return made
    with closing(_search_games(made, processes)) as searched:
        for number, puzzle in searched:
            if puzzle is None and number + 1 >= AMONG and not made.puzzles:
                raise OptionError(
                    f"{game}: no puzzle in {AMONG} games; its bots find nothing better than rules of thumb"
                )
            found = made.puzzles
            if puzzle is not None and is_new_answer(puzzle.choices[0].text, found):
                found = [*found, puzzle.data()]
            is_more = len(found) > len(made.puzzles)
            made = PuzzleSet(game, seed, number + 1, found)
            if is_more:
                run_files.rewrite(path, made.text())
                progress(len(found), n)
            if len(found) >= n:
                break
    return made


def is_new_answer(answer: str, puzzles: list[Json]) -> bool:
    """Return False if too many puzzles of a set have this answer: then guessing it would be enough."""
    same: int = sum(one["choices"][0]["text"] == answer for one in puzzles)
    return same <= len(puzzles) // ALIKE


def _resume(wanted: PuzzleSet, path: Path) -> PuzzleSet:
    if run_files.is_new(path):
        run_files.begin(path, wanted.text())
        return wanted
    found = read(path)
    run_files.check_same(path, "other puzzles", wanted.header(), found)
    return PuzzleSet(wanted.game, wanted.seed, found["games"], found["puzzles"])


def _search_games(made: PuzzleSet, processes: int | None) -> Generator[tuple[int, Puzzle | None]]:
    """Yield the puzzles of each game, in the order of the games, even if workers finish in another order."""
    tasks = ((made.game, made.seed, k) for k in count(made.games))
    waiting: dict[int, Puzzle | None] = {}
    following = made.games
    for place, puzzle in in_processes(_one, tasks, processes or os.cpu_count() or 1):
        waiting[place] = puzzle
        while following in waiting:
            yield following, waiting.pop(following)
            following += 1


def _one(game: str, seed: int, number: int) -> tuple[int, Puzzle | None]:
    return number, look_in(game_of(game), seed, number)
