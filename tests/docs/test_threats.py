"""SECURITY.md names a test for each threat; every one of them exists, and is a test that runs."""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SECTION = (ROOT / "SECURITY.md").read_text(encoding="utf-8").split("## Threats", 1)[1].split("\n## ", 1)[0]
ROWS = [line for line in SECTION.splitlines() if line.startswith("| ")][1:]

# What is marked so is not run in every `make test`.
LEFT_OUT = ("skip", "xfail", "mark.long")


@cache
def found_in(path: str) -> set[str]:
    """Return the tests of a file that run everywhere, and names that it gives to classes of tests."""
    found = set()
    for node in ast.parse((ROOT / path).read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if not any(word in ast.unparse(mark) for mark in node.decorator_list for word in LEFT_OUT):
                found.add(node.name)
        elif isinstance(node, ast.Assign):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return {name for name in found if name.startswith(("test_", "Test"))}


def test_every_threat_has_a_test_and_every_test_exists() -> None:
    assert len(ROWS) > 15
    for row in ROWS:
        named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", row)
        assert named, row
        for path, name in named:
            assert (ROOT / path).is_file(), path
            assert name in found_in(path), f"{path}::{name}"
