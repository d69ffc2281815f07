"""Rewrites a module for MicroPython, which has no annotations at run time and less syntax.

Rules, views and sentences stay what they are. What changes: annotations, typing and docstrings go; dataclasses get an ``__init__``; stars in
displays, f-strings and ordered dicts become calls that MicroPython has. Helpers are those of ``stand_ins.py``.
"""

import ast
from collections.abc import Callable

HELPERS = "tischlein_stand_ins"
# Names that mean something only to type checkers and to this rewriter.
ERASED: dict[str, set[str]] = {
    "__future__": {"annotations"},
    "abc": {"ABC", "abstractmethod"},
    "collections.abc": {"Callable", "Collection", "Generator", "Iterator"},
    "dataclasses": {"dataclass", "field"},
    "functools": {"cached_property"},
    "typing": {
        "TYPE_CHECKING", "Any", "Literal", "NamedTuple", "Protocol", "TypedDict", "TypeVar", "cast", "override",
        "runtime_checkable",
    },
}  # fmt: skip
# Modules that the page's MicroPython has, or that the bundle brings.
PRESENT = ("binascii", "hashlib", "js", "json", "math", "secrets", "struct", "sys")
# Modules that are imported where they are used, in functions that the page does not call.
ABSENT = ("inspect", "pickle", "tomllib", "zlib")
# Names of theirs that are asked for at run time, and what MicroPython asks instead.
ASKED: dict[str, str] = {
    "Mapping": "dict",
    "Sequence": "(list, tuple)",
    "Iterable": "ITERABLE",
    "Annotated": "Annotated",
    "get_type_hints": "get_type_hints",
}
# From other modules of the standard library.
STAND_INS = {
    "deepcopy",
    "cache",
    "Counter",
    "islice",
    "index",
    "tee",
    "namedtuple",
    "get_close_matches",
    "OrderedDict",
}
METHODS = ("removeprefix", "isascii", "bit_length", "hexdigest")
# Functions of modules, and what stands in for them.
FUNCTIONS = {("hmac", "digest"): "hmac_digest", ("json", "dumps"): "dumps"}
# Types, and parts of a game that only the lab, the terminal or a learner needs.
LEFT_OUT = (".types", ".lab", ".features", ".terminal")
# Modules whose names are None in the page: it neither compiles, learns nor designs games.
NOT_IN_THE_PAGE = (
    "tischlein.engine.backends",
    "tischlein.engine.rules.clone",
    "tischlein.engine.rules.columns",
    "tischlein.engine.rules.contract",
    "tischlein.engine.rules.design",
    "tischlein.engine.rules.features",
    "tischlein.lab",
    "tischlein.server",
)
RECORD_CELLS = ("Int8", "Int16", "Int32", "Annotated")
GENERIC = (
    "list",
    "dict",
    "tuple",
    "set",
    "frozenset",
    "type",
    "Callable",
    "Literal",
    "Mapping",
    "Sequence",
    "Collection",
)


class Unsupported(Exception):  # noqa: N818 — it names what is written
    """Something that nobody has taught this step yet."""


