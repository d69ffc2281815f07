"""A folder that JavaScript programmers install: the modules, the loader, types, and a list of all of it with sizes and hashes."""

import gzip
import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from tischlein.bots.wasm.info import info, texts
from tischlein.engine.backends.wasm.modules import module_of
from tischlein.engine.errors import OptionError
from tischlein.engine.game import Game
from tischlein.engine.types import AnyJson, Json

NAME = "tischlein-rules"
MANIFEST = "manifest.json"
LOADER = Path(__file__).parents[2] / "engine" / "backends" / "wasm" / "js"
# Compiled by hatch_build.py from the TypeScript beside it.
BUILT = LOADER / "built"
SOURCES = ("info", "memory", "search", "loader")
COMPILED = tuple(f"{name}.{kind}" for name in (*SOURCES, "net", "index") for kind in ("js", "d.ts"))
# To be read. Beside their types, compilers would take these instead, and check them by the rules of the project that installs the package.
TO_READ = "src"
README = Path(__file__).with_name("package-readme.md")


def write_package(folder: Path, games: Mapping[str, Game], version: str) -> Json:
    """Write a package with these games into a folder that is new, empty or such a package, and return its manifest."""
    if not _is_free(folder):
        raise OptionError(f"{folder} holds other files: choose a new folder")
    if not BUILT.is_dir():
        raise OptionError("the JavaScript of the rules has not been built: `make page` does that")
    (folder / TO_READ).mkdir(parents=True, exist_ok=True)
    infos = {game.id: {**info(game), "texts": texts(game)} for game in games.values()}
    files = {f"{game.id}.wasm": module_of(game.rules) for game in games.values()}
    files |= {name: (BUILT / name).read_bytes() for name in COMPILED}
    files["exports.d.ts"] = (LOADER / "exports.d.ts").read_bytes()
    files |= {f"{TO_READ}/{name}.ts": (LOADER / f"{name}.ts").read_bytes() for name in SOURCES}
    files["games.js"] = f"export const games = {_json(infos)}\n".encode()
    # JSON is also a type: of exactly this value.
    files["games.d.ts"] = f"export declare const games: {_json(infos)}\n".encode()
    files["README.md"] = _readme(infos).encode()
    files["package.json"] = (_json(_package(files, version), indent=2) + "\n").encode()
    manifest = {
        "name": NAME,
        "version": version,
        "files": {name: _entry(files[name]) for name in sorted(files)},
    }
    files[MANIFEST] = (_json(manifest, indent=1) + "\n").encode()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return manifest


def _is_free(folder: Path) -> bool:
    """Return True if the folder is missing, empty, or such a package."""
    if not folder.exists():
        return True
    try:
        return not any(folder.iterdir()) or json.loads((folder / MANIFEST).read_bytes())["name"] == NAME
    except (OSError, ValueError, TypeError, KeyError):
        return False


def modules_in(manifest: AnyJson) -> list[tuple[str, int, int]]:
    """Return the modules of a package: names padded to one width, kB, and kB compressed."""
    modules = {name: entry for name, entry in manifest["files"].items() if name.endswith(".wasm")}
    width = max(map(len, modules))
    return [
        (f"{name:{width}}", round(entry["bytes"] / 1000), round(entry["gzip"] / 1000))
        for name, entry in modules.items()
    ]


def _package(files: Iterable[str], version: str) -> Json:
    return {
        "name": NAME,
        "version": version,
        "description": "The rules of four number card games as WebAssembly, with bots that think ahead",
        "license": "MIT",
        "type": "module",
        "main": "./index.js",
        "types": "./index.d.ts",
        "exports": {
            ".": {"types": "./index.d.ts", "default": "./index.js"},
            "./loader": {"types": "./loader.d.ts", "default": "./loader.js"},
            "./*": "./*",
        },
        "files": sorted([*files, MANIFEST]),
        "sideEffects": False,
        "engines": {"node": ">=18"},
    }


def _readme(infos: AnyJson) -> str:
    rows = [
        f"| `{one['id']}` | {one['name']} | {one['seats'][0]}–{one['seats'][1]} | {_options(one['options'])} |"
        for one in infos.values()
    ]
    return README.read_text("utf-8").replace("<!-- games -->", "\n".join(rows))


def _options(options: AnyJson) -> str:
    return ", ".join(f"`{name}`" for name in options) or "none"


def _entry(content: bytes) -> Json:
    return {
        "bytes": len(content),
        "gzip": len(gzip.compress(content, 9, mtime=0)),
        "sha256": hashlib.sha256(content).hexdigest(),
    }


def _json(value: object, indent: int | None = None) -> str:
    return json.dumps(value, ensure_ascii=False, indent=indent)
