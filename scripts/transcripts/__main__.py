"""Write the transcripts in conformance/<game>/transcripts again, after a deliberate change of the rules.

    python -m scripts.transcripts lobo77

For each game a module beside this one lists its transcripts in GAMES, and may define `choose`, which picks each move; without it
players act at random. Read the result before you commit it: the tests only compare with it.
"""

import argparse
import importlib
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import tischlein

FOLDER = Path(__file__).resolve().parents[2] / "conformance"

Player = Callable[[tischlein.Table, random.Random], tuple[int, str]]


def at_random(table: tischlein.Table, chance: random.Random) -> tuple[int, str]:
    """Return a random seat that may act, and a random legal action."""
    seat = chance.choice(table.waiting)
    return seat, chance.choice(table.actions(seat)).text


def transcript(
    game: tischlein.Game, choose: Player, about: str, seed: int, seats: int, options: dict[str, Any]
) -> dict[str, Any]:
    """Play one whole game, and return it with about ten positions on the way."""
    chance = random.Random(seed)
    table = game.new(seats, seed=seed, **options)
    stops = [(len(table.history), table.position())]
    while not table.over:
        table.play(*choose(table, chance))
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


def main() -> None:
    """Write all transcripts of a game."""
    parser = argparse.ArgumentParser(description="Write the transcripts of a game again.")
    parser.add_argument("game", choices=sorted(tischlein.games()))
    asked = parser.parse_args()
    games = importlib.import_module(f"scripts.transcripts.{asked.game}")
    choose: Player = getattr(games, "choose", at_random)
    for name, (about, seed, seats, options) in games.GAMES.items():
        path = FOLDER / asked.game / "transcripts" / f"{name}.json"
        text = written(transcript(tischlein.game(asked.game), choose, about, seed, seats, options))
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(FOLDER.parent))


if __name__ == "__main__":
    main()
