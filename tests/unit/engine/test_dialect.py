"""The linter of the dialect: all games pass, and every construct that no compiler takes is named with its line; tests/native compiles some."""

from pathlib import Path

import pytest

from tischlein import cards
from tischlein.engine.rules.dialect import lint, lint_modules
from tischlein.scaffold.template import rules as good

RECORD = '''
from typing import Annotated
from tischlein.cards import Cells, Grid, Int8
TABLE = (1, 2, 3)
ROWS = ((1, 2), (3, 4))
COUNTS = [1, 2, 3]
NAMES = {"a": 1}
RAGGED = ((1, 2), (3,))
HALF = 0.5
WORD = "word"

class Record:
    seats: Annotated[Int8, "open"]
    hand: Annotated[Cells, "int8", 4, "open"]
    hands: Annotated[Grid, "int8", 2, 4, "open"]

def helper(s: Record, n: int) -> int:
    """A text may stand here: {"a": [1.5]}."""
    return TABLE[n] + ROWS[n][0] + int(s.hand[n])

'''
# What is written in a function, and what is said about it.
BAD = {
    "return {1: 2}[n]": "a dict",
    "return {k: k for k in range(n)}[0]": "a dict",
    "return len({1, 2, n})": "a set",
    "return len({k for k in range(n)})": "a set",
    "return [k for k in range(n)][0]": "a comprehension",
    "return max(k for k in range(n))": "a generator",
    "return [1, 2, 3][n]": "a list",
    "row = [0] * 12": "a list",
    "return len(f'{n}')": "an f-string",
    "return n == 'x'": "a text",
    "return n * 0.5": "a float",
    "return n / 2": "a fraction",
    "return None": "`None`",
    "raise ValueError(n)": "an exception",
    "try:\n        return n\n    except KeyError:\n        return 0": "an exception",
    "try:\n        return n\n    except* KeyError:\n        n = 0": "an exception",
    "assert n > 0": "an assertion",
    "match n:\n        case 1:\n            return 0": "a `match`",
    "with open(n) as file:\n        return 0": "a `with`",
    "pick = lambda k: k + n": "a closure",
    "def inner() -> int:\n        return n": "a closure",
    "global TABLE": "a global variable",
    "del s.hand[0]": "`del`",
    "return helper(s, *TABLE)": "a starred argument",
    "return helper(s, **NAMES)": "a starred argument",
    "first, *others = TABLE": "a starred name",
    "return len(s.hand[:n])": "a slice",
    "import math": "an import",
    "from math import gcd": "an import",
    "return n in TABLE": "`in`",
    "return n not in TABLE": "`in`",
    "return n is not s.seats": "`is`",
    "return s.hand[-1]": "an index below zero",
    "for card in s.hand:\n        n += card": "a loop over cells",
    "s.hand.append(n)": "the method `append`",
    "return sum(s.hand)": "`sum`",
    "return sorted(TABLE)[0]": "`sorted`",
    "print(n)": "`print`",
    "s.hand = s.hands[0]": "a row that is assigned",
    "s.hands[0] = s.hands[1]": "a row that is assigned",
    "s.hands[n] += s.hand": "a row that is assigned",
    "return COUNTS[n]": "the list `COUNTS`",
    "return NAMES[n]": "the dict `NAMES`",
    "return RAGGED[n][0]": "the ragged table `RAGGED`",
    "return n * HALF": "the float `HALF`",
    "return len(WORD)": "the text `WORD`",
    "return bad(s, n - 1)": "recursion in `bad`",
}


def bad(body: str) -> str:
    return f"{RECORD}def bad(s: Record, n: int) -> int:\n    {body}\n"


def test_what_all_games_share_is_written_in_the_dialect() -> None:
    """The games themselves: tests/shared."""
    assert lint_modules([cards]) == []


def test_what_is_allowed_is_not_complained_about() -> None:
    fine = """
    total = 0
    for place in range(len(s.hand)):
        total += s.hand[place] if s.hand[place] > 0 else 0
        s.hands[0][place] = s.hand[place]
    while total > 0 and not n == 1:
        total >>= 1
    row = s.hands[1]
    return min(total, helper(s, n)) + row[0]"""
    assert lint({"rules.py": bad(fine.strip())}) == []


@pytest.mark.parametrize("body", BAD)
def test_what_no_compiler_takes_is_named_with_its_line(body: str) -> None:
    source = bad(body)
    found = lint({"rules.py": source})
    assert BAD[body] in [finding.what for finding in found], found
    first = next(finding for finding in found if finding.what == BAD[body])
    lines = source.splitlines()
    begins = next(k for k, line in enumerate(lines, 1) if line.startswith("def bad"))
    assert begins <= first.line <= len(lines)
    assert str(first).startswith(f"rules.py:{first.line}: {first.what} is not in the dialect: ")
    assert len(first.instead) > 8


def test_two_functions_that_call_each_other_are_recursion_too() -> None:
    one = "from b import other\ndef one(n: int) -> int:\n    return other(n)\n"
    other = "from a import one\ndef other(n: int) -> int:\n    return one(n)\n"
    assert {finding.file for finding in lint({"a.py": one, "b.py": other})} == {"a.py", "b.py"}


def test_tables_that_no_gpu_has_room_for_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The processor would take them, and the GPU's compiler would say something about a file of its own."""
    monkeypatch.setattr(good, "WIDE", tuple((0,) * 256 for _ in range(32)), raising=False)
    assert lint_modules([good]) == []
    monkeypatch.setattr(good, "WIDE", tuple((0,) * 256 for _ in range(65)))
    (found,) = lint_modules([good])
    assert "the large table `WIDE` (66560 bytes)" in str(found)
    assert Path(found.file).name == "rules.py"


def test_a_module_is_imported_by_its_names() -> None:
    assert [finding.what for finding in lint({"a.py": "import math\n"})] == ["a module"]
