"""Measuring the rules: the shape of the results, what is computed from the measured numbers, and what goes wrong kindly.

What needs compiled kernels is in tests/bench/test_bench_native.py. Nothing here depends on how fast a machine is.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

import tischlein
from tischlein.bench import cli, compared, copying, environment, limit, rules, show, tables, turns, worker
from tischlein.bench.errors import BenchError
from tischlein.engine.backends import load
from tischlein.engine.errors import OptionError

LOBO = tischlein.game("lobo77")
RESULT = rules.RulesResult(
    game="lobo77",
    backend="native",
    seats=4,
    cores=2,
    batch=2048,
    games=10,
    decisions=800,
    decisions_per_s_one_core=9e6,
    decisions_per_s_all_cores=18e6,
    decisions_per_s_device=None,
    lowest=8e6,
    highest=9.5e6,
    games_per_s=1e5,
    decisions_per_game=80.0,
    chance_per_decision=2.7,
    compile_s=6.0,
    startup_s=0.8,
    state_bytes=360,
    copy_ns=11.0,
    checksum=1,
    checksum_games=256,
)


def bench(*arguments: str) -> Any:
    return CliRunner().invoke(cli.app, arguments)


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """What `--json` prints, and nothing else on stdout."""
    return measured("--game", "lobo77")


def measured(*which: str) -> dict[str, Any]:
    ended = bench("rules", "--backend", "python", "--seats", "6", "--seconds", "0.01", "--json", *which)
    assert ended.exit_code == 0, ended.output
    # Games that are not for so many are left out, and named.
    assert ("Qwixx" in ended.stderr) == (not which)
    found: dict[str, Any] = json.loads(ended.stdout)
    return found


def test_the_json_has_the_documented_keys(document: dict[str, Any]) -> None:
    assert document["decisions_per_s_one_core"] > 0
    assert document["decisions_per_s_all_cores"] > 0
    assert document["startup_s"] > 0
    assert document["compile_s"] is None  # nothing is compiled
    assert document["games_per_s"] > 0
    assert document["copy_ns"] > 0
    assert document["state_bytes"] == LOBO.layout.size
    assert document["limit"] is None  # C is compared with native only
    assert (document["game"], document["backend"], document["seats"]) == ("lobo77", "python", 6)
    assert {"cpu", "cores", "python", "numpy", "date", "compiler", "load"} <= set(document["environment"])


def test_the_main_result_stands_at_the_top(document: dict[str, Any]) -> None:
    first = document["results"][0]
    assert {name: document[name] for name in first} == first
    assert set(first) == set(rules.RulesResult.__dataclass_fields__)


@pytest.mark.long
def test_every_game_for_so_many_is_measured() -> None:
    document = measured()
    fitting = [name for name, game in tischlein.games().items() if 6 in game.seats]
    assert [result["game"] for result in document["results"]] == fitting


def test_the_numbers_fit_together(document: dict[str, Any]) -> None:
    assert document["decisions_per_game"] == document["decisions"] / document["games"]
    expected = document["decisions_per_s_one_core"] / document["decisions_per_game"]
    assert document["games_per_s"] == pytest.approx(expected)
    assert document["lowest"] <= document["decisions_per_s_one_core"] <= document["highest"]
    # Each round deals five cards to everybody, and a turn draws as many cards as it plays.
    assert document["chance_per_decision"] > 1


def test_the_checksum_is_that_of_the_first_games(document: dict[str, Any]) -> None:
    backend = load(LOBO.rules, "python")
    played = backend.random_games(LOBO.opening(6), document["checksum_games"], seed=1)
    assert document["checksum"] == backend.checksum(played)


@pytest.mark.long
def test_progress_reaches_the_end() -> None:
    told: list[tuple[int, int]] = []
    rules.run([LOBO], ["python"], 2, 0.01, progress=lambda _, done, total: told.append((done, total)))
    assert [done for done, _ in told] == list(range(rules.STEPS + 1))
    assert {total for _, total in told} == {rules.STEPS}


@pytest.mark.long
def test_the_table_names_every_result(document: dict[str, Any]) -> None:
    ended = bench("rules", "--backend", "python", "--seconds", "0.01", "--game", "lobo77")
    assert ended.exit_code == 0, ended.output
    assert "python" in ended.stdout
    assert "chance outcomes a decision" in ended.stdout
    assert tables.busy_line({"load": 0.1}) is None
    assert "1.7" in str(tables.busy_line({"load": 1.7}))


def test_backends_that_play_different_games_are_an_error() -> None:
    rules.compare_checksums([RESULT, replace(RESULT, backend="python")])
    rules.compare_checksums([RESULT, replace(RESULT, game="another", checksum=2)])
    with pytest.raises(BenchError, match=r"lobo77.*'native': 1, 'python': 2"):
        rules.compare_checksums([RESULT, replace(RESULT, backend="python", checksum=2)])


def test_a_turn_plays_whole_batches_of_new_games() -> None:
    backend, opening = load(LOBO.rules, "python"), LOBO.opening(2)
    played = turns.turn(backend, opening, 3, 0.0, seed=5, first=7)
    expected = backend.random_games(opening, 3, seed=5, first=7).decisions.sum()
    assert (played.games, played.decisions) == (3, expected)
    assert turns.Turn(1, 30, 2.0).decisions_per_s == 15


def test_a_copy_on_python_takes_some_time() -> None:
    assert (copying.copy_time(load(LOBO.rules, "python"), LOBO.opening(2), 0.001) or 0) > 0


def test_a_worker_that_fails_says_why() -> None:
    with pytest.raises(BenchError, match="there is no backend 'abacus'"):
        worker.time_first_game("lobo77", "abacus")
    with pytest.raises(BenchError, match="there is no game 'whist'"):
        worker.play_at_once("whist", "python", 2, 0.01, 1, [0])


# The comparison with C


def test_the_ratio_is_the_median_of_the_turns() -> None:
    assert limit.ratio([9.0, 4.0, 8.0], [10.0, 5.0, 16.0]) == 0.8  # 0.9, 0.8, 0.5
    with pytest.raises(ValueError, match="longer"):
        limit.ratio([1.0], [1.0, 2.0])


def test_games_are_played_in_whole_batches() -> None:
    batch = turns.BATCH["native"]
    trial = turns.Turn(games=batch, decisions=1, seconds=0.5)
    assert limit.games_for(2.0, trial) == 4 * batch
    assert limit.games_for(0.001, trial) == batch


def test_without_a_compiler_there_is_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "a-compiler-that-nobody-has")
    told: list[str] = []
    found = limit.compare(LOBO, 4, 0.01, 1, told.append)
    assert (found.ratio, found.note) == (None, limit.INSTALL)
    assert len(told) == limit.steps(LOBO) == 1
    assert environment.compiler_version() is None


def test_without_a_program_there_is_a_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limit, "FOLDER", tmp_path)
    found = limit.compare(LOBO, 4, 0.01, 1, lambda _: None)
    assert found.ratio is None
    assert "bench/limit/lobo77.c" in found.note
    lines = tables.limit_lines({"limits": [{"game": "lobo77", "ratio": None, "note": found.note}]})
    assert found.note in lines[0]


@pytest.mark.needs("cc")
def test_a_program_is_built_once_for_each_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TISCHLEIN_CACHE", str(tmp_path / "cache"))
    source = tmp_path / "tiny.c"
    source.write_text('#include <stdio.h>\nint main(void) { puts("{}"); return 0; }\n')
    program, command = limit.build(source, ["cc"])
    built = program.stat().st_mtime_ns
    assert command.split()[0] == "cc"
    assert limit.build(source, ["cc"])[0] == program
    assert program.stat().st_mtime_ns == built
    source.write_text("int main(void) { return 3; }\n")
    other, _ = limit.build(source, ["cc"])
    assert other != program
    with pytest.raises(BenchError, match="ended with code 3"):
        limit.play_program(other, 4, 1, 1, 0)


@pytest.mark.needs("cc")
def test_a_program_that_does_not_compile_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TISCHLEIN_CACHE", str(tmp_path / "cache"))
    source = tmp_path / "broken.c"
    source.write_text("this is not C\n")
    with pytest.raises(BenchError, match=r"cannot build broken\.c"):
        limit.build(source, ["cc"])
    assert not list(tmp_path.rglob("part-*"))


# The comparison with other engines


def peers_document(ours: float | None = 8e6) -> dict[str, Any]:
    def row(how: str, rate: float | None, chance: float | None, **more: Any) -> dict[str, Any]:
        both = {
            "name": "OpenSpiel spades",
            "how": how,
            "decisions_per_s": rate,
            "chance_per_decision": chance,
        }
        return {**both, "clone_ns": None, "state_bytes": None, **more}

    whole = {
        "name": "OpenSpiel spades",
        "how": "C++ rollouts with the deal",
        "decisions_per_s": 2e6,
        "ratio": 4.0,
    }
    return {
        "ours": {"decisions_per_s": ours, "chance_per_decision": 2.0, "copy_ns": 11.0, "state_bytes": 360},
        "fastest_whole_games": whole,
        "fastest": {**whole, "how": "C++ rollouts, after the deal", "decisions_per_s": 5e6, "ratio": 1.6},
        "rows": [
            row("Python", 2e5, 1.0, clone_ns=1_000.0, state_bytes=2_400),
            row("C++ rollouts, after the deal", 5e6, 0.0, clone_ns=500.0),
            row("C++ rollouts with the deal", 2e6, 1.0),
            row("", None, None),
        ],
    }


def test_steps_count_chance_outcomes_too() -> None:
    best = compared.fastest_steps(peers_document())
    assert best == {
        "name": "OpenSpiel spades",
        "how": "C++ rollouts, after the deal",
        "steps_per_s": 5e6,
        "ratio": 24e6 / 5e6,
    }
    assert compared.fastest_steps(peers_document(ours=None)) is None


def test_headlines_put_whole_games_first() -> None:
    found = peers_document()
    lines = compared.headlines({**found, "fastest_steps": compared.fastest_steps(found)})
    assert lines[0] == "Whole games: 4.0 times OpenSpiel spades (C++ rollouts with the deal), the fastest."
    assert "1.6 times" in lines[1]
    assert "4.8 times" in lines[2]
    assert lines[3].startswith("A copy of a state: ours 11.0 ns and 360 bytes, theirs 500 to 1,000 ns")
    nobody = {**found, "rows": [], "fastest": None, "fastest_whole_games": None, "fastest_steps": None}
    assert compared.headlines(nobody) == []


# The command


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--game", "whist"], "there is no game 'whist'"),
        (["--backend", "abacus"], "there is no backend 'abacus'; choose from python, native, cuda"),
        (["--seats", "9"], "LOBO 77 is for 2 to 8"),
    ],
    ids=["game", "backend", "seats"],
)
def test_mistakes_end_with_one_line(arguments: list[str], complaint: str) -> None:
    ended = bench("rules", *arguments, "--json")
    assert ended.exit_code == 2
    assert complaint in ended.stderr
    assert len(ended.stderr.splitlines()) == 1
    assert ended.stdout == ""


@pytest.mark.parametrize("command", ["rules", "wasm"])
def test_seats_that_no_game_has_are_refused(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the language of the system, as other commands say it."""
    for language, said in (
        ("en_GB.UTF-8", "LOBO 77 is for 2 to 8, not 9"),
        ("de_DE.UTF-8", "LOBO 77 ist für 2 bis 8, nicht für 9"),
    ):
        monkeypatch.setenv("LC_ALL", language)
        ended = bench(command, "--seats", "9")
        assert (ended.exit_code, ended.stdout) == (2, "")
        assert said in ended.stderr


def test_no_time_at_all_is_refused() -> None:
    ended = bench("rules", "--seconds", "0")
    assert ended.exit_code == 2
    assert "--seconds" in ended.stderr


@pytest.mark.parametrize(
    ("error", "code"),
    [(KeyboardInterrupt(), 130), (BenchError("sums differ"), 1), (OptionError("no such thing"), 2)],
    ids=["stopped", "not to be believed", "mistaken"],
)
def test_codes_tell_what_ended_it(
    error: BaseException, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(typer.Exit) as ended, show.friendly():
        raise error
    assert ended.value.exit_code == code
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1


def test_without_a_command_there_is_help() -> None:
    ended = bench()
    assert ended.exit_code == 0
    assert "rules" in ended.stdout
    assert "peers" in ended.stdout
