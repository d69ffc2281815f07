"""How fast the rules run as WebAssembly, in this process (wasmtime) and in Chromium, next to native in the same run.

All play the same games and think about the same decision with the same dice, in turns; a ratio is the median of the turns' own ratios, and `quickest` compares the best turn of each.
The processor's time counts, so that other work on the machine disturbs little; Chromium tells that of the page's process.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final

from bench.common import environment
from bench.common.chromium import Asked, chromium
from bench.common.errors import BenchError
from bench.common.turns import BATCH, CORE_TIME, Clock, Progress, Steps, one_core
from tischlein.bots import Situation, situation
from tischlein.bots.learned import Expert, likings
from tischlein.bots.runtime import runtime
from tischlein.bots.searcher import Searcher
from tischlein.engine.backends import load
from tischlein.engine.errors import TischleinError
from tischlein.engine.game import Game
from tischlein.engine.types import Json

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from bench.speed.wasm_start import Start

TURNS: Final = 7
HERE: Final = "wasmtime"  # in this process
PAGE: Final = "chromium"
HOSTS: Final = (HERE, PAGE)
# What we aim at, as a part of native.
AIMS: Final = {"random games": 0.75, "search": 0.6}
AIMS_HERE: Final = {"search": 0.75, "net playouts": 0.6}
PLAYOUTS: Final = 384  # games of one decision of expert
ANSWERS: Final = 16  # decisions that a net is asked about in turn, so that its inputs change
# The number of decisions or iterations in each of these parts, and the seconds for it.
Timed = Callable[[Sequence[int]], Sequence[tuple[int, float]]]


@dataclass(frozen=True, slots=True)
class WasmSpeed:
    """One game in one place: how many decisions, iterations, playouts or answers there are a second."""

    game: str
    seats: int
    what: str
    host: str
    per_s: float
    native_per_s: float
    ratio: float
    lowest: float  # of the turns' ratios
    highest: float
    quickest: float  # the best turn of one beside the best of the other: what other work on the machine disturbs least
    aim: float | None


def run(
    games: Sequence[Game],
    seats: int = 4,
    seconds: float = 2.0,
    seed: int = 1,
    progress: Progress | None = None,
    hosts: Sequence[str] = HOSTS,
) -> Json:
    """Measure these games; the result is JSON-ready. A host that is not installed is named in ``missing``."""
    for game in games:
        game.check_seats(seats)
    where = environment.describe()
    steps = Steps(sum(4 if host == HERE else 2 for host in hosts) * len(games), progress)
    missing: dict[str, str] = {}
    results: list[WasmSpeed] = []
    starts = _starts(games, missing) if PAGE in hosts else []
    with ExitStack() as stack, one_core():
        browser = _browser(stack, missing) if PAGE in hosts else None
        page = Asked(browser.new_context()) if browser else None
        for game in games:
            if HERE in hosts:
                for what, made in _here(game, seats, seed).items():
                    steps(f"{game.name}: {what}, {HERE}")
                    results.append(_in_process(game, seats, seconds, what, made))
            if page:
                page.load(game)
                steps(f"{game.name}: random games, {PAGE}")
                results.append(_random_games(game, seats, seconds, seed, page))
                steps(f"{game.name}: search, {PAGE}")
                results.append(_search(game, seats, seconds, seed, page))
    return {
        "seconds": seconds,
        "seed": seed,
        "environment": where,
        "results": [asdict(result) for result in results],
        "starts": [asdict(start) for start in starts],
        "missing": missing,
    }


def _starts(games: Sequence[Game], missing: dict[str, str]) -> list[Start]:
    """Time the starts in another browser, which may use all cores."""
    from bench.speed.wasm_start import measure

    try:
        with chromium() as browser:
            return measure(browser, games)
    except BenchError as error:
        missing["chromium"] = str(error)
    except TischleinError as error:
        missing["page"] = str(error)
    return []


def _browser(stack: ExitStack, missing: dict[str, str]) -> Browser | None:
    try:
        return stack.enter_context(chromium())
    except BenchError as error:
        missing["chromium"] = str(error)
        return None


def _games_on(backend: str, game: Game, seats: int, seed: int, batch: int) -> Callable[[int], int]:
    made, start = load(game.rules, backend), game.opening(seats)
    return lambda number: made.count_decisions(start, batch, seed, number * batch)


def _here(game: Game, seats: int, seed: int) -> dict[str, Callable[[str], Callable[[int], int]]]:
    """Return what bots and lab do in this process: a function of the backend's name for each."""
    known, batch = _decision(game, seats, seed), BATCH["native"]
    asked = _decisions(game, seats, seed)

    def answers(backend: str) -> Callable[[int], int]:
        me = runtime(game, backend)

        def ask(number: int) -> int:
            for one in asked:
                likings(me, one)
            return len(asked)

        return ask

    return {
        "random games": lambda backend: _games_on(backend, game, seats, seed, batch),
        "search": lambda backend: (
            lambda number: Searcher(iterations=1000, backend=backend).think(known).iterations
        ),
        "net playouts": lambda backend: (
            lambda number: Expert(iterations=PLAYOUTS, backend=backend).think(known).iterations
        ),
        "net answers": answers,
    }


