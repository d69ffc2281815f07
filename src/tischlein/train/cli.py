"""``tischlein train``: teach a net to play a game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from tischlein.engine.errors import OptionError
from tischlein.engine.types import Json
from tischlein.train.settings import Settings
from tischlein.usage import App, GameArgument, JsonOption, SeedOption

train_app = App("train")


@train_app.command()
def train(
    game: GameArgument,
    out: Annotated[
        Path,
        typer.Option(
            "--out", metavar="FOLDER", help="The folder for nets and curves; what was stopped goes on there."
        ),
    ] = Path("training"),
    seed: SeedOption = 1,
    games: Annotated[int, typer.Option("--games", help="Games side by side.")] = 16_384,
    steps: Annotated[
        int, typer.Option("--steps", help="Decisions in each of them between two lessons.")
    ] = 48,
    copying: Annotated[
        int,
        typer.Option(
            "--copying", help="Rounds in which medium plays, first: the net learns to predict the winner."
        ),
    ] = 12,
    rounds: Annotated[
        int, typer.Option("--rounds", help="Rounds in all: games × steps decisions each.")
    ] = 400,
    minutes: Annotated[float | None, typer.Option("--minutes", help="Learn for so long instead.")] = None,
    every: Annotated[int, typer.Option("--every", help="Rounds between two measurements.")] = 20,
    measured: Annotated[
        int, typer.Option("--measured", help="Games of a measurement against medium.")
    ] = 4_096,
    device: Annotated[str, typer.Option("--device", metavar="cpu|cuda", help="cpu or cuda.")] = "cpu",
    width: Annotated[
        int | None,
        typer.Option(
            "--width", min=1, max=512, help="Of the net; otherwise as wide as its file has room for."
        ),
    ] = None,
    seats: Annotated[
        list[int] | None,
        typer.Option("--seats", help="How many sit at the table; several may be given. Otherwise all."),
    ] = None,
    rival: Annotated[
        str | None,
        typer.Option(
            "--rival",
            metavar="NET",
            help="A net's file, or hard or expert for the game's own: begin as this net, and learn to beat only that.",
        ),
    ] = None,
    thought: Annotated[
        int, typer.Option("--thought", help="Games that a rival called expert plays on for a decision.")
    ] = 32,
    start: Annotated[
        str | None,
        typer.Option(
            "--start",
            metavar="NET",
            help="A net's file, or hard for the game's own: go on from this net, with the questions that are asked today.",
        ),
    ] = None,
    rate: Annotated[
        float, typer.Option("--rate", help="Of learning, at first; it falls to the end of the course.")
    ] = 6e-4,
    as_json: JsonOption = False,
) -> None:
    """Start from rules of thumb, then get better by playing medium and oneself; docs/training.md has the recipe."""
    settings = Settings(
        game,
        seed,
        games,
        steps,
        copying,
        rounds,
        minutes,
        every,
        measured,
        device,
        width,
        tuple(seats) if seats else None,
        rival,
        rate=rate,
        thought=thought,
        start=start,
    )
    try:
        from tischlein.train.course import Course
    except ModuleNotFoundError as error:
        if error.name != "torch":
            raise
        raise OptionError("training needs torch: install tischlein[train]") from None

    def log(line: Json) -> None:
        typer.echo(json.dumps(line) if as_json else sentence(line))

    Course(settings, out, log).run()


def sentence(line: Json) -> str:
    """Return what a line of the log says."""
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
        f"wins against {line.get('against', 'medium')} {100 * line['wins']:.1f} % (by seats {by_seats}), "
        f"entropy {line['entropy']:.3f}"
    )
