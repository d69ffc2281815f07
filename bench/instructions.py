"""What bounds the rules: instructions and mispredicted branches per decision, by function, for native and, of LOBO 77, for C.

Counted by valgrind, so the numbers are the same on every run, however busy the machine is. Needs a C compiler and valgrind:

    .venv/bin/python bench/instructions.py [--game lobo77] [--seats 4] [--games 512] [--json]
"""

import argparse
import ast
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
WITH_A_TWIN = "lobo77"
KERNEL = r"_ZN\w*5drive12random_games\w*"


@dataclass
class Count:
    """Instructions and mispredicted branches by function."""

    decisions: int
    instructions: Counter[str] = field(default_factory=Counter)
    mispredicted: Counter[str] = field(default_factory=Counter)

    def table(self) -> dict[str, Any]:
        rows = {
            name: {
                "instructions": round(number / self.decisions, 1),
                "mispredicted": round(self.mispredicted[name] / self.decisions, 2),
            }
            for name, number in self.instructions.most_common()
        }
        return {
            "instructions": round(self.instructions.total() / self.decisions, 1),
            "mispredicted": round(self.mispredicted.total() / self.decisions, 2),
            "functions": rows,
        }


def native_program(folder: Path, name: str) -> Path:
    """The kernel as Numba compiles it, with line numbers, as a program of its own."""
    os.environ["TISCHLEIN_CACHE"] = str(folder / "cache")
    import tischlein
    from tischlein.engine.backends import compiler, load

    compiler.OPTIONS.update(debug=True, boundscheck=False)
    game = tischlein.game(name)
    backend: Any = load(game.rules, "native")
    backend.random_games(game.opening(4), 1, seed=1)
    (assembly,) = backend.kernels["random_games"].inspect_asm().values()
    # Older assemblers do not know a folder and a name apart.
    assembly = re.sub(r'(\.file\s+\d+ "[^"]*)" "([^"]*")', r"\1/\2", assembly)
    (folder / "kernel.s").write_text(assembly, "utf-8")
    symbol = re.search(KERNEL, assembly)
    if symbol is None:
        sys.exit("the kernel has another name than expected")
    # What the kernel would call in Python is never reached from here.
    link = ["-no-pie", "-Wl,--unresolved-symbols=ignore-all", f"-Wl,--defsym=kernel={symbol[0]}"]
    program = folder / "native"
    run("cc", "-O2", *link, str(HERE / "limit" / "kernel.c"), str(folder / "kernel.s"), "-o", str(program))
    return program


def c_program(folder: Path) -> Path:
    from tischlein.bench.limit import native_flags

    program = folder / "c"
    run("cc", *native_flags(), "-g", str(HERE / "limit" / "lobo77.c"), "-o", str(program))
    return program


def run(*command: str, stdin: bytes = b"") -> str:
    ended = subprocess.run(command, input=stdin, capture_output=True, check=False)
    if ended.returncode:
        sys.exit(f"{' '.join(command)}\n{ended.stderr.decode(errors='replace')}")
    return ended.stdout.decode()


def counted(program: Path, arguments: list[str], stdin: bytes) -> tuple[str, Path]:
    """Run under valgrind; what the program says, and the profile."""
    profile = program.with_suffix(".callgrind")
    valgrind = ["valgrind", "--quiet", "--tool=callgrind", "--branch-sim=yes"]
    said = run(*valgrind, f"--callgrind-out-file={profile}", str(program), *arguments, stdin=stdin)
    return said, profile


def functions_of(path: Path) -> dict[int, str]:
    """Which function each line of a source belongs to."""
    found: dict[int, str] = {}
    if path.suffix == ".py":
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                found.update(dict.fromkeys(range(node.lineno, (node.end_lineno or 0) + 1), node.name))
    else:
        name = ""
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            start = re.match(r"(?:__attribute__\S+ )?(?:static |int )(?:inline )?.*?(\w+)\(", line)
            name = start[1] if start else name
            found[number] = name
    return found


def read(profile: Path, decisions: int) -> Count:
    """Add up a callgrind profile by function of the source; lines of a game's own sources only."""
    count = Count(decisions)
    names: dict[str, str] = {}
    owners: dict[str, dict[int, str]] = {}
    file, line, skip = "", 0, False
    for text in profile.read_text("utf-8").splitlines():
        if place := re.match(r"(?:c?f[lie]|cfi)=\((\d+)\)(?: (.*))?$", text):
            if place[2]:
                names[place[1]] = place[2]
            if text[0] == "f":
                file = names[place[1]]
        elif text.startswith("calls="):
            skip = True  # the next line repeats what the called function cost
        elif cost := re.match(r"(\*|[+-]?\d+) (.+)", text):
            step = cost[1]
            line = line if step == "*" else line + int(step) if step[0] in "+-" else int(step)
            if not skip and Path(file).suffix in (".py", ".c") and Path(file).is_file():
                owner = owners.setdefault(file, functions_of(Path(file))).get(line, "")
                numbers = [*map(int, cost[2].split()), 0, 0, 0]
                count.instructions[owner] += numbers[0]
                count.mispredicted[owner] += numbers[2]
            skip = False
    for outside in ("main", "fingerprint", "now", ""):  # not of the game
        count.instructions.pop(outside, None)
        count.mispredicted.pop(outside, None)
    return count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=WITH_A_TWIN)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=512)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = native_program(folder, chosen.game)
        import tischlein

        opening = tischlein.game(chosen.game).opening(chosen.seats)
        said, profile = counted(program, [str(chosen.games), "1"], opening)
        tables = {"native": read(profile, int(said)).table()}
        if chosen.game == WITH_A_TWIN:
            said, profile = counted(c_program(folder), [str(chosen.seats), str(chosen.games), "1", "0"], b"")
            tables["C"] = read(profile, json.loads(said)["decisions"]).table()
    if chosen.json:
        print(json.dumps(tables, indent=1))
        return
    print("| function " + "".join(f"| {program} | mispredicted " for program in tables) + "|")
    print("|---" + "|--:|--:" * len(tables) + "|")
    nothing = {"instructions": 0.0, "mispredicted": 0.0}
    for function in dict.fromkeys(
        ["all", *(name for table in tables.values() for name in table["functions"])]
    ):
        rows = [
            table if function == "all" else table["functions"].get(function, nothing)
            for table in tables.values()
        ]
        cells = [f"{row[what]:g}" for row in rows for what in ("instructions", "mispredicted")]
        print(f"| {function} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
