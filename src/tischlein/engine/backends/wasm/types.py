"""What a module exports, as TypeScript: written from the entrances, so that the loader cannot call them otherwise.

.venv/bin/python -m tischlein.bots.wasm.types    prints it; `make types` writes it beside the loader
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tischlein.engine.backends.wasm.compile import Entrance
from tischlein.engine.backends.wasm.link import HEAP

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
