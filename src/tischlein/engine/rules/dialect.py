"""Read rules as the compilers will, and explain what they would refuse, where, and what to write instead.

Sources are only read, nothing runs. Functions are checked completely; at the top of a file anything may be
computed, as long as functions find flat or rectangular tuples of integers there.
"""

import ast
import builtins
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from inspect import getfile
from pathlib import Path
from types import ModuleType

from tischlein.engine.errors import DialectError

# Functions of the language that every backend has.
BUILTINS = frozenset({"abs", "bool", "int", "len", "max", "min", "range"})

# Nodes, their name, and what to write instead.
_REFUSED: Sequence[tuple[str, str, Sequence[type[ast.AST]]]] = (
    ("a dict", "keep numbers in a field of the record, or a tuple of integers at the top of the file", (ast.Dict, ast.DictComp)),
    ("a set", "use the bits of one integer: `seen |= 1 << card`, `seen >> card & 1`", (ast.Set, ast.SetComp)),
    ("a comprehension", "write a `for` loop that fills `out`, `work` or a field", (ast.ListComp,)),
    ("a generator", "write a `for` loop that counts, or returns as soon as it knows", (ast.GeneratorExp,)),
    ("a generator", "write into `out` and return how many", (ast.Yield, ast.YieldFrom)),
    ("a list", "use `work`, and say in WORK how many cells it needs", (ast.List,)),
    ("an f-string", "return a number; texts belong to face/", (ast.JoinedStr,)),
    ("an exception", "return a reason from `why`; `apply` may rely on it", (ast.Raise,)),
    ("an exception", "test for it with `if`", (ast.Try, ast.TryStar)),
    ("a `match`", "write `if` and `elif`", (ast.Match,)),
    ("an assertion", "test it in the tests of the game", (ast.Assert,)),
    ("a `with`", "rules touch nothing but the record", (ast.With,)),
    ("a closure", "write a function at the top of the file", (ast.Lambda,)),
    ("a closure", "hand it in as an argument", (ast.Nonlocal,)),
    ("a class", "the record is the only one, at the top of the file", (ast.ClassDef,)),
    ("a global variable", "keep it in a field of the record", (ast.Global,)),
    ("`del`", "write EMPTY into the cell", (ast.Delete,)),
    ("a slice", "loop over the places: `for place in range(n)`", (ast.Slice,)),
    ("an import", "import names at the top of the file: `from tischlein.cards import take`", (ast.Import, ast.ImportFrom)),
)  # fmt: skip
NODES = {node: (what, instead) for what, instead, nodes in _REFUSED for node in nodes}
STARRED = "a starred argument", "name each argument"
MEMBERSHIP = "compare with each, `a == x or a == y`, or loop and return"
ROW = "copy it cell by cell: on lists the rows would become one, on records not"
INTEGER = "use whole numbers: hundredths, or `//`"
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
# Lines of Numba's messages that tell the place, not the mistake.
_FRAME = re.compile(
    r"Failed in|File |During|<source|\^|There are|- Of which|Overload|With argument|No match|def |return "
)
TABLE = "make it a tuple of integers, all rows of one length"
# The size of a GPU's constant memory, which holds the tables of kernels, and of an integer there.
MOST_TABLE_BYTES = 65_536
CELL_BYTES = 4


@dataclass(frozen=True)
class Violation:
    """Something that is not in the dialect."""

    file: str
    line: int
    what: str
    instead: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what} is not in the dialect: {self.instead}"


def lint_modules(modules: Sequence[ModuleType]) -> list[Violation]:
    """Return what these modules contain that is not in the dialect; their records tell rows from cells."""
    paths = [Path(getfile(module)) for module in modules]
    return lint({str(path): path.read_text("utf-8") for path in paths}) + _large_tables(modules)


def _large_tables(modules: Sequence[ModuleType]) -> list[Violation]:
    """Return the largest table if all tables together do not fit on a GPU."""
    tables = {  # by identity: modules import them from one another
        id(value): (CELL_BYTES * _numbers(value), name, getfile(module))
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, tuple)
    }
    if sum(size for size, _, _ in tables.values()) <= MOST_TABLE_BYTES:
        return []
    size, name, file = max(tables.values())
    instead = f"a GPU has room for {MOST_TABLE_BYTES} bytes in all tables: compute it, or use fewer numbers"
    return [Violation(file, 1, f"the large table `{name}` ({size} bytes)", instead)]


def _numbers(value: object) -> int:
    """Return the number of integers in a table."""
    if isinstance(value, tuple):
        return sum(map(_numbers, value))
    return 1 if isinstance(value, int) else 0


