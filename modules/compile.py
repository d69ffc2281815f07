"""Entrances, and all they need of a game, compiled to one WebAssembly module.

Numba translates, once for this machine and for WebAssembly; its text, before anything is optimised for this machine, goes to LLVM
again, as code for ``wasm32``. Everything but the entrances is internal. Entrances that play whole games are one piece, as on the native backend; the others
share the functions they call.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, get_args

import llvmlite.binding as llvm
from numba.core import types

from modules.link import link
from tischlein.engine.backends.compiler import Callee, CalleeLibrary, all_libraries, collecting_nothing
from tischlein.engine.types import Kernel, Numba

TRIPLE = "wasm32-unknown-unknown"
# What every browser and Node have had since 2023; LLVM then also takes vectors of 128 bits.
FEATURES = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"

# What entrances take and give: plain numbers in JavaScript.
Address = Annotated[int, "int32"]
Number = Annotated[int, "int32"]
Word = Annotated[int, "uint32"]
Real = Annotated[float, "float64"]


@dataclass(frozen=True)
class Entrance:
    """A function to be exported, on plain numbers; its annotations say which."""

    function: Kernel
    inlined: bool = False

    @property
    def name(self) -> str:
        return self.function.__name__

    @property
    def parameters(self) -> dict[str, str]:
        """The types of its parameters by name."""
        return {name: _kind(one.annotation) for name, one in self._signature.parameters.items()}

    @property
    def result(self) -> str | None:
        """The type of what it returns."""
        hint = self._signature.return_annotation
        return None if hint is None else _kind(hint)

    @property
    def doc(self) -> str:
        return inspect.getdoc(self.function) or ""

    @property
    def _signature(self) -> inspect.Signature:
        return inspect.signature(self.function, eval_str=True)


def _kind(hint: Numba) -> str:
    kind: str = get_args(hint)[1]
    return kind


@collecting_nothing()
def compile_module(entrances: Sequence[Entrance], variables: Iterable[str]) -> bytes:
    """Return the module with these entrances, and the addresses of these variables."""
    target = _target()
    groups = []
    for inlined in (True, False):
        group = [entrance for entrance in entrances if entrance.inlined == inlined]
        if group:
            groups.append(_optimised(target, group, inlined=inlined))
    whole, *others = groups
    for other in others:
        whole.link_in(other)
    names = [entrance.name for entrance in entrances]
    _finish(target, whole, names)
    return link(target.emit_object(whole), names, variables)


@cache
def _target() -> Numba:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, features=FEATURES)


def _optimised(target: Numba, entrances: Sequence[Entrance], *, inlined: bool) -> Numba:
    module = llvm.parse_assembly(f'target triple = "{TRIPLE}"\ntarget datalayout = "{target.target_data}"\n')
    module.name = "inlined" if inlined else "shared"
    libraries: dict[Numba, None] = {}
    wrappers = [_translated(entrance, libraries) for entrance in entrances]
    for one in (*wrappers, *map(_as_written, libraries)):
        one.triple, one.data_layout = TRIPLE, str(target.target_data)
        module.link_in(one)
    names = {entrance.name for entrance in entrances}
    for function in module.functions:
        if not function.is_declaration and function.name not in names:
            function.linkage = "internal"
            if inlined:
                function.add_function_attribute("alwaysinline")
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = options.loop_unrolling = True
    passes = llvm.create_pass_builder(target, options)
    passes.getModulePassManager().run(module, passes)
    return module


def _translated(entrance: Entrance, libraries: dict[Numba, None]) -> Numba:
    """Add what an entrance needs, in Numba's way of calling; return a wrapper around it in the plain way."""
    callee = Callee(entrance.function)
    parameters = tuple(getattr(types, kind) for kind in entrance.parameters.values())
    callee.compile(parameters if entrance.result is None else getattr(types, entrance.result)(*parameters))
    (compiled,) = callee.overloads.values()
    all_libraries(compiled.library, libraries)
    kinds = [_llvm(kind) for kind in entrance.parameters.values()]
    result = _llvm(entrance.result) if entrance.result else None
    name = compiled.fndesc.llvm_func_name
    taken = ", ".join(f"{kind} %a{k}" for k, kind in enumerate(kinds))
    # Numba returns a status, which is always good here, and writes results and errors where it is told to.
    text = f"""
        declare i32 @"{name}"({", ".join(["ptr", "ptr", *kinds])})
        define {result or "void"} @{entrance.name}({taken}) nounwind {{
            %result = alloca {result or "ptr"}
            %error = alloca ptr
            %status = call i32 @"{name}"({", ".join(["ptr %result", "ptr %error", *filter(None, [taken])])})
            {f"%value = load {result}, ptr %result" if result else ""}
            ret {f"{result} %value" if result else "void"}
        }}"""
    return llvm.parse_assembly(text)


def _as_written(library: Numba) -> Numba:
    if isinstance(library, CalleeLibrary):
        return llvm.parse_assembly(_within_objects(library.text))
    return library._get_module_for_linking().clone()  # one of Numba's own, with all that it needs


def _within_objects(text: str) -> str:
    """Say of every address that it is calculated without wrapping around, which is so: Numba counts from the end before it adds.

    A load in WebAssembly adds a constant by itself, but never wraps around. LLVM leaves the addition to it only if it is told.
    """
    return text.replace("getelementptr inbounds ", "getelementptr ").replace(
        "getelementptr ", "getelementptr inbounds nuw "
    )


def _llvm(kind: str) -> str:
    return {"int32": "i32", "uint32": "i32", "float64": "double"}[kind]


def _finish(target: Numba, module: Numba, names: Sequence[str]) -> None:
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name not in names:
            value.linkage = "internal"
    manager = llvm.create_new_module_pass_manager()
    manager.add_constant_merge_pass()
    manager.add_global_dead_code_eliminate_pass()
    passes = llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options(speed_level=3))
    manager.run(module, passes)
