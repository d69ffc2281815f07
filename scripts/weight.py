"""Print the characters of each part of the code, without white space (`make weight`). Nothing depends on the figures."""

from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TYPES = Path("web/src/protocol/types.ts")  # is built


def part_of(path: str) -> str | None:
    """Return the part that a file counts for; None if it is not code of the project."""
    if path.startswith("web/src/") and path.endswith((".ts", ".svelte", ".css")):
        return "page"
    if not path.endswith(".py") or path.startswith("examples/"):
        return None
    return {"src": "package", "tests": "tests"}.get(path.partition("/")[0], "tools")


def characters(text: str) -> int:
    """Return the number of characters that are not white space."""
    return sum(map(len, text.split()))


def weigh(paths: Iterable[str]) -> dict[str, int]:
    """Return the characters of each part and of all together."""
    weights = dict.fromkeys(("package", "tests", "page", "tools"), 0)
    for path in paths:
        part = part_of(path)
        if part is not None:
            weights[part] += characters((ROOT / path).read_text("utf-8"))
    return {**weights, "all": sum(weights.values())}


def files() -> list[str]:
    """Return the files of the code, without what is built; git is not asked, since an sdist has none."""
    folders = ("src", "tests", "web/src", "bench", "conformance", "modules", "research", "scripts")
    found = (path.relative_to(ROOT) for folder in folders for path in (ROOT / folder).rglob("*"))
    return ["hatch_build.py", *(path.as_posix() for path in found if path != TYPES)]


if __name__ == "__main__":
    print(f"{'thousands':<9} {'now':>6}")
    for part, n in weigh(files()).items():
        print(f"{part:<9} {n / 1000:>6.0f}")