def explained(error: Exception, modules: Sequence[ModuleType]) -> DialectError:
    """Return why these modules do not compile: what is not in the dialect, else the compiler's message and place."""
    found = lint_modules(modules)
    if found:
        return DialectError("\n".join(["the rules do not compile:", *map(str, found)]))
    files = {getfile(module) for module in modules}
    message = _COLOUR.sub("", str(error))
    places = [
        f": {file}:{line}"
        for file, line in re.findall(r" (?:at|from) (\S.*?) \((\d+)\)", message)
        if file in files
    ]
    words = [line.strip() for line in message.splitlines() if line.strip() and not _FRAME.match(line.strip())]
    return DialectError("\n".join([f"the rules do not compile{places[0] if places else ''}", *words[:3]]))


def lint(sources: Mapping[str, str]) -> list[Violation]:
    """Return what these sources, by file name, contain that is not in the dialect."""
    trees = {name: ast.parse(source) for name, source in sources.items()}
    fields = {name: depth for tree in trees.values() for name, depth in _fields(tree)}
    classes = [node for tree in trees.values() for node in tree.body if isinstance(node, ast.ClassDef)]
    records = {node.name for node in classes}
    files = [_File(name, tree, fields, records) for name, tree in trees.items()]
    found = [finding for file in files for finding in file.violations()]
    found += _recursion(trees)
    return sorted(set(found), key=lambda finding: (finding.file, finding.line, finding.what))


