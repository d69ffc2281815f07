"""Make the environment in `.venv`, with the command `tischlein` in it; it needs nothing but Python 3.11 or later.

    python3 scripts/setup.py [--extra NAME]...      what `make setup` runs; does nothing if nothing has changed
    python3 scripts/setup.py --lock [--upgrade]     what `make lock` runs: resolve pyproject.toml into requirements.lock

All packages are pinned and hashed in requirements.lock (docs/decisions/0001-packaging.md).
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 — the one file that an older Python gets to see
    sys.exit(
        f"Tischlein needs Python 3.11 or later; {sys.executable} is {sys.version.split()[0]}.\n"
        "Name another one: make setup PYTHON=python3.12"
    )

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STATE = VENV / "tischlein-setup.json"
LOCK = ROOT / "requirements.lock"
OWN_UV = ROOT / ".tools" / "uv"

# Older versions lack `uv pip install --group`. The hashes in the lock check what any version installs.
UV_VERSION = (0, 7)
UV_REQUIREMENT = "uv>=0.9,<1"


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the environment in .venv, or the lock for it.")
    parser.add_argument("--extra", action="append", default=[], metavar="NAME", help="add this extra")
    parser.add_argument(
        "--wish", action="append", default=[], metavar="NAME", help="likewise, if it installs"
    )
    parser.add_argument("--lock", action="store_true", help="write requirements.lock instead")
    parser.add_argument("--upgrade", action="store_true", help="with --lock: take the newest versions")
    arguments = parser.parse_args()
    try:
        if arguments.lock:
            lock(upgrade=arguments.upgrade)
        else:
            set_up(names_in(arguments.extra), names_in(arguments.wish))
    except subprocess.CalledProcessError as error:
        sys.exit(f"setup stopped: {subprocess.list2cmdline(map(str, error.cmd))} failed (see above)")


def names_in(given: list[str]) -> set[str]:
    return {name for names in given for name in re.split(r"[ ,]+", names) if name}


def set_up(extras: set[str], wished: set[str]) -> None:
    """Install what the lock says into `.venv`, with these extras, those added before, and those wished for if they install."""
    state = read_state()
    extras |= set(state.get("extras", []))
    if wished - extras:
        try:
            set_up(extras | wished, set())
            return
        except subprocess.CalledProcessError:
            print(
                f"Without {', '.join(sorted(wished - extras))}, which cannot be installed here.", flush=True
            )
    if state.get("fingerprint") == fingerprint(extras):
        return
    uv = find_uv()
    if state.get("root", str(ROOT)) != str(ROOT) or not works(PYTHON):
        # Scripts in an environment hold its path, so one that was moved or copied is made again.
        with step("Making an environment for Python in .venv"):
            run(uv, "venv", "--quiet", "--clear", "--python", sys.executable, VENV)
    project = f".[{','.join(sorted(extras))}]" if extras else "."
    locked = ("--constraints", LOCK, "--build-constraints", LOCK)
    what = ("--python", PYTHON, *locked, "--group", "dev", "--editable", project)
    with step("Installing what requirements.lock names into .venv"):
        run(uv, "pip", "install", "--quiet", *bytecode(), *what)
    new_state = {"root": str(ROOT), "extras": sorted(extras), "fingerprint": fingerprint(extras)}
    STATE.write_text(json.dumps(new_state, indent=2) + "\n")
    print(f"Ready: {VENV.name}/bin/tischlein", flush=True)


def bytecode() -> list[str]:
    """Return the option that leaves out compiling to bytecode: tests import few of these modules."""
    return ["--no-compile-bytecode"] if os.environ.get("TISCHLEIN_BYTECODE") == "later" else []


def read_state() -> dict[str, Any]:
    try:
        state: dict[str, Any] = json.loads(STATE.read_text())
    except (OSError, ValueError):
        return {}
    return state


def fingerprint(extras: set[str]) -> str:
    """Return a hash of what `.venv` was made from and of what is installed in it, to notice changes from outside."""
    digest = hashlib.sha256(repr((str(ROOT), sorted(extras))).encode())
    for path in (ROOT / "pyproject.toml", LOCK, VENV / "pyvenv.cfg"):
        digest.update(path.read_bytes() if path.exists() else b"missing")
    for installed in sorted(VENV.glob("lib/python*/site-packages/*.dist-info")):
        digest.update(installed.name.encode())
    return digest.hexdigest()


def works(python: Path) -> bool:
    probe = "import sys; sys.exit(sys.version_info < (3, 11))"
    return python.exists() and subprocess.run([python, "-c", probe], check=False).returncode == 0


def find_uv() -> str:
    """Return the uv on PATH if it is recent enough, or else our own in `.tools/uv`."""
    for candidate in (shutil.which("uv"), str(OWN_UV / "bin" / "uv")):
        if candidate and uv_is_recent(candidate):
            return candidate
    with step("Fetching uv, which installs the rest, into .tools"):
        fetch_uv()
    return str(OWN_UV / "bin" / "uv")


def uv_is_recent(uv: str) -> bool:
    try:
        said = subprocess.run([uv, "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return False
    found = re.match(r"uv (\d+)\.(\d+)", said)
    return found is not None and (int(found[1]), int(found[2])) >= UV_VERSION


def fetch_uv() -> None:
    """Fetch uv with pip or venv, whichever this Python has: Debian's may lack either."""
    shutil.rmtree(OWN_UV, ignore_errors=True)
    # Debian's pip does install into a target folder, and that takes half the time of an environment.
    if python_runs("-m", "pip", "install", "--quiet", "--target", OWN_UV, UV_REQUIREMENT):
        return
    shutil.rmtree(OWN_UV, ignore_errors=True)
    if not python_runs("-m", "venv", OWN_UV):
        shutil.rmtree(OWN_UV, ignore_errors=True)
        if not (apt_is_possible() and apt_install("python3-venv") and python_runs("-m", "venv", OWN_UV)):
            sys.exit("This Python has neither venv nor pip: install python3-venv or uv, then run make again.")
    run(OWN_UV / "bin" / "python", "-m", "pip", "install", "--quiet", UV_REQUIREMENT)


