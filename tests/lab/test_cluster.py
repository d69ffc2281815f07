"""Work on a cluster: the same results as on one machine, also where a worker is killed over it.

Ray runs once for all tests of this file, with two workers on this machine: it takes seconds to start.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tischlein
from helpers.games.simulated import data_of
from tischlein.bots import Situation
from tischlein.engine.extras import install_command
from tischlein.lab import cluster, extra
from tischlein.lab.arena import contest as arena
from tischlein.lab.arena.contest import Contest
from tischlein.lab.cluster import Cluster
from tischlein.lab.simulate import simulate as simulation
from tischlein.lab.simulate.plan import Plan
from tischlein.lab.simulate.stored import StoredRun
from tischlein.lab.workers import WorkerError

# Plays at random. Where a file asks for it, the process is killed in the middle of a game: once, since the file is gone then.
MORTAL = """
import os, signal
from pathlib import Path

ORDER = Path(__file__).with_name("die")

class Mortal:
    decisions = 0  # of all in this process: every game has new bots

    def choose(self, situation):
        Mortal.decisions += 1
        if Mortal.decisions % 40 == 0:
            try:
                ORDER.rename(ORDER.with_name(f"{os.getpid()}.killed"))
                os.kill(os.getpid(), signal.SIGKILL)
            except FileNotFoundError:
                pass
        return situation.actions[situation.below(len(situation.actions))]
"""


@pytest.fixture(scope="module")
def bots(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with a bot, and a Ray whose workers find it there."""
    folder = tmp_path_factory.mktemp("bots")
    (folder / "mortal.py").write_text(MORTAL, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        with Cluster("ray", 2):
            yield folder


def kill_one(folder: Path) -> None:
    (folder / "die").touch()


def killed(folder: Path) -> int:
    """The worker that was killed."""
    (found,) = folder.glob("*.killed")
    found.unlink()
    return int(found.stem)


@pytest.mark.long
@pytest.mark.needs("cluster")
@pytest.mark.usefixtures("bots")
def test_games_are_the_same_as_on_one_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "TOGETHER", 1)  # several tasks
    here, there = (
        tischlein.simulate("lobo77", 70, 3, ["random", "medium"], seed=5, backend="python", cluster=address)
        for address in (None, "ray")
    )
    assert np.array_equal(here.scores, there.scores)
    assert np.array_equal(here.winners, there.winners)
    assert all(np.array_equal(cells, there.columns[name]) for name, cells in here.columns.items())
    assert all(np.array_equal(cells, there.tallies[name]) for name, cells in here.tallies.items())


@pytest.mark.long
@pytest.mark.needs("cluster")
def test_a_worker_that_is_killed_loses_nothing_of_a_simulation(bots: Path, tmp_path: Path) -> None:
    plan = Plan.of("lobo77", 64, 2, ["random", "mortal:Mortal"], seed=2, backend="python")
    here = StoredRun(plan, tmp_path / "here.jsonl").run(1)
    kill_one(bots)
    told: list[int] = []
    run = StoredRun(plan, tmp_path / "there.jsonl")
    there = run.run(progress=lambda done, everything: told.append(done), cluster="ray")
    assert killed(bots) != os.getpid()
    assert told == list(range(65))  # nothing counts twice
    alike: dict[str, Any] = {"asked": here.asked, "seconds": 0.0, "threads": 0}
    assert data_of(replace(there, **alike)) == data_of(replace(here, **alike))
    assert data_of(run.run(cluster="ray")) == data_of(there)  # it is all in the file


@pytest.mark.long
@pytest.mark.needs("cluster")
def test_a_worker_that_is_killed_loses_nothing_of_a_contest(bots: Path, tmp_path: Path) -> None:
    contest = Contest("lobo77", ("random", "mortal:Mortal"), seats=2, deals=10)
    here = arena.run(contest, tmp_path / "here.jsonl", 1)
    kill_one(bots)
    there = arena.run(contest, tmp_path / "there.jsonl", cluster="ray")
    assert killed(bots) != os.getpid()
    assert there == here
    lines = [
        sorted((tmp_path / f"{name}.jsonl").read_text("utf-8").splitlines()) for name in ("here", "there")
    ]
    assert lines[0] == lines[1]


@pytest.mark.long
@pytest.mark.needs("cluster")
@pytest.mark.usefixtures("bots")
def test_what_goes_wrong_there_is_said_here(monkeypatch: pytest.MonkeyPatch) -> None:
    with Cluster("ray") as machines:
        assert machines.cores == 2
        with pytest.raises(ZeroDivisionError):
            list(machines.map(divmod, [(1, 0)]))
        monkeypatch.setattr(cluster, "RETRIES", 0)
        with pytest.raises(WorkerError, match="could not finish"):
            list(machines.map(os._exit, [(3,)]))
        assert list(machines.map(divmod, [(7, 2)])) == [(3, 1)]  # and it is there for others still

        def cut_off() -> Iterator[tuple[int, int]]:
            yield 7, 2
            raise ConnectionError  # as Ray's client says it, but without words

        with pytest.raises(WorkerError, match="could not finish the work: ConnectionError"):
            list(machines.map(divmod, cut_off()))
        monkeypatch.setattr(cluster, "_sources", lambda: "other")
        with pytest.raises(tischlein.OptionError, match="another Tischlein"):
            list(machines.map(divmod, [(7, 2)]))


