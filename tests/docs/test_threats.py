"""SECURITY.md names a test for each threat; every one of them exists."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SECTION = (ROOT / "SECURITY.md").read_text(encoding="utf-8").split("## Threats", 1)[1].split("\n## ", 1)[0]
ROWS = [line for line in SECTION.splitlines() if line.startswith("| ")][1:]


def names_in(path: Path) -> set[str]:
    """Tests of a file, and names that it gives to classes of tests."""
    found = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return found


def test_every_threat_has_a_test_and_every_test_exists() -> None:
    assert len(ROWS) > 15
    for row in ROWS:
        named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", row)
        assert named, row
        for path, name in named:
            assert (ROOT / path).is_file(), path
            assert name in names_in(ROOT / path), f"{path}::{name}"
