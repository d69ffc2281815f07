"""The page about a game's face names what is there: fields of the declaration and of the page's Face, files, sections, functions."""

import re
from dataclasses import fields
from importlib import import_module
from pathlib import Path

import tischlein
from tischlein.engine.rules.contract import Heuristics
from tischlein.engine.rules.parts import BotKnowledge, Face
from tischlein.engine.texts import texts_of

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/game-face.md").read_text("utf-8")
LOBO77 = tischlein.game("lobo77")


def test_what_is_passed_is_a_field_of_the_declaration() -> None:
    passed = dict(re.findall(r"`(\w+)=([^`]+)`", PAGE))
    assert set(passed) == {"hints", "count", "reason", "heuristics", "suits", "terminal"}
    assert {"hints", "count", "suits", "terminal"} <= {field.name for field in fields(Face)}
    assert "heuristics" in {field.name for field in fields(BotKnowledge)}
    assert callable(import_module("tischlein.games.lobo77.face.hints").hint)
    assert LOBO77.face.hints is import_module("tischlein.games.lobo77.face.hints")
    terminal = passed["terminal"].strip('"')
    assert LOBO77.face.terminal == terminal
    import_module(terminal)


def test_what_a_module_has_to_have_is_what_the_engine_asks_for() -> None:
    for name in ("rate", "standing", "believe", "WORK", "LEAD", "HORIZON"):
        assert f"`{name}`" in PAGE
        assert hasattr(Heuristics, name) or name in Heuristics.__annotations__, name
        assert hasattr(LOBO77.bots.heuristics, name), name


def test_files_and_sections_are_there() -> None:
    package = ROOT / "src/tischlein"
    for name in re.findall(r"`((?:[\w<>]+/)+[\w<>]*(?:\.\w+)?)`", PAGE):
        path = name.replace("<id>", "lobo77").replace("/hoch/", "/lobo77/")
        places = (ROOT, package, package / "games/lobo77", ROOT / "web/src/games/lobo77")
        assert any((place / path).exists() for place in places), name
    sections = re.findall(r"`\[(\w+)\]`", PAGE)
    assert "hints" in sections
    assert set(sections) <= set(texts_of(LOBO77, "en"))


def test_the_fields_of_the_face_are_there() -> None:
    source = (ROOT / "web/src/games/face.ts").read_text("utf-8")
    table = PAGE.partition("| what | where |")[2].partition("\n\n")[0]
    named = [name for name in re.findall(r"`(\w+)`", table) if name not in ("Frame", "Face")]
    assert len(named) >= 4
    for name in [name for name in named if name != "types"]:
        assert re.search(rf"\b{name}\??:", source), name
