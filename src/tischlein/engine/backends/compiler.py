"""Many functions compiled as one program.

Left to itself, Numba makes every function ready to be called from Python: it optimises it together with all that it calls, makes
machine code of it, and does so again for every combination of argument types. Of a game's functions only a few are called from
Python, its entrances. All others are callees:

* A callee is translated, but neither optimised nor made machine code: that happens once, in the entrance that holds it.
* A callee takes integers of one width. A cell of one byte and a number that is known beforehand need no translation of their own.

Callees compiled for one entrance are there for the next one. Together this takes little more than a third of the time, and the machine code is as quick.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn

import numba
from llvmlite import binding as llvm
from llvmlite import ir
from numba.core import cgutils, config, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, Flags
from numba.core.compiler_machinery import PassManager
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import (
    AnnotateTypes,
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
    NoPythonSupportedFeatureValidation,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.untyped_passes import (
    FixupArgs,
    GenericRewrites,
    IRProcessing,
    ReconstructSSA,
    TranslateByteCode,
)
from numba.extending import intrinsic

from tischlein.engine.types import Array, Kernel, Numba

# Nothing is allocated, so there is nothing to count references of. Nothing is called from C.
OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False, "no_cfunc_wrapper": True}
# Numba leaves this off; the loops over kinds of cards are unrolled before its loop vectorizer sees them.
SETTINGS = {"SLP_VECTORIZE": 1}
# Functions whose rows and records never overlap. LLVM cannot know that, and would copy them cell by cell, in order.
APART = ("observe", "pour")
# Functions whose only loop adds up products of bytes. LLVM would take as many at once as a vector has room for sums: a quarter of its bytes.
OF_BYTES = ("weighed",)
BY_SIXTEEN = """
!100 = distinct !{ !100, !101 }
!101 = !{ !"llvm.loop.vectorize.width", i32 16 }
"""

CACHE_LINE = 64
WRITE, KEEP, DATA = 1, 3, 1  # how LLVM says what a line is for

Explain = Callable[[Exception], Exception | None]


def entrance(function: Kernel, *, inlined: bool, explain: Explain | None = None) -> Numba:
    """Return a function for Python to call; ``inlined`` makes one piece of it and all of its callees.

    ``explain`` says in other words why it does not compile, if it can: Numba's own are a hundred lines with the place in the middle.
    """
    return _Explained(function, _OnePiece if inlined else _Entrance, explain)


@contextmanager
def collecting_nothing() -> Iterator[None]:
    """Leave Python's garbage alone: compiling makes millions of small things that stay, and to look through them takes a tenth of the time."""
    usual = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if usual:
            gc.enable()


class _Explained(CPUDispatcher):  # type: ignore[misc]  # Numba comes without types
    def __init__(self, function: Kernel, pipeline: type[Compiler], explain: Explain | None) -> None:
        options = {"nopython": True, "boundscheck": None, **OPTIONS}
        super().__init__(function, targetoptions=options, pipeline_class=pipeline)
        self._explain = explain

    def _compile_for_args(self, *args: Numba, **kws: Numba) -> Numba:
        try:
            with collecting_nothing():
                return super()._compile_for_args(*args, **kws)
        except Exception as error:
            reason = self._explain(error) if self._explain else None
            if reason is None:
                raise
            raise reason from None


class Callee(CPUDispatcher):  # type: ignore[misc]
    """A function that only compiled code calls."""

    def __init__(self, function: Kernel) -> None:
        options = {"nopython": True, "boundscheck": None, "no_cpython_wrapper": True, **OPTIONS}
        super().__init__(function, targetoptions=options, pipeline_class=Translation)

    def __call__(self, *_: Numba, **__: Numba) -> NoReturn:
        # There is no machine code to call; Numba would call what it is filed under, and return None.
        raise TypeError(f"{self.py_func.__qualname__} is part of compiled code, which alone can call it")

    def get_call_template(self, args: Numba, kws: Numba) -> Numba:
        return super().get_call_template(tuple(map(_widened, args)), kws)


@intrinsic  # type: ignore[untyped-decorator]
def prefetch(_: Numba, rows: Numba, i: Numba) -> Numba:
    """``prefetch.soon``, for this machine: ask for each line of the cache that a row lies in."""

    def generate(context: Numba, builder: Numba, _: Numba, arguments: Numba) -> Numba:
        array = context.make_array(rows)(context, builder, arguments[0])
        size = cgutils.unpack_tuple(builder, array.strides)[0]
        first = builder.bitcast(array.data, ir.IntType(8).as_pointer())
        whole = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [first.type, whole, whole, whole])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        begin = builder.mul(arguments[1], size)
        line = size.type(CACHE_LINE)
        with cgutils.for_range_slice(builder, begin, builder.add(begin, size), line) as (place, _):
            builder.call(function, [builder.gep(first, [place]), whole(WRITE), whole(KEEP), whole(DATA)])
        return context.get_dummy_value()

    return types.void(rows, types.intp), generate


@intrinsic  # type: ignore[untyped-decorator]
def _overwrite(_: Numba, record: Numba, other: Numba) -> Numba:
    def generate(context: Numba, builder: Numba, _: Numba, arguments: Numba) -> Numba:
        cgutils.raw_memcpy(builder, *arguments, ir.IntType(64)(record.size), 1)
        return context.get_dummy_value()

    return types.void(record, other), generate


def copy_record(target: Array, i: int, source: Array, k: int) -> None:
    """``drive.put``, for this machine: Numba would copy it as hundreds of single bytes, over which LLVM thinks for seconds."""
    _overwrite(target[i], source[k])


