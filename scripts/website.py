"""Build the website from README, `docs/` and the pages that they link to: `make docs` writes it to `build/website`.

Any static host can serve the folder. `play/` has the playable table, as `tischlein site` writes it, and `verify/` leads to its check
of a saved game. Pages keep their folders, so that a relative link leads to the same page here and in a checkout. `zensical.toml` has
the menu.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

import tischlein
from scripts.promises import RETURNED

ROOT: Final = Path(__file__).parents[1]
SETTINGS: Final = ROOT / "zensical.toml"
STAGE: Final = ROOT / "build/website-source"
SITE: Final = ROOT / "build/website"
# The package as mkdocstrings reads it, which takes a bare `>>>` for a quotation.
SOURCES: Final = ROOT / "build/website-package"
EXAMPLE: Final = re.compile(r'^( *)>>> .*\n(?: *[^\s"].*\n)*', re.MULTILINE)
LOOK: Final = ("docs/website.css", "web/public/icons/icon.svg")
# Written from docstrings, so a checkout does not have it.
REFERENCE: Final = "docs/reference.md"
# The page that checks a saved game is part of the table.
VERIFY: Final = '<!doctype html><meta http-equiv="refresh" content="0; url=../play/verify/"><a href="../play/verify/">Check a saved game</a>\n'
LINK: Final = re.compile(r"\]\(([^)#:\s]+)(#[^)\s]*)?\)")


def menu() -> list[str]:
    """Return the pages of the menu, in its order."""
    found: list[str] = []
    ahead: list[object] = [tomllib.loads(SETTINGS.read_text("utf-8"))["project"]["nav"]]
    while ahead:
        entry = ahead.pop(0)
        if isinstance(entry, str):
            found.append("README.md" if entry == "index.md" else entry)
        else:
            ahead[:0] = (
                entry.values() if isinstance(entry, dict) else entry if isinstance(entry, list) else ()
            )
    return found


def linked(page: Path) -> set[Path]:
    """Return the files of the repository that a page links to; a folder means its README."""
    targets = ((page.parent / target).resolve() for target, _ in LINK.findall(page.read_text("utf-8")))
    return {path / "README.md" if path.is_dir() else path for path in targets}


def pages() -> set[Path]:
    """Return the pages of the menu, and every file that can be reached from them by links."""
    found: set[Path] = set()
    ahead = {ROOT / page for page in menu() if page != REFERENCE}
    while ahead:
        page = ahead.pop()
        found.add(page)
        if page.suffix == ".md":
            ahead |= linked(page) - found
    return found


def for_website(page: Path) -> str:
    """Return the text of a page, with links to folders and to README as the website has them."""

    def moved(match: re.Match[str]) -> str:
        target, anchor = match[1], match[2] or ""
        path = (page.parent / target).resolve()
        if path.is_dir():
            target = f"{target.rstrip('/')}/README.md"
        elif path == ROOT / "README.md":
            target = target.replace("README.md", "index.md")
        return f"]({target}{anchor})"

    text = LINK.sub(moved, page.read_text("utf-8"))
    if page == ROOT / "README.md":
        title, rest = text.split("\n", 1)
        return f"{title}\n\nPlay now, here in the browser:\n\n{buttons()}\n{rest}"
    return text


def buttons() -> str:
    """Return a link for each game that begins it at once."""
    names = {game.id: game.name.partition(" – ")[0] for game in tischlein.games().values()}
    return "\n".join(
        f"[{name}](play/index.html#{key}){{ .md-button .md-button--primary }}" for key, name in names.items()
    )


def reference() -> str:
    """Return the page that mkdocstrings fills with the docstrings of the public names, and of what functions return."""
    returned = (f"{one.__module__}.{one.__qualname__}" for one in RETURNED)
    names = "\n".join(
        f"::: {name}\n" for name in (*(f"tischlein.{name}" for name in tischlein.__all__), *returned)
    )
    return f"# Reference\n\nEvery public name of the package, and at the end what functions return. [The API](api.md) shows how to use them.\n\n{names}"


def stage() -> None:
    """Gather the pages, and what they show or link to."""
    for folder in (STAGE, SOURCES):
        shutil.rmtree(folder, ignore_errors=True)
    for page in pages() | {ROOT / name for name in LOOK}:
        place = STAGE / page.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        if page.suffix == ".md":
            place.write_text(for_website(page), "utf-8")
        else:
            shutil.copy(page, place)
    for path in (ROOT / "src").rglob("*.py"):
        place = SOURCES / path.relative_to(ROOT / "src")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(EXAMPLE.sub(r"\1```pycon\n\g<0>\1```\n", path.read_text("utf-8")), "utf-8")
    (STAGE / "README.md").rename(STAGE / "index.md")
    (STAGE / REFERENCE).write_text(reference(), "utf-8")


def build(at: str) -> None:
    """Write the website; ``at`` is the path at which a host will show it."""
    stage()
    shutil.rmtree(SITE, ignore_errors=True)
    programs = Path(sys.executable).parent
    subprocess.run([programs / "zensical", "build", "--clean", "--strict"], cwd=ROOT, check=True)
    (SITE / "verify").mkdir()
    (SITE / "verify" / "index.html").write_text(VERIFY, "utf-8")
    play = ["site", "--out", str(SITE / "play"), "--at", f"{at.rstrip('/')}/play"]
    subprocess.run([programs / "tischlein", *play], check=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Build the website into build/website.")
    parser.add_argument(
        "--at", default="/", metavar="PATH", help="where the host will show it, such as /tischlein"
    )
    build(parser.parse_args().at)
    print(f"Written: {SITE.relative_to(ROOT)}, for any static host. To look at it here:")
    print(f"python3 -m http.server --directory {SITE.relative_to(ROOT)}")
