"""Describe the machine that a measurement was made on."""

import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
from contextlib import suppress
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

import tischlein
from tischlein.engine.types import Json

ROOT = Path(__file__).resolve().parents[2]  # of the checkout
PACKAGES = ("tischlein", "numpy", "numba", "llvmlite")


def describe() -> Json:
    """Return processor, system, versions, date and load, JSON-ready."""
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "cpu": cpu_model(),
        "cores": len(usable_cores()),
        "machine": platform.machine(),
        "system": platform.system(),
        "python": platform.python_version(),
        **{name: version for name in PACKAGES if (version := _installed(name))},
        "compiler": compiler_version(),
        "load": load(),
    }


def variables(**more: str) -> dict[str, str]:
    """Return the environment of a child process that imports the same ``bench`` and ``tischlein`` as this one."""
    package = Path(tischlein.__file__).parent.parent
    paths = [str(ROOT), str(package), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), **more}


def usable_cores() -> list[int]:
    """Return the numbers of the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def load() -> float | None:
    """Return the load average of the last minute, or None where it is not known."""
    with suppress(OSError, AttributeError):
        return round(os.getloadavg()[0], 2)
    return None


def cpu_model() -> str:
    """Return the processor's name as far as the system tells it."""
    listed = output("lscpu") or ""
    if sys.platform == "darwin":
        listed = f"Model name: {output('sysctl', '-n', 'machdep.cpu.brand_string') or ''}"
    with suppress(OSError):
        listed += Path("/proc/cpuinfo").read_text("utf-8", errors="replace")
    found = re.search(r"^model name\s*:[ \t]*(\S.*)$", listed, re.IGNORECASE | re.MULTILINE)
    return found[1].strip() if found else platform.processor() or platform.machine()


def compiler() -> list[str] | None:
    """Return the command of the C compiler (``CC``, else ``cc``), or None."""
    command = shlex.split(os.environ.get("CC", "")) or ["cc"]
    return command if shutil.which(command[0]) else None


def compiler_version() -> str | None:
    command = compiler()
    printed = output(*command, "--version") if command else None
    return printed.splitlines()[0].strip() if printed else None


def output(*command: str) -> str | None:
    """Return what a program prints, or None if it fails or is missing."""
    if not shutil.which(command[0]):
        return None
    with suppress(OSError, subprocess.SubprocessError):
        ended = subprocess.run(command, capture_output=True, text=True, check=True, timeout=20)
        return ended.stdout
    return None


def _installed(name: str) -> str | None:
    with suppress(metadata.PackageNotFoundError):
        return metadata.version(name)
    return None
