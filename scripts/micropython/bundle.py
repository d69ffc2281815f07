"""Puts together what the page's worker runs: modules, rewritten, and the texts as data, all in one file per game and one for all."""

import ast
import json
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from scripts.micropython.rewrite import HELPERS, LEFT_OUT, NOT_IN_THE_PAGE, rewritten

HERE = Path(__file__).parent
# Where the worker comes in, and what belongs to no game.
ENTRANCE = "tischlein.offline.tables"
# Written by hand for MicroPython: the original leans on what only CPython has.
REPLACED = HERE / "replaced"
TEXTS = (
    "tischlein.engine.texts",
    "tischlein.room.texts",
    "tischlein.coach.texts",
    "tischlein.offline.texts",
    "tischlein.verify.texts",
)
# Of a game's texts: the page reads rules and options elsewhere, and the terminal and the lab are not there.
UNTOLD = ("rules", "tagline", "terminal", "story", "short", "columns", "bins", "questions", "ratios")
LANGUAGES = ("de", "en")


def bundle(source: Path, games: list[str]) -> dict[str, bytes]:
    """Return the files of the bundle by name: ``engine.json``, and ``<game>.json`` for every game. ``source`` is the folder of the package."""
    bound = _Sources(source)
    core = bound.closure([ENTRANCE])
    files = {"engine.json": _file(bound, core, TEXTS, with_helpers=True)}
    for game in games:
        home = f"tischlein.games.{game}"
        own = {name: text for name, text in bound.closure([home]).items() if name not in core}
        files[f"{game}.json"] = _file(bound, own, (f"{home}.face.texts",))
    return files


class _Sources:
    def __init__(self, root: Path) -> None:
        self.root = root
        # Every game imports much that the engine does: each module is looked for, and rewritten, once.
        self.path = cache(self._path)
        self._module = cache(self._rewritten)

    def _path(self, name: str) -> Path | None:
        """Return the file of a module that belongs into the bundle."""
        own = REPLACED / f"{name}.py"
        if own.is_file():
            return own
        if not name.startswith("tischlein") or name.endswith(LEFT_OUT) or name == "tischlein":
            return None
        place = self.root.joinpath(*name.split(".")[1:])
        for file in (place.with_suffix(".py"), place / "__init__.py"):
            if file.is_file() and not name.startswith(NOT_IN_THE_PAGE):
                return file
        return None

    def closure(self, names: list[str]) -> dict[str, str]:
        """Return these modules and all that they import, rewritten."""
        found: dict[str, str] = {}
        waiting = list(names)
        while waiting:
            name = waiting.pop()
            file = self.path(name)
            if name not in found and file is not None:
                found[name], imported = self._module(name, file)
                waiting += imported
        return dict(sorted(found.items()))

    def _rewritten(self, name: str, file: Path) -> tuple[str, list[str]]:
        """Return a module as MicroPython takes it, and the names of those that it imports."""
        tree = rewritten(name, file.read_text("utf-8"), lambda other: self.path(other) is not None)
        return ast.unparse(tree) + "\n", list(_imported(tree))


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _file(
    bound: _Sources, modules: dict[str, str], texts: tuple[str, ...], with_helpers: bool = False
) -> bytes:
    files = {_place(bound, name): text for name, text in modules.items()}
    if with_helpers:
        files[f"{HELPERS}.py"] = _bare((HERE / "stand_ins.py").read_text("utf-8"))
        files["secrets.py"] = _bare((REPLACED / "secrets.py").read_text("utf-8"))
    return json.dumps(
        {
            "files": files,
            "texts": {
                f"{package} {language}": _texts(bound.root, package, language)
                for package in texts
                for language in LANGUAGES
            },
        },
        ensure_ascii=False,
        separators=(",", ":"),
    ).encode()


def _place(bound: _Sources, name: str) -> str:
    """Where a module lies: packages are folders. A package of which nothing else is here may be a file, but not one with parts."""
    file = bound.path(name)
    package = file is not None and (
        file.name == "__init__.py" or (bound.root.joinpath(*name.split(".")[1:]) / "__init__.py").is_file()
    )
    return name.replace(".", "/") + ("/__init__.py" if package else ".py")


def _bare(source: str) -> str:
    return ast.unparse(ast.parse(source)) + "\n"


def _texts(root: Path, package: str, language: str) -> Any:
    found = tomllib.loads(root.joinpath(*package.split(".")[1:], f"{language}.toml").read_text("utf-8"))
    return _pairs({key: value for key, value in found.items() if key not in UNTOLD})


def _pairs(value: Any) -> Any:
    """Dicts as lists of pairs: their order counts, and MicroPython's JSON would lose it."""
    if isinstance(value, dict):
        return {"": [[key, _pairs(inner)] for key, inner in value.items()]}
    return [_pairs(inner) for inner in value] if isinstance(value, list) else value
