"""Write the beginning of the next proof that a game lacks: `tischlein prove NAME --next`.

A skeleton has what can be known from the game itself, and `WRITE` where only its author knows more: its tests fail until then.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from helpers.chosen import choose
from helpers.proofs import MUTANTS, ROOT, lacking, missing
from scripts import clause_table
from tischlein.engine.game import Game
from tischlein.games import GAMES

WRITE = "WRITE"


def next_skeleton(game: Game, root: Path = ROOT) -> tuple[Path, str]:
    """Return the next file that is to be written, and the text of all of it."""
    for name in missing(game):
        section, _, file = name.rpartition(" in ")
        if section:
            return root / file, with_more(root / file, seeds(game))
        place, text = skeleton(game, name)
        return root / place, text
    for ruling, lacks in lacking(game).items():
        if "case" in lacks:
            path = root / f"conformance/{game.id}/cases/{ruling.lower()}.toml"
            return path, with_more(path, one_case(game, ruling)) if path.exists() else cases(game, ruling)
        if "mutant" in lacks:
            path = root / MUTANTS / game.id / "more.toml"
            return path, with_more(path, mutant(game, ruling)) if path.exists() else mutant(game, ruling)
        if "table" in lacks:
            page = root / f"docs/games/{game.id}.md"
            return page, clause_table.renewed(page.read_text("utf-8"), game)
    raise SystemExit(f"{game.id} lacks nothing that has to be written.")


def with_more(path: Path, text: str) -> str:
    return f"{path.read_text('utf-8').rstrip()}\n\n{text}"


def skeleton(game: Game, name: str) -> tuple[str, str]:
    """Return where the first file of a missing proof goes, and what it begins with."""
    id = game.id
    if name.endswith("rules.wasm"):
        raise SystemExit(f"Next: python -m modules {id}")
    if name.endswith("transcripts"):
        seats = game.seats[0]
        raise SystemExit(f'Next: python -m scripts.transcripts {id} first --seats {seats} --about "{WRITE}"')
    makers = {
        f"tests/reference/{id}.py": reference,
        f"tests/per_game/{id}.py": kit,
        f"conformance/{id}/clauses.toml": clauses,
        f"conformance/{id}/counts.toml": counts,
        f"conformance/{id}/position.json": schema,
        f"docs/games/{id}.md": page,
    }
    if name == f"conformance/{id}/cases":
        ruling = next(iter(lacking(game)))
        return f"{name}/{ruling.lower()}.toml", cases(game, ruling)
    if name == f"{MUTANTS}/{id}":
        return f"{name}/more.toml", mutant(game, next(iter(lacking(game))))
    return name, makers[name](game)


def opened(game: Game) -> Any:
    """Return a table of a new game in which a seat has to decide."""
    return game.new(game.usual_seats, seed=1)


def reference(game: Game) -> str:
    keys = [key for key in opened(game).position() if key not in ("game", "options")]
    reads = "\n".join(
        f"        self.{key} = position.get({key!r})  # {WRITE}: its value in a new game" for key in keys
    )
    functions = "\n\n".join(
        f"    {line}\n        raise NotImplementedError  # {WRITE}"
        for line in (
            "@classmethod\n    def new(cls, seats: int, options: dict[str, Any], chance: Chance) -> Self:",
            "@property\n    def over(self) -> bool:",
            "@property\n    def waiting(self) -> tuple[int, ...]:",
            "@property\n    def scores(self) -> list[int]:",
            "@property\n    def winners(self) -> list[int]:",
            'def why(self, seat: int, text: str) -> tuple[str, str] | None:\n        """Return code and clause of the reason against an action."""',
            "def play(self, seat: int, text: str) -> None:",
            'def known(self, eyes: int | None) -> dict[str, Any]:\n        """Return what a seat may know, as a part of its view."""',
        )
    )
    return f'''"""{game.name} as people play it with cards on a table: no speed, no tricks."""

from typing import Any, Self

from . import Chance

TEXTS = {list(game.action_ids)!r}


class Reference:
    """One table; the attributes are named like the keys of a position."""

    def __init__(self, position: dict[str, Any], chance: Chance) -> None:
        self.chance, self.options = chance, dict(position.get("options", {{}}))
{reads}

    @classmethod
    def at(cls, position: dict[str, Any], chance: Chance) -> Self:
        return cls(position, chance)

{functions}

    def actions(self, seat: int) -> set[str]:
        return {{text for text in TEXTS if self.why(seat, text) is None}}

    def position(self) -> dict[str, Any]:
        return {{key: getattr(self, key) for key in {keys!r}}} | {{"game": {game.id!r}, "options": self.options}}
'''


def kit(game: Game) -> str:
    package = game.rules.__name__.rpartition(".")[0]
    return f'''"""{game.name} for the suites."""

from collections import Counter
from random import Random
from typing import Any

from {package} import GAME
from reference.{game.id} import TEXTS, Reference

from .base import Kit, Position, SmallWorld

# {WRITE}: a position near the end in which seat 0 does not know one or two cards.
LAST: Position = {opened(game).position()!r}


class {game.name.replace(" ", "")}Kit(Kit):
    game = GAME
    reference = Reference
    texts = tuple(TEXTS)
    cases = (SmallWorld("{WRITE}", LAST, 0, ()),)  # the places of these cards, such as ("hands", 1, 0)

    def random_options(self, rng: Random, seats: int) -> dict[str, Any]:
        return {{}}  # {WRITE}: any of {list(game.options)!r}

    def random_position(self, rng: Random) -> Position:
        raise NotImplementedError  # {WRITE}: few cards, close to the edges of the rules

    def canonical(self, position: Position) -> Position:
        raise NotImplementedError  # {WRITE}: lists without an order, sorted

    def cards(self, s: Any) -> Counter[int]:
        raise NotImplementedError  # {WRITE}: every card of a record, wherever it is


KIT = {game.name.replace(" ", "")}Kit()
'''


def seeds(game: Game) -> str:
    from properties.test_seeds import given

    GAMES[game.id] = game
    return f"[{game.id}]\n" + "\n".join(
        f"{key} = {json.dumps(value)}" for key, value in given(game.id).items()
    )


def clauses_named(game: Game) -> list[str]:
    """Return the clauses that the rules and their refusals name, in order."""
    named = re.findall(r"\b([A-Z]\d+)\b", sys.modules[game.rules.__name__].__doc__ or "")
    named += [clause for _, clause in game.rules.REASONS if clause]
    return sorted(dict.fromkeys(named), key=lambda clause: int(clause[1:]))


def clauses(game: Game) -> str:
    heading = (
        f"# {game.name}: the clauses of the rules and, below each, the single rulings that cases and mutants prove.\n"
        "# Kinds: R = printed in the game's rules, J = a judgement where they are silent, both = some of each.\n\n"
        f'game = "{game.id}"\nrules_version = {game.version}\n\n'
        f'[compare]\nmultisets = []\ncards = ["{WRITE}"]  # where cards lie in a position, such as "hands.*"\n'
    )
    return heading + "".join(
        f'\n[[clause]]\nid = "{clause}"\nkind = "R"\ntitle = {{de = "{WRITE}", en = "{WRITE}"}}\n'
        f'rulings = [\n    {{id = "{clause}a", kind = "R", en = "{WRITE}: one statement of {clause}"}},\n]\n'
        for clause in clauses_named(game)
    )


def as_toml(value: Any) -> str:
    """Return a value as TOML; None is the text "null"."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {as_toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(as_toml, value)) + "]"
    return json.dumps("null" if value is None else value, ensure_ascii=False)


