"""A game is a room with a door: code for all games names no game, no card and no word of a notation."""

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import tischlein
from per_game import KITS

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src/tischlein"
PAGE = ROOT / "web/src"
# The list of games, what is generated from all games, and what measures named games against programs for them.
NAMED = ("games/__init__.py", "bench/compared.py", "scaffold", "server/static", "protocol/types.ts")
GAME_NAMES = re.compile(
    "|".join({re.split(r"[\d\s]", game.name)[0] for game in tischlein.games().values()}), re.I
)
# Words of a notation that are ordinary words as well: a message, an event, a label.
ORDINARY = {"play", "done", "card", "no"}
# Keys of the page's own words, and sounds: what they are called is nobody's notation.
OWN_KEYS = re.compile(r"\b(?:w|common|play)\('\w+'|export type Sound = .*")
NOTATION = {
    word
    for kit in KITS
    for text in kit.texts
    for word in (text, text.split()[0])
    if not re.fullmatch(r"-?\d+", word) and word not in ORDINARY
}


def generic(root: Path, *suffixes: str) -> list[Path]:
    """The files of a tree that belong to no game."""
    return [
        path
        for path in sorted(root.rglob("*"))
        if path.suffix in suffixes and is_generic(path.relative_to(root).as_posix())
    ]


def is_generic(name: str) -> bool:
    in_a_room = re.match(r"games/[^/]+/", name)
    return not in_a_room and not any(name == left or name.startswith(f"{left}/") for left in NAMED)


def said_in(source: str) -> Iterator[tuple[int, str]]:
    """Names, texts and comments of a module; examples in docstrings may show any game."""
    previous = tokenize.NEWLINE
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.NL, tokenize.COMMENT):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string
            continue
        is_docstring = token.type == tokenize.STRING and previous in (
            tokenize.INDENT, tokenize.NEWLINE, tokenize.DEDENT,
        )  # fmt: skip
        if token.type in (tokenize.NAME, tokenize.STRING) and not is_docstring:
            yield token.start[0], token.string
        previous = token.type


def is_word(said: str) -> bool:
    """Is this a text that holds a word of a notation, and nothing else?"""
    return said[:1] in "\"'`" and said.strip("\"'`") in NOTATION


def test_the_package_names_no_game() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}:{line}: {said}"
        for path in generic(PACKAGE, ".py")
        for line, said in said_in(path.read_text("utf-8"))
        if GAME_NAMES.search(said) or is_word(said)
    ]
    assert found == []


def test_the_page_names_no_game() -> None:
    found = []
    for path in generic(PAGE, ".ts", ".svelte"):
        for line, text in enumerate(path.read_text("utf-8").splitlines(), 1):
            quoted = re.findall(r"'[^']*'|\"[^\"]*\"|`[^`]*`", OWN_KEYS.sub("", text))
            if GAME_NAMES.search(text) or any(map(is_word, quoted)):
                found.append(f"{path.relative_to(PAGE)}:{line}: {text.strip()}")
    assert found == []


def test_there_is_much_to_look_at() -> None:
    assert len(generic(PACKAGE, ".py")) > 100
    assert len(generic(PAGE, ".ts", ".svelte")) > 50


def test_a_name_is_noticed() -> None:
    assert {"draw", "no offer", "knock", "x2", "cross"} <= NOTATION
    said = ['x = "lobo77"', 'if text == "knock": pass', "# Quando has two sides", "class QwixxTable: pass"]
    for source in said:
        assert any(GAME_NAMES.search(text) or is_word(text) for _, text in said_in(source)), source
    assert not any(GAME_NAMES.search(text) for _, text in said_in('"""For example lobo77."""\nx = "play"\n'))
