r"""Records: one annotated class per game is the single source of slots, types and bytes.

>>> from typing import Annotated
>>> from tischlein.cards import Cells, Int8
>>> class Tiny:
...     turn: Int8
...     hand: Annotated[Cells, "int8", 3]
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
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, get_type_hints

if TYPE_CHECKING:
    import numpy as np

# Struct codes, little-endian and without padding, so that bytes are the same on every platform.
CODES = {"int8": "b", "int16": "h", "int32": "i"}
SIZES = {"int8": 1, "int16": 2, "int32": 4}


@dataclass(frozen=True)
class Field:
    """One field of a record: its cell type and its shape, () for a single integer."""

    name: str
    cell: str
    shape: tuple[int, ...]
    offset: int

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
        self.fields = _fields(record)
        self.size = sum(field.size for field in self.fields)
        self._struct = struct.Struct(
            "<" + "".join(f"{field.cells}{CODES[field.cell]}" for field in self.fields)
        )
        self._refuse_padding()
        self.type = type(self.name, (), {"__slots__": tuple(field.name for field in self.fields)})
        self.copy, self._cells, self._fill = _written_out(self)

    def blank(self) -> Any:
        """Return a record of zeros."""
        return self.unpack(bytes(self.size))

    def pack(self, s: Any) -> bytes:
        """Return the record's bytes; a value that does not fit its field is an error that names it."""
        try:
            return self._struct.pack(*self._cells(s))
        except struct.error:
            raise OverflowError(self._misfit(s)) from None

    def unpack(self, data: bytes) -> Any:
        """Return the record with these bytes."""
        return self._fill(self._struct.unpack(data))

    @property
    def dtype(self) -> "np.dtype[np.void]":
        """The same record for NumPy; aligned, which the check for padding makes free."""
        import numpy as np

        spec = [(f.name, np.dtype(f.cell).newbyteorder("<"), f.shape) for f in self.fields]
        return np.dtype(spec, align=True)

    def _refuse_padding(self) -> None:
        # Compiled code reads aligned fields faster, and equal bytes mean equal states only without holes.
        for field in self.fields:
            if field.offset % SIZES[field.cell]:
                raise TypeError(f"{self.name}.{field.name} is not aligned: put wider fields first")
        widest = max(SIZES[field.cell] for field in self.fields)
        if self.size % widest:
            raise TypeError(f"{self.name} has {self.size} bytes, which is no multiple of {widest}")

    def _misfit(self, s: Any) -> str:
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


def _flat(value: list[Any]) -> list[Any]:
    return [cell for row in value for cell in (row if isinstance(row, list) else [row])]


def _fields(record: type) -> tuple[Field, ...]:
    fields = []
    offset = 0
    for name, hint in get_type_hints(record, include_extras=True).items():
        cell, *shape = hint.__metadata__
        field = Field(name, cell, tuple(shape), offset)
        fields.append(field)
        offset += field.size
    return tuple(fields)


def _written_out(layout: Layout) -> tuple[Callable[[Any], Any], ...]:
    # Field by field, as one would write it by hand: several times faster than loops over names and shapes.
    copy = ["def copy(s):", "    t = new(kind)"]
    cells = ["def cells(s):", "    return ("]
    fill = ["def fill(cells):", "    t = new(kind)"]
    place = 0
    for field in layout.fields:
        own, end = f"s.{field.name}", place + field.cells
        if field.shape == ():
            forms = own, f"{own},", f"cells[{place}]"
        elif len(field.shape) == 1:
            forms = f"{own}[:]", f"*{own},", f"[*cells[{place}:{end}]]"
        else:
            width = field.shape[1]
            rows = f"[[*cells[k:k + {width}]] for k in range({place}, {end}, {width})]"
            forms = f"[row[:] for row in {own}]", f"*chain.from_iterable({own}),", rows
        copy.append(f"    t.{field.name} = {forms[0]}")
        cells.append(f"        {forms[1]}")
        fill.append(f"    t.{field.name} = {forms[2]}")
        place = end
    lines = [*copy, "    return t", *cells, "    )", *fill, "    return t"]
    namespace: dict[str, Any] = {"new": object.__new__, "kind": layout.type, "chain": chain}
    exec("\n".join(lines), namespace)  # noqa: S102 — the names come from the record class, not from input
    return namespace["copy"], namespace["cells"], namespace["fill"]
