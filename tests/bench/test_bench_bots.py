"""``tischlein bench bots``: the shape of what it says; how fast a machine is, is nobody's mistake."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

import tischlein
from tischlein.bench import bots
from tischlein.bench.cli import app
from tischlein.lab import tiny_openspiel
from tischlein.lab.tiny import HIDDEN, OPEN

LOBO = tischlein.game("lobo77")
TINY: dict[str, Any] = {
    "game": "lobo77",
    "seats": 2,
    "chips": [0, 0],
    "hands": [["0", "10"], ["2"]],
    "draw_ordered": False,
    "total": 76,
}


@pytest.fixture(autouse=True)
def _tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(HIDDEN, "lobo77", TINY)
    monkeypatch.setitem(OPEN, "lobo77", OPEN["lobo77"][:2])


@pytest.fixture
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiny_openspiel, "available", lambda: False)


def text(document: dict[str, Any]) -> str:
    out = io.StringIO()
    for table in bots.tables(document):
        Console(file=out, width=200).print(table)
    return out.getvalue()


@pytest.mark.usefixtures("_alone")
def test_speeds_and_regrets() -> None:
    told: list[tuple[str, int, int]] = []
    document = bots.run(
        [LOBO], seconds=0.02, progress=lambda *step: told.append(step), iterations=20, cfr_iterations=2
    )
    assert json.loads(json.dumps(document)) == document
    assert [(row["game"], row["seats"]) for row in document["speeds"]] == [
        ("lobo77", 2), ("lobo77", 3), ("lobo77", 4), ("lobo77", 8),
    ]  # fmt: skip
    for row in document["speeds"]:
        assert row["iterations"] > 0
        assert min(row["guided_games_per_s"], row["random_games_per_s"], row["iterations_per_s"]) > 0
        assert min(row["guided_decisions"], row["random_decisions"]) > 3
    assert [row["bot"] for row in document["regrets"]] == ["random", "medium", "search"]
    for row in document["regrets"]:
        assert 0 <= row["mean"] <= row["worst"] <= 1
        assert row["positions"] == 2
    assert document["exploitability"] == []
    assert "pip install" in document["missing"]
    assert [done for _, done, _ in told] == list(range(len(told)))
    assert told[-1] == ("done", 5, 5)
    assert "lobo77" in text(document)


@pytest.mark.needs("peers")
def test_exploitability_of_all_levels_next_to_an_equilibrium() -> None:
    document = bots.run([LOBO], seconds=0.01, iterations=20, cfr_iterations=30)
    lost = {row["bot"]: row["exploitability"] for row in document["exploitability"]}
    assert list(lost) == ["random", "medium", "search", "CFR+, 30 iterations"]
    assert lost["random"] == pytest.approx(1 / 6)
    assert document["missing"] is None
    assert "Exploitability" in text(document)


@pytest.mark.long
@pytest.mark.usefixtures("_alone")
def test_the_command() -> None:
    asked = ["bots", "--game", "lobo77", "--seconds", "0.01"]
    other = "tischlein.bots.uniform:Uniform"
    ended = CliRunner().invoke(app, [*asked, "--bot", other, "--bot", "easy,backend=native", "--json"])
    assert ended.exit_code == 0
    document = json.loads(ended.stdout)
    assert document["seconds"] == 0.01
    measured = [row["bot"] for row in document["regrets"]]
    assert measured == ["random", "medium", "search", other, "easy,backend=native"]
    shown = CliRunner().invoke(app, asked)
    assert shown.exit_code == 0
    assert "pip install" in shown.stdout
    for wrong in (["--game", "chess"], ["--bot", "nobody"]):
        assert CliRunner().invoke(app, ["bots", *wrong]).exit_code == 2


def test_a_game_is_measured_with_as_many_as_can_play(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    monkeypatch.setattr(bots, "asdict", lambda row: row)
    monkeypatch.setattr(bots, "speed", lambda game, seats, *more: seen.append(seats))
    monkeypatch.setattr(bots, "regrets_of", lambda *asked: [])
    monkeypatch.setattr(bots, "exploited_in", lambda *asked: [])
    bots.run([tischlein.game("quando")])
    assert seen == [2, 3, 4, 6]
