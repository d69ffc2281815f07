"""`tischlein new-game`: what it writes, and what it refuses."""

import re
import sys
from importlib import import_module
from pathlib import Path

import pytest

import tischlein
from tischlein import OptionError, scaffold
from tischlein.usage.new_game import new_game

REGISTRY = Path(tischlein.__file__).parent / "games/__init__.py"


def test_a_game_is_written_under_its_own_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new_game("tief", tmp_path, tischlein.games(), tmp_path / "mine")
    written = {path.relative_to(tmp_path / "mine").as_posix() for path in (tmp_path / "mine").rglob("*.*")}
    assert {"tief/__init__.py", "tief/rules.py", "tief/face/view.py", "tief/face/texts/de.toml"} <= written
    for name in written:
        text = (tmp_path / "mine" / name).read_text("utf-8")
        assert not re.search(r"\bhoch\b|scaffold|\bH\d\b", text, re.I), name
    assert "  rules.py" in capsys.readouterr().out.splitlines()


def test_it_plays_wherever_it_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new_game("tief", tmp_path, {}, tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    try:
        table = import_module("tief").GAME.new(seats=3, seed=1)
        while not table.over:
            table.play(table.waiting[-1], table.actions(table.waiting[-1])[0])
        assert sum(table.scores) == 3
    finally:
        for name in [name for name in sys.modules if name.partition(".")[0] == "tief"]:
            del sys.modules[name]


@pytest.mark.parametrize(
    "name", ["", "Tief", "6nimmt", "a", "so long", "tief_2", "class", "../tief", "t" * 21]
)
def test_a_name_that_no_game_can_have(name: str, tmp_path: Path) -> None:
    why = ".*it is a keyword of Python" if name == "class" else ""
    with pytest.raises(OptionError, match=f"cannot be a game's id{why}"):
        new_game(name, tmp_path, {}, tmp_path)


def test_a_name_or_a_folder_that_is_taken(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="there is a game 'qwixx' already"):
        new_game("qwixx", tmp_path, tischlein.games(), tmp_path)
    (tmp_path / "tief").mkdir()
    with pytest.raises(OptionError, match="is there already"):
        new_game("tief", tmp_path, {}, tmp_path)


def test_an_installed_package_needs_a_folder(tmp_path: Path) -> None:
    games = tmp_path / "site-packages/tischlein/games"
    with pytest.raises(OptionError, match="--into FOLDER"):
        new_game("tief", games, {}, None)


def test_the_registry_gets_one_more_game(tmp_path: Path) -> None:
    registry = tmp_path / "__init__.py"
    registry.write_text(REGISTRY.read_text("utf-8"), "utf-8")
    registry.write_text(scaffold.register(registry, "aal"), "utf-8")
    before, after = REGISTRY.read_text("utf-8").splitlines(), registry.read_text("utf-8").splitlines()
    added = [line for line in after if line not in before]
    assert added[0] == "from tischlein.games.aal import GAME as AAL"
    assert len(added) == 2
    assert re.match(r"LISTED = \(AAL, .*\bLOBO77\b", added[1])
    compile(registry.read_text("utf-8"), "registry", "exec")
    registry.write_text("GAMES = {}", "utf-8")
    with pytest.raises(OptionError, match="by hand"):
        scaffold.register(registry, "aal")


def test_a_list_that_the_formatter_has_broken_into_lines(tmp_path: Path) -> None:
    registry = tmp_path / "__init__.py"
    text = REGISTRY.read_text("utf-8")
    listed = re.search(r"^LISTED = \((.*?)\)", text, re.M | re.S)
    assert listed is not None
    broken = "LISTED = (\n    " + ",\n    ".join(re.findall(r"\w+", listed[1])) + ",\n)"
    registry.write_text(text.replace(listed[0], broken), "utf-8")
    assert re.search(r"^LISTED = \(AAL, .*\bLOBO77\b", scaffold.register(registry, "aal"), re.M)


@pytest.mark.parametrize("name", ["ab", "t" * 20])
def test_what_can_be_typed_next_stands_in_columns(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = tmp_path / "src/tischlein/games"
    games.mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text("", "utf-8")
    (games / "__init__.py").write_text(REGISTRY.read_text("utf-8"), "utf-8")
    new_game(name, games, tischlein.games(), None)
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == "Next: docs/adding-a-game.md"
    commands = [line for line in said if line.startswith("  tischlein ")]
    assert len(commands) == 3
    assert len({line.index("  # ") for line in commands}) == 1


def test_nothing_is_written_where_it_cannot_be_registered(tmp_path: Path) -> None:
    games = tmp_path / "src/tischlein/games"
    games.mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text("", "utf-8")
    (games / "__init__.py").write_text("GAMES = {}", "utf-8")
    with pytest.raises(OptionError, match="by hand"):
        new_game("tief", games, {}, None)
    assert [path.name for path in games.iterdir()] == ["__init__.py"]
