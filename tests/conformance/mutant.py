"""Runs conformance cases on a package with one lie in one of its modules: the worker of test_mutants.py.

Each line on the input is {"game", "package", "path", "source", "proving", "others"}: the file that lies, and what it says. Each on the output is
{"ok": {case id: passed}}: of the proving cases up to the first that fails, of the others until more than half pass. It is a process
of its own, because a lie must not outlive its test, and because some lies never come to an end.
"""

import importlib
import importlib.util
import json
import sys
from collections.abc import Sequence
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from conformance.adapters import InProcess
from conformance.runner import Case, load_cases, run_cases


class Liar(SourceFileLoader):
    """Loads a module from another source than its file."""

    def __init__(self, name: str, path: str, source: str) -> None:
        super().__init__(name, path)
        self.source = source

    def get_code(self, fullname: str) -> CodeType:
        # Not through the bytecode cache, which knows only the truth.
        return self.source_to_code(self.source.encode(), self.path)


class Finder(MetaPathFinder):
    """Finds the one file that lies; all others are found as always."""

    def __init__(self, path: Path, source: str) -> None:
        self.path = path
        self.source = source

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.origin is None or Path(spec.origin) != self.path:
            return None
        return importlib.util.spec_from_file_location(
            fullname,
            spec.origin,
            loader=Liar(fullname, spec.origin, self.source),
            submodule_search_locations=spec.submodule_search_locations,
        )


@cache
def cases_of(game: str) -> list[Case]:
    return load_cases(game)


def named(asked: dict[str, Any], key: str) -> list[Case]:
    """The cases that are asked for under this key."""
    names = set(asked[key])
    return [case for case in cases_of(asked["game"]) if case.name in names]


def results(asked: dict[str, Any]) -> dict[str, bool]:
    """Import the game again with the lie in it, and run the cases. What the lie does not touch stays imported."""
    package = asked["package"]
    lie = Finder(Path(asked["path"]), asked["source"])
    room = f"tischlein.games.{asked['game']}"
    gone = room if package == room else "tischlein"
    for name in [name for name in sys.modules if f"{name}.".startswith(f"{gone}.")]:
        del sys.modules[name]
    sys.meta_path.insert(0, lie)
    try:
        game = importlib.import_module(room).GAME
        found = {}
        for result in run_cases(named(asked, "proving"), InProcess(lambda id: game)):
            found[result.id] = result.ok
            if not result.ok:
                break
        others, unmoved = named(asked, "others"), 0
        for result in run_cases(others, InProcess(lambda id: game)):
            found[result.id] = result.ok
            unmoved += result.ok
            if unmoved > len(others) / 2:
                break
        return found
    finally:
        del sys.meta_path[0]


def main() -> None:
    """Answer until the input ends."""
    for line in sys.stdin:
        sys.stdout.write(json.dumps({"ok": results(json.loads(line))}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
