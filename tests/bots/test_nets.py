"""Nets: they fit their games, answer the same on every backend, and where there is none somebody else plays."""

import logging
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import tischlein
from helpers.strategies import each_game, played
from per_game import Kit
from tischlein.bots import bot, learned, situation
from tischlein.bots.learned import likings, net_for
from tischlein.bots.weights import NetError, net_of, read, rules_of, written
from tischlein.cards import SPECTATOR

LARGEST = 400_000
LOBO = tischlein.game("lobo77")


@each_game
def test_the_shipped_net_fits_the_rules_and_the_room_that_it_has(kit: Kit) -> None:
    net = net_of(kit.game)
    assert net.header["rules"] == rules_of(kit.game)
    assert sum(part.nbytes for part in net.parts.values()) <= LARGEST
    assert net.parts["feature"].max() < kit.game.rules.OBSERVED


@each_game
def test_python_and_native_give_the_same_numbers_to_the_last_bit(kit: Kit) -> None:
    rng, compared = Random(f"nets {kit.game.id}"), 0
    while compared < 4:
        table = played(kit, rng, most=60)
        if table.over or len(table.actions(table.actor)) < 2:
            continue
        seat = table.actor
        told = situation(table, seat, seed=1)
        answers = [
            likings(kit.game, told.data, seat, told.actions, backend) for backend in ("python", "native")
        ]
        assert answers[0] == answers[1]
        assert answers[0] == pytest.approx(plainly(kit, told.data, seat, told.actions), rel=1e-12)
        choices = {bot("hard", backend=backend).choose(told) for backend in ("python", "native")}
        assert choices == {told.actions[answers[0].index(max(answers[0]))]}
        compared += 1


def plainly(kit: Kit, data: bytes, seat: int, actions: tuple[int, ...]) -> list[float]:
    """The same with whole numbers and matrices."""
    parts = {
        name: part.astype(np.int64) if part.dtype.kind == "i" else part
        for name, part in net_of(kit.game).parts.items()
    }
    seen = [0] * kit.game.rules.OBSERVED
    kit.game.rules.observe(kit.layout.unpack(data), seat, seen)
    asked = np.array(seen)[parts["feature"]]
    handed = ((asked >= parts["low"]) & (asked <= parts["high"])).astype(np.int64)
    for name in ("first", "second"):
        total = handed @ parts[name] + parts[f"{name}_bias"]
        handed = np.floor(np.clip(total * parts[f"{name}_scale"], 0, 255)).astype(np.int64)
    liked = (parts["policy"] @ handed + parts["policy_bias"]) * parts["policy_scale"]
    return [float(liked[action]) for action in actions]


def other(**changes: Any) -> bytes:
    net = net_of(LOBO)
    return written(replace(LOBO, **changes), net.parts, {})


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (lambda: b"", "the net of LOBO 77 is no net of this version of Tischlein"),
        (lambda: b'{"tischlein": "net", "format": 0}\n', "is no net of this version"),
        (lambda: other(features=LOBO.features[1:]), "the net of LOBO 77 was trained for other rules"),
        (lambda: other(id="another"), "was trained for other rules"),
        (lambda: other()[:-1], "the net of LOBO 77 is cut off"),
    ],
    ids=["nothing", "format", "features", "game", "cut off"],
)
def test_a_net_that_does_not_fit_is_refused_in_one_sentence(data: Any, message: str) -> None:
    with pytest.raises(NetError, match=message):
        read(LOBO, data())


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(NetError, match="cannot be read"):
        net_for(LOBO, "python", str(tmp_path / "none.net"))


def test_without_a_net_hard_and_expert_search_and_the_log_says_so_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def none(game: tischlein.Game) -> Any:
        raise NetError(f"{game.name} has no net")

    monkeypatch.setattr(learned, "net_of", none)
    monkeypatch.setattr(learned, "_said", set())
    table = LOBO.new(seats=3, seed=8)
    with caplog.at_level(logging.WARNING):
        chosen = {
            bot(level).choose(situation(table, table.actor, seed=1, iterations=50))
            for level in ("hard", "expert", "search")
        }
    assert len(chosen) == 1
    assert [record.getMessage() for record in caplog.records] == [
        "LOBO 77 has no net; there the levels hard and expert search without one"
    ]


def test_expert_thinks_with_the_net_and_finds_what_is_obvious() -> None:
    position = {
        "game": "lobo77",
        "seats": 2,
        "total": 70,
        "chips": [0, 0],
        "hands": [["0", "10", "9"], ["7", "8", "6"]],
    }
    table = LOBO.at(position, seed=1)
    told = situation(table, 0, seed=1, iterations=200)
    assert told.text(bot("expert").choose(told)) == "0"
    assert table.concealed(SPECTATOR).actor == 0
