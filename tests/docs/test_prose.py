"""Prose in Markdown wraps at 100 columns, so a changed sentence is a small change of the file."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WIDTH = 100
FOLDERS = ("docs", "conformance", "bench", "tests", "web/src", "src")
PAGES = sorted({*ROOT.glob("*.md"), *(page for folder in FOLDERS for page in (ROOT / folder).rglob("*.md"))})
# What cannot wrap: headings, tables, HTML, pictures, and a link that is a line of its own.
WHOLE = re.compile(r"\s*([#|<]|!\[|\[[^\]]+\]:|([-*] )?\[[^\]]+\]\([^)]+\)[.,;:]?$)")
CODE = re.compile(r"( {4}|\t)")


def too_long(text: str) -> list[int]:
    """The numbers of the lines of prose that are longer than the width."""
    found = []
    fence, code, before = "", False, ""
    for number, line in enumerate(text.split("\n"), start=1):
        mark = re.match(r"\s*(```+|~~~+)", line)
        if mark and (not fence or mark[1] == fence):
            fence = "" if fence else mark[1]
        # Indented after an empty line, and what follows it, is code.
        code = bool(CODE.match(line)) and (code or not before.strip())
        if not fence and not code and len(line) > WIDTH and not WHOLE.match(line):
            found.append(number)
        before = line
    return found


@pytest.mark.parametrize(
    "page",
    PAGES,
    ids=lambda page: page.relative_to(ROOT).as_posix(),
)
def test_prose_wraps(page: Path) -> None:
    assert too_long(page.read_text(encoding="utf-8")) == []
