"""Build and check everything that a release consists of: `make release` writes it to `dist/` (docs/releasing.md).

Everything comes from clones of the last commit, built twice in two folders and compared byte for byte. `tests/release` then takes
the files alone and plays, simulates, reviews and verifies with them.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import tischlein
from scripts import website
from scripts.page import npm_command
from scripts.setup import LOCK, ROOT, find_uv, step, uv_settings

NAME: Final = f"tischlein-{tischlein.__version__}"
SUMS: Final = "SHA256SUMS"
# The host of all addresses in pyproject.toml that somebody has to write before the first release.
PLACEHOLDER: Final = "tischlein.invalid"
# Fetched by npm when they are needed: nothing else in the project uses them.
PUBLINT: Final = "publint@0.3.25"
ATTW: Final = "@arethetypeswrong/cli@0.18.5"


def main() -> None:
    parser = argparse.ArgumentParser(description="Build and check everything that a release consists of.")
    parser.add_argument(
        "--out", type=Path, default=ROOT / "dist", help="the folder to write, dist/ by default"
    )
    parser.add_argument(
        "--rehearse", action="store_true", help="go on with placeholders as addresses; nothing to publish"
    )
    arguments = parser.parse_args()
    out = arguments.out.resolve()
    if not arguments.rehearse:
        refuse_placeholders((ROOT / "pyproject.toml").read_text("utf-8"))
    try:
        release(out)
    except subprocess.CalledProcessError as error:
        sys.exit(
            f"release stopped: {subprocess.list2cmdline(map(str, error.cmd))} failed\n{error.stdout or ''}{error.stderr or ''}"
        )
    print(f"\nReady in {out}, checked; docs/releasing.md says how to publish it.")
    for line in (out / SUMS).read_text("ascii").splitlines():
        digest, name = line.split()
        print(f"  {name:40} {(out / name).stat().st_size / 1e6:5.1f} MB  {digest[:12]}…")


def refuse_placeholders(project: str) -> None:
    """Exit if pyproject.toml still has addresses that lead nowhere."""
    if lines := [line.strip() for line in project.splitlines() if PLACEHOLDER in line]:
        sys.exit(
            "pyproject.toml has placeholders. Write the real addresses first (docs/releasing.md), or rehearse "
            "with make release ARGS=--rehearse:\n  " + "\n  ".join(lines)
        )


def release(out: Path) -> None:
    """Build all files into a folder, and check them."""
    if changed := said(["git", "status", "--porcelain"]):
        sys.exit(f"A release is built from a commit. Commit or remove these first:\n{changed}")
    with tempfile.TemporaryDirectory(prefix="tischlein release ") as name:
        place = Path(name)
        build(out, place)
        check(out, place)
    # Without the working copy of the tests: they start everything in empty folders.
    with step("Playing with these files alone"):
        quiet(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/release", env={
            "TISCHLEIN_DIST": str(out), "TISCHLEIN_SAMPLES": "full",
        })  # fmt: skip


def build(out: Path, place: Path) -> None:
    """Build the files of a release; ``place`` is an empty folder for what is needed meanwhile."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    build_packages(out, place)
    with step("Installing the wheel, and tools that check it"):
        environment(place / "venv", *out.glob("*.whl"))
        environment(place / "tools", "--group", f"{ROOT / 'pyproject.toml'}:release")
    with step("Building the npm package"):
        rules = place / "rules"
        quiet(place / "venv/bin/tischlein", "build", "wasm", "--out", rules)
        npm("pack", "--pack-destination", out, cwd=rules)
    with step("Building the website"):
        quiet(sys.executable, "-m", "scripts.website")
        archive(website.SITE, out / f"{NAME}-website.zip")
    with step("Listing what is inside (CycloneDX)"):
        list_parts(out, place)
    (out / SUMS).write_text(
        "".join(f"{sha256(path)}  {path.name}\n" for path in sorted(out.iterdir())), "ascii"
    )


def build_packages(out: Path, place: Path) -> None:
    """Build sdist and wheel twice: once the wheel from the sdist, once from the sources, at another path."""
    made = []
    for clone, how in ((place / "one", ()), (place / "an other", ("--sdist", "--wheel"))):
        with step(f"Building sdist and wheel from the {'sources' if how else 'sdist'}"):
            quiet("git", "clone", "--quiet", ROOT, clone)
            folder = place / f"made in {clone.name}"
            quiet(find_uv(), "build", *how, "--build-constraints", LOCK, "--out-dir", folder, clone)
        made.append({path.name: path.read_bytes() for path in folder.iterdir() if path.name[0] != "."})
    one, other = made
    differ = sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))
    if differ:
        sys.exit(f"built twice, these differ: {', '.join(differ)}")
    for name, content in one.items():
        (out / name).write_bytes(content)


def environment(venv: Path, *what: str | Path, python: str | Path = sys.executable) -> None:
    """Make an environment that holds this alone, in the versions of the lock."""
    uv = find_uv()
    quiet(uv, "venv", "--quiet", "--python", python, venv)
    quiet(uv, "pip", "install", "--quiet", "--python", venv / "bin" / "python", "--constraints", LOCK, *what)


