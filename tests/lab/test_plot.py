"""Pictures of a simulation show what was counted, and stay small."""

from collections.abc import Iterator
from typing import Any

import pytest

import tischlein

pytestmark = pytest.mark.needs("lab")


@pytest.fixture
def unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures as Altair is given them: it takes two seconds to look through each, as it does once below."""
    import altair

    monkeypatch.setattr(altair.VConcatChart, "from_dict", dict)


@pytest.mark.usefixtures("unchecked")
def test_bars_are_the_shares_of_wins_and_of_the_order_of_play() -> None:
    result = tischlein.simulate("lobo77", games=60, seats=3, bots=["medium", "random"])
    seats, order = (panel["data"]["values"] for panel in result.plot()["vconcat"][0]["hconcat"])
    assert [row["place"] for row in seats] == ["seat 0: medium", "seat 1: random", "seat 2: medium"]
    assert [row["mean"] for row in seats] == pytest.approx(result.shares.mean(axis=0).tolist())
    assert [row["place"] for row in order] == ["first", "second", "third"]
    began = result.shares[result.places == 0]
    assert order[0]["mean"] == pytest.approx(began.mean())


@pytest.mark.usefixtures("unchecked")
def test_a_histogram_holds_every_game_and_few_rows() -> None:
    result = tischlein.simulate("qwixx", games=50, seats=2, bots="random")
    points, lengths = (panel["data"]["values"] for panel in result.plot()["vconcat"][1]["hconcat"])
    assert sum(row["share"] for row in points) == pytest.approx(1)
    assert sum(row["share"] for row in lengths) == pytest.approx(1)
    assert max(len(points), len(lengths)) <= 60


def axes(part: Any) -> Iterator[dict[str, Any]]:
    """Yield all axes of a picture that are described."""
    if isinstance(part, dict):
        yield from [part["axis"]] if "axis" in part else []
    for one in part.values() if isinstance(part, dict) else part if isinstance(part, list) else []:
        yield from axes(one)


def test_pictures_are_of_one_size_and_their_labels_do_not_cover_each_other() -> None:
    import altair

    picture = tischlein.simulate("lobo77", games=10, seats=8, bots="random").plot()
    bars, histograms = (row["hconcat"] for row in picture.to_dict()["vconcat"])
    for panel in bars:
        (axis,) = [axis for axis in axes(panel["spec"]["layer"][0]) if "labelLimit" in axis]
        step = panel["spec"]["width"]["step"]
        assert axis["labelLimit"] <= step
        assert 0 <= histograms[0]["width"] - 8 * step < 8
    assert len({panel["width"] for panel in histograms}) == 1
    assert all(axis["labelColor"] == "#1d2b26" for axis in axes([bars, histograms]))
    altair.hconcat(picture, picture)  # which takes no theme of the whole
