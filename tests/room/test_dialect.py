"""The room's Python is plain: nothing in it waits, stores or looks at a clock, and MicroPython runs it."""

import ast
from pathlib import Path

import msgspec
import pytest

import tischlein.room
from scripts.micropython.rewrite import Unsupported, rewritten
from tischlein.room.wire import DEFAULTS
from tischlein.server.protocol import client

ROOM = Path(tischlein.room.__file__).parent
MODULES = sorted(path for path in ROOM.rglob("*.py"))
ALLOWED = ("tischlein.cards", "tischlein.engine.", "tischlein.bots.nicknames", "tischlein.room")
PLAIN = {"__future__", "collections.abc", "dataclasses", "typing"}
# What MicroPython does not have, and the rewriter does not mend.
MISSING = (ast.Match, ast.AsyncFunctionDef, ast.Await, ast.NamedExpr, ast.TryStar)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOM)))
def test_a_module_of_the_room_is_plain(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source)):
        assert not isinstance(node, MISSING), ast.unparse(node)
        assert not isinstance(node, ast.Import), "imports name what they take"
        if isinstance(node, ast.ImportFrom):
            assert node.module in PLAIN or str(node.module).startswith(ALLOWED), node.module
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "dataclass":
            assert ast.unparse(node) == "dataclass(slots=True, eq=False)", "no == that MicroPython lacks"
        if isinstance(node, ast.ClassDef) and any(ast.unparse(base) == "NamedTuple" for base in node.bases):
            assert all(one.value is None for one in node.body if isinstance(one, ast.AnnAssign))


def test_the_rewriter_refuses_what_it_does_not_know() -> None:
    for line in (
        "import asyncio",
        "from time import monotonic",
        "from dataclasses import replace",
        "from tischlein.room.nothing import something",
    ):
        with pytest.raises(Unsupported, match="import"):
            rewritten("tischlein.room.new", line, lambda name: False)


def test_the_fields_of_messages_are_those_of_the_protocol() -> None:
    found = {}
    for message in client.ClientMessage.__args__:
        fields = msgspec.structs.fields(message)
        usual = {field.name: field.default for field in fields if not field.required}
        if usual:
            found[message.__struct_config__.tag] = usual
    assert found == DEFAULTS
