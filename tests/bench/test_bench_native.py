"""The bench with compiled kernels: the C program plays the very same games, and the command prints the ratio."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import tischlein
from tischlein.bench import cli, copying, environment, limit, turns
from tischlein.bench.errors import BenchError
from tischlein.engine.backends import load

LOBO = tischlein.game("lobo77")
GAMES = 3_000  # more than a batch, and no multiple of it


def build() -> Path:
    source, command = limit.source("lobo77"), environment.compiler()
    assert source is not None
    assert command is not None
    return limit.build(source, command)[0]


@pytest.mark.needs("cc")
@pytest.mark.parametrize("seats", [2, 4, 8])
def test_C_plays_the_same_games_as_native(seats: int) -> None:
    seed, first = 2**63 + 12_345, 77
    native, ours = limit.play_native(load(LOBO.rules, "native"), LOBO.opening(seats), GAMES, seed, first)
    by_hand, theirs = limit.play_program(build(), seats, GAMES, seed, first)
    assert (by_hand.games, by_hand.decisions) == (GAMES, native.decisions)
    assert theirs == ours


@pytest.mark.needs("cc")
def test_another_seed_is_another_checksum() -> None:
    sums = {limit.play_program(build(), 4, 50, seed, first)[1] for seed, first in [(1, 0), (2, 0), (1, 50)]}
    assert len(sums) == 3


@pytest.mark.needs("cc")
def test_a_checksum_that_differs_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = limit.source("lobo77")
    assert source is not None
    # With the fifth reverse of the older edition it plays another game.
    changed = source.read_text("utf-8").replace(".reverse_cards = 4", ".reverse_cards = 5")
    assert changed != source.read_text("utf-8")
    (tmp_path / "lobo77.c").write_text(changed, "utf-8")
    monkeypatch.setattr(limit, "FOLDER", tmp_path)
    with pytest.raises(BenchError, match=r"LOBO 77, 4 seats, games 0 to .* of seed 1: native made"):
        limit.compare(LOBO, 4, 0.01, 1, lambda _: None)


@pytest.mark.long
@pytest.mark.needs("cc")
def test_the_command_prints_the_ratio() -> None:
    arguments = ["rules", "--game", "lobo77", "--backend", "native", "--seconds", "0.01", "--json"]
    ended = CliRunner().invoke(cli.app, arguments)
    assert ended.exit_code == 0, ended.output
    document: dict[str, Any] = json.loads(ended.stdout)
    assert document["compile_s"] > 0
    assert document["decisions_per_s_all_cores"] > 0
    found = document["limit"]
    assert found == document["limits"][0]
    assert found["ratio"] > 0
    assert found["games"] % turns.BATCH["native"] == 0
    _, checksum = limit.play_program(build(), 4, found["games"], document["seed"], 0)
    assert found["checksum"] == checksum  # sums over turns are the sum over all


def test_native_copies_are_made_one_by_one() -> None:
    backend = load(LOBO.rules, "native")
    assert (copying.copy_time(backend, LOBO.opening(4), 0.01) or 0) > 0


def test_ours_is_measured_for_the_comparison_with_peers() -> None:
    assert turns.ours(tischlein.game("lobo77"), 4)(0.001) > 0
