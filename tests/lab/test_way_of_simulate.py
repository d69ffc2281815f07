"""The way of ``tischlein.simulate`` through the modules stays short; docs/architecture.md shows it."""

import re
import sys
from pathlib import Path
from types import FrameType

import pytest

import tischlein

PACKAGE = Path(tischlein.__file__).parent
ARCHITECTURE = Path(__file__).parents[2] / "docs/architecture.md"
# A game's declaration is asked, and its rules run: these are the same for tables, bots and the lab.
GAME = ("engine/rules/", "games/")


def modules_run(backend: str) -> list[str]:
    """Return the modules whose functions run during one call, in the order of their first calls."""
    found: dict[str, None] = {}

    def note(frame: FrameType, event: str, argument: object) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(PACKAGE):
            found[path.relative_to(PACKAGE).as_posix()] = None

    simulate = tischlein.simulate
    simulate("lobo77", games=2, backend=backend)  # compile and import first
    sys.setprofile(note)
    try:
        simulate("lobo77", games=100, threads=1, backend=backend)
    finally:
        sys.setprofile(None)
    return [name for name in found if not name.startswith(GAME)]


@pytest.mark.parametrize("backend", ["auto", "native"])
def test_simulate_passes_few_modules_in_the_order_that_the_docs_show(backend: str) -> None:
    ran = modules_run(backend)
    assert len(ran) <= 10, ran
    section = ARCHITECTURE.read_text("utf-8").partition("## A simulation")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("|")]
    shown = [name for row in rows for name in re.findall(r"`((?:lab|bots)/[\w/]+\.py)`", row)]
    here = [name for name in ran if name.startswith(("lab/", "bots/"))]
    # A module plays all games in one call. Numba tells of the call of machine code as if it were the function's, before Python 3.12.
    told = backend == "native" and sys.version_info < (3, 12)
    assert here == [name for name in shown if told or name.startswith("lab/")]
