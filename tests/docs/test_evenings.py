"""docs/evenings.md names what is on the page, and everything that is stored."""

import re
from pathlib import Path

import pytest

from tischlein.server.store import schema

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/evenings.md").read_text("utf-8")
SECTIONS = (
    "People you have played with",
    "Groups",
    "The season of a group",
    "Ratings",
    "What is stored, and for how long",
)


def section(title: str) -> str:
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S)
    assert found is not None, title
    return found[1]


@pytest.mark.parametrize("title", SECTIONS)
def test_what_people_are_told_to_choose_is_on_the_page(title: str) -> None:
    texts = "\n".join(path.read_text("utf-8") for path in sorted((ROOT / "web/src/texts/en").glob("*.json")))
    words = set(re.findall(r'": "(.*)"', texts))
    named = {" ".join(bold.split()) for bold in re.findall(r"\*\*(.+?)\*\*", section(title), re.S)}
    assert named
    assert named - words == set()


def test_everything_that_is_stored_is_in_the_table() -> None:
    rows = [line for line in section(SECTIONS[-1]).splitlines() if line.startswith("| ")][1:]
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    kept = {*schema.metadata.tables, *schema.shared.tables}
    assert sorted(named) == sorted(kept)
    assert all(len(row.split("|")) == 6 for row in rows)