def _in_process(
    game: Game, seats: int, seconds: float, what: str, made: Callable[[str], Callable[[int], int]]
) -> WasmSpeed:
    wasm = made("wasm")

    def timed(number: int) -> tuple[int, float]:
        begun = CORE_TIME()
        return wasm(number), CORE_TIME() - begun

    return _compared(game, seats, what, HERE, seconds, made("native"), lambda parts: [*map(timed, parts)])


def _random_games(game: Game, seats: int, seconds: float, seed: int, page: Asked) -> WasmSpeed:
    start, batch = game.opening(seats), BATCH["native"]
    ours = _games_on("native", game, seats, seed, batch)

    def theirs(parts: Sequence[int]) -> list[tuple[int, float]]:
        questions = [{"call": "timeGames", "numbers": [batch, seed, number * batch]} for number in parts]
        answers = page.ask_all([(question, start) for question in questions])
        return [(answer["total"], answer["seconds"]) for answer, _ in answers]

    return _compared(game, seats, "random games", PAGE, seconds, ours, theirs, page.clock)


def _search(game: Game, seats: int, seconds: float, seed: int, page: Asked) -> WasmSpeed:
    known, iterations = _decision(game, seats, seed), 1000
    numbers = [known.seat, list(known.actions), known.rng, {"iterations": iterations}]

    def ours(number: int) -> int:
        return Searcher(iterations=iterations, backend="native").think(known).iterations

    def theirs(parts: Sequence[int]) -> list[tuple[int, float]]:
        question = {"call": "timeThinking", "numbers": numbers}
        answers = page.ask_all([(question, known.data)] * len(parts))
        return [(iterations, seconds) for seconds, _ in answers]

    return _compared(game, seats, "search", PAGE, seconds, ours, theirs, page.clock)


def _decision(game: Game, seats: int, seed: int) -> Situation:
    """Return the first decision of a game that has a choice."""
    return _decisions(game, seats, seed, 1)[0]


def _decisions(game: Game, seats: int, seed: int, most: int = ANSWERS) -> list[Situation]:
    """Return the first decisions of a game that have a choice; the first action is played each time."""
    table, found = game.new(seats=seats, seed=seed), list[Situation]()
    while len(found) < most and not table.over:
        seat = table.actor
        if len(table.actions(seat)) > 1:
            found.append(situation(table, seat, seed=seed))
        table.play(seat, table.actions(seat)[0])
    return found


def _compared(
    game: Game,
    seats: int,
    what: str,
    host: str,
    seconds: float,
    ours: Callable[[int], int],
    theirs: Timed,
    clock: Clock | None = None,
) -> WasmSpeed:
    """Let both do the same parts by their numbers; ``clock`` is the host's, where its answers do not say the seconds."""
    ours(0)  # compiled, and both have warmed up
    theirs([0])
    rates: list[tuple[float, float]] = []
    for turn in range(TURNS):
        made: list[int] = []
        begun = CORE_TIME()
        while not made or CORE_TIME() < begun + seconds / TURNS:
            made.append(ours((turn << 16) + len(made)))
        native_s = CORE_TIME() - begun
        host_s, before = 0.0, clock() if clock else 0.0
        parts = [(turn << 16) + part for part in range(len(made))]
        for (also, spent), expected in zip(theirs(parts), made, strict=True):
            host_s += spent
            if also != expected:
                raise BenchError(f"{game.name}, {what}: native came to {expected}, {host} to {also}")
        host_s = clock() - before if clock else host_s
        rates.append((sum(made) / max(host_s, 1e-9), sum(made) / native_s))
    ratios = [theirs / ours for theirs, ours in rates]
    return WasmSpeed(
        game.id,
        seats,
        what,
        host,
        per_s=statistics.median(rate for rate, _ in rates),
        native_per_s=statistics.median(rate for _, rate in rates),
        ratio=statistics.median(ratios),
        lowest=min(ratios),
        highest=max(ratios),
        quickest=max(rate for rate, _ in rates) / max(rate for _, rate in rates),
        aim=(AIMS_HERE if host == HERE else AIMS).get(what),
    )
