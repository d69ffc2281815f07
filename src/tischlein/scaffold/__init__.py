"""Write a new game that runs at once: the tiny game in ``template``, under another name."""

import keyword
import re
from collections.abc import Iterator
from pathlib import Path

from tischlein.engine.errors import OptionError

TEMPLATE = Path(__file__).parent / "template"
# What the template calls itself: its package, its id, its name, and the first letter of its clauses.
PACKAGE, ID, NAME = "tischlein.scaffold.template", "hoch", "Hoch"


def check_name(name: str, taken: set[str]) -> str:
    """Return the name, or raise OptionError if it cannot be a game's id."""
    if keyword.iskeyword(name):
        raise OptionError(f"{name!r} cannot be a game's id: it is a keyword of Python")
    if not re.fullmatch(r"[a-z][a-z0-9]{1,19}", name):
        raise OptionError(
            f"{name!r} cannot be a game's id: use 2 to 20 small letters and digits, a letter first"
        )
    if name in taken:
        raise OptionError(f"there is a game {name!r} already")
    return name


def files(name: str, package: str) -> Iterator[tuple[str, str]]:
    """Yield the files of a new game: their paths in its folder, and their texts."""
    for path in sorted(TEMPLATE.rglob("*")):
        if path.suffix in (".py", ".toml"):
            text = path.read_text("utf-8").replace(PACKAGE, package)
            text = re.sub(rf"\b{ID}\b", name, text)
            text = re.sub(rf"\b{NAME}\b", name.capitalize(), text)
            yield path.relative_to(TEMPLATE).as_posix(), re.sub(r"\bH(\d)\b", rf"{name[0].upper()}\1", text)


def write(name: str, folder: Path, package: str) -> Path:
    """Write a new game into a folder for games, and return its own folder."""
    room = folder / name
    if room.exists():
        raise OptionError(f"{room} is there already")
    for place, text in files(name, package):
        path = room / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return room


def register(registry: Path, name: str) -> str:
    """Return ``games/__init__.py`` with one more game in its list; nothing is written."""
    text = registry.read_text("utf-8")
    line = f"from tischlein.games.{name} import GAME as {name.upper()}"
    imports = re.findall(r"^from tischlein\.games\..*$", text, re.M)
    text = text.replace("\n".join(imports), "\n".join(sorted([*imports, line])))
    listed = re.search(r"^LISTED = \((.*?)\)", text, re.M | re.S)
    if not imports or listed is None:
        raise OptionError(f"{registry} is not as expected: add the game there by hand")
    names = sorted([*re.findall(r"\w+", listed[1]), name.upper()])
    return text.replace(listed[0], f"LISTED = ({', '.join(names)})")