def list_parts(out: Path, place: Path) -> None:
    """Write what an install of the wheel brings, and what the page is built from; without times, and paths of this machine."""
    python = json.loads(
        said(
            [
                place / "tools/bin/cyclonedx-py",
                "environment",
                "--output-reproducible",
                place / "venv/bin/python",
            ]
        )
    )
    (ours,) = (one for one in python["components"] if one["name"] == "tischlein")
    ours.pop("externalReferences", None)  # the place of the wheel
    web = place / "one" / "web"
    page = json.loads(npm("sbom", "--sbom-format=cyclonedx", "--package-lock-only", cwd=web))
    # npm's --omit=dev leaves out Svelte, too: other packages only ask for it.
    lock = json.loads((web / "package-lock.json").read_text("utf-8"))["packages"]
    built_with = {name.rpartition("node_modules/")[2] for name, one in lock.items() if not one.get("dev")}
    page["components"] = [one for one in page["components"] if one["name"] in built_with]
    page.pop("dependencies", None)
    page.pop("serialNumber", None)
    page["metadata"].pop("timestamp", None)
    for name, parts in (("python", python), ("page", page)):
        text = json.dumps(parts, indent=2, sort_keys=True) + "\n"
        (out / f"{NAME}-{name}.cdx.json").write_text(text, "utf-8")


def check(out: Path, place: Path) -> None:
    """Check the files by the tools of their registries, and the wheel with every Python that is here."""
    (wheel,), (package,) = out.glob("*.whl"), out.glob("tischlein-rules-*.tgz")
    with step("Checking sdist and wheel (twine)"):
        quiet(place / "tools/bin/twine", "check", "--strict", wheel, *out.glob("*.tar.gz"))
    with step("Checking the npm package (publint, attw)"):
        npm("exec", "--yes", PUBLINT, "--", "--strict", "--pack=false", place / "rules", cwd=place)
        npm("exec", "--yes", ATTW, "--", "--profile", "esm-only", package, cwd=place)
    for python in pythons():
        with step(f"Playing with the wheel and {python}"):
            venv = place / f"with {python.as_posix().replace('/', ' ')}"
            environment(venv, wheel, python=python)
            quiet(venv / "bin" / "python", "-m", "scripts.first_games")
    check_container(place)


def check_container(place: Path) -> None:
    """Build the container image where a builder is there; else lint its file, and run its steps in a plain folder."""
    file, source = ROOT / "deploy" / "Containerfile", place / "one"
    if builder := image_builder():
        with step("Building the container image"):
            quiet(builder, "build", "--file", file, "--tag", f"tischlein:{tischlein.__version__}", source)
        return
    with step("No podman or docker runs here: linting the Containerfile, and following it in a folder"):
        quiet(place / "tools/bin/hadolint", "--failure-threshold", "warning", file)
        (steps,) = [line for line in joined(file) if line.startswith("RUN pip install")]
        at = place / "opt" / "tischlein"
        for command in steps.removeprefix("RUN ").split(" && ")[1:]:
            quiet(
                "sh",
                "-c",
                command.replace("uv ", f"'{find_uv()}' ", 1).replace("/opt/tischlein", f"'{at}'"),
                cwd=source,
            )
        quiet(at / "bin" / "tischlein", "doctor", "--data", place / "data", cwd=place)


def image_builder() -> str | None:
    """Return the program that builds images here; its daemon must answer, too."""
    found = (shutil.which(name) for name in ("podman", "docker"))
    return next((one for one in found if one and works(one, "info")), None)


def works(*command: str) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def joined(file: Path) -> Iterator[str]:
    """Yield the instructions of a Containerfile, each in one line."""
    for line in file.read_text("utf-8").replace("\\\n", " ").splitlines():
        yield " ".join(line.split())


def pythons() -> list[Path]:
    """Return one interpreter of each supported version: from the PATH, or beside the one that runs this."""
    versions = [f"3.{minor}" for minor in range(11, 16)]
    beside = {
        version: sorted(Path(sys.base_prefix).parent.glob(f"{version}.*/bin/python3")) for version in versions
    }
    found = [
        *(Path(path) for version in versions if (path := shutil.which(f"python{version}"))),
        *(places[-1] for places in beside.values() if places),
        Path(sys.executable),
    ]
    ask = "import sys; print('.'.join(map(str, sys.version_info[:2])))"
    answers = {
        path: subprocess.run([path, "-c", ask], capture_output=True, text=True, check=False).stdout
        for path in found
    }
    return list({answer: path for path, answer in answers.items() if answer.strip() in versions}.values())


def archive(folder: Path, file: Path) -> None:
    """Pack a folder so that the same files give the same bytes."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(path.relative_to(folder).as_posix())
                entry.compress_type = zipfile.ZIP_DEFLATED
                packed.writestr(entry, path.read_bytes())


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def npm(*arguments: str | Path, cwd: Path) -> str:
    command, environment = npm_command(*map(str, arguments))
    return quiet(*command, cwd=cwd, env=environment)


def said(command: list[str | Path]) -> str:
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def quiet(*command: str | Path, cwd: Path = ROOT, env: dict[str, str] | None = None) -> str:
    """Run a command, and return what it prints; it is shown only if the command fails."""
    ended = subprocess.run(
        command,
        cwd=cwd,
        check=True,
        capture_output=True,
        text=True,
        # The time of the commit in all files, so that others build the same ones.
        env={
            **{name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
            **uv_settings(),
            "SOURCE_DATE_EPOCH": said(["git", "log", "-1", "--format=%ct"]),
            **(env or {}),
        },
    )
    return ended.stdout


if __name__ == "__main__":
    main()