def _widened(kind: Numba) -> Numba:
    # A number that is known beforehand may be one that only an unsigned integer holds.
    kind = numba.types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind != types.uint64 else kind


class _Library(JITCodeLibrary):  # type: ignore[misc]
    _shared_module: Numba
    _linking_libraries: list[Numba]

    def _optimize_functions(self, module: Numba) -> None:
        # As Numba does, but with one set of passes for all of them, and not for those that are only named here.
        module.data_layout = self._codegen._data_layout
        passes, builder = self._codegen._function_pass_manager()
        for function in module.functions:
            if not function.is_declaration:
                passes.run(function, builder)


class CalleeLibrary(_Library):
    """Code to be taken into other libraries, and not to be run by itself."""

    text: str
    is_of_bytes = False

    def add_ir_module(self, ir_module: Numba) -> None:
        # As Numba wrote it: what follows is meant for this machine, and this can become code for another one.
        self.text = cgutils.normalize_ir_text(str(ir_module))
        if self.is_of_bytes:
            # What is said about a jump counts where it goes back to a loop's beginning.
            jump, said = r'(br label %"B\d+")$', r"\1, !llvm.loop !100"
            self.text = re.sub(jump, said, self.text, flags=re.MULTILINE) + BY_SIXTEEN
        module = llvm.parse_assembly(self.text)
        module.name = ir_module.name
        module.verify()
        self.add_llvm_module(module)

    def finalize(self) -> None:
        # What it calls is not linked in here, but once in the entrance that holds it all.
        self._finalize_dynamic_globals()
        self._finalized = True

    def _get_module_for_linking(self) -> Numba:
        if self._shared_module is None:
            for function in self._final_module.functions:
                if not function.is_declaration and function.linkage == llvm.Linkage.external:
                    function.linkage = "linkonce_odr"
            self._shared_module = self._final_module
        return self._shared_module


def all_libraries(library: Numba, found: dict[Numba, None]) -> None:
    """Add a library and those that its code needs, each once; Numba's own hold already what they need."""
    if library not in found:
        found[library] = None
        for other in library._linking_libraries if isinstance(library, CalleeLibrary) else ():
            all_libraries(other, found)


class QuickFlags(Flags):  # type: ignore[misc]
    """Flags that are found quickly where Numba files things under them: only what is set is looked at."""

    def __hash__(self) -> int:
        return hash(frozenset(self._values))

    def __eq__(self, other: object) -> bool:
        return self._values == other._values if isinstance(other, QuickFlags) else NotImplemented


class _Dialect(Compiler):  # type: ignore[misc]
    """Numba's way from bytecode to LLVM, without the steps for what the dialect does not have.

    Left out are closures, comprehensions, ``with``, expressions of whole arrays, what is inlined before it is typed, and
    branches on types: half of all steps, each of which goes through the whole function.
    """

    def define_pipelines(self) -> list[Numba]:
        steps = PassManager("nopython")
        for step in _STEPS:
            steps.add_pass(step, step.name())
        steps.finalize()
        return [steps]


_STEPS = (
    TranslateByteCode,
    FixupArgs,
    IRProcessing,
    GenericRewrites,
    ReconstructSSA,
    NopythonTypeInference,
    PreLowerStripPhis,
    NoPythonSupportedFeatureValidation,
    IRLegalization,
    AnnotateTypes,
    NativeLowering,
    NoPythonBackend,
)


class Translation(_Dialect):
    """How a callee becomes code that entrances hold."""

    def compile_extra(self, function: Kernel) -> Numba:
        context = self.state.targetctx
        self.state.flags = QuickFlags(self.state.flags)
        self.state.library = CalleeLibrary(context.codegen(), function.__qualname__)
        self.state.library.is_of_bytes = function.__name__ in OF_BYTES
        self.state.targetctx = context.subtarget(get_executable=_nothing_to_call)
        self.state.flags.noalias = function.__name__ in APART
        return super().compile_extra(function)


def _nothing_to_call(library: Numba, *_: Numba) -> Numba:
    library._ensure_finalized()
    # Numba files a function under what Python would call: something of that kind that is nobody else's.
    return [].append


class _EntranceLibrary(_Library):
    _final_module: Numba

    def finalize(self) -> None:
        inside: dict[Numba, None] = {}
        for library in self._linking_libraries:
            all_libraries(library, inside)
        self._linking_libraries = list(inside)
        super().finalize()

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.linkonce_odr:
                # Nothing else calls it: LLVM then leaves out unused arguments, and knows what it does to memory.
                function.linkage = "internal"
        with _own_settings():
            passes, builder = self._codegen._module_pass_manager()
            passes.run(self._final_module, builder)


class _InliningLibrary(_EntranceLibrary):
    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.linkonce_odr:
                function.add_function_attribute("alwaysinline")
        with _own_settings():
            _Library._optimize_final_module(self)


@contextmanager
def _own_settings() -> Iterator[None]:
    """Numba's settings are the whole process's: they go back before anybody else compiles, who waits for Numba's lock."""
    usual = {name: getattr(config, name) for name in SETTINGS}
    vars(config).update(SETTINGS)
    try:
        yield
    finally:
        vars(config).update(usual)


class _Entrance(_Dialect):
    library: type[_EntranceLibrary] = _EntranceLibrary

    def compile_extra(self, function: Kernel) -> Numba:
        self.state.flags = QuickFlags(self.state.flags)
        self.state.library = self.library(self.state.targetctx.codegen(), function.__qualname__)
        self.state.library.enable_object_caching()
        return super().compile_extra(function)


class _OnePiece(_Entrance):
    library = _InliningLibrary
