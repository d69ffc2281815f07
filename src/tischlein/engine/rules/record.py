r"""Records: one annotated class per game is the single source of slots, types and bytes.

Fields lie in the order of the class. Where a wide one would not be aligned, hidden bytes that are always zero come before it.
The last word about a field is its sight: who sees it once the record is concealed (``SIGHTS``).

>>> from typing import Annotated
>>> from tischlein.cards import Cells, Int8
>>> class Tiny:
...     turn: Annotated[Int8, "open"]
...     hand: Annotated[Cells, "int8", 3, "open"]
>>> layout = Layout(Tiny)
>>> s = layout.blank()
>>> s.turn, s.hand = 1, [4, 5, 6]
>>> layout.pack(s)
b'\x01\x04\x05\x06'
>>> layout.unpack(layout.pack(s)).hand
[4, 5, 6]
"""

import math
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, get_type_hints

from tischlein.engine.types import Kernel, Namespace, State

if TYPE_CHECKING:
    import numpy as np

# Struct codes, little-endian and without padding, so that bytes are the same on every platform.
CODES = {"int8": "b", "int16": "h", "int32": "i"}
SIZES = {"int8": 1, "int16": 2, "int32": 4}
# Who sees a field. ``conceal`` is written by hand; ``tischlein prove`` checks that it does what these words say.
SIGHTS = {
    "open": "everybody",
    "owner": "in each row the seat that it belongs to",
    "nobody": "nobody",
    "unseen": "everybody: all that is out of sight, to which `conceal` adds what it hides",
    "special": "as `conceal` says: no check of the field alone can tell",
}
# A game's state has to stay small: bots copy it constantly, and a GPU holds millions of them.
MOST_BYTES = 1024


@dataclass(frozen=True)
class Field:
    """One field of a record: its cell type, its shape, () for a single integer, and who sees it."""

    name: str
    cell: str
    shape: tuple[int, ...]
    offset: int
    sight: str

    @property
    def cells(self) -> int:
        return math.prod(self.shape)

    @property
    def size(self) -> int:
        return self.cells * SIZES[self.cell]


class Layout:
    """How a game's record lies in memory, and how it is copied, packed and unpacked on the python backend."""

    def __init__(self, record: type) -> None:
        self.name = record.__name__
        self.fields, self.size = _fields(record)
        if self.size > MOST_BYTES:
            raise TypeError(_too_large(self))
        self._struct = struct.Struct(
            "<" + "".join(f"{pad}x" if name is None else code for name, pad, code in self._pieces())
        )
        self.type = type(self.name, (), {"__slots__": tuple(field.name for field in self.fields)})
        self.copy, self._cells, self._fill = _written_out(self)

    def blank(self) -> State:
        """Return a record of zeros."""
        return self.unpack(bytes(self.size))

    def pack(self, s: State) -> bytes:
        """Return the record's bytes; a value that does not fit its field is an error that names it."""
        try:
            return self._struct.pack(*self._cells(s))
        except struct.error:
            raise OverflowError(self._misfit(s)) from None

    def unpack(self, data: bytes) -> State:
        """Return the record with these bytes."""
        return self._fill(list(self._struct.unpack(data)))  # a slice of a list is a list

    @property
    def dtype(self) -> "np.dtype[np.void]":
        """The same record for NumPy. Hidden bytes are fields there: a hole need not be copied, and equal states have equal bytes."""
        import numpy as np

        spec: list[tuple[object, ...]] = []
        shapes = {field.name: (np.dtype(field.cell).newbyteorder("<"), field.shape) for field in self.fields}
        for name, pad, _ in self._pieces():
            spec.append((f"_pad{len(spec)}", "i1", (pad,)) if name is None else (name, *shapes[name]))
        return np.dtype(spec, align=True)

    def _pieces(self) -> Iterator[tuple[str | None, int, str]]:
        """Yield every field with its ``struct`` code, and the hidden bytes between them."""
        offset = 0
        for field in self.fields:
            if field.offset > offset:
                yield None, field.offset - offset, ""
            yield field.name, 0, f"{field.cells}{CODES[field.cell]}"
            offset = field.offset + field.size
        if self.size > offset:
            yield None, self.size - offset, ""

    def _misfit(self, s: State) -> str:
        for field in self.fields:
            bound = 1 << (8 * SIZES[field.cell] - 1)
            value = getattr(s, field.name)
            flat = [value] if field.shape == () else _flat(value)
            if len(flat) != field.cells:
                return f"{self.name}.{field.name} has {len(flat)} cells instead of {field.cells}"
            for cell in flat:
                if not isinstance(cell, int) or not -bound <= cell < bound:
                    return f"{self.name}.{field.name} cannot hold {cell!r}"
        raise AssertionError(f"every value fits {self.name}")


