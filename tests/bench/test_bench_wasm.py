"""WebAssembly beside native: both play the same games, and what is not installed is named."""

import json

import pytest

import tischlein
from tischlein.bench import wasm
from tischlein.bench.errors import BenchError


def test_node_and_native_come_to_the_same() -> None:
    document = wasm.run([tischlein.game("lobo77")], seconds=0.01, hosts=["node"])
    json.dumps(document)
    games, search = document["results"]
    assert (games["what"], search["what"]) == ("random games", "search")
    for row in (games, search):
        assert row["host"] == "node"
        assert row["lowest"] <= row["ratio"] <= row["highest"]
        assert row["per_s"] > 0 < row["native_per_s"]
    assert wasm.table(document).row_count == 2


def test_a_browser_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    document = wasm.run([], hosts=["chromium"])
    assert document["missing"] == {"chromium": "no Chromium: install it (Debian: apt-get install chromium)"}


def test_other_games_than_those_of_native_are_an_error() -> None:
    game = tischlein.game("lobo77")
    with pytest.raises(BenchError, match="native came to 5, node to 6"):
        wasm._compared(game, 2, "search", "node", 0.01, lambda number: 5, lambda number: (6, 1.0))
