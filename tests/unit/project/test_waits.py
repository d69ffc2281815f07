"""What tests in a browser wait for can be asked again and again."""

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).resolve().parents[2]


def waited_for(source: str) -> Iterator[str]:
    """What is asked of a page until it is true, where it is written in place."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".wait_for_function"):
            asked = node.args[0]
            if isinstance(asked, ast.Constant):
                yield str(asked.value)
            elif isinstance(asked, ast.JoinedStr):
                yield ast.unparse(asked)


def test_a_page_is_asked_by_a_function() -> None:
    """A bare expression must be evaluated again each time, and our pages forbid that after the first time.

    What an `async` function promises is taken for a yes: nothing is waited for.
    """
    asked = [
        (file.name, what)
        for folder in ("browser", "helpers")
        for file in sorted((TESTS / folder).rglob("*.py"))
        for what in waited_for(file.read_text("utf-8"))
    ]
    assert len(asked) > 10
    assert [(name, what) for name, what in asked if "=>" not in what or "async" in what] == []
    assert list(waited_for("page.wait_for_function('ready')")) == ["ready"]
