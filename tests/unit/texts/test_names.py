"""A game is a room with a door: code for all games names no game, no card and no word of a notation."""

import doctest
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import tischlein
from per_game import KITS
from tischlein.engine.texts import texts_of

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = ROOT / "src/tischlein"
PAGE = ROOT / "web/src"
# The list of games, and what is generated from all games.
NAMED = ("games/__init__.py", "scaffold", "server/static", "protocol/types.ts")
SETTINGS = {name for game in tischlein.games().values() for name in (*game.options, *game.turns.answers)}
# Games, and what only one of them lets people choose.
OWN_NAMES = re.compile(
    "|".join(
        {
            *(re.split(r"[\d\s]", game.name)[0] for game in tischlein.games().values()),
            *(name for name in SETTINGS if "_" in name),
        }
    ),
    re.I,
)
# Words of games that are everybody's words as well, in English, in German, or in a language of programs. They are
# noticed only where they are all that a text says.
ORDINARY = {
    "accept", "as", "back", "blue", "card", "choose", "claim", "cross", "discard", "done", "draw", "flip",
    "form", "give", "green", "hidden", "its", "no", "offer", "partner", "pass", "pick", "play", "red", "return",
    "reverse", "serve", "show", "skip", "slot", "starter", "stop", "take", "target", "teams", "visible",
    "with", "yellow", "als", "blau", "eine", "gelb", "grün", "hinten", "karte", "mit", "rot",
}  # fmt: skip
# Of those, what messages, events and labels are called in every game.
COMMON = {"as", "card", "choose", "done", "no", "play", "target", "teams"}
# Keys of the page's own words, and sounds: what they are called is nobody's notation.
OWN_KEYS = re.compile(r"\b(?:w|say|common|play)\('\w+'|^  \w+: (?:\(c\) => \{|\[[\d, ]+\],)$")
SOUNDS = re.compile(r"export type Sound =(?:\s*\|? *'\w+')+")
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|`[^`]*`")

TEXTS = {text for kit in KITS for text in kit.texts}
CARDS = {
    str(words)
    for game in tischlein.games().values()
    for language in ("de", "en")
    for section in ("cards", "rows")
    for words in texts_of(game, language).get(section, {}).values()
}
# What a text must not be, and where it must not begin: `pick` and `pick {card}` alike.
NOTATION = {
    word
    for text in TEXTS | SETTINGS
    for word in (text, text.split()[0])
    if not re.fullmatch(r"-?\d+", word) and word not in COMMON
}


def words_of(text: str) -> list[str]:
    """The words of a text, a name or a sentence: knockAfter and KNOCK_AFTER are knock and after."""
    return [word.lower() for word in re.findall(r"[^\W\d_]?[a-zäöüß]+|[^\W\d_]+", text)]


# What must not be said at all, not even inside a name or a sentence. Words of one or two letters would be found everywhere.
WORDS = {
    word
    for text in TEXTS | CARDS
    for word in words_of(re.sub(r"\{.*?\}", "", text))
    if len(word) > 2 and word not in ORDINARY
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
    """The lines of code, markup, styles or texts, and what is quoted in them."""
    source = SOUNDS.sub(lambda found: "\n" * found[0].count("\n"), source)
    for number, line in enumerate(source.splitlines(), 1):
        text = OWN_KEYS.sub("", line)
        yield number, text
        yield from ((number, quoted) for quoted in QUOTED.findall(text))


def is_notation(said: str) -> bool:
    """Return True for a text of words of a notation and of what is filled in."""
    quoted = re.fullmatch(r"(?:[rfbu]{0,2})(\"\"\"|'''|\"|'|`)(.*)\1", said, re.I | re.S)
    return quoted is not None and re.sub(r"\s*\$?\{.*", "", quoted[2]).strip() in NOTATION


@cache  # names are said many times
def is_told(said: str) -> bool:
    """Return True if this names a game, or a word that only one game has."""
    words = {form for word in words_of(said) for form in (word, word.removesuffix("s"))}
    return bool(OWN_NAMES.search(said)) or not WORDS.isdisjoint(words) or is_notation(said)


def found(source: str, suffix: str) -> list[tuple[int, str]]:
    """Return what names a game, with its line. Examples that run as tests have to play some game: they are left out."""
    if suffix == ".py":
        parts = doctest.DocTestParser().parse(source)
        source = "".join(
            part if isinstance(part, str) else "\n" * len(part.source.splitlines()) for part in parts
        )
    return [(line, said) for line, said in said_in(source) if is_told(said)]


@pytest.mark.parametrize(
    ("root", "suffixes"),
    [(PACKAGE, (".py", ".toml", ".ts")), (PAGE, (".ts", ".js", ".svelte", ".css"))],
    ids=["package", "page"],
)
def test_code_for_all_games_names_none(root: Path, suffixes: tuple[str, ...]) -> None:
    """Texts and styles count: they are shown in every game."""
    named = [
        f"{path.relative_to(root)}:{line}: {said.strip()}"
        for path in generic(root, *suffixes)
        for line, said in found(path.read_text("utf-8"), path.suffix)
    ]
    assert "\n".join(named) == ""


def test_there_is_much_to_look_at() -> None:
    assert len(generic(PACKAGE, ".py")) > 100
    assert len(generic(PAGE, ".ts", ".svelte")) > 50
    assert {"draw", "no offer", "knock", "x2", "cross", "no_offers", "manual_draw"} <= NOTATION
    assert {"knock", "joker", "rainbow", "regenbogen", "bonus", "steal"} <= WORDS


@pytest.mark.parametrize(
    ("suffix", "source"),
    [
        (".py", 'if text == "knock": pass'),
        (".py", "# Quando has two sides"),
        (".py", 'def f() -> None:\n    """Play.\n\n    >>> f()\n\n    Nobody may knock here.\n    """\n'),
        (".py", "class QwixxTable: pass"),
        (".py", 'raise ValueError("nobody may knock yet")'),
        (".py", 'text = f"pick {card}"'),
        (".py", 'x = f"a {card} for jokers"'),
        (".ts", "if (text === 'knock') return"),
        (".ts", "play(`pick ${card}`)"),
        (".svelte", '<button class="joker">'),
        (".css", ".tl-knock { color: red; }"),
        (".toml", 'knocked = "{name} klopft: Joker"'),
    ],
)
def test_a_name_is_noticed(suffix: str, source: str) -> None:
    assert found(source, suffix), source
