"""``bench peers``: other engines next to ours, with what a copy of a state costs on both sides."""

from __future__ import annotations

from typing import Final

import tischlein
from tischlein.bench import environment, peers
from tischlein.bench.copying import copy_time
from tischlein.bench.rules import chance_per_decision
from tischlein.bench.turns import Progress, ours
from tischlein.engine.backends import load
from tischlein.engine.types import Json

GAME: Final = "lobo77"
SEATS: Final = 4


def run(seconds: float, seed: int = 1, progress: Progress | None = None) -> tuple[peers.PeersResult, Json]:
    """Measure all; the result, and the same JSON-ready with our state's size and copy, and the machine."""
    where = environment.describe()
    game = tischlein.game(GAME)
    backend = load(game.rules, "native")
    result = peers.run(seconds, ours(game, SEATS, seed), progress, seed=seed)
    with peers.one_core():
        copy_ns = copy_time(backend, game.opening(SEATS))
    mine = {
        "game": GAME,
        "backend": "native",
        "seats": SEATS,
        "decisions_per_s": result.ours_decisions_per_s,
        "chance_per_decision": chance_per_decision(game, SEATS, seed),
        "state_bytes": backend.layout.size,
        "copy_ns": copy_ns,
    }
    document = {"ours": mine, **result.to_json(), "environment": where}
    return result, {**document, "fastest_steps": fastest_steps(document)}


def fastest_steps(document: Json) -> Json | None:
    """The quickest peer when chance outcomes count like decisions: they are steps of the same engine too."""
    rated = [
        {"name": row["name"], "how": row["how"], "steps_per_s": _steps(row)}
        for row in document["rows"]
        if row["decisions_per_s"]
    ]
    if not rated or not document["ours"]["decisions_per_s"]:
        return None
    best = max(rated, key=lambda row: float(row["steps_per_s"]))
    return {**best, "ratio": _steps(document["ours"]) / best["steps_per_s"]}


def _steps(row: Json) -> float:
    return float(row["decisions_per_s"] * (1 + (row["chance_per_decision"] or 0)))


def headlines(document: Json) -> list[str]:
    """The comparison in sentences: whole games first, since that is what ours plays."""
    lines = []
    whole, any_way = document["fastest_whole_games"], document["fastest"]
    if whole is not None:
        lines.append(f"Whole games: {_times(whole)}.")
    if any_way is not None and any_way != whole:
        lines.append(f"Leaving out their deal, but not ours: {_times(any_way)}.")
    steps = document["fastest_steps"]
    if steps is not None:
        lines.append(f"Chance outcomes counted like decisions: {_times(steps)}.")
    clones = [row["clone_ns"] for row in document["rows"] if row["clone_ns"]]
    sizes = [row["state_bytes"] for row in document["rows"] if row["state_bytes"]]
    mine = document["ours"]
    if clones and sizes:
        lines.append(
            f"A copy of a state: ours {mine['copy_ns']:.1f} ns and {mine['state_bytes']} bytes, "
            f"theirs {min(clones):,.0f} to {max(clones):,.0f} ns and {min(sizes):,} to {max(sizes):,} bytes."
        )
    return lines


def _times(row: Json) -> str:
    return f"{row['ratio']:.1f} times {row['name']} ({row['how']}), the fastest"
