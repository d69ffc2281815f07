"""A relocatable WebAssembly object made into a module that needs nothing from outside.

LLVM writes objects for a linker: memory and stack pointer are imports, addresses count from 0, and numbers that a linker may change
are padded to five bytes. One object with nothing left open needs little of what a linker does, and a linker would be the largest
thing that this project installs. So it is done here: give the object its memory, add the addresses, close the gaps, and export what
was asked for. Anything unexpected raises LinkError. ``docs/decisions/0020-wasm.md`` says why.

The memory begins with the stack, which grows down, so that an overflow traps. Constants and variables follow, then the heap.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from tischlein.engine.backends.wasm.modules import leb

PAGE = 1 << 16
STACK = 1 << 14
ALIGNMENT = 16
STACK_POINTER = "__stack_pointer"
HEAP = "heap"

# Sections by their number, in the order in which a module has them.
CUSTOM, TYPE, IMPORT, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT, START, ELEMENT, CODE, DATA, DATA_COUNT = range(
    13
)
MAGIC = b"\0asm\1\0\0\0"
# Kinds of symbols, and of imports and exports.
A_FUNCTION, SOME_DATA, A_GLOBAL = 0, 1, 2
IMPORTED_FUNCTION, IMPORTED_TABLE, IMPORTED_MEMORY, IMPORTED_GLOBAL = range(4)
EXPORTED_FUNCTION, EXPORTED_MEMORY, EXPORTED_GLOBAL = 0, 2, 3
SYMBOL_TABLE = 8
UNDEFINED, EXPLICIT_NAME = 0x10, 0x40
# Kinds of relocations: LEB is a padded number, SLEB one with a sign, I32 four bytes.
FUNCTION_LEB, MEMORY_LEB, MEMORY_SLEB, MEMORY_I32, TYPE_LEB, GLOBAL_LEB = 0, 3, 4, 5, 6, 7
WITH_ADDEND = {MEMORY_LEB, MEMORY_SLEB, MEMORY_I32}
I32, CONST, VARIABLE = 0x7F, 0, 1
I32_CONST, END = 0x41, 0x0B


class LinkError(Exception):
    """An object that is not what this linker is for."""


@dataclass(frozen=True)
class Symbol:
    """A name in an object: of a function by its index, or of data by segment and offset."""

    kind: int
    name: str
    defined: bool
    index: int
    offset: int = 0


@dataclass(frozen=True)
class Relocation:
    """A number in a section that depends on where something lies."""

    kind: int
    place: int
    index: int
    addend: int


@dataclass(frozen=True)
class Segment:
    """Bytes to be laid into the memory, counted from where all data begin."""

    address: int
    data: bytes


def link(data: bytes, functions: Iterable[str], addresses: Iterable[str] = (), stack: int = STACK) -> bytes:
    """Return the module with these functions, the addresses of these variables, the memory and where the heap begins."""
    parts = _Object(data)
    segments, end = parts.placed(stack)
    code = parts.code(stack)
    exports = [("memory", EXPORTED_MEMORY, 0), *parts.functions(functions)]
    cells = [(STACK_POINTER, VARIABLE, stack)] if parts.has_stack else []
    cells += [(name, CONST, address) for name, address in parts.addresses(addresses, stack)]
    cells += [(HEAP, CONST, end)]
    exports += [
        (name, EXPORTED_GLOBAL, place) for place, (name, kind, _) in enumerate(cells) if kind == CONST
    ]
    sections = [
        (TYPE, parts.sections[TYPE]),
        (FUNCTION, parts.sections[FUNCTION]),
        (MEMORY, _vector([b"\0" + leb(-(-end // PAGE))])),
        (
            GLOBAL,
            _vector([bytes((I32, kind, I32_CONST)) + sleb(at) + bytes((END,)) for _, kind, at in cells]),
        ),
        (EXPORT, _vector([_name(name) + bytes((kind,)) + leb(index) for name, kind, index in exports])),
        (CODE, code),
        (DATA, _vector([_segment(segment) for segment in segments])),
    ]
    return MAGIC + b"".join(bytes((number,)) + leb(len(content)) + content for number, content in sections)


class _Object:
    """The sections of an object, and what its linking section says about them."""

    def __init__(self, data: bytes) -> None:
        if data[:8] != MAGIC:
            raise LinkError("this is no WebAssembly object")
        self.sections: dict[int, bytes] = {}
        custom: dict[str, bytes] = {}
        numbers = []
        reader = _Reader(data, 8)
        while reader.more:
            number, content = reader.byte(), reader.bytes()
            numbers.append(number)
            if number == CUSTOM:
                inner = _Reader(content)
                name = inner.text()
                custom[name] = content[inner.place :]
            else:
                self.sections[number] = content
        for number in (TABLE, MEMORY, GLOBAL, EXPORT, START, ELEMENT):
            if number in self.sections:
                raise LinkError(f"section {number} of the object has something in it")
        self.has_stack = self._imports()
        self.symbols = list(_symbols(_Reader(custom["linking"])))
        for symbol in self.symbols:
            if not symbol.defined and symbol.kind != A_GLOBAL:
                raise LinkError(f"{symbol.name} is called or read, but not there")
        self.segments = list(_segments(_Reader(self.sections.get(DATA, b"\0"))))
        self.in_code = list(_relocations(custom.get("reloc.CODE"), numbers, CODE))
        self.in_data = list(_relocations(custom.get("reloc.DATA"), numbers, DATA))

    def _imports(self) -> bool:
        """Return True if the object imports the stack pointer, beside the memory that every object imports."""
        found = False
        reader = _Reader(self.sections.get(IMPORT, b"\0"))
        for _ in range(reader.leb()):
            reader.text()
            name, kind = reader.text(), reader.byte()
            if kind == IMPORTED_MEMORY:
                for _ in range(1 + (reader.leb() & 1)):
                    reader.leb()
            elif kind == IMPORTED_GLOBAL and name == STACK_POINTER:
                found = True
                reader.byte()
                reader.byte()
            else:
                raise LinkError(f"{name} is not there")
        return found

    # Where things lie

    def placed(self, stack: int) -> tuple[list[Segment], int]:
        """Return the segments that hold more than zeros, with the addresses in them, and where the memory behind them begins."""
        ends = [segment.address + len(segment.data) for segment in self.segments]
        if self.in_data:
            raise LinkError("data with addresses in them")
        filled = [Segment(stack + s.address, s.data) for s in self.segments if any(s.data)]
        return filled, -(-(stack + max(ends, default=0)) // ALIGNMENT) * ALIGNMENT

    def functions(self, names: Iterable[str]) -> Iterator[tuple[str, int, int]]:
        found = {symbol.name: symbol.index for symbol in self.symbols if symbol.kind == A_FUNCTION}
        for name in names:
            if name not in found:
                raise LinkError(f"there is no function {name}")
            yield name, EXPORTED_FUNCTION, found[name]

    def addresses(self, names: Iterable[str], stack: int) -> Iterator[tuple[str, int]]:
        found = {symbol.name: symbol for symbol in self.symbols if symbol.kind == SOME_DATA}
        for name in names:
            if name not in found:
                raise LinkError(f"there is no variable {name}")
            yield name, stack + self._address(found[name])

    def _address(self, symbol: Symbol) -> int:
        return self.segments[symbol.index].address + symbol.offset

    # What changes in the code

    def code(self, stack: int) -> bytes:
        """Return the code section with every number in its place, as short as it can be."""
        content = self.sections[CODE]
        changes = {relocation.place: self._number(relocation, stack) for relocation in self.in_code}
        reader = _Reader(content)
        bodies = []
        for _ in range(reader.leb()):
            size = reader.leb()
            begin, end = reader.place, reader.place + size
            places = sorted(place for place in changes if begin <= place < end)
            pieces = [content[begin : places[0]] if places else content[begin:end]]
            for place, following in pairwise([*places, end]):
                pieces += [changes[place], content[place + 5 : following]]
            body = b"".join(pieces)
            bodies.append(leb(len(body)) + body)
            reader.place = end
        return _vector(bodies)

    def _number(self, relocation: Relocation, stack: int) -> bytes:
        if relocation.kind == TYPE_LEB:
            return leb(relocation.index)
        symbol = self.symbols[relocation.index]
        if relocation.kind == FUNCTION_LEB:
            return leb(symbol.index)
        if relocation.kind == GLOBAL_LEB and symbol.name == STACK_POINTER:
            return leb(0)
        if relocation.kind in (MEMORY_LEB, MEMORY_SLEB):
            address = stack + self._address(symbol) + relocation.addend
            return leb(address) if relocation.kind == MEMORY_LEB else sleb(address)
        raise LinkError(f"relocation {relocation.kind} of {symbol.name}")


def _symbols(reader: _Reader) -> Iterator[Symbol]:
    version = reader.leb()
    if version != 2:
        raise LinkError(f"version {version} of the linking section")
    while reader.more:
        kind, content = reader.byte(), reader.bytes()
        if kind == SYMBOL_TABLE:
            inner = _Reader(content)
            for _ in range(inner.leb()):
                yield _symbol(inner)


def _symbol(reader: _Reader) -> Symbol:
    kind, flags = reader.byte(), reader.leb()
    defined = not flags & UNDEFINED
    if kind in (A_FUNCTION, A_GLOBAL):
        index = reader.leb()
        name = (
            reader.text() if defined or flags & EXPLICIT_NAME else STACK_POINTER if kind == A_GLOBAL else ""
        )
        return Symbol(kind, name, defined, index)
    if kind == SOME_DATA:
        name = reader.text()
        segment, offset, _ = (reader.leb(), reader.leb(), reader.leb()) if defined else (0, 0, 0)
        return Symbol(kind, name, defined, segment, offset)
    raise LinkError(f"a symbol of kind {kind}")


def _relocations(content: bytes | None, numbers: list[int], section: int) -> Iterator[Relocation]:
    if content is None:
        return
    reader = _Reader(content)
    if numbers[reader.leb()] != section:
        raise LinkError("relocations of another section")
    for _ in range(reader.leb()):
        kind, place, index = reader.byte(), reader.leb(), reader.leb()
        yield Relocation(kind, place, index, reader.sleb() if kind in WITH_ADDEND else 0)


def _segments(reader: _Reader) -> Iterator[Segment]:
    for _ in range(reader.leb()):
        if (reader.leb(), reader.byte()) != (0, I32_CONST):
            raise LinkError("a segment without an address")
        address = reader.sleb()
        reader.byte()
        yield Segment(address, reader.bytes())


def _segment(segment: Segment) -> bytes:
    return (
        bytes((0, I32_CONST)) + sleb(segment.address) + bytes((END,)) + leb(len(segment.data)) + segment.data
    )


def _vector(entries: list[bytes]) -> bytes:
    return leb(len(entries)) + b"".join(entries)


def _name(text: str) -> bytes:
    return leb(len(text.encode())) + text.encode()


# Numbers, in groups of seven bits


def sleb(number: int) -> bytes:
    """Return a number with a sign.

    >>> sleb(-300).hex(), sleb(64).hex()
    ('d47d', 'c000')
    """
    groups = bytearray()
    while not -0x40 <= number < 0x40:
        groups.append(0x80 | number & 0x7F)
        number >>= 7
    groups.append(number & 0x7F)
    return bytes(groups)


class _Reader:
    def __init__(self, data: bytes, place: int = 0) -> None:
        self.data = data
        self.place = place

    @property
    def more(self) -> bool:
        return self.place < len(self.data)

    def byte(self) -> int:
        self.place += 1
        return self.data[self.place - 1]

    def leb(self) -> int:
        return self._groups()[0]

    def sleb(self) -> int:
        number, bits = self._groups()
        return number - (1 << bits) if number >> (bits - 1) else number

    def _groups(self) -> tuple[int, int]:
        number = bits = 0
        while True:
            group = self.byte()
            number |= (group & 0x7F) << bits
            bits += 7
            if group < 0x80:
                return number, bits

    def bytes(self) -> bytes:
        size = self.leb()
        self.place += size
        return self.data[self.place - size : self.place]

    def text(self) -> str:
        return self.bytes().decode()
