"""``bench failover``: what is counted as waiting, and what is noticed as lost or there twice."""

import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tischlein.bench import cli
from tischlein.bench.errors import BenchError
from tischlein.bench.failover import Person, Servers, judge, spread, too_late
from tischlein.bench.postgres import folder_of_programs


def test_only_who_was_cut_off_has_waited() -> None:
    person = Person("ABCDEF", "token", moves=[11.0, 12.0, 13.0])
    undisturbed = person.goes_on, person.waits(10.0)
    person.lost = 12.5
    cut_off = person.goes_on
    person.welcomed = 14.0
    welcomed = person.goes_on
    person.moves.append(15.0)
    assert (undisturbed, cut_off, welcomed, person.goes_on) == ((True, None), False, False, True)
    assert person.waits(10.0) == (4.0, 5.0)


def test_everything_that_was_acknowledged_is_there_once() -> None:
    judge("ABCDEF", [(1, None), (2, "a"), (3, "b")], {"a": 2})
    # What is turned up after a move has numbers as well; a person is told the last of them.
    judge("ABCDEF", [(1, "a"), (2, None), (3, "b"), (4, None)], {"a": 2, "b": 4})


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ([(1, "a"), (3, "b")], "gaps"),
        ([(1, "a"), (2, "a")], "twice"),
        ([(1, None), (2, "b")], "1 acknowledged moves are missing"),
    ],
)
def test_what_is_lost_or_there_twice_ends_the_measurement(
    rows: list[tuple[int, str | None]], problem: str
) -> None:
    with pytest.raises(BenchError, match=problem):
        judge("ABCDEF", rows, {"a": 1})


def test_moves_that_have_changed_places_end_the_measurement() -> None:
    with pytest.raises(BenchError, match="a move has another number than its person was told"):
        judge("ABCDEF", [(1, None), (2, "a"), (3, "b")], {"a": 3, "b": 2})
    with pytest.raises(BenchError, match="another number"):
        judge("ABCDEF", [(1, "a"), (2, "b")], {"b": 1})


def test_whoever_waits_for_longer_than_we_aim_at_is_counted() -> None:
    quick, slow = spread("next_move", [1.0, 2.9]), spread("next_move", [1.0, 3.1, 4.0])
    assert too_late({"results": {**spread("welcome", [0.5, 1.0]), **quick}}) == 0
    assert too_late({"results": {**spread("welcome", [0.5, 1.0]), **slow}}) == 2


def test_the_newest_postgresql_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert folder_of_programs(tmp_path) is None
    for version in ("9.6", "15", "14", "common"):
        (tmp_path / version / "bin").mkdir(parents=True)
        (tmp_path / version / "bin" / "initdb").touch()
    assert folder_of_programs(tmp_path) == tmp_path / "15" / "bin"
    (tmp_path / "16rc1" / "bin").mkdir(parents=True)
    (tmp_path / "16rc1" / "bin" / "initdb").touch()
    assert folder_of_programs(tmp_path) == tmp_path / "16rc1" / "bin"


def test_what_is_no_address_is_refused_before_anything_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = CliRunner().invoke(cli.app, ["failover", "--database", "nonsense"])
    assert ended.exit_code == 2
    assert "database: 'nonsense' does not begin with postgresql://" in ended.stderr
    assert not list(tmp_path.iterdir())


def test_no_server_stays_where_the_other_does_not_start() -> None:
    started: list[subprocess.Popen[str]] = []

    class Watched(Servers):
        """The first says its address and goes on, the second ends."""

        def _start(self) -> subprocess.Popen[str]:
            code = (
                "pass" if started else "print('http://127.0.0.1:1', flush=True); import time; time.sleep(60)"
            )
            self._command = [sys.executable, "-c", code]
            started.append(super()._start())
            return started[-1]

    with pytest.raises(BenchError, match="a server did not start, see above"):
        Watched("postgresql://")
    assert len(started) == 2
    assert all(process.poll() is not None for process in started)


@pytest.mark.needs("postgresql")
@pytest.mark.long
def test_a_small_measurement() -> None:
    ended = CliRunner().invoke(cli.app, ["failover", "--rounds", "1", "--tables", "2", "--json"])
    assert ended.exit_code in (0, 1), ended.output  # a busy machine may be later than we aim at
    assert '"bench": "failover"' in ended.stdout