def test_an_object_cannot_play_elsewhere() -> None:
    class Own:
        def choose(self, situation: Situation) -> int:
            return situation.actions[0]

    with pytest.raises(tischlein.OptionError, match="bots by name"):
        tischlein.simulate("lobo77", 10, 2, Own(), backend="python", cluster="ray")


def test_machines_with_other_rules_or_another_net_are_told_apart(tmp_path: Path) -> None:
    found = set()
    for name, text in (("rules.py", "a"), ("rules.py", "b"), ("net.bin", "c"), ("net.bin", "d")):
        (tmp_path / name).write_text(text)
        found.add(cluster.sources_in(tmp_path))
    (tmp_path / "notes.txt").write_text("e")
    assert cluster.sources_in(tmp_path) in found
    assert len(found) == 4


@pytest.mark.parametrize("address", ["dask", "ray:", "ray://", ""])
def test_what_is_no_cluster_is_said_before_anything_is_played(address: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    for run in (
        lambda: arena.run(Contest("lobo77", ("random", "easy"), 2, 1), path, cluster=address),
        lambda: StoredRun(Plan.of("lobo77", 10, backend="python"), path).run(cluster=address),
        lambda: tischlein.simulate("lobo77", 10, backend="python", cluster=address),
    ):
        with pytest.raises(tischlein.OptionError, match="neither ray nor ray://HOST:PORT"):
            run()
    assert not path.exists()


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extra, "find_spec", lambda name: None)
    with pytest.raises(tischlein.OptionError, match=re.escape(install_command("cluster"))):
        tischlein.simulate("lobo77", 10, backend="python", cluster="ray")


def test_a_cluster_that_does_not_answer_may_want_a_token() -> None:
    error = TimeoutError("connection timeout\nand more")
    assert str(cluster._silent("ray://head:10001", error)) == (
        "cluster: ray://head:10001 does not answer: connection timeout; "
        "if it asks for a token, set RAY_AUTH_MODE and RAY_AUTH_TOKEN here too"
    )
    assert str(cluster._silent("ray", error)) == "cluster: ray does not answer: connection timeout"


# Two nodes, each with a core and workers of its own. While a worker of the second one plays, all its processes are killed, as if
# that machine had lost its power.
LOSING = """
import os, signal, subprocess, sys
from pathlib import Path
import ray
from ray.cluster_utils import Cluster
from tischlein.lab.simulate.plan import Plan
from tischlein.lab.simulate.stored import StoredRun

nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
(raylet,) = nodes.add_node(num_cpus=1).all_processes["raylet"]
ray.init(address=nodes.address, log_to_driver=False)
lost = []

def lose_one(done, everything):
    children = subprocess.run(["pgrep", "-P", str(raylet.process.pid)], capture_output=True, text=True)
    workers = [int(pid) for pid in children.stdout.split()]
    if not lost and any(b"_answered" in Path(f"/proc/{pid}/cmdline").read_bytes() for pid in workers):
        lost.extend([raylet.process.pid, *workers])
        for pid in lost:
            os.kill(pid, signal.SIGKILL)

plan = Plan.of("lobo77", 480, 2, ["random", "mortal:Mortal"], seed=2, backend="python")
StoredRun(plan, Path("there.jsonl")).run(progress=lose_one, cluster="ray")
assert lost
"""


@pytest.mark.long
@pytest.mark.needs("cluster")
def test_a_machine_that_is_lost_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a process of its own: Ray is connected to one cluster at a time."""
    (tmp_path / "mortal.py").write_text(MORTAL, "utf-8")  # nobody asks it to die here
    subprocess.run([sys.executable, "-c", LOSING], cwd=tmp_path, check=True, timeout=300)
    monkeypatch.syspath_prepend(tmp_path)
    plan = Plan.of("lobo77", 480, 2, ["random", "mortal:Mortal"], seed=2, backend="python")
    here = StoredRun(plan, tmp_path / "here.jsonl").run(1)
    there = StoredRun(plan, tmp_path / "there.jsonl").run(1)  # it is all in the file
    alike: dict[str, Any] = {"asked": here.asked, "seconds": 0.0, "threads": 0}
    assert data_of(replace(there, **alike)) == data_of(replace(here, **alike))


# The connection is gone in the middle of the work, as it is when the head of a cluster is lost.
ALONE = """
import sys
from tischlein.lab.cluster import Cluster
from tischlein.lab.workers import WorkerError

with Cluster("ray", 1) as machines:
    answers = machines.map(divmod, [(7, 2)] * 20)
    assert next(answers) == (3, 1)
    machines._ray.shutdown()
    try:
        list(answers)
    except WorkerError as error:
        print(error)
    assert not machines._ray.is_initialized()  # it has not looked for another one
"""


@pytest.mark.long
@pytest.mark.needs("cluster")
def test_a_cluster_that_is_gone_is_no_reason_to_wait() -> None:
    """Ray by itself would connect to another one or start it, and ask there for tasks that nobody knows."""
    program = [sys.executable, "-c", ALONE]
    ended = subprocess.run(program, check=True, timeout=120, stdout=subprocess.PIPE, text=True)
    assert "the cluster could not finish the work" in ended.stdout
