"""Write web/src/games/<game>/rules/examples.json: the drawn examples of the rules, one for each section.

    python -m scripts.rule_examples            # write them
    python -m scripts.rule_examples --check    # only say which files are stale; status 1 if any is

Beside each file lies examples.toml, which names for every section a case of the conformance suite, whose eyes look on, after how
many moves of the case, and what is shown. What a picture shows is what that seat sees there, and nothing else.
"""

import argparse
import json
import sys
import tomllib
from pathlib import Path
from typing import Any

import tischlein
from conformance.runner import Case, load_cases

ROOT = Path(__file__).resolve().parents[1]
FACES = ROOT / "web" / "src" / "games"
# Never drawn, and long.
LEFT_OUT = ("unseen", "options")


def chosen(game: str) -> list[dict[str, Any]]:
    """What the game's examples.toml says, one entry for each section of its rules."""
    with (FACES / game / "rules" / "examples.toml").open("rb") as file:
        return list(tomllib.load(file)["example"])


def has_examples() -> list[str]:
    """The games whose rules have pictures."""
    return sorted(path.parent.parent.name for path in FACES.glob("*/rules/examples.toml"))


def opened(case: Case) -> tischlein.Table:
    """The table at the start of a case, with all chance that the case knows of."""
    data = case.data
    start = data.get("new", data)
    later = [outcome for step in data["steps"] for outcome in step.get("chance", [])]
    chance = [*start.get("chance", []), *later]
    game = tischlein.game(case.game)
    if "new" in data:
        return game.new(seats=start["seats"], chance=chance, **start.get("options", {}))
    return game.at({"game": case.game, **data["at"]}, chance=chance)


def pictures(case: Case, seat: int, after: list[int]) -> list[dict[str, Any]]:
    """What the seat sees after so many moves of the case."""
    table = opened(case)
    views = [table.view(seat)]
    for step in case.data["steps"]:
        if "play" in step:
            table.play(step["seat"], step["play"])
            views.append(table.view(seat))
    shown = [json.loads(json.dumps(views[moves])) for moves in after]
    return [{key: value for key, value in view.items() if key not in LEFT_OUT} for view in shown]


def examples(game: str) -> list[dict[str, Any]]:
    """The examples of a game, as the page reads them."""
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
    """The file as it should be."""
    lines = ",\n".join(json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in examples(game))
    return f"[\n{lines}\n]\n"


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="scripts.rule_examples", description="Write the examples of the rules."
    )
    parser.add_argument("--check", action="store_true", help="write nothing, only say what is stale")
    only_check = parser.parse_args(arguments).check
    stale = []
    for game in has_examples():
        path = FACES / game / "rules" / "examples.json"
        fresh = text_of(game)
        if not path.exists() or path.read_text(encoding="utf-8") != fresh:
            stale.append(game)
            if not only_check:
                path.write_text(fresh, encoding="utf-8")
    print(f"stale: {', '.join(stale) or 'none'}")
    return 1 if only_check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
