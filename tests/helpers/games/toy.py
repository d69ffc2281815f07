"""A game of no interest, written to a folder: its rules are spread over several files, which a test may change."""

import os
import subprocess
import sys
from pathlib import Path

RULES = '''
"""Rules that take a function and a table from other files, and read outside a row when told to."""

from typing import Annotated

from tischlein.cards import Cells, Int8

from .helper import worth
from .tables import PRICES

VERSION = 1
MAX_SEATS = 2
ACTIONS = 8
WORK = 0
OBSERVED = 1
REASONS = (("legal", ""),)


class Toy:
    actor: Annotated[Int8, "open"]
    seats: Annotated[Int8, "open"]
    row: Annotated[Cells, "int8", 4, "open"]
    behind: Annotated[Cells, "int8", 4, "open"]


RECORD = Toy


def setup(s):
    s.actor = -2
    for k in range(4):
        s.row[k] = k
        s.behind[k] = 70 + k


def why(s, seat, action, work):
    return 0


def legal(s, seat, out, work):
    return 0


def chances(s):
    return worth(s.row[1]) + PRICES[1]


def drawn_for(s):
    return -1


def apply(s, seat, action, work):
    s.row[0] = s.row[action]


def scores(s, out):
    out[0] = 0


payoff = scores


def conceal(s, seat):
    s.seats = seat


def imagine(s, seat, rng, work):
    s.seats = seat


def observe(s, seat, out):
    out[0] = seat
'''
HELPER = '''
"""A function in a file of its own."""


def worth(card):
    return card + 10
'''
TABLES = '''
"""Constants in a file of their own, which has no functions."""

PRICES = (100, 200)
'''

# What a process does with the toy: the answer, whether it was compiled here, and where it is kept.
ASK = """
from toygame import rules
from tischlein.engine.backends import load
native = load(rules, "native")
box = native.blank()
native.call("setup", box)
answer = native.call("chances", box)
hits = sum(native.kernels["chances_at"].stats.cache_hits.values())
print(answer, "found" if hits else "compiled", native.kernels.cache.folder.name)
"""


def write_toy(folder: Path) -> Path:
    """Write the toy's package into a folder, and return the package's own."""
    package = folder / "toygame"
    package.mkdir(parents=True)
    files = {"__init__.py": "", "rules.py": RULES, "helper.py": HELPER, "tables.py": TABLES}
    for name, text in files.items():
        (package / name).write_text(text)
    return package


def environment(folder: Path, cache: Path | str, **more: str) -> dict[str, str]:
    """The environment of a process that knows the toy, and keeps kernels in this cache."""
    inherited = os.environ.get("PYTHONPATH", "")
    own = {
        "PYTHONPATH": os.pathsep.join(filter(None, (str(folder), inherited))),
        "TISCHLEIN_CACHE": str(cache),
        # Python's own cache looks at times and sizes only, which a test may leave as they are.
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return {**os.environ, **own, **more}


def run(script: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a script in a fresh interpreter."""
    return subprocess.run(
        [sys.executable, "-c", script], env=env, capture_output=True, text=True, check=False, timeout=300
    )


def ask(env: dict[str, str]) -> tuple[int, str, str]:
    """The toy's answer in a fresh process, found or compiled, and the folder it is kept in."""
    done = run(ASK, env)
    assert done.returncode == 0, done.stderr
    answer, how, folder = done.stdout.split()
    return int(answer), how, folder
