"""What the pages point at is there."""

import re
from pathlib import Path

import pytest

from scripts import website

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    path
    for pattern in ("*.md", "docs/**/*.md", "conformance/**/*.md", "bench/**/*.md", "tests/**/*.md")
    for path in sorted(ROOT.glob(pattern))
]
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_and_make_targets(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    # Links within the project; a scheme or a bare anchor leads elsewhere.
    links = re.findall(r"\]\(([^)\s#:]+)(?:#[^)]*)?\)", text)
    assert [link for link in links if not (page.parent / link).exists()] == []
    anchors = re.findall(r"\]\(([^)\s#:]*\.md)?#([^)\s]+)\)", text)
    assert [
        anchor for to, anchor in anchors if anchor not in headings(page.parent / to if to else page)
    ] == []
    # In code, "make word" is a command.
    code = re.findall(r"^```(?:sh|console)\n(.*?)^```$|`([^`\n]+)`", text, re.MULTILINE | re.DOTALL)
    pieces = [block or inline for block, inline in code]
    named = {target for piece in pieces for target in re.findall(r"(?:^|\s)make ([a-z-]+)\b(?!=)", piece)}
    assert named <= TARGETS


def headings(page: Path) -> set[str]:
    """Return the anchors of a page, as the website and code hosts make them from headings."""
    lines = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", line.lower()).strip()) for line in lines}


def test_every_suite_has_its_line() -> None:
    """The table of folders in the page about development is complete."""
    page = (ROOT / "docs/development.md").read_text(encoding="utf-8")
    rows = page.partition("| folder in `tests/` |")[2].partition("\n\n")[0]
    listed = {name for row in rows.splitlines() for name in re.findall(r"`(\w+)`", row.partition(" | ")[0])}
    suites = {
        folder.name
        for folder in (ROOT / "tests").iterdir()
        if folder.is_dir() and any(folder.rglob("test_*.py"))
    }
    assert listed == suites


def test_every_page_is_on_the_website() -> None:
    """The menu and the links from its pages reach all docs."""
    assert {page for page in PAGES if page.is_relative_to(ROOT / "docs")} <= website.pages()
