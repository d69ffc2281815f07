"""Every command of ``python -m bench`` runs once with small samples, and a result that must not be believed is an error."""

import json

import pytest
from click.testing import CliRunner

import tischlein
from bench.__main__ import app
from bench.common.errors import BenchError
from bench.speed import peers, vectors, wasm
from tischlein.engine.types import Json

LOBO = tischlein.game("lobo77")


def measured(*arguments: str) -> Json:
    """Run a command, and return what it prints as JSON."""
    ended = CliRunner().invoke(app, [*arguments, "--json"])
    assert ended.exit_code == 0, ended.output
    found: Json = json.loads(ended.stdout, parse_constant=pytest.fail)
    return found


@pytest.mark.long  # a measurement; test_move and test_wasm_in_node are run
def test_rules() -> None:
    found = measured("rules", "--game", "lobo77", "--backend", "python", "--seats", "6", "--seconds", "0.01")
    assert (found["game"], found["backend"], found["seats"]) == ("lobo77", "python", 6)
    assert found["lowest"] <= found["decisions_per_s_one_core"] <= found["highest"]
    assert {"cpu", "cores", "python", "date", "load"} <= set(found["environment"])


@pytest.mark.long
def test_rules_in_process_as_webassembly() -> None:
    found = measured("rules", "--game", "lobo77", "--backend", "wasm", "--seconds", "0.01")
    assert (found["backend"], found["decisions_per_s_one_core"] > 0) == ("wasm", True)


@pytest.mark.long
@pytest.mark.needs("cc")
def test_rules_beside_c() -> None:
    found = measured("rules", "--game", "lobo77", "--backend", "native", "--seconds", "0.01")
    assert found["limit"]["ratio"] > 0


@pytest.mark.long
@pytest.mark.needs("peers")
def test_peers_and_vector() -> None:
    found = measured("peers", "--seconds", "0.1")
    assert {row["name"].split()[0] for row in found["rows"]} == {"OpenSpiel", "RLCard"}
    assert found["fastest"]["ratio"] > 0
    found = measured("vector", "--seconds", "0.05")
    assert set(found["ratios"]) == set(tischlein.games())


@pytest.mark.long
@pytest.mark.needs("lab")
def test_traces() -> None:
    found = measured("traces", "--game", "lobo77", "--games", "20")
    assert [row["bots"] for row in found["results"]] == ["random", "easy", "medium"]
    assert all(0 < row["arrow_ratio"] < 2 for row in found["results"])


@pytest.mark.needs("agents")
def test_openspiel() -> None:
    found = peers.take_turns(peers.in_python(["qwixx"]), 0.05, 1, None, 1)
    assert {row["name"] for row in found} == {"tischlein_qwixx(seats=2)", *peers.IN_PYTHON}
    assert all(row["decisions_per_s"] > 0 for row in found)


@pytest.mark.long  # compiles them for this machine; tests/lab has vectors in every run
def test_vector_alone() -> None:
    found = vectors.run(0.01, games=["lobo77"], batches=[4], others=[], repeats=1)
    assert found["rows"][0]["decisions_per_s"] > 0


def test_webassembly_that_plays_other_games_is_an_error() -> None:
    with pytest.raises(BenchError, match=r"native came to \[5.*, wasm to \[6"):
        wasm._compared(LOBO, 2, "search", 0.01, lambda part: 5, lambda part: 6)


@pytest.mark.long  # compiles nets and search
def test_wasm_in_this_process() -> None:
    found = measured("wasm", "--game", "lobo77", "--seconds", "0.01")
    assert [row["what"] for row in found["results"]] == [
        "random games",
        "search",
        "net playouts",
        "net answers",
    ]


@pytest.mark.long
def test_bots() -> None:
    found = measured("bots", "--game", "lobo77", "--bot", "easy,backend=native")
    assert [row["bot"] for row in found["regrets"]] == ["random", "medium", "search", "easy,backend=native"]


@pytest.mark.long  # tests/coach judges decisions, and the other benches are tried here
def test_coach() -> None:
    small = ("--seats", "2", "--decisions", "2", "--games", "2", "--no-time")
    (row,) = measured("coach", "--game", "lobo77", *small)["validity"]
    assert (row["exact"], row["planted"], row["strong"], row["games"]) == (2, 1, 2, 2)
    assert row["rounding"] < 1e-9


def test_belief() -> None:
    found = measured("belief", "--game", "lobo77", "--bot", "medium", "--decisions", "6", "--worlds", "4")
    assert sum(row["decisions"] for row in found["expected"]) == 6


def test_intervals() -> None:
    found = measured("intervals", "--game", "lobo77", "--games", "400")
    assert {row["what"] for row in found["results"]} >= {"wins", "points", "lead in a deal"}
    assert all(0.5 < row["held"] <= 1 for row in found["results"] if row["n"] < 200)


@pytest.mark.long
def test_server() -> None:
    found = measured("server", "--tables", "4", "--seconds", "10", "--think", "0.05")["results"]
    assert 0 < found["median_ms"] <= found["p99_ms"] <= found["longest_ms"]


def test_move() -> None:
    found = measured("move", "--game", "lobo77", "--moves", "3")["results"]["lobo77"]
    parts = [found[part] for part in ("propose", "commit", "tell", "rest")]
    assert (found["together"] == pytest.approx(sum(parts), abs=0.001), found["bytes"] > 1000) == (True, True)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["rules", "--game", "whist"], "there is no game 'whist'"),
        (["rules", "--backend", "abacus"], "there is no backend 'abacus'"),
        (["wasm", "--seats", "9"], "LOBO 77 is for 2 to 8"),
        (["bots", "--bot", "nobody"], "nobody"),
    ],
    ids=["game", "backend", "seats", "bot"],
)
def test_mistakes_end_with_one_line(arguments: list[str], complaint: str) -> None:
    ended = CliRunner().invoke(app, arguments)
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert complaint in ended.stderr
    assert len(ended.stderr.splitlines()) == 1
