"""Write down what this version promises to later ones, into `tests/promises/`: `.venv/bin/python -m scripts.promises` (docs/stability.md).

`tests/promises` compares: names and signatures, commands, options and the keys of their JSON, the protocol, layouts and records of games, and a dump
of a database.
Until a version is published its files may be written again; afterwards they stay as they are.
"""

import inspect
import json
import os
import re
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, Final

import click
from click.testing import CliRunner

import tischlein
from bench.server.traffic import serving
from scripts.visit import visit
from tischlein.cli import app
from tischlein.coach.analysis import Analysis
from tischlein.coach.review import Review
from tischlein.engine.play.chain import layout_hash
from tischlein.lab.arena.arena import ArenaResult
from tischlein.lab.simulate.paired import Comparison, Difference
from tischlein.lab.simulate.result import Result
from tischlein.lab.simulate.sweep import Sweep
from tischlein.lab.vector.base import Vector
from tischlein.server.http.openapi import document

ROOT: Final = Path(__file__).resolve().parents[1]
PROMISES: Final = ROOT / "tests" / "promises"
# Words in the code of the guides that name what objects have.
DOCUMENTED: Final = {
    word
    for page in ("README.md", "docs/api.md", "docs/simulate.md", "docs/coach.md")
    for code in re.findall(r"`([^`\n]+)`|\.(\w+)", (ROOT / page).read_text("utf-8"))
    for word in re.findall(r"\w+", " ".join(code))
}
# What public functions return.
RETURNED: Final = (Analysis, ArenaResult, Comparison, Difference, Result, Review, Sweep, Vector)
CURRENT: Final = PROMISES / ".".join(tischlein.__version__.split(".")[:2])


def public_names() -> str:
    """Return every public name of the package with its signature, one a line; of classes what the guides name."""
    public = [(name, getattr(tischlein, name)) for name in tischlein.__all__]
    found = [*public, *((one.__name__, one) for one in RETURNED)]
    return "".join(f"{line}\n" for name, value in found for line in _described(name, value))


def _described(name: str, value: Any) -> Iterator[str]:
    if not inspect.isclass(value):
        yield f"{name}{inspect.signature(value) if callable(value) else ''}"
        return
    bases = [base.__name__ for base in value.__mro__[1:] if base.__module__.startswith("tischlein")]
    yield f"class {name}({', '.join(bases)})"
    members = {
        member for kind in value.__mro__ if kind.__module__.startswith("tischlein") for member in vars(kind)
    }
    annotated = {field for kind in value.__mro__ for field in inspect.get_annotations(kind)}
    for member in sorted(members | annotated):
        if not member.startswith("_") and member in DOCUMENTED:
            found = inspect.getattr_static(value, member, None)
            found = getattr(found, "__func__", found)
            yield f"  {name}.{member}{inspect.signature(found) if inspect.isfunction(found) else ''}"


def commands() -> str:
    """Return every command with its arguments and options, one a line."""
    context = click.Context(app)
    lines = []
    for name in app.list_commands(context):
        command = app.get_command(context, name)
        lines.append(name)
        for parameter in command.params if command else ():
            words = [*parameter.opts, *parameter.secondary_opts]
            argument = isinstance(parameter, click.Argument)
            lines += [f"{name} {word}" for word in ([parameter.human_readable_name] if argument else words)]
    return "".join(f"{line}\n" for line in sorted(lines))


def json_keys(database: str) -> str:
    """Return the keys in what commands print with `--json`, one a line; ``database`` is a dump of one."""
    table = tischlein.game("lobo77").at(
        {"game": "lobo77", "seats": 2, "total": 70, "chips": [0, 0], "hands": [["0", "9"], ["8", "9"]]},
        seed=1,
    )
    table.play(0, "9")
    record = json.dumps(table.record())
    asked = (
        "simulate lobo77 --games 40 --seats 2 --bots random --seed 1",
        "simulate lobo77 --games 40 --seats 2 --bots random --seed 1 --sweep hand=3,4 --backend python",  # compiles nothing
        "arena lobo77 random medium --deals 2",
        "review game.json",
        "verify game.json",
        "check --data here",
        "backup copy.sqlite3 --data here",
        "restore copy.sqlite3 --data there",
        "doctor --data here --port 9",
    )
    found: set[str] = set()
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "game.json").write_text(record, "utf-8")
        (place / "here").mkdir()
        with closing(sqlite3.connect(place / "here" / "tables.sqlite3")) as connection:
            connection.executescript(database)
        os.chdir(place)
        try:
            for line in asked:
                said = CliRunner().invoke(app, [*line.split(), "--json"]).stdout
                found |= {f"{line.split()[0]} {path}" for path in _paths(json.loads(said))}
        finally:
            os.chdir(before)
    return "".join(f"{line}\n" for line in sorted(found))


