"""Count the characters of the code, without white space, so that no formatter changes the figures; `make weight`."""

import subprocess
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Thousands of characters that each part should not exceed.
AIMS = {"package": 1350, "tests": 1400, "page": 800, "all": 3600}


def part_of(path: str) -> str | None:
    """Return the part that a file counts for; None if it is not code of the project.

    >>> part_of("src/tischlein/cards.py"), part_of("web/src/App.svelte"), part_of("examples/client.py")
    ('package', 'page', None)
    """
    if path.startswith("web/src/") and path.endswith((".ts", ".svelte", ".css")):
        return "page"
    if not path.endswith(".py") or path.startswith("examples/"):
        return None
    return {"src": "package", "tests": "tests"}.get(path.partition("/")[0], "tools")


def characters(text: str) -> int:
    """Return the number of characters that are not white space.

    >>> characters("a = 1 ")
    3
    """
    return sum(map(len, text.split()))


def weigh(paths: Iterable[str]) -> dict[str, int]:
    """Return the characters of each part and of all together."""
    weights = dict.fromkeys(("package", "tests", "page", "tools"), 0)
    for path in paths:
        part = part_of(path)
        if part is not None:
            weights[part] += characters((ROOT / path).read_text("utf-8"))
    return {**weights, "all": sum(weights.values())}


def tracked() -> list[str]:
    """Return the files that git knows, and that are still there."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [path for path in listed.stdout.split("\0") if path and (ROOT / path).is_file()]


if __name__ == "__main__":
    print(f"{'thousands':<9} {'now':>6} {'aim':>6}")
    for part, n in weigh(tracked()).items():
        print(f"{part:<9} {n / 1000:>6.0f} {AIMS.get(part, ''):>6}")
