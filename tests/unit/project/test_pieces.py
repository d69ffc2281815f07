"""Pieces of source are found however they are laid out, and only where they stand once."""

from pathlib import Path

import pytest

from helpers.pieces import Module, only_place, with_lie

SOURCE = '''
LIMITS = (1, 2, 3)

def may(s, seat):
    """Return True if the piece is allowed."""
    if s.size == 0:
        return "no"
    return s.actor == seat and (s.left > 0 or s.right > 0)

def other(s):
    if s.size == 0:
        return {"a": s.left, "b": 2}
    return None
'''


@pytest.mark.parametrize(
    "piece",
    [
        "s.actor == seat and (s.left > 0 or s.right > 0)",
        "return (\n    s.actor == seat  # whose turn\n    and (s.left > 0 or s.right > 0)\n)",
        "== seat and (s.left",
        "('a': s.left,\n 'b': 2)"[1:-1],
        "def may(\n    s,\n    seat\n):"[:-1],
        "return 'no'",
        "2, 3",
    ],
)
def test_layout_makes_no_difference(piece: str) -> None:
    assert len(Module(SOURCE).places(piece)) == 1


def test_a_piece_stands_in_a_function_or_anywhere() -> None:
    module = Module(SOURCE)
    assert len(module.places("if s.size == 0:")) == 2
    assert len(module.places("if s.size == 0:", "other")) == 1
    assert module.places("if s.size == 0:", "LIMITS") == module.places("if s.size == 1:") == []
    assert module.places("s.left > 0", "nowhere") == []


@pytest.mark.parametrize(
    ("find", "replace", "line"),
    [
        ("s.left > 0 or s.right > 0", "s.left > 0", "return s.actor == seat and (s.left > 0)"),
        ("(s.left > 0 or s.right > 0)", "True", "return s.actor == seat and (True)"),
        ("'b': 2,", "'b': 3,", "return {'a': s.left, 'b': 3}"),
        ("'b': 2", "", "return {'a': s.left}"),
        ("1, 2", "1", "LIMITS = (1, 3)"),
        ("        return 'no'\n", "", "        pass\n"),
        (
            "        return 'no'",
            "        s.size = 1\n        return 'yes'",
            "        s.size = 1\n        return 'yes'\n",
        ),
        ("return 'no'\n", "if s:\n    return 'yes'\n", "        if s:\n            return 'yes'\n"),
    ],
)
def test_another_piece_takes_its_place(find: str, replace: str, line: str) -> None:
    module = Module(SOURCE)
    (place,) = module.places(find)
    changed = module.replaced(place, replace)
    compile(changed, "changed", "exec")
    assert line in changed


def test_a_piece_that_stands_nowhere_or_twice_is_named(tmp_path: Path) -> None:
    (tmp_path / "bots").mkdir()
    for name in ("one.py", "two.py", "bots/three.py"):
        (tmp_path / name).write_text(SOURCE, "utf-8")
    with pytest.raises(AssertionError, match=r"2 places read .return 'no'., not one \(one.py, two.py\)"):
        only_place(tmp_path, "return 'no'")
    with pytest.raises(AssertionError, match=r"0 places read .return 'yes'., not one \(none\)"):
        with_lie(tmp_path, "return 'yes'", "")
