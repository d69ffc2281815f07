"""Print what modules export, as TypeScript, so that the loader cannot call it otherwise: ``python -m modules.typescript``, run by `make types`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from modules.build import entrances_of, variables
from modules.compile import Entrance
from modules.link import HEAP
from tischlein.games import GAMES

HEADER = """// Written by `make types` from the entrances of a module. Do not edit.

// TypeScript knows WebAssembly only where it knows all of a browser: a program for Node may not.
export interface Pages {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}
export interface Address {
  readonly value: number
}

/** What a module exports: functions on plain numbers, and the addresses of what they read and write. */
export interface Exports {
  readonly memory: Pages
"""


def exports(entrances: Sequence[Entrance], variables: Iterable[str]) -> str:
    """Return the declaration of a module's exports."""
    lines = [f"  readonly {name}: Address" for name in (*variables, HEAP)]
    for entrance in entrances:
        takes = ", ".join(f"{_camel(name)}: number" for name in entrance.parameters)
        gives = "number" if entrance.result else "void"
        doc = " ".join(entrance.doc.split())
        lines += [f"  /** {doc} */", f"  {entrance.name}({takes}): {gives}"]
    return HEADER + "\n".join(lines) + "\n}\n"


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.title() for word in rest)


def text() -> str:
    """Return the declaration, which is the same for every game."""
    return exports(entrances_of(next(iter(GAMES.values()))), variables())


if __name__ == "__main__":
    sys.stdout.write(text())
