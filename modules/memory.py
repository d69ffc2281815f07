"""Arrays at addresses of the module's memory: what an entrance makes of the plain numbers that it is called with.

Numba knows arrays as structures of eight and more numbers. Nobody outside compiled code has to: an entrance takes an address, or reads
and writes a *variable*, a piece of memory that the module holds and whose address it exports.
"""

from __future__ import annotations

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

from tischlein.engine.types import Numba

_INDEX = ir.IntType(64)
_ALIGNMENT = 16


def rows_at(kind: Numba, *inner: int) -> Numba:
    """Return a function for compiled code: (address, n) gives the array of n items there, or of n rows of ``inner`` items."""
    array = types.Array(kind, 1 + len(inner), "C")

    @intrinsic  # type: ignore[untyped-decorator]  # Numba comes without types
    def view(typing_context: Numba, address: Numba, n: Numba) -> Numba:
        def generate(context: Numba, builder: Numba, signature: Numba, arguments: Numba) -> Numba:
            pointer = builder.inttoptr(arguments[0], context.get_data_type(kind).as_pointer())
            count = context.cast(builder, arguments[1], signature.args[1], types.intp)
            return _array(context, builder, array, pointer, [count, *map(_INDEX, inner)])

        return array(types.int32, n), generate

    return view


def table_at(kind: Numba) -> Numba:
    """Return a function for compiled code: (address, rows, columns) gives the table there."""
    array = types.Array(kind, 2, "C")

    @intrinsic  # type: ignore[untyped-decorator]  # Numba comes without types
    def view(typing_context: Numba, address: Numba, rows: Numba, columns: Numba) -> Numba:
        def generate(context: Numba, builder: Numba, signature: Numba, arguments: Numba) -> Numba:
            pointer = builder.inttoptr(arguments[0], context.get_data_type(kind).as_pointer())
            shape = [
                context.cast(builder, value, given, types.intp)
                for value, given in zip(arguments[1:], signature.args[1:], strict=True)
            ]
            return _array(context, builder, array, pointer, shape)

        return array(types.int32, rows, columns), generate

    return view


def variable(name: str, kind: Numba, *shape: int) -> Numba:
    """Return a function for compiled code: () gives the array of this shape that the module holds under this name.

    The same piece of memory may be looked at in several ways, if only its size is the same.
    """
    array = types.Array(kind, len(shape), "C")

    @intrinsic  # type: ignore[untyped-decorator]  # Numba comes without types
    def view(typing_context: Numba) -> Numba:
        def generate(context: Numba, builder: Numba, signature: Numba, arguments: Numba) -> Numba:
            item = context.get_data_type(kind)
            place = _held(builder.module, name, _product(shape) * context.get_abi_sizeof(item))
            pointer = builder.bitcast(place, item.as_pointer())
            return _array(context, builder, array, pointer, list(map(_INDEX, shape)))

        return array(), generate

    return view


def _held(module: Numba, name: str, size: int) -> Numba:
    kind = ir.ArrayType(ir.IntType(8), size)
    if name in module.globals:
        return module.globals[name]
    place = ir.GlobalVariable(module, kind, name)
    place.linkage = "linkonce_odr"  # every entrance says the same about it
    place.initializer = kind(None)
    place.align = _ALIGNMENT
    return place


def _array(context: Numba, builder: Numba, array: Numba, pointer: Numba, shape: list[Numba]) -> Numba:
    size = context.get_abi_sizeof(context.get_data_type(array.dtype))
    strides = [_INDEX(size)]
    for extent in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], extent))
    made = make_array(array)(context, builder)
    populate_array(
        made,
        data=pointer,
        shape=cgutils.pack_array(builder, shape),
        strides=cgutils.pack_array(builder, strides),
        itemsize=_INDEX(size),
        meminfo=None,
    )
    return made._getvalue()


def _product(numbers: Numba) -> int:
    product = 1
    for number in numbers:
        product *= number
    return product
