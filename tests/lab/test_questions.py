"""Questions as researchers ask them: sweeps, data frames, and the arena as a function that resumes."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tischlein
from tischlein import OptionError
from tischlein.engine.extras import install_command
from tischlein.lab import extra
from tischlein.lab.simulate.sweep import Sweep


def tried() -> Sweep:
    return tischlein.simulate(
        "quando",
        games=30,
        seats=2,
        bots="random",
        sweep={"target": [30, 40], "knock_after": ["two_plays", "two_cards"]},
    )


def test_a_sweep_plays_every_combination_as_if_each_were_asked_alone() -> None:
    found = tried()
    assert found.cases == [
        {"target": target, "knock_after": after}
        for target in (30, 40)
        for after in ("two_plays", "two_cards")
    ]
    for case, result in found:
        alone = tischlein.simulate("quando", 30, 2, "random", options=case)
        assert (alone.scores == result.scores).all()
    assert (len(found), found[3].plan.options["target"]) == (4, 40)
    printed = str(found)
    assert "knock_after=two_plays, target=30" in printed
    assert "95 % interval" in printed


def test_seats_and_design_numbers_can_be_swept() -> None:
    found = tischlein.simulate(
        "lobo77", games=5, bots="random", sweep={"seats": [2, 3], "hand": [3, 5]}, backend="python"
    )
    assert [result.scores.shape for _, result in found] == [(5, 2), (5, 2), (5, 3), (5, 3)]


@pytest.mark.needs("lab")
def test_results_and_sweeps_are_data_frames() -> None:
    found = tried()
    polars, pandas = found.to_polars(), found.to_pandas()
    assert (polars.height, len(pandas)) == (120, 120)
    assert polars["target"].to_list() == pandas["target"].tolist() == [30] * 60 + [40] * 60
    one = found[0].to_pandas()
    assert (one["score_1"].to_numpy() == found[0].scores[:, 1]).all()


@pytest.mark.parametrize("frame", ["to_polars", "to_pandas"])
def test_frames_name_the_extra_that_they_lack(frame: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = tischlein.simulate("quando", games=1, bots="random", sweep={"target": [30, 40]})
    monkeypatch.setattr(extra, "find_spec", lambda library: None)
    for one in (found, found[0]):
        with pytest.raises(OptionError, match=f"is not installed: {re.escape(install_command('frames'))}"):
            getattr(one, frame)()


@pytest.mark.parametrize(
    ("sweep", "said"),
    [
        ({}, "sweep: {} is not a dict of values to try"),
        ([30, 40], "is not a dict of values to try"),
        ({"target": 30}, r"the values of target are a list, such as \[30, 40\], not 30"),
        ({"target": "3040"}, "the values of target are a list"),
        ({"target": [30, 30]}, "name every value of target once"),
        ({"goal": [30, 40]}, "goal"),
        ({"seats": [2, 3]}, "seats has a value already"),
        ({"knock_after": ["two_plays"]}, "knock_after has a value already"),
        ({"bots": ["easy", "random"]}, "bots has a value already"),
    ],
)
def test_what_cannot_be_swept_is_refused(sweep: dict[str, list[int]], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        tischlein.simulate("quando", 5, 2, "easy", options={"knock_after": "two_plays"}, sweep=sweep)


def test_an_option_as_an_argument_is_led_to_options() -> None:
    with pytest.raises(
        TypeError, match=r"no argument 'discard'; options of the game are given as options=\{'discard': …\}"
    ):
        tischlein.simulate("quanto", games=1, discard="forced")  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"game": "poker"}, "there is no game 'poker'"),
        ({"bots": "random"}, "bots: 'random' is not a list of names"),
        ({"bots": 7}, "bots: 7 is not a list of names"),
        ({"bots": [["random"], "easy"]}, r"\['random'\] is not the name of a bot"),
        ({"deals": "2"}, "deals: '2' is not a whole number from 1"),
        ({"seats": 9}, "LOBO 77 is for 2 to 8, not 9"),
        ({"seed": None}, "seed: None is not a whole number"),
        ({"options": 7}, "options: 7 is not a dict of options by name"),
        ({"iterations": 0}, "iterations: 0 is not a whole number from 1"),
        ({"seconds": "1"}, "seconds: '1' is not a number above 0"),
        ({"processes": 1.5}, "processes: 1.5 is not a whole number from 1"),
        ({"progress": 3}, "progress: 3 cannot be called"),
    ],
    ids=str,
)
def test_what_cannot_be_in_an_arena_is_said_in_one_sentence(wrong: dict[str, Any], said: str) -> None:
    arguments: dict[str, Any] = {"game": "lobo77", "bots": ["random", "easy"], "deals": 1, **wrong}
    with pytest.raises(OptionError, match=said):
        tischlein.arena(**arguments)


def test_the_numbers_of_an_arena_may_be_numpys() -> None:
    usual: dict[str, Any] = {"deals": 2, "seats": 2, "seed": 3, "iterations": 5}
    numpys = {name: np.int64(number) for name, number in usual.items()}
    found, same = (
        tischlein.arena("lobo77", ["random", "easy"], processes=1, options=options, **numbers)
        for options, numbers in (({"reverse_cards": 5}, usual), ({"reverse_cards": np.int8(5)}, numpys))
    )
    assert found == same


def test_an_arena_resumes_from_its_file(tmp_path: Path) -> None:
    file, told = tmp_path / "arena.jsonl", list[tuple[int, int]]()
    bots = ["easy", "random", "medium"]
    first = tischlein.arena("lobo77", bots, deals=1, file=file, processes=1)
    assert (len(first.games), len(first.pairings)) == (6, 3)
    more = tischlein.arena(
        "lobo77", bots, deals=2, file=file, processes=1, progress=lambda *step: told.append(step)
    )
    assert told[0] == (6, 12)  # what was played before is not played again
    alone = tischlein.arena("lobo77", bots, deals=2, processes=1)
    assert more.games == alone.games
    assert more.pairings == alone.pairings
    rated = {name: rating.value for name, rating in alone.ratings.items() if rating}
    assert rated["random"] < rated["easy"]
    assert str(alone).startswith("easy against random: ")
    with pytest.raises(OptionError, match="holds another contest: seats differ"):
        tischlein.arena("lobo77", bots, deals=4, seats=3, file=file)
