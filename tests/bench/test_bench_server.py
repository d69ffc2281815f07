"""Measuring the server: a small run of the real thing, and what is computed from its numbers."""

import json

import pytest
from typer.testing import CliRunner

from tischlein.bench import cli, server
from tischlein.bench.errors import BenchError
from tischlein.bench.tables import server_lines


@pytest.mark.long
def test_a_small_measurement() -> None:
    ended = CliRunner().invoke(
        cli.app, ["server", "--tables", "4", "--seconds", "1", "--think", "0.05", "--json"]
    )
    assert ended.exit_code == 0, ended.output
    found = json.loads(ended.stdout)["results"]
    assert (found["tables"], found["seats"]) == (4, 4)
    assert found["moves"] > 4
    assert 0 < found["median_ms"] <= found["p95_ms"] <= found["p99_ms"] <= found["longest_ms"]


def test_numbers_are_in_milliseconds_and_said_in_sentences() -> None:
    load = server.Load(tables=2, seconds=2.0, think=1.0, seed=1, waits=[0.001, 0.002, 0.003])
    load.busy, load.memory = 0.25, [1_000_000, 1_050_000, 1_130_000]
    found = server.results(load)
    assert (found["median_ms"], found["longest_ms"], found["moves_per_s"]) == (2.0, 3.0, 1.5)
    assert (found["cpu_ms_per_move"], found["kb_per_table"], found["kb_per_socket"]) == (166.67, 25.0, 10.0)
    first, second = server_lines({"results": found})
    assert "2 tables of 4" in first
    assert "25%" in first
    assert "A table takes 25 kB" in first
    assert "2.0 ms at the median" in second


def test_nothing_measured_is_no_result() -> None:
    with pytest.raises(BenchError, match="too few moves"):
        server.results(server.Load(tables=1, seconds=1.0, think=1.0, seed=1))
