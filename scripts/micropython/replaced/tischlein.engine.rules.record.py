"""Records for MicroPython: the same fields and bytes as ``engine/rules/record.py``, without what it compiles at run time."""

import struct
from typing import get_type_hints

CODES = {"int8": "b", "int16": "h", "int32": "i"}
SIZES = {"int8": 1, "int16": 2, "int32": 4}


class Field:
    def __init__(self, name, cell, shape, offset):
        self.name, self.cell, self.shape, self.offset = name, cell, shape, offset
        self.cells = 1
        for extent in shape:
            self.cells *= extent
        self.size = self.cells * SIZES[cell]


class Layout:
    def __init__(self, record):
        self.name = record.__name__
        self.fields, self.size = _fields(record)
        self._format = "<"
        offset = 0
        for field in self.fields:
            if field.offset > offset:
                self._format += f"{field.offset - offset}x"
            self._format += f"{field.cells}{CODES[field.cell]}"
            offset = field.offset + field.size
        if self.size > offset:
            self._format += f"{self.size - offset}x"
        self.type = type(self.name, (), {})

    def blank(self):
        return self.unpack(bytes(self.size))

    def pack(self, s):
        cells = []
        for field in self.fields:
            value = getattr(s, field.name)
            if len(field.shape) == 0:
                cells.append(value)
            elif len(field.shape) == 1:
                cells.extend(value)
            else:
                for row in value:
                    cells.extend(row)
        return struct.pack(self._format, *cells)

    def unpack(self, data):
        cells = struct.unpack(self._format, data)
        s = self.type()
        place = 0
        for field in self.fields:
            end = place + field.cells
            if len(field.shape) == 0:
                value = cells[place]
            elif len(field.shape) == 1:
                value = list(cells[place:end])
            else:
                width = field.shape[1]
                value = [list(cells[k : k + width]) for k in range(place, end, width)]
            setattr(s, field.name, value)
            place = end
        return s

    def copy(self, s):
        t = self.type()
        for field in self.fields:
            value = getattr(s, field.name)
            if len(field.shape) == 1:
                value = value[:]
            elif len(field.shape) == 2:
                value = [row[:] for row in value]
            setattr(t, field.name, value)
        return t


def _fields(record):
    fields = []
    offset = 0
    widest = 1
    for name, hint in get_type_hints(record).items():
        cell, shape = hint.__metadata__[0], tuple(hint.__metadata__[1:-1])  # the last one is the sight
        offset = _aligned(offset, SIZES[cell])
        widest = max(widest, SIZES[cell])
        fields.append(Field(name, cell, shape, offset))
        offset += fields[-1].size
    return tuple(fields), _aligned(offset, widest)


def _aligned(offset, cell):
    return -(-offset // cell) * cell
