"""WebAssembly modules in this process, run by the package ``wasmtime``.

An instance belongs to one thread at a time: two threads inside one crash the process. The GIL is free during a call. Arrays are
views on the memory of the instance, which never moves and never grows beyond ``MOST_MEMORY``. After a trap the module's stack is not
restored, so an instance that has trapped refuses further calls.

Private names of ``wasmtime`` stand in this file only: a call through its public interface takes 60 µs, through these 2 µs. So only
versions that were tested are installed with Tischlein.
"""

from __future__ import annotations

import atexit
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from ctypes import POINTER, byref, c_char
from functools import cache
from hashlib import blake2b
from math import prod
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakSet

from tischlein.engine.errors import OptionError, TischleinError
from tischlein.engine.extras import install_command

if TYPE_CHECKING:
    import wasmtime
    from numpy.typing import DTypeLike, NDArray

MOST_MEMORY = 1 << 30
PAGE = 1 << 16
ALIGNMENT = 64
# Bytes of one argument or result of a call.
SLOT = 16
_FORMATS = {"i32": "q8x", "i64": "q8x", "f64": "d8x"}
_RESULTS = {"i32": "<i", "i64": "<q", "f64": "<d"}
MISSING = (
    "the package wasmtime does not run on this machine ({error}): "
    f"{install_command('native')} brings the native backend instead"
)


Owned = TypeVar("Owned")
_owns: WeakSet[Any] = WeakSet()


def _keep_alive(one: Owned) -> Owned:
    """Remember what ``wasmtime`` would free at the end of the process, when parts of it are gone already."""
    _owns.add(one)
    return one


@atexit.register
def _leave_to_the_system() -> None:
    for one in list(_owns):
        with suppress(AttributeError, ValueError):
            one._consume()


class TrapError(TischleinError):
    """A module has stopped in the middle of a call, such as for an access outside its memory."""


@cache
def _engine() -> wasmtime.Engine:
    try:
        import wasmtime
    except (ImportError, OSError, RuntimeError) as error:
        raise OptionError(MISSING.format(error=error)) from error
    config = wasmtime.Config()
    # Threads of a compiler do not survive a fork; a child that compiles would wait for them.
    config.parallel_compilation = False
    config.memory_may_move = False
    config.cranelift_nan_canonicalization = False
    return _keep_alive(wasmtime.Engine(config))


_compiled: dict[bytes, wasmtime.Module] = {}
_compiling = Lock()


def compile_wasm(module: bytes) -> wasmtime.Module:
    """Return a module as machine code, compiled once in this process; that takes 40 to 80 ms."""
    import wasmtime

    key = blake2b(module, digest_size=16).digest()
    with _compiling:  # also for the engine: threads that began at the same time would make several
        if key not in _compiled:
            _compiled[key] = _keep_alive(wasmtime.Module(_engine(), module))
        return _compiled[key]


