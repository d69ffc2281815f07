"""Data sets: all decisions as arrays, with a card and checksums, the same bytes however they are made."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

import tischlein
from helpers.command import called
from tischlein.lab.dataset import without_clock, write
from tischlein.lab.simulate.plan import Plan


def test_a_data_set_is_described_and_has_checksums(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = ("dataset", "lobo77", "--games", "3", "--seats", "2", "--out", "set")
    assert called(*asked) == 0
    lines = Path("set/SHA256SUMS").read_text("utf-8").splitlines()
    assert len(lines) == len(list(Path("set").iterdir())) - 1
    for line in lines:
        found, name = line.split("  ")
        assert hashlib.sha256((tmp_path / "set" / name).read_bytes()).hexdigest() == found
    facts = json.loads(Path("set/metadata.json").read_text("utf-8"))
    result = tischlein.simulate("lobo77", 3, 2, "hard")
    actions = np.load("set/action.npy", mmap_mode="r")
    assert len(actions) == facts["decisions"] == result.decisions.sum()
    assert [action for game in range(3) for action in result.answers[game]] == actions.tolist()
    seats, games = np.load("set/seat.npy"), np.load("set/game.npy")
    assert (np.load("set/score.npy") == result.scores[games, seats]).all()
    assert np.load("set/mask.npy")[np.arange(len(actions)), actions].all()
    assert f"{facts['decisions']} decisions of hard" in Path("set/README.md").read_text("utf-8")
    assert called(*asked) == 2  # the folder is there
    assert "set cannot be written: File exists" in capsys.readouterr().err


def test_every_backend_and_number_of_threads_writes_the_same_bytes(tmp_path: Path) -> None:
    for name, threads in (("python", 1), ("wasm", 1), ("wasm", 3)):
        plan = Plan.of("lobo77", 40, 2, ["medium", "random"], backend=name)
        write(plan, tmp_path / f"{name}{threads}", threads, lambda done, games: None)
    sums = {(folder / "SHA256SUMS").read_text("utf-8") for folder in tmp_path.iterdir()}
    assert len(sums) == 1


def test_no_clock_decides_what_is_in_a_data_set() -> None:
    """`hard` stops early on a slow machine where it tries actions; the same number of tries without a clock does not."""
    assert without_clock("hard", tischlein.game("lobo77")) == "hard"
    assert without_clock("hard", tischlein.game("quando")).startswith("expert,iterations=")
    assert without_clock("medium", tischlein.game("quando")) == "medium"
