"""Play whole games and write them down in conformance/<game>/transcripts, for a new game or after the rules have changed on purpose.

    python -m scripts.transcripts qwixx                 # those that are there once more, with their seats and options
    python -m scripts.transcripts qwixx three --seats 3 --option jokers=true --about "Three players with jokers."

Bots play that slip as people do, and now and then do anything. Read the result before you commit it, and say in `--about` what
happens in it: the tests only compare with it.
"""

import argparse
import json
import random
from pathlib import Path
from typing import Any

import tischlein
from tischlein.bots import bot, situation
from tischlein.engine.option_texts import read_options

FOLDER = Path(__file__).resolve().parents[1] / "conformance"
SILLY = 0.1  # part of the decisions


def played(
    game: tischlein.Game, about: str, seed: int, seats: int, options: dict[str, Any]
) -> dict[str, Any]:
    """Play one whole game, and return it with about ten positions on the way."""
    chance, player = random.Random(seed), bot("easy")
    table = game.new(seats, seed=seed, **options)
    stops = [(len(table.history), table.position())]
    while not table.over:
        seat = chance.choice(table.waiting)
        if chance.random() < SILLY:
            table.play(seat, chance.choice(table.actions(seat)))
        else:
            table.play(seat, player.choose(situation(table, seat, seed=seed)))
        stops.append((len(table.history), table.position()))
    kept = [*stops[:: max(1, len(stops) // 9)][:9], stops[-1]]
    return {
        "about": about,
        "scores": table.scores,
        "winners": table.winners,
        "record": table.record(),
        "positions": [{"after": after, "position": position} for after, position in kept],
    }


def written(data: dict[str, Any]) -> str:
    """Return readable JSON: a line per decision with the chance outcomes after it, and a line per position."""
    record = dict(data["record"])
    turns: list[list[Any]] = []
    for entry in record.pop("history"):
        if not turns or (entry[0] >= 0 and turns[-1]):
            turns.append([])
        turns[-1].append(entry)
    lines = ",\n".join("      " + json.dumps(turn)[1:-1] for turn in turns)
    head = "".join(f'  "{name}": {json.dumps(data[name])},\n' for name in ("about", "scores", "winners"))
    positions = ",\n".join("    " + json.dumps(entry) for entry in data["positions"])
    return (
        f'{{\n{head}  "record": {{\n    {json.dumps(record)[1:-1]},\n    "history": [\n{lines}\n    ]\n  }},\n'
        f'  "positions": [\n{positions}\n  ]\n}}\n'
    )


def main(arguments: list[str] | None = None) -> None:
    """Write one transcript of a game, or all that it has."""
    parser = argparse.ArgumentParser(description="Write the transcripts of a game.")
    parser.add_argument("game", choices=sorted(tischlein.games()))
    parser.add_argument("name", nargs="?", help="of one transcript, also of a new one")
    parser.add_argument("--seats", type=int, help="as before if not given")
    parser.add_argument("--option", action="append", metavar="NAME=VALUE", help="likewise")
    parser.add_argument("--about", help="what happens in it; likewise")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    game, folder = tischlein.game(asked.game), FOLDER / asked.game / "transcripts"
    for name in [asked.name] if asked.name else sorted(path.stem for path in folder.glob("*.json")):
        path = folder / f"{name}.json"
        before = json.loads(path.read_text("utf-8")) if path.exists() else {}
        record = before.get("record", {"seats": game.usual_seats, "options": {}})
        about = before.get("about", "") if asked.about is None else asked.about
        try:
            options = record["options"] if asked.option is None else read_options(game, asked.option)
            made = played(game, about, asked.seed, asked.seats or record["seats"], options)
        except tischlein.OptionError as error:
            parser.error(str(error))
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(written(made), "utf-8")
        print(path.relative_to(FOLDER.parent))


if __name__ == "__main__":
    main()
