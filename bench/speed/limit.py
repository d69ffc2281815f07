"""Compare the native backend with a game's rules by hand in C, in turns.

Both play the same games with the same random numbers, so their checksums must be equal; the ratio of their speeds (by the
processor's time) says what the compiled Python loses. The programs are in ``bench/limit``.
"""

import json
import platform
import statistics
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from bench.common import environment
from bench.common.batches import checksum_of
from bench.common.errors import BenchError
from bench.common.turns import BATCH, CORE_TIME, Turn, one_core, turn
from tischlein.engine.backends import Backend, load
from tischlein.engine.game import Game
from tischlein.engine.types import Json

FOLDER: Final = Path(__file__).resolve().parents[1] / "limit"
TURNS: Final = 7
INSTALL: Final = "no C compiler: install one (Debian: apt-get install gcc libc6-dev), or name yours in CC"
_MASK: Final = 0xFFFFFFFF


def steps(game: Game) -> int:
    """Return how many steps `compare` will report."""
    return 1 + (TURNS if source(game.id) and environment.compiler() else 0)


def source(game_id: str) -> Path | None:
    """Return the path of the C program of a game, or None."""
    path = FOLDER / f"{game_id}.c"
    return path if path.is_file() else None


def compare(game: Game, seats: int, seconds: float, seed: int, tell: Callable[[str], None]) -> Json:
    """Let native and the C program play the same games in turns on one core; an unequal checksum is an error.

    Where there is nothing to run, a note says why.
    """
    tell(f"{game.name}: build the C program")
    path, compiler = source(game.id), environment.compiler()
    if path is None or compiler is None:
        note = INSTALL if path else f"no bench/limit/{game.id}.c here; such programs are in the repository"
        return {"game": game.id, "seats": seats, "ratio": None, "note": note}
    backend, opening = load(game.rules, "native"), game.opening(seats)
    ours, theirs, checksum = [], [], 0
    command = [*compiler, *native_flags()]
    with tempfile.TemporaryDirectory(prefix="tischlein-limit-") as folder, one_core():
        program = build(path, command, Path(folder))
        games = games_for(
            seconds / TURNS, turn(backend, opening, BATCH["native"], seconds / 20, seed, clock=CORE_TIME)
        )
        for number in range(TURNS):
            tell(f"{game.name}: native and C in turns")
            first = number * games
            native, native_sum = play_native(backend, opening, games, seed, first)
            by_hand, c_sum = play_program(program, seats, games, seed, first)
            if (native.decisions, native_sum) != (by_hand.decisions, c_sum):
                raise BenchError(
                    f"{game.name}, {seats} seats, games {first} to {first + games - 1} of seed {seed}: native made "
                    f"{native.decisions} decisions with checksum {native_sum}, C {by_hand.decisions} with {c_sum}"
                )
            ours.append(native.decisions_per_s)
            theirs.append(by_hand.decisions_per_s)
            checksum = (checksum + c_sum) & _MASK
    return {
        "game": game.id,
        "seats": seats,
        "decisions_per_s": statistics.median(theirs),  # of the C program
        "native_decisions_per_s": statistics.median(ours),
        "ratio": ratio(ours, theirs),  # native / C
        "games": games * TURNS,
        "turns": TURNS,
        "checksum": checksum,
        "command": " ".join([*command, path.name]),
    }


def ratio(ours: list[float], theirs: list[float]) -> float:
    """Return the median of the turns' ratios: both halves of a turn ran under the same conditions.

    >>> ratio([8.0, 1.0, 9.0], [10.0, 10.0, 10.0])
    0.8
    """
    return statistics.median(our / their for our, their in zip(ours, theirs, strict=True))


def games_for(seconds: float, trial: Turn) -> int:
    """Return how many games fit that time, in whole batches."""
    batch = BATCH["native"]
    return batch * max(1, round(seconds * trial.games / trial.seconds / batch))


def play_native(backend: Backend, opening: bytes, games: int, seed: int, first: int) -> tuple[Turn, int]:
    """Play exactly these games; the checksum is computed while the clock stands."""
    seconds, decisions, total = 0.0, 0, 0
    for start in range(first, first + games, BATCH["native"]):
        batch = min(BATCH["native"], first + games - start)
        begun = CORE_TIME()
        played = backend.random_games(opening, batch, seed, start)
        seconds += CORE_TIME() - begun
        decisions += int(played.decisions.sum())
        total = (total + checksum_of(played)) & _MASK
    return Turn(games, decisions, seconds), total


def play_program(program: Path, seats: int, games: int, seed: int, first: int) -> tuple[Turn, int]:
    """Run the C program; it keeps its own time."""
    arguments = [str(number) for number in (seats, games, seed % 2**64, first)]
    ended = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    if ended.returncode:
        raise BenchError(f"{program.name} ended with code {ended.returncode}: {ended.stderr.strip()}")
    answer: Json = json.loads(ended.stdout)
    return Turn(answer["games"], answer["decisions"], answer["seconds"]), answer["checksum"]


# Building


def native_flags() -> tuple[str, ...]:
    """Return flags for the best code for this machine, as Numba makes."""
    arm = platform.machine().lower() in ("aarch64", "arm64")
    return "-O3", "-mcpu=native" if arm else "-march=native"


def build(path: Path, command: list[str], folder: Path) -> Path:
    """Compile a program into a folder, and return its path."""
    program = folder / path.stem
    ended = subprocess.run([*command, path, "-o", program], capture_output=True, text=True, check=False)
    if ended.returncode:
        raise BenchError(f"{command[0]} cannot build {path.name}: {ended.stderr.strip()}")
    return program