class Instance:
    """A module with memory of its own, for one thread at a time."""

    def __init__(self, module: bytes, most_memory: int = MOST_MEMORY) -> None:
        code = compile_wasm(module)
        import wasmtime

        self._store = _keep_alive(wasmtime.Store(_engine()))
        self._store.set_limits(memory_size=most_memory)
        try:
            self._exports = wasmtime.Instance(self._store, code, []).exports(self._store)
        except wasmtime.WasmtimeError as error:
            raise OptionError(f"there is no memory for a WebAssembly module: {error}") from error
        memory: Any = self._exports["memory"]
        self._memory: wasmtime.Memory = memory
        self._functions: dict[str, Function] = {}
        self._end = self.address("heap")
        self.broken = False

    def call(self, name: str, *numbers: float) -> int:
        """Call an exported function with plain numbers; what it returns is 0 where it returns nothing."""
        function = self._functions.get(name)
        if function is None:
            function = self._functions[name] = Function(self._store, self._exports[name])
        if self.broken:
            raise TrapError("this instance has trapped before: make another one")
        try:
            return function(*numbers)
        except TrapError:
            self.broken = True
            raise

    def address(self, name: str) -> int:
        """Return the address that the module exports under a name."""
        found: Any = self._exports[name]
        return int(found.value(self._store))

    def variable(self, name: str, shape: int | tuple[int, ...], kind: DTypeLike) -> NDArray[Any]:
        """Return a variable of the module as an array."""
        return self.array(self.address(name), shape, kind)

    def array(self, address: int, shape: int | tuple[int, ...], kind: DTypeLike) -> NDArray[Any]:
        """Return a piece of the memory as an array, which keeps the instance alive."""
        import numpy as np

        dtype, sides = np.dtype(kind), (shape,) if isinstance(shape, int) else shape
        size = prod(sides) * dtype.itemsize
        if not 0 <= address <= address + size <= self._memory.data_len(self._store):
            raise IndexError(f"{size} bytes at {address} are not in the memory of this module")
        held: Any = np.asarray(_Piece(self, self._memory.get_buffer_ptr(self._store, size, address), size))
        found: NDArray[Any] = held.view(dtype).reshape(sides)
        return found

    def reserve(self, size: int) -> int:
        """Return the address of unused memory; it is given back with the instance."""
        import wasmtime

        address = -(-self._end // ALIGNMENT) * ALIGNMENT
        lacking = address + size - self._memory.data_len(self._store)
        if lacking > 0:
            try:
                self._memory.grow(self._store, -(-lacking // PAGE))
            except wasmtime.WasmtimeError as error:
                raise OptionError(
                    f"the wasm backend has no room for {size} more bytes: take less at once, or the native backend"
                ) from error
        self._end = address + size
        return address

    def zeros(self, shape: int | tuple[int, ...], kind: DTypeLike) -> NDArray[Any]:
        """Return a new array of zeros in the memory of the module."""
        import numpy as np

        sides = (shape,) if isinstance(shape, int) else shape
        size = prod(sides) * np.dtype(kind).itemsize
        found = self.array(self.reserve(size), sides, kind)
        found.view(np.uint8)[:] = 0  # it may have been borrowed before
        return found

    def lent(self, array: NDArray[Any]) -> NDArray[Any]:
        """Return a copy of an array in the memory of the module."""
        found = self.zeros(array.shape, array.dtype)
        found[:] = array
        return found

    @contextmanager
    def borrowing(self) -> Iterator[None]:
        """Free the memory reserved inside the block at its end; other code must not reserve any then."""
        end = self._end
        try:
            yield
        finally:
            self._end = end

    def address_of(self, array: NDArray[Any]) -> int:
        """Return the address of an array that this instance has returned."""
        import ctypes

        begin = ctypes.addressof(self._memory.data_ptr(self._store).contents)
        address: int = array.__array_interface__["data"][0] - begin
        if not 0 <= address <= self._memory.data_len(self._store) - array.nbytes:
            raise IndexError("this array is not in the memory of this module")
        return address


class _Piece:
    """Memory of an instance, in the form that NumPy takes; it holds the instance."""

    def __init__(self, instance: Instance, buffer: Any, size: int) -> None:
        import ctypes

        self.instance = instance
        self.__array_interface__ = {
            "version": 3,
            "typestr": "|u1",
            "shape": (size,),
            "data": (ctypes.addressof(buffer), False),
        }


class Function:
    """An exported function, called with arguments that are packed into the form of the C interface."""

    def __init__(self, store: wasmtime.Store, function: Any) -> None:
        from wasmtime import _ffi as ffi

        kind = function.type(store)
        parameters, results = [str(one) for one in kind.params], [str(one) for one in kind.results]
        self._pack = struct.Struct("<" + "".join(_FORMATS[one] for one in parameters)).pack_into
        self._unpack = struct.Struct(_RESULTS[results[0]]).unpack_from if results else None
        self._slots = max(len(parameters), 1)
        self._raw = (c_char * (SLOT * self._slots))()
        self._arguments = ffi.wasmtime_val_raw_t.from_buffer(self._raw)
        self._context, self._handle = store._context(), byref(function._func)
        self._trap = POINTER(ffi.wasm_trap_t)
        self._call = ffi.wasmtime_func_call_unchecked

    def __call__(self, *numbers: float) -> int:
        self._pack(self._raw, 0, *numbers)
        trap: Any = self._trap()
        error: Any = self._call(self._context, self._handle, byref(self._arguments), self._slots, byref(trap))
        if error or trap:
            import wasmtime

            found = wasmtime.WasmtimeError._from_ptr(error) if error else wasmtime.Trap._from_ptr(trap)
            raise TrapError(_first_line(found))
        if self._unpack is None:
            return 0
        result: int = self._unpack(self._raw)[0]
        return result


def _first_line(error: Exception) -> str:
    return f"the module has stopped: {str(error).strip().splitlines()[-1].strip()}"