class Rewrite(ast.NodeTransformer):
    """One module. ``knows`` says of a module's name whether it is part of the bundle."""

    def __init__(self, name: str, knows: Callable[[str], bool]) -> None:
        self.name = name
        self.knows = knows
        self.dicts: set[str] = set()  # classes that only say which keys a dict has

    # Imports

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt] | None:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return None
        return self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> ast.AST | None:
        stand_ins = [module for module, _ in FUNCTIONS]
        for alias in node.names:
            if alias.name not in (*PRESENT, *ABSENT, *stand_ins):
                raise Unsupported(f"{self.name}: import {alias.name}")
        kept = [alias for alias in node.names if alias.name in PRESENT or alias.name == "zlib"]
        return ast.Import(kept) if kept else None

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | list[ast.AST] | None:
        module = node.module or ""
        if not module.startswith("tischlein"):
            wanted = [alias.name for alias in node.names if alias.name in ASKED or alias.name in STAND_INS]
            for alias in node.names:
                if alias.name not in wanted and alias.name not in ERASED.get(module, ()):
                    raise Unsupported(f"{self.name}: from {module} import {alias.name}")
            return [
                _parsed(
                    f"{name} = H.{ASKED[name]}"
                    if ASKED.get(name, "").isidentifier() and ASKED[name] != "dict"
                    else f"{name} = {ASKED.get(name, 'H.' + name)}"
                )
                for name in wanted
            ]
        found: list[ast.AST] = []
        for alias in node.names:
            part = f"{module}.{alias.name}"
            here = self.knows(part) or (self.knows(module) and not part.endswith(LEFT_OUT))
            if here:
                found.append(ast.ImportFrom(module, [alias], 0))
            elif part.endswith(LEFT_OUT) or module.endswith(LEFT_OUT) or module.startswith(NOT_IN_THE_PAGE):
                found.append(_parsed(f"{alias.asname or alias.name} = None"))
            else:
                raise Unsupported(f"{self.name}: from {module} import {alias.name}")
        return found

    # Types

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        if node.value is None:
            return None
        return self.visit_Assign(ast.Assign([node.target], node.value, lineno=0))

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        if _is_type(node.value):
            return ast.Assign(node.targets, ast.Constant(None), lineno=0)
        return self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST | list[ast.AST]:
        cached = [
            one for one in node.decorator_list if isinstance(one, ast.Name) and one.id == "cached_property"
        ]
        node.returns = None
        for argument in (*node.args.args, *node.args.kwonlyargs, *node.args.posonlyargs):
            argument.annotation = None
        for star in (node.args.vararg, node.args.kwarg):
            if star is not None:
                star.annotation = None
        node.body = _without_docstring(node.body)
        if cached:
            made = f"_make_{node.name}"
            read = _parsed(
                f"@property\ndef {node.name}(self):\n    kept = getattr(self, '_kept_{node.name}', H.MISSING)\n"
                f"    if kept is H.MISSING:\n        kept = self._kept_{node.name} = self.{made}()\n    return kept"
            )
            node.name, node.decorator_list = made, []
            return [self.generic_visit(node), read]
        node.decorator_list = [
            one
            for one in node.decorator_list
            if not _named(one, "runtime_checkable", "override", "abstractmethod")
        ]
        return self.generic_visit(node)

    def visit_Module(self, node: ast.Module) -> ast.AST:
        node.body = _without_docstring(node.body)
        self.generic_visit(node)
        node.body.insert(0, _parsed(f"import {HELPERS} as H"))
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.body = _without_docstring(node.body) or [ast.Pass()]
        bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
        fields = [
            one for one in node.body if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
        ]
        names = [one.target.id for one in fields if isinstance(one.target, ast.Name)]
        if "NamedTuple" in bases:
            return _parsed(f"{node.name} = H.namedtuple({node.name!r}, {tuple(names)!r})")
        if any(base == "TypedDict" or base in self.dicts for base in bases):
            self.dicts.add(node.name)
            return _parsed(f"class {node.name}:\n    __annotations__ = {tuple(names)!r}")
        dataclass = any(_named(one, "dataclass") for one in node.decorator_list)
        node.decorator_list = [
            one for one in node.decorator_list if not _named(one, "dataclass", "runtime_checkable")
        ]
        node.keywords = []
        node.bases = [base for base in node.bases if not _named(base, "Protocol", "ABC")][:1]
        extra: list[ast.stmt] = []
        if dataclass:
            extra.append(_parsed(f"__slots__ = {tuple(names)!r}"))
            extra.append(
                _dataclass_init(
                    fields,
                    any(
                        isinstance(one, ast.FunctionDef) and one.name == "__post_init__" for one in node.body
                    ),
                )
            )
        elif any(_root(one.annotation) in RECORD_CELLS for one in fields):
            hints = ", ".join(f"({one.target.id!r}, {ast.unparse(one.annotation)})" for one in fields)  # type: ignore[union-attr]
            extra.append(_parsed(f"HINTS = ({hints},)"))
        if dataclass and not fields and node.bases:
            extra = []  # nothing of its own: the base's
        node.body = [*node.body, *extra]
        if dataclass:
            node.body = [
                one for one in node.body if not (isinstance(one, ast.AnnAssign) and _is_field(one.value))
            ]
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node

    # Displays

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        self.generic_visit(node)
        if not node.keys:
            return _expression("H.OrderedDict()")
        parts: list[ast.expr] = []
        pairs: list[ast.expr] = []
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                if pairs:
                    parts.append(ast.List(pairs, ast.Load()))
                    pairs = []
                parts.append(value)
            else:
                pairs.append(ast.Tuple([key, value], ast.Load()))
        if pairs:
            parts.append(ast.List(pairs, ast.Load()))
        name = "H.OrderedDict" if len(parts) == 1 and node.keys[0] is not None else "H.merged"
        return ast.Call(_expression(name), parts, [])

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        self.generic_visit(node)
        pairs = ast.ListComp(ast.Tuple([node.key, node.value], ast.Load()), node.generators)
        return ast.Call(_expression("H.OrderedDict"), [pairs], [])

    def visit_List(self, node: ast.List) -> ast.AST:
        return self._unstarred(node, "H.listed")

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        return self._unstarred(node, "H.tupled")

    def _unstarred(self, node: ast.List | ast.Tuple, name: str) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load) and any(isinstance(one, ast.Starred) for one in node.elts):
            return _joined(name, node.elts)
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        template, values = "", []
        for part in node.values:
            if isinstance(part, ast.Constant):
                template += str(part.value).replace("{", "{{").replace("}", "}}")
            elif isinstance(part, ast.FormattedValue):
                if part.format_spec is not None:
                    raise Unsupported(f"{self.name}: a number in a format of its own")
                template += "{" + ("" if part.conversion == -1 else "!" + chr(part.conversion)) + "}"
                values.append(self.visit(part.value))
        return ast.Call(ast.Attribute(ast.Constant(template), "format", ast.Load()), values, [])

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        node.cause = None  # MicroPython keeps none, and says so each time
        return self.generic_visit(node)

    # Calls and names

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if _named(node.func, "isinstance", "issubclass"):
            node.args[0] = self.visit(node.args[0])
            node.args[1] = _alternatives(node.args[1])
            return node
        self.generic_visit(node)
        if _named(node.func, "zip"):
            node.keywords = [one for one in node.keywords if one.arg != "strict"]
        if _named(node.func, "cast"):
            return node.args[1]
        if isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
            return ast.Call(_expression(f"H.{node.func.attr}"), [node.func.value, *node.args], [])
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if not (isinstance(node.slice, ast.Slice) and node.slice.step is not None):
            return node
        ends = [one or ast.Constant(None) for one in (node.slice.lower, node.slice.upper, node.slice.step)]
        return ast.Call(_expression("H.sliced"), [node.value, *ends], [])

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.value, ast.Name) and (node.value.id, node.attr) in FUNCTIONS:
            return _expression(f"H.{FUNCTIONS[node.value.id, node.attr]}")
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id == "dict" and isinstance(node.ctx, ast.Load):
            return _expression("H.OrderedDict")
        return node


