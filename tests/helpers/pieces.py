"""Finds a piece of Python wherever it stands in a package, and puts another in its place.

A module is read as ``ast.unparse`` writes it, so that line breaks, comments, quotes and parentheses that only group make no
difference. A piece that is Python by itself is read in the same way; another, such as the head of a loop, has to have the
parentheses of ``ast.unparse``.
"""

import ast
import re
from contextlib import suppress
from functools import cache
from pathlib import Path
from textwrap import dedent

EDGE = r"(?!(?<=\w)\w)"  # not inside a word
Place = tuple[int, int]  # where a piece begins and ends in a module's text


@cache
def pattern(piece: str) -> tuple[re.Pattern[str], set[str]]:
    """Return what a piece looks like in a module, however it is laid out, and what it may be without any white space.

    A comma at its end belongs to the layout.
    """
    piece = dedent(piece).strip().removesuffix(",").replace('"', "'")
    ways = {piece}
    with suppress(SyntaxError):
        ways.add(ast.unparse(ast.parse(piece)))
    tokens = [re.findall(r"\w+|[^\w\s]", way) for way in ways]
    written = "|".join(EDGE + r"\s*".join(map(re.escape, each)) + EDGE for each in tokens)
    return re.compile(written), set(map("".join, tokens))


@cache
def bare(text: str) -> str:
    return "".join(text.split())


def places(text: str, piece: str, scope: str | None = None) -> list[Place]:
    """Return where a piece stands: anywhere, or in one function, class or constant."""
    read, ways = pattern(piece)
    if not any(way in bare(text) for way in ways):
        return []  # this is quicker than to read it
    low, high = scope_of(text, scope) if scope else (0, len(text))
    return [found.span() for found in read.finditer(text, low, high)]


def scope_of(text: str, name: str) -> Place:
    """Return where a function, class or constant of a module stands."""
    defined = re.search(rf"^(?:(?:def|class) )?{name}\b(?:.*\n)+?(?=\S|\Z)", text, re.M)
    return defined.span() if defined else (0, 0)


def replaced(text: str, place: Place, piece: str) -> str:
    """Return a module with another piece at a place; nothing there leaves a statement or an item out."""
    before, after = text[: place[0]], text[place[1] :]
    lines = piece.rstrip().removesuffix(",").splitlines()
    if not lines and after.startswith(","):
        return before + after[1:]
    if not lines and before.rstrip().endswith(","):
        return before.rstrip()[:-1] + after
    first, *others = lines or ["pass"]
    # The other lines keep their distance from the first one.
    shift = margin(before.rpartition("\n")[2]) - margin(first)
    moved = [" " * (margin(line) + shift) + line.lstrip() for line in others]
    return before + "\n".join([first.lstrip(), *moved]) + after


def margin(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


@cache
def modules_in(folder: Path) -> dict[Path, str]:
    """Return the text of all modules of a package; what its bots believe is not about the rules."""
    files = (path for path in sorted(folder.rglob("*.py")) if "bots" not in path.relative_to(folder).parts)
    return {path: ast.unparse(ast.parse(path.read_text("utf-8"))) + "\n" for path in files}


def with_lie(folder: Path, find: str, replace: str, scope: str | None = None) -> tuple[Path, str]:
    """Return the file of a package in which a lie stands, and its source with it; the piece must stand in one place."""
    found = [
        (path, replaced(text, place, replace))
        for path, text in modules_in(folder).items()
        for place in places(text, find, scope)
    ]
    where = f"{folder.name}, {scope}" if scope else folder.name
    assert len(found) == 1, (
        f"{where}: {len(found)} places read {find!r}, not one "
        f"({', '.join(sorted({path.name for path, _ in found})) or 'none'}); mend the mutant, or name the function with `in`"
    )
    return found[0]