def python_runs(*arguments: str | Path) -> bool:
    ended = subprocess.run([sys.executable, *arguments], capture_output=True, check=False)
    return ended.returncode == 0


def apt_is_possible() -> bool:
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def apt_install(*packages: str) -> bool:
    """Install Debian packages, and return True if that worked."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
        ended = subprocess.run(
            ["apt-get", "-qq", *step], env=environment, stdin=subprocess.DEVNULL, check=False
        )
        if ended.returncode != 0:
            return False
    return True


def lock(*, upgrade: bool) -> None:
    """Resolve pyproject.toml with all extras and groups for every platform; keep pins that still fit."""
    what = ["--all-extras", "--group", "dev", "--group", "release", "--universal", "--python-version", "3.11"]
    how = ["--generate-hashes", "--no-annotate", "--no-header", *(["--upgrade"] if upgrade else [])]
    run(find_uv(), "pip", "compile", "--quiet", *what, *how, "pyproject.toml", "--output-file", LOCK)
    text = LOCK.read_text()
    if "://" in text:
        sys.exit("requirements.lock names a host; it must fit every index")
    LOCK.write_text("# Written by `make lock` from pyproject.toml. Do not edit.\n" + text)


def run(*command: str | Path) -> None:
    # The page is built after this, by a step of its own that shows its progress.
    environment = {**os.environ, **uv_settings(), "TISCHLEIN_PAGE": "later"}
    subprocess.run(command, cwd=ROOT, check=True, env=environment)


def uv_settings() -> dict[str, str]:
    """Return variables for uv: a cache in `.tools` if the usual one, in the home folder, cannot be written."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "uv"
    usual = "UV_CACHE_DIR" in os.environ or can_write(cache)
    return {} if usual else {"UV_CACHE_DIR": str(ROOT / ".tools" / "uv-cache")}


def can_write(folder: Path) -> bool:
    """Make a folder if it is missing, and return True if files can be written into it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


@contextmanager
def step(what: str, every: float = 5.0) -> Iterator[None]:
    """Print what is being done, how long it has taken every few seconds, and when it is done."""
    started, over = time.monotonic(), threading.Event()

    def seconds() -> str:
        return f"{time.monotonic() - started:.0f} s"

    def go_on_about_it() -> None:
        while not over.wait(every):
            print(f" {seconds()} ...", end="", flush=True)

    print(f"{what} ...", end="", flush=True)
    telling = threading.Thread(target=go_on_about_it, daemon=True)
    telling.start()
    try:
        yield
    except BaseException:
        over.set()
        telling.join()
        print(" failed.", flush=True)
        raise
    over.set()
    telling.join()
    print(f" done, {seconds()}.", flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
