"""``tischlein bench luck``: a player who sees all cards uses what it sees, and no table can ask for it."""

import json

import pytest
from typer.testing import CliRunner

import tischlein
from tischlein.bench.cli import app
from tischlein.bench.luck import AllSeeing
from tischlein.bots import bot
from tischlein.engine.errors import OptionError

LOBO = tischlein.game("lobo77")


@pytest.mark.parametrize(("hidden", "best"), [("3", "3"), ("9", "8")])
def test_it_plays_by_cards_that_others_hold(hidden: str, best: str) -> None:
    """The last chip is at stake. After a 3 the total is 63, and a 3 makes it 66; after an 8 it is 68, and a 9 makes it 77."""
    table = LOBO.at(
        {
            "game": "lobo77",
            "seats": 2,
            "total": 60,
            "chips": [0, 0],
            "hands": [["3", "8"], [hidden]],
            "draw": ["2", "2", "4", "4", "5", "5", "10", "10"],
            "draw_ordered": False,
        }
    )
    chosen = AllSeeing(LOBO, 300).choose(table, 0, seed=1)
    assert next(action.text for action in table.actions(0) if action.id == chosen) == best


def test_it_is_no_bot() -> None:
    for name in ("luck", "all-seeing", "AllSeeing"):
        with pytest.raises(OptionError):
            bot(name)


def test_the_command() -> None:
    asked = ["luck", "--game", "lobo77", "--deals", "2", "--iterations", "8", "--json"]
    asked += ["--opponent", "search,iterations=2"]
    found = CliRunner().invoke(app, asked)
    assert found.exit_code == 0, found.output
    document = json.loads(found.stdout)
    assert document["opponent"] == "search,iterations=2"
    (row,) = document["luck"]
    assert (row["game"], row["seats"], row["deals"]) == ("lobo77", 2, 2)
    assert 0 <= row["wins"] <= 1
    assert row["spread"] > 0.65  # two deals say next to nothing, also where they agree
    for wrong in (["--seats", "99"], ["--opponent", "nobody"]):
        assert CliRunner().invoke(app, ["luck", *wrong]).exit_code == 2
