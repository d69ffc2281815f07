"""How fast the games' modules run in this process (wasmtime), next to native in the same run.

Both play the same games and think about the same decision with the same dice, in turns; a ratio is the median of the turns' own ratios,
and ``quickest`` compares the best turn of each. The processor's time counts, so that other work on the machine disturbs little.
"""

import statistics
from collections.abc import Callable, Sequence
from typing import Final

from bench.common.batches import count_decisions
from bench.common.errors import BenchError
from bench.common.turns import BATCH, CORE_TIME, Progress, Steps, one_core
from tischlein.bots import Situation, situation
from tischlein.bots.learned import Expert, policy_logits
from tischlein.bots.runtime import runtime
from tischlein.bots.searcher import Searcher
from tischlein.engine.backends import load
from tischlein.engine.game import Game
from tischlein.engine.types import Json

TURNS: Final = 7
# What we aim at, as a part of native.
AIMS: Final = {"search": 0.75, "net playouts": 0.6}
PLAYOUTS: Final = 384  # games of one decision of expert
ANSWERS: Final = 16  # decisions that a net is asked about in turn, so that its inputs change
Work = Callable[[int], int]


def run(
    games: Sequence[Game],
    seats: int,
    seconds: float,
    seed: int,
    progress: Progress,
) -> Json:
    """Measure these games; the result is JSON-ready."""
    made = [(game, what, work) for game in games for what, work in _works(game, seats, seed).items()]
    steps = Steps(len(made), progress)
    results: list[Json] = []
    with one_core():
        for game, what, work in made:
            steps(f"{game.name}: {what}")
            results.append(_compared(game, seats, what, seconds, work("native"), work("wasm")))
    return {"results": results}


def _games_on(backend: str, game: Game, seats: int, seed: int, batch: int) -> Work:
    made, start = load(game.rules, backend), game.opening(seats)
    return lambda number: count_decisions(made, start, batch, seed, number * batch)


def _works(game: Game, seats: int, seed: int) -> dict[str, Callable[[str], Work]]:
    """Return what bots and lab do: a function of the backend's name for each."""
    asked, batch = _decisions(game, seats, seed), BATCH["native"]
    known = asked[0]

    def answers(backend: str) -> Work:
        me = runtime(game, backend)

        def ask(number: int) -> int:
            for one in asked:
                policy_logits(me, one)
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


def _decisions(game: Game, seats: int, seed: int) -> list[Situation]:
    """Return the first decisions of a game that have a choice; the first action is played each time."""
    table, found = game.new(seats=seats, seed=seed), list[Situation]()
    while len(found) < ANSWERS and not table.over:
        seat = table.actor
        if len(table.actions(seat)) > 1:
            found.append(situation(table, seat, seed=seed))
        table.play(seat, table.actions(seat)[0])
    return found


def _compared(game: Game, seats: int, what: str, seconds: float, native: Work, wasm: Work) -> Json:
    """Let both do the same parts by their numbers; return how many decisions, iterations, playouts or answers there are a second."""
    native(0)  # compiled, and both have warmed up
    wasm(0)
    rates: list[tuple[float, float]] = []
    for turn in range(TURNS):
        made: list[int] = []
        begun = CORE_TIME()
        while not made or CORE_TIME() < begun + seconds / TURNS:
            made.append(native((turn << 16) + len(made)))
        native_s = CORE_TIME() - begun
        begun = CORE_TIME()
        also = [wasm((turn << 16) + part) for part in range(len(made))]
        wasm_s = CORE_TIME() - begun
        if also != made:
            raise BenchError(f"{game.name}, {what}: native came to {made}, wasm to {also}")
        rates.append((sum(made) / max(wasm_s, 1e-9), sum(made) / native_s))
    ratios = [wasm / native for wasm, native in rates]
    return {
        "game": game.id,
        "seats": seats,
        "what": what,
        "per_s": statistics.median(rate for rate, _ in rates),
        "native_per_s": statistics.median(rate for _, rate in rates),
        "ratio": statistics.median(ratios),
        "lowest": min(ratios),
        "highest": max(ratios),
        "quickest": max(rate for rate, _ in rates) / max(rate for _, rate in rates),
        "aim": AIMS.get(what),
    }