def rewritten(name: str, source: str, knows: Callable[[str], bool]) -> ast.Module:
    """Return a module as MicroPython takes it. What is new in it has no place in a file: `ast.unparse` asks for none."""
    return Rewrite(name, knows).visit(ast.parse(source))  # type: ignore[no-any-return]


def _parsed(source: str) -> ast.stmt:
    return ast.parse(source).body[0]


def _expression(source: str) -> ast.expr:
    return ast.parse(source, mode="eval").body


def _named(node: ast.AST, *names: str) -> bool:
    node = node.func if isinstance(node, ast.Call) else node
    return isinstance(node, ast.Name) and node.id in names


def _root(node: ast.AST) -> str:
    node = node.value if isinstance(node, ast.Subscript) else node
    return node.id if isinstance(node, ast.Name) else ""


def _is_type(node: ast.AST) -> bool:
    if isinstance(node, ast.Call) and _named(node, "TypedDict", "TypeVar", "NewType"):
        return True
    return isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in GENERIC


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    first = body[0] if body else None
    if (
        isinstance(first, ast.Expr)
        and isinstance(first.value, ast.Constant)
        and isinstance(first.value.value, str)
    ):
        return body[1:] or [ast.Pass()]
    return body


def _is_field(node: ast.AST | None) -> bool:
    return node is not None and _named(node, "field")


def _dataclass_init(fields: list[ast.AnnAssign], after: bool) -> ast.stmt:
    """Return the ``__init__`` that ``dataclass`` would write."""
    arguments, lines = ["self"], []
    for one in fields:
        name = one.target.id  # type: ignore[union-attr]
        value: ast.expr | None = one.value
        made = False
        if _is_field(value):
            keywords = {keyword.arg: keyword.value for keyword in value.keywords}  # type: ignore[union-attr]
            made = "default_factory" in keywords
            value = keywords.get("default_factory") or keywords.get("default")
        if value is None:
            arguments.append(name)
            lines.append(f"    self.{name} = {name}")
        else:
            arguments.append(f"{name}=H.MISSING")
            fresh = f"({ast.unparse(value)})()" if made else ast.unparse(value)
            lines.append(f"    self.{name} = ({fresh}) if {name} is H.MISSING else {name}")
    if after:
        lines.append("    self.__post_init__()")
    return _parsed(f"def __init__({', '.join(arguments)}):\n" + "\n".join(lines or ["    pass"]))


def _alternatives(node: ast.expr) -> ast.expr:
    """Return ``A | B`` as a tuple."""
    if isinstance(node, ast.BinOp):
        return ast.Tuple([_alternatives(node.left), _alternatives(node.right)], ast.Load())
    if isinstance(node, ast.Constant) and node.value is None:
        return _expression("type(None)")
    return node


def _joined(name: str, elements: list[ast.expr]) -> ast.expr:
    """Return the parts of a display with stars, one after the other."""
    parts: list[ast.expr] = []
    plain: list[ast.expr] = []
    for one in elements:
        if isinstance(one, ast.Starred):
            if plain:
                parts.append(ast.List(plain, ast.Load()))
                plain = []
            parts.append(one.value)
        else:
            plain.append(one)
    if plain:
        parts.append(ast.List(plain, ast.Load()))
    return ast.Call(_expression(name), parts, [])
