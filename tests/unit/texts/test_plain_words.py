"""Words that people stumbled over are not written again: each has another one in its place."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "web/src"
# What is not said, and what is said in its place.
FORBIDDEN: dict[str, dict[str, str]] = {
    "de": {
        r"Aufzeichnung laden": "herunterladen",
        r"\b(verborgen|zugedeckt|versteckt)e?[nrs]?\b": "verdeckt",
        r"\b(Ziehstapel|Zugstapel|Talon)\b": "Nachziehstapel",
        r"\bDurchg(a|ä)ng": "Runde",
        r"^Licht$": "Darstellung",
        r"\bwürfelt\b": "zufällig",
        r"\bmeisterlich": "Experte",
        r"\bMitspieler(n|in|innen)?\b": "die anderen",
        r"\b[Jj]eder (von|hat|darf|muss|erhält|bekommt|der|fünf)\b": "alle",
        r"\bPkte?\b(?!\.)|\d P\b": "Pkt.",
        r"\b1 Sekunden\b": "1 Sekunde",
        r"\bFehl(zug|würfe)": "Fehlversuch",
        r"\b(Spielregeln|Anleitung)\b": "Regeln",
    },
    "en": {
        r"\b[Tt]o move\b": "It is X's turn",
        r"\d pt\.": "pts",
        r"\b([Cc]olor|[Gg]ray|[Cc]enter|[Ff]avorite|[Nn]eighbor|counterclockwise)(s|ed)?\b": "en-GB",
        r"what you are called": "Please enter your name",
        r"[Ll]ook closely at": "Enlarge X's sheet",
        r"\bis (going|closing) down\b": "is shutting down",
        r"still talk about": "Highlights",
        r"[Gg]ive it to nobody": "Do not share it",
        r"\brolls dice\b": "random",
        r"\bmasterly\b": "expert",
    },
}
# In both: notation is for programs, and a hyphen is no minus.
ALWAYS = {r"\bx2\b": "×2", r"\breverse\b(?! cards)": "Reverse", r"(?<![\w{}.–-])-\d": "a real minus"}


def written(texts: object) -> Iterator[str]:
    """The texts of a file; what conditions compare with is for programs."""
    if isinstance(texts, str):
        yield texts
    elif isinstance(texts, list):
        for one in texts:
            yield from written(one)
    elif isinstance(texts, dict):
        for key, one in texts.items():
            if key != "when":
                yield from written(one)


def said(language: str) -> Iterator[tuple[str, str]]:
    for path in sorted((ROOT / "src/tischlein").rglob(f"texts/{language}.toml")):
        for text in written(tomllib.loads(path.read_text("utf-8"))):
            yield path.relative_to(ROOT).as_posix(), text
    for path in catalogues(language):
        for text in written(json.loads(path.read_text("utf-8"))):
            yield path.relative_to(ROOT).as_posix(), text


def catalogues(language: str) -> list[Path]:
    """Return the files with the page's texts: of its parts, and of its games."""
    return sorted([*PAGE.glob(f"texts/{language}/*.json"), *PAGE.glob(f"games/*/texts/{language}.json")])


@pytest.mark.parametrize("language", FORBIDDEN)
def test_each_thing_has_one_name(language: str) -> None:
    texts = list(said(language))
    assert len(texts) > 700, "hardly anything was read"
    assert any("web/src/games" in place for place, _ in texts)
    found = [
        f"{place}: {text!r}: {instead}"
        for place, text in texts
        for word, instead in (FORBIDDEN[language] | ALWAYS).items()
        if re.search(word, text)
    ]
    assert found == []


# What a game's texts say, the page takes from there: it comes with every action, event, task and score.
SAID_BY_THE_GAME = ("actions", "events", "options", "reasons", "scores", "tasks")


@pytest.mark.parametrize("language", FORBIDDEN)
def test_the_page_does_not_say_again_what_a_game_says(language: str) -> None:
    def shape(text: str) -> str:
        return re.sub(r"\{[^}]*\}", "…", text).strip(" .").lower()

    files = sorted(PAGE.glob(f"games/*/texts/{language}.json"))
    assert len(files) > 3
    twice = []
    for path in files:
        texts = tomllib.loads(
            (ROOT / f"src/tischlein/games/{path.parent.parent.name}/face/texts/{language}.toml").read_text(
                "utf-8"
            )
        )
        said_once = {shape(text) for section in SAID_BY_THE_GAME for text in written(texts.get(section))}
        for text in written(json.loads(path.read_text("utf-8"))["table"]):
            if shape(text) in said_once:
                twice.append(f"{path.parent.parent.name}: {text!r}")
    assert twice == []