def _fields(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Return the fields of a record class with the number of indices that reach a cell."""
    for record in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        for node in record.body:
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                written = ast.unparse(node.annotation)
                yield node.target.id, 2 if "Grid" in written else 1 if "Cells" in written else 0


def _functions(tree: ast.Module) -> list[ast.FunctionDef]:
    return [node for node in tree.body if isinstance(node, ast.FunctionDef)]


class _File:
    """One file while it is read."""

    def __init__(
        self, name: str, tree: ast.Module, fields: Mapping[str, int], records: Collection[str]
    ) -> None:
        self.name, self.tree, self.fields, self.records = name, tree, fields, records
        self.tops = {
            target.id: node.value
            for node in tree.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }

    def violations(self) -> Iterator[Violation]:
        for top in self.tree.body:
            if isinstance(top, ast.Import):
                yield self._violation(top, "a module", "import its names: `from tischlein.cards import take`")
            if isinstance(top, ast.AsyncFunctionDef):
                yield self._violation(top, "`async`", "rules are plain functions")
        for function in _functions(self.tree):
            yield from self._signature(function)
            records = {
                argument.arg
                for argument in function.args.args
                if argument.annotation is not None and ast.unparse(argument.annotation) in self.records
            }
            for node in _inside(function):
                yield from self._node(node)
                if not isinstance(node, ast.Attribute) or node.attr in self.fields:
                    continue
                if isinstance(node.value, ast.Name) and node.value.id in records:
                    instead = f"the record has {', '.join(self.fields)}"
                    yield self._violation(node, f"the field `{node.attr}`", instead)

    def _signature(self, function: ast.FunctionDef) -> Iterator[Violation]:
        if function.decorator_list:
            yield self._violation(
                function, "a decorator", "leave it out; the backends wrap functions themselves"
            )
        if function.args.vararg or function.args.kwarg:
            yield self._violation(function, *STARRED)

    def _node(self, node: ast.AST) -> Iterator[Violation]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield self._violation(node, "a closure", "write the function at the top of the file")
        elif type(node) in NODES:
            yield self._violation(node, *NODES[type(node)])
        elif isinstance(node, ast.Constant):
            yield from self._constant(node)
        elif isinstance(node, ast.Compare):
            if any(isinstance(op, ast.In | ast.NotIn) for op in node.ops):
                yield self._violation(node, "`in`", MEMBERSHIP)
            elif any(isinstance(op, ast.Is | ast.IsNot) for op in node.ops):
                yield self._violation(node, "`is`", "compare with `==`")
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            yield self._violation(node, "a fraction", INTEGER)
        elif isinstance(node, ast.Call):
            yield from self._call(node)
        elif isinstance(node, ast.Assign | ast.AugAssign):
            yield from self._assignment(node)
        else:
            yield from self._place(node)

    def _place(self, node: ast.AST) -> Iterator[Violation]:
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.UnaryOp):
            yield self._violation(node, "an index below zero", "count from the front: `row[size - 1]`")
        elif isinstance(node, ast.Starred) and isinstance(node.ctx, ast.Store):
            yield self._violation(node, "a starred name", "take the cells one by one: `first = row[0]`")
        elif isinstance(node, ast.Starred):
            yield self._violation(node, *STARRED)
        elif isinstance(node, ast.For) and not _is_range(node.iter):
            yield self._violation(node, "a loop over cells", "loop over the places: `for place in range(n)`")
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in self.tops:
            yield from self._top(node, self.tops[node.id])

    def _constant(self, node: ast.Constant) -> Iterator[Violation]:
        if isinstance(node.value, str | bytes):
            yield self._violation(node, "a text", "use a number with a name; texts belong to face/")
        elif isinstance(node.value, float | complex):
            yield self._violation(node, "a float", INTEGER)
        elif node.value is None:
            yield self._violation(node, "`None`", "use EMPTY, or another number")

    def _call(self, node: ast.Call) -> Iterator[Violation]:
        if isinstance(node.func, ast.Attribute):
            yield self._violation(
                node, f"the method `{node.func.attr}`", "write a function that does it cell by cell"
            )
        elif isinstance(node.func, ast.Name) and node.func.id not in BUILTINS and _is_builtin(node.func.id):
            yield self._violation(node, f"`{node.func.id}`", "write a `for` loop")
        if any(named.arg is None for named in node.keywords):
            yield self._violation(node, *STARRED)

    def _assignment(self, node: ast.Assign | ast.AugAssign) -> Iterator[Violation]:
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            depth = 0
            place = target
            while isinstance(place, ast.Subscript):
                depth += 1
                place = place.value
            if isinstance(place, ast.Attribute) and depth < self.fields.get(place.attr, 0):
                yield self._violation(node, "a row that is assigned", ROW)

    def _top(self, node: ast.Name, value: ast.expr) -> Iterator[Violation]:
        """Return the names that a function reads from the top of its file."""
        if isinstance(value, ast.List | ast.Dict | ast.Set | ast.ListComp | ast.DictComp | ast.SetComp):
            kind = {ast.Dict: "dict", ast.DictComp: "dict", ast.Set: "set", ast.SetComp: "set"}
            yield self._violation(node, f"the {kind.get(type(value), 'list')} `{node.id}`", TABLE)
        elif isinstance(value, ast.Constant) and isinstance(value.value, float | str):
            kind_of = "float" if isinstance(value.value, float) else "text"
            yield self._violation(
                node, f"the {kind_of} `{node.id}`", INTEGER if kind_of == "float" else TABLE
            )
        elif isinstance(value, ast.Tuple) and not _is_rectangular(value):
            yield self._violation(node, f"the ragged table `{node.id}`", TABLE)

    def _violation(self, node: ast.AST, what: str, instead: str) -> Violation:
        return Violation(self.name, getattr(node, "lineno", 1), what, instead)


def _inside(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """Yield all nodes of a function's body except its docstring and annotations."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    ahead: list[ast.AST] = list(body)
    while ahead:
        node = ahead.pop()
        yield node
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and isinstance(node.left, ast.List):
            yield node.left  # `[0] * n` is one thing
            ahead.append(node.right)
        elif isinstance(node, ast.AnnAssign):
            ahead += [node.value] if node.value else []
        elif isinstance(
            node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef | ast.JoinedStr
        ):
            continue  # named as a whole
        else:
            ahead += ast.iter_child_nodes(node)


def _is_range(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range"


def _is_builtin(name: str) -> bool:
    return hasattr(builtins, name)


def _is_rectangular(table: ast.Tuple) -> bool:
    rows = [cell for cell in table.elts if isinstance(cell, ast.Tuple)]
    if not rows:
        return True
    return len(rows) == len(table.elts) and len({len(row.elts) for row in rows}) == 1


def _recursion(trees: Mapping[str, ast.Module]) -> Iterator[Violation]:
    """Return the functions that call themselves, directly or through others."""
    calls: dict[str, set[str]] = {}
    places: dict[str, tuple[str, int]] = {}
    for name, tree in trees.items():
        for function in _functions(tree):
            called = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
            calls[function.name] = {func.id for func in called if isinstance(func, ast.Name)}
            places[function.name] = name, function.lineno
    for function_name, (file, line) in places.items():
        ahead, seen = list(calls[function_name]), set()
        while ahead:
            callee = ahead.pop()
            if callee == function_name:
                yield Violation(
                    file, line, f"recursion in `{function_name}`", "write a loop, with `work` as the stack"
                )
                break
            if callee in calls and callee not in seen:
                seen.add(callee)
                ahead += calls[callee]
