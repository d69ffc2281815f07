"""What `tischlein prove NAME --next` writes: one skeleton after the other, until nothing is missing."""

import ast
import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from conformance import runner
from helpers import proofs, skeletons
from helpers.proofs import ROOT, lacking
from tischlein.games import GAMES
from tischlein.scaffold.template import GAME


def check_text(path: Path, text: str) -> None:
    """Every skeleton can be read as what it is, and says where its author has to write."""
    readers: dict[str, Callable[[str], object]] = {
        ".py": ast.parse,
        ".toml": tomllib.loads,
        ".json": json.loads,
        ".md": str,
    }
    readers[path.suffix](text)
    assert skeletons.WRITE in text or path.name == "seeds.toml"


def test_one_skeleton_follows_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "ROOT", tmp_path)
    monkeypatch.setattr(runner, "HERE", tmp_path / "conformance")
    monkeypatch.setitem(GAMES, "hoch", GAME)
    (tmp_path / "tests/properties").mkdir(parents=True)
    (tmp_path / proofs.SEEDS).write_text("[other]\n", "utf-8")
    (tmp_path / "src/tischlein/games/hoch").mkdir(parents=True)
    (tmp_path / "src/tischlein/games/hoch/rules.wasm").touch()
    (tmp_path / "conformance/hoch/transcripts").mkdir(parents=True)
    written: list[str] = []

    def write_all() -> None:
        while len(written) < 40:
            path, text = skeletons.next_skeleton(GAME, tmp_path)
            check_text(path, text)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
            written.append(path.relative_to(tmp_path).as_posix())

    with pytest.raises(SystemExit, match="lacks nothing"):
        write_all()
    assert written[:7] == [
        "tests/reference/hoch.py",
        "tests/per_game/hoch.py",
        "tests/properties/seeds.toml",
        "conformance/hoch/clauses.toml",
        "conformance/hoch/cases/h1a.toml",
        "conformance/hoch/counts.toml",
        "conformance/hoch/position.json",
    ]
    assert lacking(GAME) == {}
    assert {"hoch", "other"} == set(tomllib.loads((tmp_path / proofs.SEEDS).read_text("utf-8")))


@pytest.mark.parametrize("name", ["lobo77", "quando", "quanto", "qwixx"])
def test_a_finished_game_has_case_mutant_and_row_for_every_ruling(name: str) -> None:
    assert lacking(GAMES[name]) == {}


def test_a_ruling_without_its_mutant_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    found = proofs.entries

    def without(folder: str, key: str) -> list[dict[str, object]]:
        return [one for one in found(folder, key) if key != "mutant" or one["ruling"] != "L11a"]

    monkeypatch.setattr(proofs, "entries", without)
    assert lacking(GAMES["lobo77"]) == {"L11a": ["mutant"]}


def test_the_page_shows_a_clause_as_it_stands_in_the_files() -> None:
    text = (ROOT / "docs/prove-a-game.md").read_text("utf-8")
    section = text.partition("### One clause")[2].partition("\n## ")[0]
    shown = re.findall(r"`([\w/]+\.\w+)`:\n\n```\w+\n(.*?)```", section, re.S)
    assert [name.rpartition("/")[2] for name, _ in shown] == [
        "clauses.toml", "legality.py", "specials.toml", "specials.toml",
    ]  # fmt: skip
    for name, piece in shown:
        assert piece in (ROOT / name).read_text("utf-8"), name
