"""``tischlein train``: teach a net to play a game."""

import json
from pathlib import Path

import click

from tischlein.engine.errors import OptionError
from tischlein.engine.extras import install_command
from tischlein.engine.types import Json, Untyped
from tischlein.train.settings import Settings
from tischlein.usage.options import PATH, game_argument, json_option, seed_option


@click.command()
@game_argument
@click.option(
    "--out",
    type=PATH,
    default=Path("training"),
    metavar="FOLDER",
    help="The folder for nets and curves; what was stopped goes on there.",
)
@seed_option
@click.option("--games", type=int, default=Settings.games, help="Games side by side.")
@click.option(
    "--steps", type=int, default=Settings.steps, help="Decisions in each of them between two lessons."
)
@click.option(
    "--copying",
    type=int,
    default=Settings.copying,
    help="Rounds in which medium plays, first: the net learns to predict the winner.",
)
@click.option(
    "--rounds", type=int, default=Settings.rounds, help="Rounds in all: games × steps decisions each."
)
@click.option("--minutes", type=float, help="Learn for so long instead.")
@click.option("--every", type=int, default=Settings.every, help="Rounds between two measurements.")
@click.option(
    "--measured", type=int, default=Settings.measured, help="Games of a measurement against medium."
)
@click.option("--device", default=Settings.device, metavar="cpu|cuda", help="cpu or cuda.")
@click.option(
    "--width", type=click.IntRange(1, 512), help="Of the net; otherwise as wide as its file has room for."
)
@click.option(
    "--seats", type=int, multiple=True, help="How many sit at the table; several may be given. Otherwise all."
)
@click.option(
    "--start",
    metavar="NET",
    help="A net's file, or hard for the game's own: go on from this net.",
)
@click.option(
    "--rate",
    type=float,
    default=Settings.rate,
    help="Of learning, at first; it falls to the end of the course.",
)
@json_option
def train(game: str, out: Path, seats: tuple[int, ...], as_json: bool, **chosen: Untyped) -> None:
    """Teach a net to play a game. It starts from rules of thumb and gets better by playing; see docs/training.md."""
    settings = Settings(game, seats=seats or None, **chosen)
    try:
        from tischlein.train.training_run import TrainingRun
    except ModuleNotFoundError as error:
        if error.name != "torch":
            raise
        raise OptionError(f"training needs torch: {install_command('train')}") from None

    def log(line: Json) -> None:
        click.echo(json.dumps(line) if as_json else sentence(line))

    TrainingRun(settings, out, log).run()


def sentence(line: Json) -> str:
    """Return a line of the log as a sentence."""
    game = line["game"]
    if "over" in line:
        return (
            f"{game}: this course is over after round {line['over']}; "
            "ask for more rounds or minutes, or choose another folder"
        )
    if "wins" not in line:
        return f"{game}: {line['inputs']} inputs, {line['width']} wide"
    by_seats = "; ".join(
        f"{name.removeprefix('wins at ')}: {100 * value:.1f}"
        for name, value in line.items()
        if name.startswith("wins at ")
    )
    return (
        f"{game}: round {line['round']}, {line['seconds']:.0f} s, {line['decisions'] / 1e6:.1f} M decisions, "
        f"wins against medium {100 * line['wins']:.1f} % (by seats {by_seats}), "
        f"entropy {line['entropy']:.3f}"
    )
