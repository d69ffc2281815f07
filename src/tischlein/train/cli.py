"""``tischlein train``: teach a net to play a game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from tischlein.engine.errors import OptionError
from tischlein.engine.texts import load_texts
from tischlein.engine.types import Json
from tischlein.train.settings import Settings
from tischlein.usage import App, GameArgument, JsonOption, SeedOption
from tischlein.usage.language import LanguageOption, spoken

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
        int, typer.Option("--copying", help="Rounds in which medium plays, first: the net learns who wins.")
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
            help="A net's file, or hard or expert for the game's own: begin as this net, and learn to beat it and nobody else.",
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
    lang: LanguageOption = None,
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

    language = spoken(lang)

    def log(line: Json) -> None:
        typer.echo(json.dumps(line) if as_json else sentence(line, language))

    Course(settings, out, log).run()


def sentence(line: Json, language: str) -> str:
    """What a line of the log tells a reader."""
    from tischlein.lab.report_numbers import decimal

    words = load_texts("tischlein.lab.texts", language)["training"]
    if "wins" not in line:
        short: str = words["over" if "over" in line else "begin"].format(**line)
        return short
    by_seats = "; ".join(
        f"{name.removeprefix('wins at ')}: {decimal(100 * value, 1, language)}"
        for name, value in line.items()
        if name.startswith("wins at ")
    )
    told: str = words["round"].format(
        game=line["game"],
        n=line["round"],
        seconds=decimal(line["seconds"], 0, language),
        decisions=decimal(line["decisions"] / 1e6, 1, language),
        against=line.get("against", "medium"),
        wins=decimal(100 * line["wins"], 1, language),
        by_seats=by_seats,
        entropy=decimal(line["entropy"], 3, language),
    )
    return told
