"""The examples in the pages and in the docstrings run, and give what they say they give.

In a page, every block that is marked `python` runs, in order and in one namespace per page: as a doctest when it has prompts
(`>>>`), else as it stands. What should not run is marked `text` or `sh`.
"""

import doctest
import importlib
import re
from pathlib import Path
from typing import Any

import pytest

import tischlein

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path(tischlein.__file__).parent
FENCE = re.compile(r"^```(?:python|pycon)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = [
    path
    for pattern in ("*.md", "docs/**/*.md", "conformance/**/*.md", "bench/**/*.md")
    for path in sorted(ROOT.glob(pattern))
    if FENCE.search(path.read_text(encoding="utf-8"))
]
MODULES = [
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted(PACKAGE.rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


def complaints(test: doctest.DocTest) -> str:
    said: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append, clear_globs=False)
    return "".join(said)


def parts_of(page: Path) -> list[pytest.MarkDecorator]:
    """What the examples of a page need beyond the package itself."""
    return (
        [pytest.mark.needs("lab")]
        if re.search(r"\.plot\(|import (polars|pyarrow)", page.read_text(encoding="utf-8"))
        else []
    )


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=parts_of(page), id=page.relative_to(ROOT).as_posix()) for page in PAGES],
)
def test_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for block in FENCE.finditer(text):
        line = text.count("\n", 0, block.start(1))
        if ">>> " in block[1]:
            test = doctest.DocTestParser().get_doctest(block[1], namespace, page.name, str(page), line)
            test.globs = namespace  # the parser took a copy; later blocks see what this one defines
            assert complaints(test) == ""
        else:
            exec(compile("\n" * line + block[1], str(page), "exec"), namespace)  # noqa: S102 — that is the test


@pytest.mark.quick
@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    tests = doctest.DocTestFinder(exclude_empty=True).find(importlib.import_module(name))
    assert any(test.examples for test in tests)
    assert "".join(complaints(test) for test in tests) == ""
