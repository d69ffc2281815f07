"""``tischlein dataset``: all decisions of many games as plain arrays, with a data card and checksums; the same bytes everywhere."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path

import click
import numpy as np
from click.exceptions import Exit

import tischlein
from tischlein.bots.kernels.trace import ROW_ACTION, ROW_GAME, ROW_SEAT, ROW_STEP
from tischlein.bots.weights import NetError, net_of, settings_of
from tischlein.engine.game import Game
from tischlein.engine.option_texts import read_options
from tischlein.engine.rules.features import placeholder_features
from tischlein.engine.types import Json
from tischlein.interrupts import STOPPED
from tischlein.lab import run_files
from tischlein.lab.progress import Progress, progress_bar
from tischlein.lab.simulate.header import header_of
from tischlein.lab.simulate.plan import MOST_GAMES, Plan
from tischlein.lab.simulate.result import Result, Rows
from tischlein.lab.simulate.runner import SteppedRunner, step_runner
from tischlein.lab.simulate.simulate import runner_of
from tischlein.lab.simulate.traced import play_with_trace
from tischlein.usage import many
from tischlein.usage.options import PATH, game_argument, rule_options, seed_option, threads_option

# Games of compiled bots that are played again at once.
TOGETHER = 256
SUMS, CARD, FACTS = "SHA256SUMS", "README.md", "metadata.json"


@click.command()
@game_argument
@click.option("--games", default="1e4", metavar="NUMBER", help="How many, also as 1e4.")
@click.option(
    "--bots", "--bot", default="hard", metavar="BOT,…", help="Bots, which alternate around the table."
)
@click.option("--seats", type=int, help="How many sit at the table; 4 by default.")
@seed_option
@rule_options
@threads_option
@click.option("--out", type=PATH, required=True, metavar="FOLDER", help="A new folder for the data set.")
def dataset(
    game: str,
    games: str,
    bots: str,
    seats: int | None,
    seed: int,
    option: tuple[str, ...],
    threads: int | None,
    out: Path,
) -> None:
    """Write the decisions of many games as arrays."""
    chosen = tischlein.game(game)
    options = read_options(chosen, option, design=True)
    names = [without_clock(name, chosen) for name in bots.split(",")]
    plan = Plan.of(chosen, many("--games", games, MOST_GAMES), seats, names, seed, options)
    try:
        with progress_bar("games") as on_progress:
            write(plan, out, threads or os.cpu_count() or 1, on_progress)
    except KeyboardInterrupt:
        click.echo("\nStopped. No data set was written; a smaller --games takes less time.", err=True)
        raise Exit(STOPPED) from None
    click.echo(f"{out} holds the decisions of {plan.games} games; {CARD} describes them.")


def without_clock(name: str, game: Game) -> str:
    """Return a bot that decides like this level, but never stops early on a slow machine."""
    if name != "hard":
        return name
    try:
        ahead = settings_of(net_of(game)).glance
    except NetError:
        return name
    return f"expert,iterations={ahead}" if ahead else name


def write(plan: Plan, folder: Path, threads: int, progress: Progress) -> None:
    """Play the games of a plan, and write their decisions to a new folder."""
    run_files.check_folder(folder)
    with run_files.writing(folder):
        folder.mkdir()
    result = runner_of(plan).run(plan, threads=threads, progress=progress)
    with run_files.writing(folder):
        write_arrays(plan, result, folder)
        facts = facts_of(plan, result)
        (folder / FACTS).write_text(json.dumps(facts, indent=1, sort_keys=True) + "\n", "utf-8")
        (folder / CARD).write_text(card(plan, facts), "utf-8")
        sums = [f"{digest(path)}  {path.name}\n" for path in sorted(folder.iterdir())]
        (folder / SUMS).write_text("".join(sums), "utf-8")


def write_arrays(plan: Plan, result: Result, folder: Path) -> None:
    """Write a file for each column; the games are played again, compiled, in their order."""
    n, rules = int(result.decisions.sum()), plan.game.rules
    shapes: dict[str, tuple[tuple[int, ...], str]] = {
        "game": ((n,), "<i8"),
        "step": ((n,), "<i4"),
        "seat": ((n,), "<i1"),
        "observation": ((n, rules.OBSERVED), "<i2"),
        "mask": ((n, rules.ACTIONS), "<u1"),
        "action": ((n,), "<i2"),
        "win_share": ((n,), "<f4"),
        "score": ((n,), "<i4"),
    }
    arrays = {
        name: np.lib.format.open_memmap(folder / f"{name}.npy", "w+", np.dtype(kind), shape)
        for name, (shape, kind) in shapes.items()
    }
    at = 0
    for first, rows in decisions(plan, result):
        part = slice(at, at + len(rows.numbers))
        games, seats = rows.numbers[:, ROW_GAME] + first, rows.numbers[:, ROW_SEAT]
        values = {
            "game": games,
            "step": rows.numbers[:, ROW_STEP],
            "seat": seats,
            "observation": rows.observations,
            "mask": rows.masks,
            "action": rows.numbers[:, ROW_ACTION],
            "win_share": result.shares[games, seats],
            "score": result.scores[games, seats],
        }
        for name, column in values.items():
            arrays[name][part] = column
        at = part.stop
    for array in arrays.values():
        array.flush()


def decisions(plan: Plan, result: Result) -> Iterator[tuple[int, Rows]]:
    """Yield the decisions of all games, in parts that begin with these games."""
    runner: SteppedRunner = step_runner(plan.game, plan.backend)
    size = 1 if result.answers else TOGETHER
    for first in range(0, plan.games, size):
        count = min(size, plan.games - first)
        answers = np.array(result.answers.get(first, []), np.int32)
        _, rows = play_with_trace(runner, plan.opening(), plan.ways, plan.seed, first, count, answers)
        for part in rows:
            yield first, part


def facts_of(plan: Plan, result: Result) -> Json:
    """Return what was played, for programs; nothing in it depends on the machine."""
    header = header_of(plan)
    del header["backend"]  # they all play the same
    features = plan.game.bots.features or placeholder_features(plan.game.rules.OBSERVED)
    return {
        **header,
        "tischlein": "dataset",
        "games": plan.games,
        "decisions": int(result.decisions.sum()),
        "finished": int(result.finished.sum()),
        "features": [
            {"name": one.name, "kind": one.kind, "low": one.low, "high": one.high} for one in features
        ],
        "actions": [plan.game.face.actions.get(action, "") for action in range(plan.game.rules.ACTIONS)],
    }


def card(plan: Plan, facts: Json) -> str:
    """Return the data card."""
    bots = ", ".join(dict.fromkeys(plan.names))
    return f"""# {plan.game.name}: {facts["decisions"]:,} decisions of {bots}

