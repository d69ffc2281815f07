"""Teaches Numba's CUDA simulator what kernels here do and it cannot: hold records in local arrays, and copy them."""

import numpy as np
from numba.cuda.simulator.cudadrv.devicearray import FakeCUDAArray, FakeWithinKernelCUDAArray
from numba.cuda.simulator.kernelapi import FakeCUDALocal
from numba.np.numpy_support import as_dtype

from tischlein.engine.types import Array, Numba


class LocalArray(FakeWithinKernelCUDAArray):  # type: ignore[misc]  # Numba comes without types
    """An array whose records have fields, also when it is looked at in another way."""

    def view(self, dtype: Numba) -> Array:
        return LocalArray(FakeCUDAArray(self._item._ary.view(dtype)))


def local_array(_: FakeCUDALocal, size: int, kind: Numba) -> Array:
    """Return what ``cuda.local.array`` does. Integers are wide, since the simulator adds them up in their own width."""
    dtype = as_dtype(kind)
    return LocalArray(FakeCUDAArray(np.zeros(size, np.int64 if dtype.kind == "i" else dtype)))


def put_item(self: FakeWithinKernelCUDAArray, place: int, value: Numba) -> None:
    self._item[place] = value._item._ary if isinstance(value, FakeWithinKernelCUDAArray) else value


FakeCUDALocal.array = local_array
FakeWithinKernelCUDAArray.__setitem__ = put_item