def _flat(value: list[object]) -> list[object]:
    return [cell for row in value for cell in (row if isinstance(row, list) else [row])]


def _fields(record: type) -> tuple[tuple[Field, ...], int]:
    """Return the fields, each aligned to its cells, and the size of the whole."""
    fields: list[Field] = []
    offset = 0
    for name, hint in get_type_hints(record, include_extras=True).items():
        cell, *shape = getattr(hint, "__metadata__", ("",))
        sight = shape.pop() if shape and isinstance(shape[-1], str) else ""
        if cell not in SIZES or len(shape) > 2:
            raise TypeError(
                f'{record.__name__}.{name}: a field is Annotated[Int8, "open"], likewise Int16 or Int32, a row of them'
                ' Annotated[Cells, "int8", 20, "open"], or rows of rows Annotated[Grid, "int8", 4, 20, "open"]'
            )
        if sight not in SIGHTS or (sight == "owner" and not shape):
            raise TypeError(_without_sight(f"{record.__name__}.{name}", cell, shape, sight))
        offset = _aligned(offset, SIZES[cell])
        fields.append(Field(name, cell, tuple(shape), offset, sight))
        offset += fields[-1].size
    return tuple(fields), _aligned(offset, max(SIZES[field.cell] for field in fields))


def _aligned(offset: int, cell: int) -> int:
    return -(-offset // cell) * cell


def _without_sight(name: str, cell: str, shape: list[int], sight: str) -> str:
    """Return what to write for a field that does not say who sees it."""
    kind = (cell.capitalize(), f'Cells, "{cell}"', f'Grid, "{cell}"')[len(shape)]
    example = ", ".join([kind, *map(str, shape), '"owner"' if shape else '"open"'])
    wrong = "does not say who sees it" if sight not in SIGHTS else "has no rows that belong to seats"
    words = "; ".join(f"{word}: {who}" for word, who in SIGHTS.items())
    return f"{name} {wrong}: write for example Annotated[{example}] ({words})"


def _too_large(layout: Layout) -> str:
    largest = sorted(layout.fields, key=lambda field: -field.size)[:3]
    return (
        f"{layout.name} has {layout.size} bytes, and {MOST_BYTES} are the most: use narrower cells or fewer of them; "
        f"the largest fields are {', '.join(f'{field.name} ({field.size} bytes)' for field in largest)}"
    )


def _written_out(layout: Layout) -> tuple[Kernel, ...]:
    # Written out field by field: several times faster than loops over names and shapes.
    copy = ["def copy(s):", "    t = new(kind)"]
    cells = ["def cells(s):", "    return ("]
    fill = ["def fill(cells):", "    t = new(kind)"]
    place = 0
    for field in layout.fields:
        own, end = f"s.{field.name}", place + field.cells
        if field.shape == ():
            forms = own, f"{own},", f"cells[{place}]"
        elif len(field.shape) == 1:
            forms = f"{own}[:]", f"*{own},", f"cells[{place}:{end}]"
        else:
            width = field.shape[1]
            rows = f"[{', '.join(f'cells[{k}:{k + width}]' for k in range(place, end, width))}]"
            copied = f"[{', '.join(f'{own}[{k}][:]' for k in range(field.shape[0]))}]"
            forms = copied, f"*chain.from_iterable({own}),", rows
        copy.append(f"    t.{field.name} = {forms[0]}")
        cells.append(f"        {forms[1]}")
        fill.append(f"    t.{field.name} = {forms[2]}")
        place = end
    lines = [*copy, "    return t", *cells, "    )", *fill, "    return t"]
    namespace: Namespace = {"new": object.__new__, "kind": layout.type, "chain": chain}
    exec("\n".join(lines), namespace)  # noqa: S102 — the names come from the record class, not from input
    return namespace["copy"], namespace["cells"], namespace["fill"]
