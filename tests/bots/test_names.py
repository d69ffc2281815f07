"""Bots by name: levels, own classes, settings, and what is said when a name is wrong."""

import pytest

import tischlein
from tischlein.bots import LEVELS, bot
from tischlein.bots.hard import Hard

pytestmark = pytest.mark.quick


def test_every_level_has_a_player() -> None:
    assert list(LEVELS) == ["random", "easy", "medium", "hard"]
    for level in LEVELS:
        assert callable(bot(level).choose)


def test_a_class_of_ones_own_takes_settings() -> None:
    player = bot("my_bot:Careful,curiosity=3")
    assert player.curiosity == 3  # type: ignore[attr-defined]


def test_settings_of_a_level() -> None:
    assert isinstance(bot("hard,variant=multi,exploration=0.5,iterations=20"), Hard)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("unbeatable", "random, easy, medium, hard, and module:Class"),
        ("nowhere:Bot", "cannot be loaded"),
        ("my_bot:Careless", "cannot be loaded"),
        ("my_bot:__doc__", "is no class"),
        ("collections:Counter", "has no method choose"),
        ("hard,speed=3", "variant=, goal="),
        ("random,slips=3", "no settings"),
        ("hard,variant=double", "flat, single, multi"),
        ("hard,horizon=0", "at least 1"),
        ("hard,slips=many", "slips"),
    ],
)
def test_a_wrong_name_is_refused_with_what_would_be_right(name: str, said: str) -> None:
    with pytest.raises(tischlein.OptionError, match=said):
        bot(name)
