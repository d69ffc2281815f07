"""Compiled kernels let other threads run meanwhile."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from tischlein import game
from tischlein.engine.backends import load

LOBO77 = game("lobo77")


class Counter:
    """A thread that counts, and hands over after every number."""

    def __init__(self) -> None:
        self.value = 0
        self._stop = False
        self._thread = threading.Thread(target=self._count)

    def __enter__(self) -> "Counter":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop = True
        self._thread.join()

    def _count(self) -> None:
        while not self._stop:
            self.value += 1
            time.sleep(0)

    def during(self, work: Callable[[], Any]) -> int:
        """How far it counts while this work is done."""
        before = self.value
        work()
        return self.value - before


@pytest.fixture(autouse=True)
def _threads_change_only_when_one_lets_go() -> Iterator[None]:
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    yield
    sys.setswitchinterval(usual)


def games(n: int) -> Callable[[], Any]:
    """Random games as a bare kernel call, after one that has it compiled."""
    native = load(LOBO77.rules, "native")
    native.random_games(LOBO77.opening(4), 1, seed=1)
    states = np.tile(native.unpack(LOBO77.opening(4)), n)
    arrays = states, np.zeros((n, 3), np.int64), np.zeros(n, np.int64)
    scratch = np.zeros(LOBO77.rules.ACTIONS + 1, np.int64), np.zeros(1, np.int64)
    kernel = native.kernels["random_games"]  # type: ignore[attr-defined]  # the native backend's own
    return lambda: kernel(*arrays, 1, 0, 0, 1 << 40, *scratch)


def test_a_python_thread_goes_on_while_games_are_played() -> None:
    work = games(20_000)  # long enough for any scheduler
    with Counter() as counter:
        assert counter.during(work) > 0
