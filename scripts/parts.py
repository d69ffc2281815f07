"""List the parts that some tests need beyond the environment, and how to add each.

    .venv/bin/python -m scripts.parts add [NAME]...     install missing parts, where that is possible
    .venv/bin/python -m scripts.parts report            name missing parts

A test that needs a part is marked, as in `@pytest.mark.needs("cc")`. It is skipped if the part is missing, and `make test` ends by
naming the part. With `REQUIRE_ALL=1` a missing part is a failure, here and in the tests.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from scripts.setup import apt_install, apt_is_possible


@dataclass(frozen=True)
class Part:
    """Describe a part: how to find it (programs, modules, a function) and how to add it (apt, an extra, by hand)."""

    what: str
    programs: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    apt: tuple[str, ...] = ()
    extra: str = ""
    found: Callable[[], bool] = lambda: True
    by_hand: str = ""
    full: bool = False  # needed by the long run only

    @property
    def missing(self) -> bool:
        return not (
            all(shutil.which(program) for program in self.programs)
            and all(importlib.util.find_spec(module) for module in self.modules)
            and self.found()
        )

    @property
    def command(self) -> str:
        """Return what to type or do to add the part."""
        if self.by_hand:
            return self.by_hand
        if self.extra:
            return f"make setup EXTRAS={self.extra}"
        sudo = "" if os.geteuid() == 0 else "sudo "
        return f"{sudo}apt-get install -y --no-install-recommends {' '.join(self.apt)}"


# Chromium without windows: optional, and a third faster in the tests.
HEADLESS = "chromium-headless-shell"


def light() -> bool:
    return shutil.which(HEADLESS) is not None or not apt_is_possible()


def in_a_network() -> bool:
    from tischlein.server.http.guards.address import lan_host

    return lan_host() is not None


def with_postgresql() -> bool:
    from bench.common.postgres import folder_of_programs

    return folder_of_programs() is not None


PARTS = {
    "agents": Part(
        "OpenSpiel and PettingZoo, which the extra lab has on Python 3.14 and below",
        modules=("pettingzoo", "pyspiel"),
        extra="lab",
    ),
    "cc": Part("a C compiler, for bench/limit", programs=("cc",), apt=("gcc", "libc6-dev")),
    "chromium": Part(
        "Chromium, for the tests in the browser",
        programs=("chromium",),
        apt=("chromium", HEADLESS, "fonts-dejavu-core", "fonts-liberation"),
        found=light,
    ),
    "cluster": Part("Ray, for work on many machines", modules=("ray",), extra="cluster", full=True),
    "lab": Part(
        "the extra lab: data frames, plots and the libraries that learners use",
        modules=("altair", "gymnasium", "polars", "pyarrow", "vl_convert"),
        extra="lab",
    ),
    "modules": Part(
        "Python 3.11, which the games' modules are compiled with",
        found=lambda: sys.version_info[:2] == (3, 11),
        by_hand="rm -r .venv; make setup PYTHON=python3.11",
        full=True,
    ),
    "network": Part(
        "a network, for serving to others in it",
        found=in_a_network,
        by_hand="connect this machine to a network: any address but the loopback one will do",
    ),
    "postgresql": Part(
        "PostgreSQL, for servers that share a database",
        modules=("psycopg",),
        apt=("postgresql",),
        found=with_postgresql,
    ),
    "peers": Part(
        "OpenSpiel, Pgx and RLCard, for bench peers and vector",
        modules=("pyspiel", "pgx", "rlcard"),
        extra="peers",
        full=True,
    ),
    "train": Part(
        "torch and dm-tree, for training nets: some gigabytes, so they are not added by themselves",
        found=lambda: all(map(importlib.util.find_spec, ("torch", "tree"))),
        by_hand="make setup EXTRAS=train",
        full=True,
    ),
}


def all_required() -> bool:
    return os.environ.get("REQUIRE_ALL", "") not in ("", "0")


def wanted() -> list[str]:
    """Return the names of the parts that this run needs."""
    full = os.environ.get("TISCHLEIN_SAMPLES") == "full"
    return [name for name, part in PARTS.items() if full or not part.full]


def add(names: list[str]) -> int:
    """Add missing parts; return 1 if one could not be added and all are required."""
    missing = [PARTS[name] for name in names if PARTS[name].missing]
    for part in missing:
        if part.extra or (part.apt and apt_is_possible()):
            print(f"Adding {part.what} ...", flush=True)
        if part.apt and apt_is_possible():
            apt_install(*part.apt)
    # All extras in one call, since each call checks the whole environment.
    if extras := ",".join(part.extra for part in missing if part.extra):
        subprocess.run([sys.executable, Path(__file__).with_name("setup.py"), "--extra", extras], check=False)
        importlib.invalidate_caches()
    return say("Required, but it could not be added:", names) if all_required() else 0


def report(names: list[str]) -> int:
    return say("Not everything ran. What is missing here, and the command that adds it:", names)


def say(heading: str, names: list[str]) -> int:
    missing = [PARTS[name] for name in names if PARTS[name].missing]
    if missing:
        print(f"\n{heading}")
    for part in missing:
        print(f"  {part.what}\n      {part.command}")
    return 1 if missing and all_required() else 0


if __name__ == "__main__":
    chore, *chosen = sys.argv[1:]
    sys.exit({"add": add, "report": report}[chore](chosen or wanted()))
