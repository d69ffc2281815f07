"""Who may import what, beyond the layers that import-linter checks (pyproject.toml)."""

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import tischlein
from helpers.chosen import DRAFTS, EXTRA

PACKAGE = Path(tischlein.__file__).parent
# These must run on a machine that has little else than NumPy.
CORE = ("__init__.py", "cards.py", "interrupts.py", "engine", "games", "bots")
# Rules in the dialect: a folder, or one file of a small game.
RULES = sorted([*PACKAGE.glob("games/*/rules/**/*.py"), *PACKAGE.glob("games/*/rules.py")])
# What bots go by is written in the dialect too.
DIALECT = [*RULES, *sorted(PACKAGE.glob("games/*/bots/**/*.py"))]


def game_of(path: Path) -> str:
    return path.relative_to(PACKAGE / "games").parts[0]


def module_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def sources(*parts: str) -> list[Path]:
    found = []
    for part in parts:
        path = PACKAGE / part
        found += sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return found


def is_module(name: str) -> bool:
    path = PACKAGE.parent.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").exists()


@cache
def imports(path: Path) -> tuple[str, ...]:
    """The modules that a file imports anywhere, by absolute name; `from a import b` is a.b where that is a module."""
    return tuple(imported(path))


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = from_where(path, node)
            for alias in node.names:
                inner = f"{source}.{alias.name}"
                yield inner if is_module(inner) else source


def from_where(path: Path, node: ast.ImportFrom) -> str:
    if node.level == 0:
        return node.module or ""
    folder = path.relative_to(PACKAGE.parent).parts[: -node.level]
    return ".".join((*folder, *([node.module] if node.module else [])))


def test_the_rules_of_every_game_are_looked_at() -> None:
    assert {game_of(path) for path in RULES} == {*tischlein.games(), *DRAFTS}


@pytest.mark.parametrize("path", DIALECT, ids=module_of)
def test_rules_import_only_the_card_helpers_and_one_another(path: Path) -> None:
    readable = RULES if path in RULES else DIALECT
    siblings = {module_of(other) for other in readable if game_of(other) == game_of(path)}
    assert set(imports(path)) <= {"tischlein.cards", "typing", "__future__", *siblings}


@cache
def graph() -> dict[str, set[str]]:
    """Which module imports which, in functions and for types only as well."""
    modules = {module_of(path): path for path in PACKAGE.rglob("*.py")}
    return {name: set(imports(path)) & set(modules) - {name} for name, path in modules.items()}


def test_no_modules_import_one_another_in_a_circle() -> None:
    """Imports for types count too. A package and its own modules are no circle: ``__init__`` may gather what they offer."""
    TopologicalSorter(graph()).prepare()  # raises CycleError with the circle


def test_core_needs_only_the_standard_library_and_numpy() -> None:
    allowed = {*sys.stdlib_module_names, "tischlein", "numpy", "numba"}  # Numba where it is there, see below
    allowed |= {"llvmlite", "wasmtime"}  # the first comes with Numba; the second runs modules
    foreign = {
        (path.relative_to(PACKAGE).as_posix(), name)
        for path in sources(*CORE)
        for name in imports(path)
        if name.partition(".")[0] not in allowed
    }
    assert foreign == set()


def test_a_room_loads_no_server_and_nothing_that_waits() -> None:
    found = json.loads(fresh("import sys, json, tischlein.room.room; print(json.dumps(list(sys.modules)))"))
    assert not [
        name for name in found if name.startswith(("tischlein.server", "asyncio", "msgspec", "sqlalchemy"))
    ]


def test_the_core_does_not_reach_up_to_the_public_package() -> None:
    upwards = {
        path.relative_to(PACKAGE).as_posix() for path in sources(*CORE[1:]) if "tischlein" in imports(path)
    }
    assert upwards == set()


def test_the_package_says_that_it_is_typed() -> None:
    assert (PACKAGE / "py.typed").is_file()


def fresh(code: str) -> str:
    """What this code prints in an interpreter of its own."""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_import_tischlein_loads_nothing_heavy() -> None:
    loaded = json.loads(
        fresh(
            "import sys, json; before = set(sys.modules); import tischlein; tischlein.games();"
            "print(json.dumps(sorted({name.partition('.')[0] for name in set(sys.modules) - before})))"
        )
    )
    assert "tischlein" in loaded
    assert set(loaded) - sys.stdlib_module_names <= {"tischlein", "numpy"}


@pytest.mark.parametrize("name", sorted(set(tischlein.games()) - EXTRA))
def test_a_game_plays_through_without_numba(name: str) -> None:
    played = fresh(f"""
import sys
sys.modules.update(dict.fromkeys(("numba", "llvmlite", "rich", "click")))  # importing them raises
import tischlein
game = tischlein.game({name!r})
table = game.new(seats=game.seats[0], seed=7)
while not table.over:
    seat = table.waiting[0]
    table.play(seat, table.actions(seat)[0])
print(len(table.winners))
""")
    assert int(played) >= 1
