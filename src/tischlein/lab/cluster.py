"""Run tasks on a Ray cluster; the task of a killed worker is done again by another.

A task is the same function with the same arguments as on one machine, and everything that is random in it comes from its
arguments. So it does not matter which worker does it, how often it was started, or in which order the answers come.
"""

from __future__ import annotations

import math
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import TypeVar

from tischlein.bots.weights import NAME as NET
from tischlein.engine.errors import OptionError
from tischlein.engine.rules.positions import short_repr
from tischlein.engine.types import Untyped
from tischlein.lab.extra import need
from tischlein.lab.workers import WorkerError, run_task

Result = TypeVar("Result")

HERE = "ray"
# Of a task whose worker or machine has died: more would only repeat what kills them.
RETRIES = 8
# Tasks under way for each core: the next one waits there, and a cluster that can grow sees that there is work.
AHEAD = 2
# Seconds after which the number of cores is asked again: a cluster may grow.
LOOK_AGAIN = 5.0


class Cluster:
    """The cores of a Ray cluster: ``ray`` is one on this machine, ``ray://HOST:PORT`` one that runs elsewhere.

    A Ray that this process is connected to already is used as it is, and stays.
    """

    def __init__(self, address: str, workers: int | None = None) -> None:
        check_address(address)
        self._ray, self._ours = _connect(address, workers)
        self._looked = -math.inf
        self._cores = 1

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._ours:
            self._ray.shutdown()

    @property
    def cores(self) -> int:
        """The number of tasks that the cluster can do at once."""
        if monotonic() - self._looked > LOOK_AGAIN:
            self._looked = monotonic()
            self._cores = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        return self._cores

    def map(self, work: Callable[..., Result], tasks: Iterable[tuple[Untyped, ...]]) -> Iterator[Result]:
        """Yield what comes of every task, in the order in which they are done; an error there is raised here."""
        ray = self._ray
        remote = ray.remote(max_retries=RETRIES, num_cpus=1)(_run_task)
        ahead = iter(tasks)
        busy: list[Untyped] = []
        try:
            while True:
                while len(busy) < AHEAD * self.cores and (task := next(ahead, None)) is not None:
                    busy.append(remote.remote(_sources(), sys.path, work, task))
                if not busy:
                    return
                done, busy = ray.wait(busy)
                for answer in ray.get(done):
                    result, failed = answer
                    if failed:
                        raise result
                    yield result
        except (ray.exceptions.RayError, ConnectionError) as error:
            reason = (str(error) or type(error).__name__).splitlines()[0]
            raise WorkerError(f"the cluster could not finish the work: {reason}") from None
        finally:
            if ray.is_initialized():  # not where its head is gone
                for one in busy:
                    ray.cancel(one, force=True)


def check_address(address: object) -> None:
    """Raise OptionError for what names no cluster, or when Ray is not installed."""
    place = address.removeprefix(f"{HERE}://") if isinstance(address, str) else ""
    if address != HERE and place in ("", address):
        raise OptionError(f"cluster: {short_repr(address)} is neither ray nor ray://HOST:PORT")
    need("ray")


def _connect(address: str, workers: int | None) -> tuple[Untyped, bool]:
    """Return Ray's module, and whether the connection was made here."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing about our users is sent anywhere
    os.environ.setdefault(
        "RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0"
    )  # else `uv run` copies the whole folder to every worker
    # A cluster that is lost is an error: Ray would look for another one, or start it, and wait there for ever.
    os.environ.setdefault("RAY_ENABLE_AUTO_CONNECT", "0")
    quiet: dict[str, Untyped] = {"log_to_driver": False, "logging_level": "ERROR"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Ray has much to tell about its own future
        import ray

        if ray.is_initialized():
            return ray, False
        try:
            if address == HERE:
                ray.init(address="local", num_cpus=workers, include_dashboard=False, **quiet)
            else:
                ray.init(address=address, **quiet)
        except (ConnectionError, RuntimeError, ValueError, TimeoutError) as error:
            raise _silent(address, error) from None
    return ray, True


def _silent(address: str, error: Exception) -> OptionError:
    # Ray says the same of a wrong token as of a machine that is not there.
    token = (
        "" if address == HERE else "; if it asks for a token, set RAY_AUTH_MODE and RAY_AUTH_TOKEN here too"
    )
    return OptionError(f"cluster: {address} does not answer: {str(error).splitlines()[0]}{token}")


def sources_in(folder: Path) -> str:
    """Return a hash of all sources and nets of the package: others would give other results under the same name."""
    digest = sha256()
    for source in sorted([*folder.rglob("*.py"), *folder.rglob(NET)]):
        digest.update(source.relative_to(folder).as_posix().encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()


@cache
def _sources() -> str:
    return sources_in(Path(__file__).parents[1])


def _run_task(
    sources: str, places: list[str], work: Callable[..., Result], task: tuple[Untyped, ...]
) -> tuple[Untyped, bool]:
    """Do a task on a machine of the cluster; bots are found in the same places as where the task comes from."""
    sys.path += [place for place in places if place not in sys.path]
    if sources != _sources():
        return OptionError("a machine of the cluster has another Tischlein: install the same on all"), True
    return run_task(work, task)
