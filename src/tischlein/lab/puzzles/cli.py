"""``tischlein puzzles``: make a set of puzzles for a game."""

from pathlib import Path

import click
from click.exceptions import Exit

import tischlein
from tischlein.interrupts import STOPPED
from tischlein.lab.progress import progress_bar
from tischlein.usage.options import PATH, game_argument, seed_option


@click.command()
@game_argument
@click.option("--n", type=click.IntRange(1, 10_000), default=365, help="How many puzzles.")
@seed_option
@click.option(
    "--out",
    type=PATH,
    help="The file; one that is there goes on. Otherwise puzzles-GAME.json in this folder.",
)
@click.option("--processes", type=click.IntRange(1), help="How many; by default one for each core.")
def puzzles(game: str, n: int, seed: int, out: Path | None, processes: int | None) -> None:
    """Look for puzzles in games between bots.

    Each is a decision in which one action is proven to be the best by what the player may know, and rules of thumb miss it.
    """
    from tischlein.lab.puzzles.files import make

    path = out or Path(f"puzzles-{tischlein.game(game).id}.json")
    try:
        with progress_bar("puzzles") as on_progress:
            made = make(game, n, seed, path, processes, on_progress)
    except KeyboardInterrupt:
        click.echo(f"\nStopped. The puzzles so far are in {path}; the same command goes on there.", err=True)
        raise Exit(STOPPED) from None
    click.echo(f"{len(made.puzzles)} puzzles from {made.games} games in {path}.")
    for level in ("medium", "hard", "expert"):
        shares = [one["solved"][level] for one in made.puzzles]
        click.echo(f"{level} solves {100 * sum(shares) / len(shares):.0f} %.")
