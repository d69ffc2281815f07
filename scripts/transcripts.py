"""Write the whole games in conformance/<game>/transcripts anew, after the rules have changed on purpose.

    python -m scripts.transcripts lobo77

The games are made up: cautious players who now and then do something silly. Read what comes out before it is committed;
the tests only compare with it.
"""

import argparse
import json
import random
from pathlib import Path
from typing import Any

import tischlein

FOLDER = Path(__file__).resolve().parents[1] / "conformance"

# name: (what happens in it, seed, seats, options)
GAMES: dict[str, dict[str, tuple[str, int, int, dict[str, Any]]]] = {
    "lobo77": {
        "two": ("Two players, all options as they are.", 21, 2, {}),
        "three-by-hand": (
            "Three players who draw by hand and forget it at times; seat 2 starts.",
            5,
            3,
            {"manual_draw": True, "starter": 2},
        ),
        "four-older-edition": ("Four players with the fifth reverse card.", 8, 4, {"reverse_cards": 5}),
        "eight": ("A full table; the discard pile is shuffled again and again.", 3, 8, {"starter": 0}),
    }
}


def costs(view: dict[str, Any], text: str) -> bool:
    """Would a cautious player rather not do this? LOBO 77: cards that cost a chip."""
    total = int(view["total"]) + (int(text) if text.lstrip("-").isdigit() else 0)
    return total > 77 or (total > 0 and total % 11 == 0)


def choose(table: tischlein.Table, chance: random.Random) -> tuple[int, str]:
    """Somebody who may act, and what they do."""
    drawing = [seat for seat in table.waiting if any(action.text == "draw" for action in table.actions(seat))]
    if drawing and (len(table.waiting) == 1 or chance.random() < 0.85):
        return drawing[0], "draw"
    seat = next(seat for seat in table.waiting if table.view(seat)["turn"] == seat)
    texts = [action.text for action in table.actions(seat) if action.text != "draw"]
    careful = [text for text in texts if not costs(table.view(seat), text)]
    return seat, chance.choice(careful if careful and chance.random() < 0.9 else texts)


def transcript(
    game: tischlein.Game, about: str, seed: int, seats: int, options: dict[str, Any]
) -> dict[str, Any]:
    """One whole game, with about ten positions on the way."""
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
    """JSON for people: a line per turn, that is a decision and the luck that follows, and a line per position."""
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
    parser = argparse.ArgumentParser(description="Write the transcripts of a game anew.")
    parser.add_argument("game", choices=sorted(GAMES))
    asked = parser.parse_args()
    for name, (about, seed, seats, options) in GAMES[asked.game].items():
        path = FOLDER / asked.game / "transcripts" / f"{name}.json"
        text = written(transcript(tischlein.game(asked.game), about, seed, seats, options))
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(FOLDER.parent))


if __name__ == "__main__":
    main()
