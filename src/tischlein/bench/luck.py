"""How much is luck? A player who sees all cards meets ``medium``, or another bot, in duplicate deals.

What it wins there, nobody wins who plays by the rules: it searches in the true position instead of imagined ones. Only what is still to be
drawn is unknown to it as well. It is no bot: it is made here, for measuring, and no table can ask for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final

from tischlein.bench import environment
from tischlein.bench.turns import Progress, Steps
from tischlein.bots import Bot, bot, situation
from tischlein.bots.base import MOST_DECISIONS, dice
from tischlein.bots.kernels.search import KNOWN, WORLD
from tischlein.bots.mind import mind
from tischlein.bots.searcher import SMALLEST, Searcher, laid_out
from tischlein.engine.game import Game
from tischlein.engine.play.table import Table
from tischlein.engine.types import Json
from tischlein.lab.exact import packed
from tischlein.lab.intervals import Mean

if TYPE_CHECKING:
    from rich.table import Table as Printed

OPPONENT: Final = "medium,backend=native"
# More iterations than anybody does: no other world is ever imagined.
NEVER: Final = 1 << 40


@dataclass(frozen=True, slots=True)
class Luck:
    """The share of wins of a player who sees all cards, with half of its 95 % interval over deals."""

    game: str
    seats: int
    deals: int
    wins: float
    spread: float


class AllSeeing:
    """Searches in the true position of a table."""

    def __init__(self, game: Game, iterations: int) -> None:
        self._mind = mind(game, "native")
        self._space = laid_out(game, self._mind, max(SMALLEST, 1 << (24 * iterations - 1).bit_length()))
        self._style = Searcher().style_for(self._mind.heuristics)._replace(per_world=NEVER)
        self._iterations = iterations

    def choose(self, table: Table, seat: int, seed: int) -> int:
        import numpy as np

        space, actions = self._space, [action.id for action in table.actions(seat)]
        if len(actions) == 1:
            return actions[0]
        for cells in (space.keys, space.visits, space.available, space.values):
            cells[:] = 0
        true = packed(table.game, table.position())
        space.rows[KNOWN] = space.rows[WORLD] = np.frombuffer(true, np.uint8)
        space.rng[:] = dice(seed, seat, true)
        self._mind.functions["think"](space, self._style, seat, 1, self._iterations)
        n = len(actions)
        visits, values = np.zeros(n, np.int64), np.zeros(n)
        space.actions[:n] = actions
        self._mind.functions["counted"](space, seat, n, visits, values)
        return max(zip(visits, values, actions, strict=True))[2]


def run(
    games: Sequence[Game],
    deals: int = 200,
    seats: int = 2,
    iterations: int = 1000,
    seed: int = 1,
    opponent: str = OPPONENT,
    progress: Progress | None = None,
) -> Json:
    """Measure these games; the result is JSON-ready."""
    where = environment.describe()
    tell = Steps(len(games), progress)
    rows = []
    for game in games:
        tell(game.name)
        rows.append(asdict(measured(game, deals, seats, iterations, seed, opponent)))
    tell("done")
    return {"opponent": opponent, "iterations": iterations, "seed": seed, "environment": where, "luck": rows}


def measured(game: Game, deals: int, seats: int, iterations: int, seed: int, opponent: str) -> Luck:
    """Play so many deals twice each, with seats changed."""
    seer, other = AllSeeing(game, iterations), bot(opponent)
    shares = [
        sum(share_of(game, seer, other, seats, side, seed * 1_000_003 + deal) for side in (0, 1)) / 2
        for deal in range(deals)
    ]
    won = Mean.of_shares(shares)
    return Luck(game.id, seats, deals, won.value, won.spread)


def share_of(game: Game, seer: AllSeeing, opponent: Bot, seats: int, side: int, seed: int) -> float:
    """Play a game; return which share of the win goes to every second seat, where all cards are seen."""
    table = game.new(seats=seats, seed=seed)
    for _ in range(MOST_DECISIONS):
        if table.over:
            break
        seat = table.actor
        if seat % 2 == side:
            table.play(seat, seer.choose(table, seat, seed))
        else:
            table.play(seat, opponent.choose(situation(table, seat, seed=seed)))
    winners = table.winners or range(seats)
    return sum(1 for seat in winners if seat % 2 == side) / len(winners)


def printed(document: Json) -> Printed:
    """The result as a table."""
    from rich.table import Table as Printed

    table = Printed(title=f"A player who sees all cards against {document['opponent']}")
    for heading in ("game", "seats", "deals", "wins, %"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for row in document["luck"]:
        wins = f"{100 * row['wins']:.1f} ± {100 * row['spread']:.1f}"
        table.add_row(row["game"], str(row["seats"]), str(row["deals"]), wins)
    return table
