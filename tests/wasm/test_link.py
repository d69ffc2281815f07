"""The linker takes what LLVM writes for one module without anything from outside, and refuses all else."""

import json
import subprocess

import llvmlite.binding as llvm
import pytest

from helpers.node import find_node
from modules.compile import TRIPLE
from modules.link import LinkError, link

COUNTER = """
@before = internal constant [3 x i32] [i32 5, i32 6, i32 7]
@counter = internal global i32 40
@room = internal global [1000 x i32] zeroinitializer
declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)

define internal i32 @more(i32 %n) noinline {
  %cell = getelementptr [3 x i32], ptr @before, i32 0, i32 %n
  %value = load i32, ptr %cell
  ret i32 %value
}
define i32 @add(i32 %n) {
  %room = alloca [64 x i32]
  call void asm sideeffect "", "r"(ptr %room)
  %old = load i32, ptr @counter
  %more = call i32 @more(i32 %n)
  %new = add i32 %old, %more
  store i32 %new, ptr @counter
  %cell = getelementptr [1000 x i32], ptr @room, i32 0, i32 999
  store i32 %new, ptr %cell
  ret i32 %new
}
"""
RUN = """
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(require('fs').readFileSync(0)), {})
const cells = () => new Int32Array(exports.memory.buffer)
const counter = exports.counter.value / 4
const before = cells()[counter]
const added = [exports.add(0), exports.add(2)]
const last = cells()[exports.room.value / 4 + 999]
console.log(JSON.stringify([before, ...added, cells()[counter], last, exports.heap.value >= exports.room.value + 4000]))
"""


def made(text: str) -> bytes:
    """An object of this code."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=0)
    module = llvm.parse_assembly(
        f'target triple = "{TRIPLE}"\ntarget datalayout = "{machine.target_data}"\n' + text
    )
    data: bytes = machine.emit_object(module)
    return data


def test_functions_and_variables_find_each_other() -> None:
    module = link(made(COUNTER), ["add"], ["counter", "room"])
    done = subprocess.run([find_node(), "-e", RUN], input=module, capture_output=True, check=True)
    assert json.loads(done.stdout) == [40, 45, 52, 52, 52, True]


def test_zeros_take_no_room() -> None:
    assert len(link(made(COUNTER), ["add"])) < 400


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("declare double @exp(double)\ndefine double @f(double %x) {\n %y = call double @exp(double %x)\n ret double %y\n}", "exp"),
        ("@there = external global i32\ndefine ptr @f() {\n ret ptr @there\n}", "there"),
        ("@a = global i32 1\n@b = global ptr @a\ndefine ptr @f() {\n ret ptr @b\n}", "addresses"),
        ("define void @g() {\n ret void\n}\ndefine ptr @f() {\n ret ptr @g\n}", "section 9"),
        ("define void @g() {\n ret void\n}", "there is no function f"),
    ],
    ids=["a function", "a variable", "an address in data", "a pointer to a function", "an export"],
)  # fmt: skip
def test_what_is_missing_or_new_is_named(text: str, said: str) -> None:
    with pytest.raises(LinkError, match=said):
        link(made(text), ["f"])


def test_a_variable_that_is_not_there_is_named() -> None:
    with pytest.raises(LinkError, match="there is no variable gone"):
        link(made(COUNTER), ["add"], ["gone"])


@pytest.mark.parametrize("data", [b"", b"\x7fELF" + bytes(60)])
def test_other_files_are_no_objects(data: bytes) -> None:
    with pytest.raises(LinkError, match="no WebAssembly object"):
        link(data, [])
