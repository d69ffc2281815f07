"""The rules compiled to WebAssembly, for browsers and Node, from the same sources as everywhere else.

``compile`` makes a module of entrances (``entrances``), with ``memory`` and ``link``; ``js`` has the loader; ``backend`` runs it all in Node,
so that this backend can be compared with the others.
"""

# Bytes of one number in lists that the loader and a module hand to one another, as in `memory.ts` and `entrances`.
CELL_BYTES = 8
