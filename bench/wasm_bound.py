"""What bounds the rules as WebAssembly: the same games, in turns on one core, in all the forms that they can be compiled to.

Native code, also without the wide vectors of this processor; the module in Node, also optimised before it starts and without vectors;
the same module turned into C and compiled for this machine; and LOBO 77 by hand in C, native and as WebAssembly. The quickest turn
counts, by the processor's time. Needs `pip install ziglang` for C, and wasm2c (Debian: apt-get install wabt); what fails is named.

    .venv/bin/python bench/wasm_bound.py [--turns 20] [--json] [GAME]...
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import tischlein
from tischlein.bench import environment, wasm_limit
from tischlein.bench.limit import FOLDER, build, native_flags, play_program, source
from tischlein.bench.peers import one_core
from tischlein.bots.wasm import module_of
from tischlein.bots.wasm.info import info
from tischlein.engine.backends import load
from tischlein.engine.backends.wasm import compile as wasm_compile
from tischlein.engine.backends.wasm.node import NodeProcess, find_node

SEATS, BATCH, SEED = 4, 2048, 1
CLANG = [sys.executable, "-m", "ziglang", "cc"]
# What every processor for 64 bits has had since 2009.
NARROW = {"NUMBA_CPU_NAME": "x86-64-v2", "NUMBA_CPU_FEATURES": "+sse4.2,+popcnt,+ssse3,+sse4.1,+cx16"}
RUNTIME = ("/usr/share/wabt/wasm2c", "/usr/src/wasm2c")

Play = Callable[[int], tuple[int, float]]  # the first game -> decisions and seconds


def forms(game: Any, folder: Path) -> Iterator[tuple[str, Callable[[], Play]]]:
    """Every form by its name, and what makes it ready."""
    this = [sys.executable, __file__, game.id, "--play"]
    apart = {"TISCHLEIN_CACHE": str(folder / "cache")}  # compiled otherwise than usual: nothing that stays
    plain = folder / "plain.wasm"
    yield "native", lambda: line(this)
    yield "native, narrow vectors", lambda: line(this, {**NARROW, **apart})
    yield "module in Node", lambda: node(game, module_of(game))
    yield "module in Node, optimised first", lambda: node(game, module_of(game), "--no-liftoff")
    run([sys.executable, __file__, game.id, "--module", str(plain)], apart)
    yield "module without vectors, optimised first", lambda: node(game, plain.read_bytes(), "--no-liftoff")
    for name, flag in (("this machine", "native"), ("narrow vectors", "x86_64_v2")):
        yield f"module as C, {name}", lambda flag=flag: as_c(game, plain, folder, flag)  # type: ignore[misc]
    path = source(game.id)
    if path is not None:
        yield "C by hand", lambda: program(build(path, CLANG, native_flags())[0])
        wasm = [*CLANG, "-target", "wasm32-wasi"]
        host = (find_node(), *wasm_limit.NODE_FLAGS, wasm_limit.RUNNER)
        yield "C by hand in Node", lambda: program(build(path, wasm, wasm_limit.FLAGS)[0], *host)


def run(command: list[str], env: dict[str, str]) -> None:
    subprocess.run(command, check=True, env={**os.environ, **env})


def line(command: list[str], env: dict[str, str] | None = None) -> Play:
    """A process that plays a batch for every line it reads."""
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
        env={**os.environ, **(env or {})},
    )

    asked, answered = process.stdin, process.stdout
    if asked is None or answered is None:
        raise OSError("no pipes")

    def play(first: int) -> tuple[int, float]:
        asked.write(f"{first}\n")
        decisions, seconds = json.loads(answered.readline())
        return decisions, seconds

    return play


def node(game: Any, module: bytes, *flags: str) -> Play:
    process, start = NodeProcess(info(game), module, flags), game.opening(SEATS)

    def play(first: int) -> tuple[int, float]:
        answer, _ = process.ask({"call": "timeGames", "numbers": [BATCH, SEED, first]}, start)
        return answer["total"], answer["seconds"]

    return play


def as_c(game: Any, module: Path, folder: Path, flag: str) -> Play:
    written, made = folder / "rules.c", folder / f"module-{flag}"
    run(["wasm2c", str(module), "-n", "rules", "-o", str(written)], {})
    runtime = next(Path(place) for place in RUNTIME if (Path(place) / "wasm-rt-impl.c").is_file())
    sources = [str(FOLDER / "module.c"), str(written), str(runtime / "wasm-rt-impl.c")]
    seen = [f'-DMODULE="{written.with_suffix(".h")}"', "-I", str(runtime)]
    run([*CLANG, "-O3", f"-march={flag}", *seen, *sources, "-lm", "-o", str(made)], {})
    return line([str(made), game.opening(SEATS).hex(), str(BATCH)])


def program(path: Path, *host: str | Path) -> Play:
    def play(first: int) -> tuple[int, float]:
        turn, _ = play_program(path, SEATS, BATCH, SEED, first, host)
        return turn.decisions, turn.seconds

    return play


def compare(game: Any, turns: int) -> dict[str, float]:
    """Decisions per second of each form in its quickest turn; other games than native's are an error."""
    ready: dict[str, Play] = {}
    with tempfile.TemporaryDirectory() as folder, one_core():
        for name, make in forms(game, Path(folder)):
            try:
                ready[name] = make()
                ready[name](0)
            except (OSError, StopIteration, subprocess.CalledProcessError) as error:
                ready.pop(name, None)
                print(f"{game.name}, {name}: left out, {error}", file=sys.stderr)
        best = dict.fromkeys(ready, 0.0)
        for turn in range(1, turns + 1):
            played = {name: play(turn * BATCH) for name, play in ready.items()}
            if len({decisions for decisions, _ in played.values()}) > 1:
                raise SystemExit(f"{game.name}: not the same games: {played}")
            best = {name: max(best[name], made / seconds) for name, (made, seconds) in played.items()}
    return best


def answer_lines(game: Any) -> None:
    """Play a batch, native, for every line."""
    backend, start = load(game.rules, "native"), game.opening(SEATS)
    for first in sys.stdin:
        begun = time.thread_time()
        decisions = backend.count_decisions(start, BATCH, SEED, int(first))
        print(json.dumps([decisions, time.thread_time() - begun]), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="What bounds the rules as WebAssembly.")
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--turns", type=int, default=20)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--play", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--module", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    chosen = [tischlein.game(name) for name in arguments.games or tischlein.games()]
    if arguments.play:
        return answer_lines(chosen[0])
    if arguments.module:
        wasm_compile.FEATURES = wasm_compile.FEATURES.replace("+simd128,", "")
        arguments.module.write_bytes(module_of(chosen[0]))
        return None
    found = {game.id: compare(game, arguments.turns) for game in chosen}
    if arguments.json:
        print(json.dumps({"environment": environment.describe(), "best": found}, indent=1))
        return None
    for name, best in found.items():
        for form, rate in best.items():
            print(f"{name:8} {form:42} {rate / 1e6:6.2f} M/s  {rate / best['native']:.2f}")
    return None


if __name__ == "__main__":
    main()
