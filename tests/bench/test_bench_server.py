"""Measuring the server: a small run of the real thing, and what is computed from its numbers."""

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from tischlein.bench import boardgame, cli, server
from tischlein.bench.errors import BenchError
from tischlein.bench.tables import server_lines
from tischlein.bench.traffic import Load, Seated, State


@pytest.mark.long
def test_a_small_measurement() -> None:
    for seconds in ("1", "10", "60"):  # on a busy machine hardly anybody moves within a second
        command = ["server", "--tables", "4", "--seconds", seconds, "--think", "0.05", "--json"]
        ended = CliRunner().invoke(cli.app, command)
        if "measure for longer" not in ended.output:
            break
    assert ended.exit_code == 0, ended.output
    found = json.loads(ended.stdout)["results"]
    assert (found["tables"], found["seats"]) == (4, 4)
    assert found["moves"] >= 2
    assert 0 < found["median_ms"] <= found["p95_ms"] <= found["p99_ms"] <= found["longest_ms"]


def test_numbers_are_in_milliseconds_and_said_in_sentences() -> None:
    load = Load(tables=2, seconds=2.0, think=1.0, seed=1, waits=[0.001, 0.002, 0.003])
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
        server.results(Load(tables=1, seconds=1.0, think=1.0, seed=1))


def test_what_stalls_shows_in_its_second() -> None:
    load = Load(tables=1, seconds=3.0, think=1.0, seed=1, waits=[0.002, 3.0, 0.001], when=[0.1, 2.5, 2.6])
    assert server.by_second(load) == [2.0, 0.0, 3000.0]


def test_a_run_that_grows_shows_it() -> None:
    load = Load(tables=1, seconds=20.0, think=1.0, seed=1)
    for tenth in range(40):  # two moves a second, slower and slower
        load.when.append(tenth / 2)
        load.waits.append(0.001 * (1 + tenth))
    load.marks = [(second * 0.1, (50 + second) * 1_000_000) for second in range(21)]
    found = server.results(load)
    assert [part["from_s"] for part in found["over_time"]] == list(range(0, 20, 2))
    assert all((part["moves"], part["cpu_ms_per_move"]) == (4, 50.0) for part in found["over_time"])
    assert [found["over_time"][n]["median_ms"] for n in (0, -1)] == [2.5, 38.5]
    assert [found["over_time"][n]["memory_mb"] for n in (0, -1)] == [52.0, 70.0]
    assert "median 2.5 and 38.5 ms" in server_lines({"results": found})[-1]


# What boardgame.io's server says, in socket.io's frames.

PEER, SEATED = boardgame.BoardgameIo(), Seated("M", ["a", "b", "c", "d"])


def _told(what: str, players: dict[str, Any], **more: Any) -> str:
    state = {"_stateID": 3, "G": {"players": players, **more}, "ctx": {"currentPlayer": "1"}}
    return f"42/{boardgame.GAME}," + json.dumps([what, "M", {"state": state} if what == "sync" else state])


def test_people_sit_down_at_boardgame_io_when_it_listens() -> None:
    assert PEER.read("2", SEATED, 1) == "3"
    assert PEER.read('0{"sid": "x"}', SEATED, 1) is None
    sync = PEER.read(PEER.hello(SEATED, 1) + '{"sid": "x"}', SEATED, 1)
    assert sync == f'42/{boardgame.GAME},["sync", "M", "1", "b", 4]'


@pytest.mark.parametrize("what", ["sync", "update"])
def test_who_has_the_turn_at_boardgame_io_may_play_its_cards(what: str) -> None:
    text = _told(what, {"1": {"hand": [7, 8]}})
    assert PEER.read(text, SEATED, 1) == State(3, False, ["0", "1"])
    assert PEER.read(_told(what, {"0": {"hand": [7]}}), SEATED, 0) == State(3, False, [])
    assert json.loads(PEER.move(SEATED, 1, 3, "0").partition(",")[2])[2:] == [3, "M", "1"]


@pytest.mark.parametrize(
    "text",
    [_told("update", {"0": {"hand": [7]}, "1": {"hand": [8]}}), _told("update", {}, secret={"deck": []})],
)
def test_a_comparison_with_open_cards_does_not_count(text: str) -> None:
    with pytest.raises(BenchError, match="may not know"):
        PEER.read(text, SEATED, 1)


def test_without_node_there_is_one_clear_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    ended = CliRunner().invoke(cli.app, ["server", "--peers", "--tables", "1", "--seconds", "1"])
    assert ended.exit_code == 1
    assert "install Node 18 or later, with npm" in ended.stderr


def test_another_server_is_told_as_a_ratio() -> None:
    load = Load(tables=2, seconds=2.0, think=1.0, seed=1, waits=[0.001, 0.002, 0.003])
    found = server.results(load)
    document = {
        "results": found,
        "peers": {"boardgame.io 1": found},
        "ratios": {"median_ms": 1.5, "kb_per_table": None},
    }
    assert server_lines(document)[-1] == "Its figures divided by ours: median_ms 1.5."
