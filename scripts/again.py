"""Tests that failed beside the others and passed alone: `make test` tries them once more, and names them at its end.

.venv/bin/python -m scripts.again keep SUITE     write down what failed in this suite, before it is tried again
.venv/bin/python -m scripts.again report         name all of them
"""

import json
import sys
from pathlib import Path

CACHE = Path(".pytest_cache")
KEPT = CACHE / "tried-again"  # `make test` begins without it


def keep(suite: str) -> None:
    failed = json.loads((CACHE / suite / "v" / "cache" / "lastfailed").read_text("utf-8"))
    with KEPT.open("a", encoding="utf-8") as file:
        file.writelines(f"{name}\n" for name in failed)


def report() -> None:
    if KEPT.exists():
        print("Not everything passed at once. What failed beside the others, and passed alone:")
        for name in sorted(set(KEPT.read_text("utf-8").splitlines())):
            print(f"  {name}")


if __name__ == "__main__":
    if sys.argv[1] == "keep":
        keep(sys.argv[2])
    else:
        report()
