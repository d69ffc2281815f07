"""Write web/src/games/<game>/rules/examples.json: the drawn examples of the rules, one for each section.

The examples.toml beside each file names for every section a conformance case, the seat that looks on, the number of moves played,
and what to draw. A picture is made from what that seat sees there, and from nothing else.
"""

import json
import tomllib
from pathlib import Path
from typing import Any

import tischlein
from conformance.runner import Case, load_cases

ROOT = Path(__file__).resolve().parents[1]
FACES = ROOT / "web" / "src" / "games"
# Long, and never drawn.
LEFT_OUT = ("unseen", "options")


def chosen(game: str) -> list[dict[str, Any]]:
    """Return the entries of a game's examples.toml, one for each section of its rules."""
    with (FACES / game / "rules" / "examples.toml").open("rb") as file:
        return list(tomllib.load(file)["example"])


def has_examples() -> list[str]:
    """Return the games whose rules have pictures."""
    return sorted(path.parent.parent.name for path in FACES.glob("*/rules/examples.toml"))


def opened(case: Case) -> tischlein.Table:
    """Return the table at the start of a case, with all of its chance outcomes."""
    data = case.data
    start = data.get("new", data)
    later = [outcome for step in data["steps"] for outcome in step.get("chance", [])]
    chance = [*start.get("chance", []), *later]
    game = tischlein.game(case.game)
    if "new" in data:
        return game.new(seats=start["seats"], chance=chance, **start.get("options", {}))
    return game.at({"game": case.game, **data["at"]}, chance=chance)


def pictures(case: Case, seat: int, after: list[int]) -> list[dict[str, Any]]:
    """Return what a seat sees after each number of moves in ``after``."""
    table = opened(case)
    views = [table.view(seat)]
    for step in case.data["steps"]:
        if "play" in step:
            table.play(step["seat"], step["play"])
            views.append(table.view(seat))
    shown = [json.loads(json.dumps(views[moves])) for moves in after]
    return [{key: value for key, value in view.items() if key not in LEFT_OUT} for view in shown]


def examples(game: str) -> list[dict[str, Any]]:
    """Return the examples of a game, as the page reads them."""
    cases = {case.name: case for case in load_cases(game)}
    return [
        {
            "case": one["case"],
            "show": one["show"],
            "de": one["de"],
            "en": one["en"],
            "views": pictures(cases[one["case"]], one.get("seat", 0), one.get("after", [0])),
        }
        for one in chosen(game)
    ]


def text_of(game: str) -> str:
    """Return the text that a game's examples.json should have."""
    lines = ",\n".join(json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in examples(game))
    return f"[\n{lines}\n]\n"


if __name__ == "__main__":
    for game in has_examples():
        (FACES / game / "rules" / "examples.json").write_text(text_of(game), "utf-8")
