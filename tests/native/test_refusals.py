"""Rules that do not compile are told in a line or two, with the place in their own file."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from numba.core.errors import UnsupportedBytecodeError
from numba.core.ir import Loc

from tischlein.engine import backends
from tischlein.engine.errors import DialectError
from tischlein.engine.rules.dialect import explained
from tischlein.scaffold.template import rules as good


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    (tmp_path / "kaputt").mkdir()
    (tmp_path / "kaputt/__init__.py").write_text("", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("TISCHLEIN_CACHE", str(tmp_path / "cache"))
    yield tmp_path / "kaputt/rules.py"
    for name in [name for name in sys.modules if name.partition(".")[0] == "kaputt"]:
        del sys.modules[name]


def compiled(path: Path, find: str, instead: str) -> str:
    """What is said when rules with this in them are compiled."""
    source = Path(good.__file__).read_text("utf-8")
    assert find in source
    path.write_text(source.replace(find, instead), "utf-8")
    native = backends.load(importlib.import_module("kaputt.rules"), "native")
    with pytest.raises(DialectError) as error:
        native.call("chances", native.blank())
    assert error.value.__suppress_context__
    return str(error.value)


def test_a_dict_in_the_rules_is_one_line_with_its_place(broken: Path) -> None:
    said = compiled(broken, "return CARDS - s.dealt", 'return {"left": CARDS}["left"] - s.dealt')
    line = next(k for k, text in enumerate(broken.read_text("utf-8").splitlines(), 1) if '{"left"' in text)
    assert f"{broken}:{line}: a dict is not in the dialect" in said
    assert len(said.splitlines()) <= 4


def test_a_field_that_is_not_there_is_named(broken: Path) -> None:
    said = compiled(broken, "return CARDS - s.dealt", "return CARDS - s.dealed")
    line = next(k for k, text in enumerate(broken.read_text("utf-8").splitlines(), 1) if "s.dealed" in text)
    assert f"{broken}:{line}: the field `dealed` is not in the dialect: the record has seats, actor" in said


def test_what_the_linter_does_not_know_is_told_with_the_compilers_place(broken: Path) -> None:
    said = compiled(broken, "return CARDS - s.dealt", "return CARDS - s.dealt[0]")
    line = next(k for k, text in enumerate(broken.read_text("utf-8").splitlines(), 1) if "dealt[0]" in text)
    assert said.splitlines()[0] == f"the rules do not compile: {broken}:{line}"
    assert len(said.splitlines()) <= 4


@pytest.mark.parametrize(
    ("written", "what"),
    [
        ("first, *others = REASONS", "a starred name"),  # what Numba cannot even read, and no NumbaError
        ("raise ValueError(1) from KeyError(2)", "an exception"),  # Numba raises a plain ValueError itself
    ],
)
def test_what_numba_cannot_read_is_named_with_its_place(broken: Path, written: str, what: str) -> None:
    said = compiled(broken, "return CARDS - s.dealt", f"{written}\n    return CARDS - s.dealt")
    line = next(k for k, text in enumerate(broken.read_text("utf-8").splitlines(), 1) if written in text)
    assert f"{broken}:{line}: {what} is not in the dialect" in said


def test_what_neither_the_linter_nor_numba_can_read_has_a_place() -> None:
    error = UnsupportedBytecodeError("Use of unsupported opcode (NEW)", loc=Loc(good.__file__, 7))
    first, second = str(explained(error, [good])).splitlines()
    assert first == f"the rules do not compile: {good.__file__}:7"
    assert second.startswith("Use of unsupported opcode (NEW)")
