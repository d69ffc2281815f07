"""Runs the games' WebAssembly modules in this process, with wasmtime; ``js`` is the loader for browsers and Node.

The folder ``modules`` of a checkout compiles them.
"""

# Bytes of one number in lists that the loader and a module hand to one another, as in `memory.ts` and `entrances`.
CELL_BYTES = 8
