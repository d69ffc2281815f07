"""Bots by name: levels, own classes, settings, and what is said when a name is wrong."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import tischlein
from tischlein.bots import LEVELS, Situation, bot
from tischlein.bots.searcher import Searcher
from tischlein.cli import app
from tischlein.engine.errors import OptionError


def test_every_level_has_a_player() -> None:
    assert list(LEVELS) == ["random", "easy", "medium", "hard", "expert"]
    for level in LEVELS:
        assert callable(bot(level).choose)


def test_settings_of_a_level() -> None:
    assert isinstance(bot("search,per_world=2,exploration=0.5,iterations=20"), Searcher)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("unbeatable", "random, easy, medium, hard, expert, search, and module:Class"),
        ("nowhere:Bot", "cannot be loaded"),
        ("my_bot:Careless", "cannot be loaded"),
        ("my_bot:__doc__", "is not a class"),
        ("collections:Counter", "has no method choose"),
        ("my_bot:Careful,foo=3", "my_bot:Careful has no setting foo; it has curiosity"),
        ("my_bot:Careful,curiosity", "write it as curiosity=value"),
        ("search,speed=3", "no setting speed; it has exploration, temperature"),
        ("random,horizon=3", "random has no setting horizon; it has none"),
        ("search,horizon=0", "at least 1"),
        ("search,iterations=0", "whole number from 1"),
        ("search,iterations=0.5", "whole number from 1"),
        ("search,per_world=2.5", "whole numbers"),
        ("search,seconds=nan", "seconds"),
        ("search,seconds=abc", "seconds is a number, not 'abc'"),
        ("search,horizon=few", "horizon is a number, not 'few'"),
    ],
)
def test_a_wrong_name_is_refused_with_what_would_be_right(name: str, said: str) -> None:
    with pytest.raises(tischlein.OptionError, match=said):
        bot(name)


@pytest.mark.parametrize("name", [3, None, Searcher])
def test_what_is_no_name_is_refused(name: Any) -> None:
    with pytest.raises(OptionError, match="is not the name of a bot"):
        bot(name)


def test_people_play_with_it_in_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    import my_bot  # type: ignore[import-not-found]

    asked: list[int] = []
    choose = my_bot.Careful.choose

    def noticed(self: Any, told: Situation) -> int:
        asked.append(self.curiosity)
        answer: int = choose(self, told)
        return answer

    monkeypatch.setattr(my_bot.Careful, "choose", noticed)
    arguments = ["terminal", "lobo77", "--seats", "3", "--seed", "1", "--option", "starter=1"]
    ended = CliRunner().invoke(app, [*arguments, "--bot", "my_bot:Careful,curiosity=3"], input="quit\n")
    assert ended.exit_code == 0, ended.output
    assert asked == [3, 3]


@pytest.mark.long
def test_a_file_in_the_folder_where_one_works_is_found(my_bot: Path, tmp_path: Path) -> None:
    (tmp_path / "own_bot.py").write_text((my_bot / "my_bot.py").read_text("utf-8"), "utf-8")
    command = [
        str(Path(sys.executable).with_name("tischlein")),
        "arena",
        "lobo77",
        "own_bot:Careful",
        "random",
    ]
    done = subprocess.run(
        [*command, "--games", "1", "--json"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["bots"] == ["own_bot:Careful", "random"]


def test_settings_may_be_arguments() -> None:
    assert type(bot("search", iterations=5)).__name__ == "Searcher"
    with pytest.raises(tischlein.OptionError, match="medium has no setting iterations"):
        bot("medium", iterations=5)