def a_position(game: Game) -> str:
    return as_toml({key: value for key, value in opened(game).position().items() if key != "game"})


def one_case(game: Game, ruling: str) -> str:
    table = opened(game)
    seat = table.waiting[0]
    return f"""[[case]]
name = "{WRITE.lower()}-{ruling.lower()}"
rulings = ["{ruling}"]
about = "{WRITE}: what happens, and what {ruling} says about it."
at = {a_position(game)}
steps = [
    {{seat = {seat}, play = {json.dumps(table.actions(seat)[0].text)}, expect = {{scores = ["{WRITE}"]}}}},
]
"""


def cases(game: Game, ruling: str) -> str:
    return f'# {ruling}: {WRITE}.\n\ngame = "{game.id}"\n\n{one_case(game, ruling)}'


def mutant(game: Game, ruling: str) -> str:
    """Return an error about a ruling, in the first line of code of a function that names its clause."""
    clause = ruling.rstrip("abcdefghijklmnopqrstuvwxyz")
    line = next(lines_about(game, clause), WRITE)
    return f"""[[mutant]]
ruling = "{ruling}"
lie = "{WRITE}: what is wrong then"
find = {json.dumps(line, ensure_ascii=False)}
replace = "{WRITE}"
"""


def lines_about(game: Game, clause: str) -> Iterator[str]:
    """Yield lines of the rules in functions whose docstring names a clause."""
    folder = Path(sys.modules[game.rules.__name__].__file__ or "").parent
    for path in sorted([*folder.glob("rules.py"), *folder.glob("rules/*.py"), *folder.glob("*.py")]):
        for body in re.findall(
            rf'^def .*\n    """.*\b{clause}\b.*"""\n((?:    .*\n)+)', path.read_text("utf-8"), re.M
        ):
            yield from (line.strip() for line in body.splitlines())


def counts(game: Game) -> str:
    return f"""# How many ways lead on from small positions: the leaves after 1, 2, 3, … decisions (see ../README.md).

game = "{game.id}"

[[count]]
name = "{WRITE.lower()}"
about = "{WRITE}: a small position, and why it is one."
at = {a_position(game)}
leaves = []
"""


def schema(game: Game) -> str:
    """Return a schema that fits one position: its author says what else may be."""
    position = opened(game).position()
    kinds = {
        bool: "boolean",
        int: "integer",
        str: "string",
        list: "array",
        dict: "object",
        type(None): "null",
    }
    properties: dict[str, Any] = {key: {"type": kinds[type(value)]} for key, value in position.items()}
    properties["game"] = {"const": game.id}
    properties["seats"] = {"type": "integer", "minimum": game.seats[0], "maximum": game.seats[-1]}
    found = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A position of {game.name}",
        "description": f"{WRITE}: in which order lists are.",
        "type": "object",
        "required": ["game", "seats"],
        "additionalProperties": False,
        "properties": properties,
    }
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"


def page(game: Game) -> str:
    marks = {name: f"<!-- {name}: begin -->\n<!-- {name}: end -->" for name in clause_table.TABLES}
    text = f"""# {game.name}

{WRITE}: what the game is about, in three sentences.

## How it plays

{WRITE}

## Options

{marks["options"]}

## Cards and actions

{marks["reasons"]}

## Who sees what

{marks["fields"]}

## The rules, clause by clause

{marks["clauses"]}
"""
    return clause_table.renewed(text, game)


def main(name: str) -> None:
    choose(name)
    path, text = next_skeleton(GAMES[name])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    told = f"Fill in what says {WRITE}, then type `tischlein prove {name} --next` again."
    sys.stdout.write(f"Written: {path.relative_to(ROOT)}. {told}\n")


if __name__ == "__main__":
    main(sys.argv[1])
