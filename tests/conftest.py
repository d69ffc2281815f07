"""What all tests share: how much Hypothesis tries, and what happens where a test hangs or a part is missing."""

import gc
import os
import signal
import sys
from pathlib import Path

# Whatever was started in the background by a shell may ignore Ctrl-C, and so would the programs in which tests press it.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The CUDA backend runs in Numba's simulator unless the caller wants the real device (NUMBA_ENABLE_CUDASIM=0);
# Numba reads this when it is first imported.
os.environ.setdefault("NUMBA_ENABLE_CUDASIM", "1")

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal import charmap
from hypothesis.internal.conjecture import providers
from hypothesis.internal.entropy import deterministic_PRNG
from hypothesis.internal.intervalsets import IntervalSet

from helpers.chosen import choose, is_chosen, leave_drafts_uncovered
from helpers.hanging import pytest_runtest_teardown  # noqa: F401 — a hook
from helpers.proving import Proving
from helpers.server.postgres import pytest_configure as start_postgres
from helpers.server.postgres import pytest_unconfigure  # noqa: F401 — a hook
from samples import SAMPLES
from scripts.parts import PARTS, all_required
from tischlein.games import GAMES


def use_memory(folder: str = "/dev/shm") -> None:  # noqa: S108 — pytest makes a folder in it for this user alone
    """Keep the tests' files in memory where it has room: servers sync every decision, and a busy disk takes its time."""
    if os.access(folder, os.W_OK):
        found = os.statvfs(folder)
        if found.f_bavail * found.f_frsize > 2 << 30 and not found.f_flag & os.ST_NOEXEC:
            os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", folder)


use_memory()
# All that is imported and collected stays until the end: to look through it for what could go takes a fifth of that time.
gc.disable()
settings.register_profile(
    "tischlein",
    max_examples=SAMPLES.examples,
    derandomize=not SAMPLES.fresh,  # the same examples on every machine: a failure in CI is a failure at home
    database=None,
    deadline=None,  # no test depends on how fast the machine is
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("tischlein")
# Hypothesis registers a generator in the first test of a process, and warns if it finds no object that refers to it. From Python 3.14 on
# it would find none, since the one that does is frozen by then.
with deterministic_PRNG():
    pass
if not SAMPLES.fresh:
    # Hypothesis tries numbers and texts that it finds in our modules, too. To read them all takes each process of a fresh clone two
    # seconds, and the examples would be others whenever a constant changes somewhere, or another test has imported more.
    providers._get_local_constants = lambda: providers._local_constants

# UTF-8 can write everything but surrogates. Each process of a fresh clone would find that out by trying all characters, in three seconds.
WRITTEN = {"utf-8": (IntervalSet(((0, 0xD7FF), (0xE000, sys.maxunicode))), IntervalSet(()))}
charmap.intervals_from_codec = WRITTEN.__getitem__  # type: ignore[assignment]  # instead of a function that keeps answers


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--game", metavar="ID", help="run only the tests of this game; it may be a draft")
    parser.addoption(
        "--proofs", metavar="FILE", help="with --game: write what is proven to this file, as JSON"
    )


def pytest_configure(config: pytest.Config) -> None:
    name, proofs = config.getoption("--game"), config.getoption("--proofs")
    choose(name)
    leave_drafts_uncovered(config)
    if proofs and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Proving(GAMES[name], Path(proofs)))
    start_postgres(config)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests of other games, and those marked `long`: what these prove has a cheaper witness in the short run."""
    game = config.getoption("--game")

    def runs(item: pytest.Item) -> bool:
        long = SAMPLES.name != "full" and item.get_closest_marker("long")
        return not long and is_chosen(item, game)

    left_out = [item for item in items if not runs(item)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if runs(item)]
    # While the browser of these runs, so does Playwright's event loop, and no other test of the process can start one.
    items.sort(key=lambda item: "browser" in item.path.parts)


def pytest_collection_finish() -> None:
    """From here on garbage is collected as ever, among what the tests make; xdist's controller makes none and never comes here."""
    gc.freeze()
    gc.enable()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test marked `needs("cc")` runs only where that part is there."""
    for marker in item.iter_markers("needs"):
        for name in marker.args:
            part = PARTS[name]
            if part.missing:
                message = f"needs {part.what}; add it with: {part.command}"
                if all_required():
                    pytest.fail(message, pytrace=False)
                pytest.skip(message)  # noqa: TID251 — the one place where tests are left out, by name
