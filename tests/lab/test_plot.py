"""Pictures of a simulation show what was counted, and stay small."""

from typing import Any

import pytest

import tischlein

pytestmark = pytest.mark.needs("lab")


def drawn(result: Any) -> dict[str, Any]:
    spec: dict[str, Any] = result.plot().to_dict()
    return spec


def test_bars_are_the_shares_of_wins_and_of_the_order_of_play() -> None:
    result = tischlein.simulate("lobo77", games=60, seats=3, bots=["medium", "random"], backend="python")
    seats, order = (panel["data"]["values"] for panel in drawn(result)["vconcat"][0]["hconcat"])
    assert [row["place"] for row in seats] == ["seat 0: medium", "seat 1: random", "seat 2: medium"]
    assert [row["mean"] for row in seats] == pytest.approx(result.shares.mean(axis=0).tolist())
    assert [row["place"] for row in order] == ["first", "second", "third"]
    began = result.shares[result.places == 0]
    assert order[0]["mean"] == pytest.approx(began.mean())


def test_a_histogram_holds_every_game_and_few_rows() -> None:
    result = tischlein.simulate("qwixx", games=50, seats=2, bots="random", backend="python")
    points, lengths = (panel["data"]["values"] for panel in drawn(result)["vconcat"][1]["hconcat"])
    assert sum(row["share"] for row in points) == pytest.approx(1)
    assert sum(row["share"] for row in lengths) == pytest.approx(1)
    assert max(len(points), len(lengths)) <= 60