**What it is.** All decisions of {plan.games:,} whole games of {plan.game.name} (rules version {plan.game.version})
between {plan.seats} players, all of them bots: {bots}. No people took part, and no personal data are in it.

**How it was made.** By Tischlein {facts["version"]}, with the seed {plan.seed}. `metadata.json` names the options, hashes of the
code of rules and bots, the features and the actions. The same command with the same version writes the same bytes on every
machine; `{SUMS}` has their checksums (`sha256sum -c {SUMS}`).

**What is in it.** One array of NumPy's format (`.npy`, little-endian) for each column, with one row for each decision, in the
order of the games and of their steps:

| file | what it is |
|---|---|
| `game.npy` | number of the game, from 0 to {plan.games - 1} |
| `step.npy` | number of the decision in its game |
| `seat.npy` | who decided, from 0 to {plan.seats - 1}; the bots sit in this order: {", ".join(plan.names)} |
| `observation.npy` | what the seat knew: {plan.game.rules.OBSERVED} features, made from a concealed record |
| `mask.npy` | 1 for each of {plan.game.rules.ACTIONS} actions that was legal |
| `action.npy` | what the seat did |
| `win_share.npy` | its share of the win when the game was over |
| `score.npy` | its score then |

`numpy.load("observation.npy", mmap_mode="r")` reads without copying; `torch.from_numpy` and `jax.numpy.asarray` take the result.

**For what.** Imitation, offline reinforcement learning, and studies of play. Split by game, not by row: rows of one game hang
together. **Limits.** The bots are neither optimal nor people. Rows say nothing about what was hidden from the seat.

**Licence.** MIT, as Tischlein itself. Cite it as `CITATION.cff` of Tischlein says, with this card's first two paragraphs.
"""


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
