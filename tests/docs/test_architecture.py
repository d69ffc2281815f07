"""The page that shows the way through the house names folders and files that are there."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src/tischlein"
PAGE = (ROOT / "docs/architecture.md").read_text("utf-8")


def test_every_file_and_folder_is_there() -> None:
    beside = PACKAGE
    for name in re.findall(r"`((?:[\w<>]+/)*[\w<>]+(?:\.py|/\w+))`", PAGE):
        if "<id>" in name:
            assert (PACKAGE / name.replace("<id>", "lobo77")).exists(), name
            continue
        if "/" in name:
            places = [PACKAGE / name, ROOT / name, PACKAGE / "server" / name]
            found = next((place for place in places if place.exists()), None)
            assert found is not None, name
            beside = found.parent
        else:
            assert (beside / name).exists() or list((PACKAGE / "server").rglob(name)), name


def test_every_folder_of_the_package_has_its_line() -> None:
    tree = PAGE.partition("```text")[2].partition("```")[0]
    listed = set(re.findall(r"^  (\w+)(?:\.py|/)", tree, re.M))
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and (path / "__init__.py").exists()}
    assert folders == listed - {"cards", "interrupts"}
