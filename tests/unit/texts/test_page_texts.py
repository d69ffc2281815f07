"""The page takes from a game what the game says already."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "web/src"
LANGUAGES = ("de", "en")


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


# What a game's texts say, the page takes from there: it comes with every action, event, task and score.
SAID_BY_THE_GAME = ("actions", "events", "options", "reasons", "scores", "tasks")


@pytest.mark.parametrize("language", LANGUAGES)
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
