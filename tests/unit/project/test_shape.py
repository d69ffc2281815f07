"""The package stays one that a newcomer finds a way through: no long files, no crowded folders."""

from pathlib import Path

import tischlein
from hatch_build import TYPES
from scripts.weight import AIMS, ROOT, weigh

PACKAGE = Path(tischlein.__file__).parent
MOST_LINES = 450
MOST_FILES = 20


def test_files_are_short_and_folders_small() -> None:
    files = [path for path in PACKAGE.rglob("*.py") if "static" not in path.parts]
    assert len(files) > 300
    long = {path.name: n for path in files if (n := len(path.read_text("utf-8").splitlines())) > MOST_LINES}
    assert long == {}
    folders = {path.parent for path in files}
    crowded = {
        folder.relative_to(PACKAGE).as_posix(): n
        for folder in folders
        if (n := len(list(folder.glob("*.py")))) > MOST_FILES
    }
    assert crowded == {}


def test_the_page_is_not_heavier_than_its_aim() -> None:
    files = [path.relative_to(ROOT) for path in (ROOT / "web/src").rglob("*") if path.is_file()]
    page = weigh(path.as_posix() for path in files if path != TYPES)["page"]
    assert 500 < page / 1000 <= AIMS["page"], "make weight"
