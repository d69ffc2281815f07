"""Build the wheel, install it into an empty environment, and run the quick tests there, away from the sources.

Run by `make test` as `.venv/bin/python -m scripts.wheel_test`; pytest gets its arguments.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
import zipfile
from pathlib import Path

from bench.server.traffic import serving
from scripts.parts import PARTS
from scripts.setup import LOCK, ROOT, VENV, find_uv, uv_settings

# The tests run on a copy of the tree without these: the package must come from the wheel.
LEFT_OUT = ("src", "web", "build", "dist", "htmlcov", "uv.lock")
# A study with the extra lab, run in an empty folder. A whole report would compile kernels for ten seconds; its files are compared above.
STUDY = """
import tischlein
result = tischlein.simulate("lobo77", games=40, seats=3, bots="random", seed=1, backend="python")
frame = result.to_polars()
assert frame.height == 40, frame
result.plot().save("wins.svg")
"""


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="tischlein wheel ") as name:
        try:
            test_wheel(Path(name))
        except subprocess.CalledProcessError as error:
            sys.exit(f"the wheel fails: {subprocess.list2cmdline(map(str, error.cmd))} (see above)")
    print("The wheel is complete and passes the quick tests.")


def test_wheel(place: Path) -> None:
    uv = find_uv()
    run(uv, "build", "--quiet", "--wheel", "--build-constraints", LOCK, "--out-dir", place / "dist", ROOT)
    (wheel,) = (place / "dist").glob("*.whl")
    check_contents(wheel)

    venv = place / "venv"
    python = venv / "bin" / "python"
    # Compiling all modules to bytecode would take longer than the tests.
    bare = ("--quiet", "--no-compile-bytecode")
    install = (uv, "pip", "install", *bare, "--python", python, "--constraints", LOCK)
    run(uv, "venv", "--quiet", "--python", sys.executable, venv)
    run(*install, wheel)
    lend_bytecode(venv)
    # With its own dependencies alone, the package comes from the environment and the command starts.
    where = "import sys, tischlein; sys.exit(not tischlein.__file__.startswith(sys.prefix))"
    run(python, "-c", where, cwd=place)
    run(venv / "bin" / "tischlein", "--help", cwd=place, stdout=subprocess.DEVNULL)
    check_page(venv / "bin" / "tischlein", place)
    # In Qwixx several decide at once; `make release` plays all games.
    run(python, "-m", "scripts.first_games", "qwixx")
    # If the part is missing, `scripts.parts report` says so.
    if not PARTS["lab"].missing:
        run(*install, f"tischlein[lab] @ {wheel.as_uri()}")
        lend_bytecode(venv)
        check_lab(venv, place)

    lend_tools(venv)
    run(python, "-c", where, cwd=place)
    elsewhere = place / "elsewhere"
    elsewhere.mkdir()
    for item in ROOT.iterdir():
        if item.name not in LEFT_OUT and not item.name.startswith("."):
            copy(item, elsewhere / item.name)
    # In one process: importing and collecting in a second one would take longer than these tests.
    run(python, "-m", "pytest", "-q", "-m", "quick", *sys.argv[1:], *quick_files(), cwd=elsewhere)


def lend_bytecode(venv: Path) -> None:
    """Copy bytecode of the same packages from `.venv`. Python uses it only if its source has the same time and size."""
    (packages,) = venv.glob("lib/python*/site-packages")
    for folder in [packages, *(path for path in packages.rglob("*") if path.is_dir())]:
        compiled, place = VENV / folder.relative_to(venv) / "__pycache__", folder / "__pycache__"
        if compiled.is_dir() and not place.exists():
            shutil.copytree(compiled, place, copy_function=link)


def link(source: str, target: str) -> None:
    """Make a second name for a file, or copy it where that is another disk: Python replaces its bytecode as a whole."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def lend_tools(venv: Path) -> None:
    """Let the environment find what only tests need in `.venv`, behind its own packages; the clone is not among it."""
    (packages,) = venv.glob("lib/python*/site-packages")
    (packages / "tools.pth").write_text(f"{VENV / packages.relative_to(venv)}\n", "utf-8")


def quick_files() -> list[str]:
    """Return the files with tests marked quick; importing all others would take longer than these tests."""
    found = [
        path for path in (ROOT / "tests").rglob("test_*.py") if "pytest.mark.quick" in path.read_text("utf-8")
    ]
    return [path.relative_to(ROOT).as_posix() for path in sorted(found)]


def check_contents(wheel: Path) -> None:
    """Check that the wheel holds exactly the files of the package, byte for byte."""
    package = ROOT / "src" / "tischlein"
    ours = {
        path.relative_to(package.parent).as_posix(): path.read_bytes()
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(wheel) as archive:
        packed = {name: archive.read(name) for name in archive.namelist() if ".dist-info/" not in name}
    differ = sorted(name for name in ours.keys() | packed.keys() if ours.get(name) != packed.get(name))
    if differ:
        sys.exit(f"the wheel and src/tischlein differ in {differ}")


def check_page(command: Path, place: Path) -> None:
    """Check that the server starts and serves its page with all files that the page names."""
    serve = [str(command), "serve", "--port", "0", "--data", str(place / "data")]
    with serving(serve, environment()) as (address, _):
        page = fetch(address)
        named = re.findall(r'(?:src|href)="(/[^"]+)"', page)
        if "<title>Tischlein</title>" not in page or not any(name.endswith(".js") for name in named):
            sys.exit("the wheel serves no page")
        for name in named:
            fetch(address + name)


def check_lab(venv: Path, place: Path) -> None:
    """Check that a study runs from the wheel with the extra lab: a data frame and a picture."""
    empty = place / "study"
    empty.mkdir()
    run(venv / "bin" / "python", "-W", "error", "-c", STUDY, cwd=empty)
    if "<svg" not in (empty / "wins.svg").read_text("utf-8"):
        sys.exit("the wheel with the extra lab draws nothing")


def fetch(url: str) -> str:
    with urllib.request.urlopen(url, timeout=30) as answer:  # noqa: S310 — our own server
        return str(answer.read().decode(errors="replace"))


def copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy2(source, target)


def run(*command: str | Path, cwd: Path = ROOT, stdout: int | None = None) -> None:
    subprocess.run(command, cwd=cwd, env=environment(), stdout=stdout, check=True)


def environment() -> dict[str, str]:
    """Return the variables without the caller's PYTHONPATH, which could provide what the wheel lacks."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | uv_settings()


if __name__ == "__main__":
    main()
