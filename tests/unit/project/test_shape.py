"""The package stays one that a newcomer finds a way through: no long files, no crowded folders."""

from collections import Counter
from pathlib import Path

import tischlein
from scripts.weight import LIMITS, ROOT, files, weigh

PACKAGE = Path(tischlein.__file__).parent
MOST_LINES = 450
MOST_FILES = 20
MOST_FILES_OF_THE_PAGE = 15


def test_files_are_short_and_folders_small() -> None:
    files = [path for path in PACKAGE.rglob("*.py") if "static" not in path.parts]
    assert len(files) > 300
    long = {path.name: n for path in files if (n := len(path.read_text("utf-8").splitlines())) > MOST_LINES}
    assert long == {}
    assert crowded(files, MOST_FILES) == {}


def test_folders_of_the_page_are_small() -> None:
    files = [path for path in (ROOT / "web/src").rglob("*") if path.is_file()]
    assert len(files) > 300
    assert crowded(files, MOST_FILES_OF_THE_PAGE) == {}


def crowded(files: list[Path], most: int) -> dict[str, int]:
    """Return the folders that hold more of the files than they should."""
    return {folder.as_posix(): n for folder, n in Counter(path.parent for path in files).items() if n > most}


def test_the_code_is_not_heavier_than_what_was_reached() -> None:
    found = {part: n / 1000 for part, n in weigh(files()).items()}
    assert found["package"] > 1000
    assert found["tests"] > 1000
    heavier = {part: round(n) for part, n in found.items() if n > LIMITS[part]}
    assert heavier == {}, "make weight; what is added is paid for by what goes"
    told = ", ".join(f"{most:,}" for most in LIMITS.values())
    assert f"{', '.join(LIMITS)} | {told} |" in (ROOT / "docs/architecture.md").read_text("utf-8")