def _paths(value: Any, here: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (there := f"{here}.{key}" if here else key)
            yield from _paths(inner, there)
    elif isinstance(value, list):
        for inner in value:
            yield from _paths(inner, f"{here}[]")


def protocol() -> dict[str, Any]:
    """Return the requests and the types of messages."""
    whole = document()
    requests = {
        f"{method.upper()} {path}": sorted(one["responses"])
        for path, methods in whole["paths"].items()
        for method, one in methods.items()
    }
    return {"requests": requests, "types": whole["components"]["schemas"]}


def layouts() -> dict[str, Any]:
    """Return the rules version and the hash of the record's layout of each game: clients are sent records as bytes."""
    return {
        id: {"version": game.version, "layout": layout_hash(game)}
        for id, game in sorted(tischlein.games().items())
    }


def records() -> list[dict[str, Any]]:
    """Play games of all kinds at random, to the end or halfway, and return their records with what came out."""
    found: list[dict[str, Any]] = []
    for game in tischlein.games().values():
        for seats in {game.seats[0], game.seats[-1]}:
            for name in ("", *game.options):
                options = {name: _other(game.options[name])} if name else {}
                if game.clash(seats, game.check_options(options)):
                    continue
                table, dice = game.new(seats=seats, seed=len(found), **options), Random(len(found))
                while not table.over and (name or len(table.record()["history"]) < 60):
                    seat = table.waiting[0]
                    table.play(seat, dice.choice(table.actions(seat)))
                found.append(
                    {
                        "record": table.record(),
                        "over": table.over,
                        "scores": table.scores,
                        "winners": table.winners,
                    }
                )
    return found


def _other(option: tischlein.Option) -> Any:
    """Return a choice that is not the default."""
    return next(value for value in option.choices if value != option.default)


def database() -> tuple[str, dict[str, str]]:
    """Let bots finish a game of each kind at a server, and a person begin one; return the database as SQL, and the person's seat."""
    with tempfile.TemporaryDirectory() as folder:
        command = [str(Path(sys.executable).with_name("tischlein")), "serve", "--port", "0", "--data", folder]
        with serving(command) as (address, _):
            for game in tischlein.games():
                visit(address, {"game": game, "seats": 2, "bots": ["random", "random"]})
            wish = {"game": "qwixx", "seats": 2, "bots": [None, "random"]}
            seat = visit(address, wish, most=3)
        with closing(sqlite3.connect(Path(folder) / "tables.sqlite3")) as connection:
            return "".join(f"{line}\n" for line in connection.iterdump()), seat


def one_a_line(found: dict[str, dict[str, Any]]) -> str:
    """Return JSON with every request and every type in a line of its own, so that a change is easy to see."""
    parts = [
        f"{json.dumps(part)}: {{\n"
        + ",\n".join(
            f"{json.dumps(name)}: {json.dumps(one, sort_keys=True)}" for name, one in sorted(held.items())
        )
        + "\n}"
        for part, held in found.items()
    ]
    return f"{{{', '.join(parts)}}}\n"


def main() -> None:
    CURRENT.mkdir(exist_ok=True)
    (CURRENT / "api.txt").write_text(public_names(), "utf-8")
    (CURRENT / "commands.txt").write_text(commands(), "utf-8")
    (CURRENT / "protocol.json").write_text(one_a_line(protocol()), "utf-8")
    (CURRENT / "layouts.json").write_text(one_a_line(layouts()), "utf-8")
    lines = ",\n".join(json.dumps(one, separators=(",", ":")) for one in records())
    (CURRENT / "records.json").write_text(f"[\n{lines}\n]\n", "utf-8")
    dump, seat = database()
    (CURRENT / "tables.sql").write_text(dump, "utf-8")
    (CURRENT / "json.txt").write_text(json_keys(dump), "utf-8")
    (CURRENT / "seat.json").write_text(json.dumps(seat) + "\n", "utf-8")
    print(f"Written: {CURRENT.relative_to(ROOT)}. Say in CHANGELOG.md what has changed.")


if __name__ == "__main__":
    main()
