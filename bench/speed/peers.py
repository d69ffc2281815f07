"""Measure other engines for card games on the same core in the same run as ours.

All play in turn, several times, and medians are compared, so that a machine that slows down slows all.
What is played, and how decisions are counted, stands in `peers_play`.
"""

from __future__ import annotations

import importlib
import platform
import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from importlib import metadata
from typing import TYPE_CHECKING, Final

import tischlein
from bench.common import environment
from bench.common.turns import Progress, one_core, ours
from bench.speed.peers_play import OPENSPIEL_GAMES, Row, openspiel_cpp, openspiel_python, rlcard_uno
from bench.speed.rules import chance_per_decision, copy_time
from tischlein.engine.backends import load
from tischlein.engine.types import Json

if TYPE_CHECKING:
    from rich.table import Table

GAME: Final = "lobo77"
SEATS: Final = 4
INSTALL: Final = "pip install 'tischlein[peers]'"
REPEATS: Final = 5
SEED_STEP: Final = 1_000_003  # between turns; within a turn games take consecutive seeds
NUMBERS: Final = ("seats", "decisions/s", "ours ÷ theirs", "chance per decision", "clone ns", "state bytes")


@dataclass(frozen=True, slots=True)
class PeersResult:
    """All rows of a run, and our own decisions per second from the same turns on the same core."""

    ours_decisions_per_s: float | None
    rows: tuple[Row, ...]
    seconds: float
    repeats: int
    core: int | None
    machine: str
    versions: dict[str, str]

    def fastest(self, *, whole_games: bool) -> Row | None:
        """Return the quickest peer, among all rows or only among those whose games include the deal."""
        rated = [row for row in self.rows if row.decisions_per_s and (row.whole_games or not whole_games)]
        return max(rated, key=lambda row: row.decisions_per_s or 0.0, default=None)

    def to_json(self) -> Json:
        """Return everything, JSON-ready."""
        document = asdict(self)
        document["rows"] = list(document["rows"])
        document["fastest"] = _headline(self.fastest(whole_games=False))
        document["fastest_whole_games"] = _headline(self.fastest(whole_games=True))
        return document


def _headline(row: Row | None) -> Json | None:
    if row is None:
        return None
    return {"name": row.name, "how": row.how, "decisions_per_s": row.decisions_per_s, "ratio": row.ratio}


@dataclass(frozen=True, slots=True)
class Contender:
    """Something to be measured once per turn: `measure(seconds, seed)` gives one or more rows."""

    label: str
    measure: Callable[[float, int], list[Row]]


@dataclass(frozen=True, slots=True)
class Peer:
    """A package to compare with: what is imported, what is installed, and what it can play."""

    name: str
    module: str
    distribution: str
    contenders: tuple[Contender, ...]


def _openspiel_contenders() -> Iterator[Contender]:
    for game in OPENSPIEL_GAMES:
        yield Contender(f"OpenSpiel {game}, Python", partial(_single, partial(openspiel_python, game)))
        yield Contender(f"OpenSpiel {game}, C++", partial(openspiel_cpp, game))


def _single(measure: Callable[[float, int], Row], seconds: float, seed: int) -> list[Row]:
    return [measure(seconds, seed)]


PEERS: Final = (
    Peer("OpenSpiel", "pyspiel", "open_spiel", tuple(_openspiel_contenders())),
    Peer("RLCard", "rlcard", "rlcard", (Contender("RLCard uno", partial(_single, rlcard_uno)),)),
)


def run(
    seconds: float = 2.0,
    ours: Callable[[float], float] | None = None,
    progress: Progress | None = None,
    *,
    peers: Sequence[Peer] = PEERS,
    repeats: int = REPEATS,
    seed: int = 1,
) -> PeersResult:
    """Measure us and the peers in turn on one core, `seconds` for each part in all, and compare the medians.

    `ours(seconds)` gives our decisions per second; it is called once more before the turns, to compile.
    """
    absent = {peer.name: row for peer in peers if (row := _absent(peer)) is not None}
    contenders = [c for peer in peers if peer.name not in absent for c in peer.contenders]
    total = repeats * (len(contenders) + (ours is not None))
    tell = progress or (lambda label, done, total: None)
    rates: list[float] = []
    taken: dict[tuple[str, str], list[Row]] = {}
    done = 0
    with one_core() as core:
        if ours is not None:
            ours(seconds / (10 * repeats))
        for turn in range(repeats):
            if ours is not None:
                tell("Tischlein", done, total)
                rates.append(ours(seconds / repeats))
                done += 1
            for contender in contenders:
                tell(contender.label, done, total)
                for row in contender.measure(seconds / repeats, seed + SEED_STEP * turn):
                    taken.setdefault((row.name, row.how), []).append(row)
                done += 1
    tell("done", done, total)
    our_rate = statistics.median(rates) if rates else None
    rows = [merge(turns, our_rate) for turns in taken.values()] + list(absent.values())
    return PeersResult(our_rate, tuple(rows), seconds, repeats, core, platform.machine(), _versions(peers))


def _absent(peer: Peer) -> Row | None:
    """Return a row that says how to install the peer, if it cannot be imported."""
    try:
        importlib.import_module(peer.module)
    except ModuleNotFoundError as error:
        reason = "not installed" if error.name == peer.module else f"lacks {error.name}"
    except ImportError as error:
        reason = f"cannot be imported ({error})"
    else:
        return None
    return Row(name=peer.name, how="", note=f"{reason}: {INSTALL}")


def merge(turns: Sequence[Row], ours: float | None) -> Row:
    """Merge the rows of all turns: counts added up, rates as medians, and the ratio of ours to theirs."""
    rates = [row.decisions_per_s for row in turns if row.decisions_per_s is not None]
    rate = statistics.median(rates)
    return replace(
        turns[0],
        decisions=sum(row.decisions for row in turns),
        games=sum(row.games for row in turns),
        seconds=sum(row.seconds for row in turns),
        decisions_per_s=rate,
        lowest=min(rates),
        highest=max(rates),
        chance_per_decision=_median([row.chance_per_decision for row in turns]),
        count_error=max(row.count_error for row in turns),
        state_bytes=None if (size := _median([row.state_bytes for row in turns])) is None else round(size),
        clone_ns=_median([row.clone_ns for row in turns]),
        ratio=None if ours is None else ours / rate,
    )


def _median(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return statistics.median(known) if known else None


def _versions(peers: Sequence[Peer]) -> dict[str, str]:
    found = {"python": platform.python_version()}
    for name in (*(peer.distribution for peer in peers), "numpy"):
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def render(result: PeersResult) -> Table:
    """Return the result as a table for the terminal."""
    from rich.markup import escape
    from rich.table import Table

    rate = result.ours_decisions_per_s
    ours = "not measured" if rate is None else f"{rate:,.0f} decisions/s"
    table = Table(title=f"Tischlein: {ours}, one core, {result.machine}", caption=escape(_caption(result)))
    for heading in ("peer", "how"):
        table.add_column(heading, overflow="fold")
    for heading in NUMBERS:
        table.add_column(heading, justify="right")
    for row in result.rows:
        if row.note:
            continue  # said in the caption, where there is room
        speed = [_cell(row.decisions_per_s, ",.0f"), _cell(row.ratio, ",.2f")]
        state = [
            _cell(row.chance_per_decision, ".2f"),
            _cell(row.clone_ns, ",.0f"),
            _cell(row.state_bytes, ",.0f"),
        ]
        table.add_row(row.name, row.how, str(row.seats or ""), *speed, *state)
    return table


def _cell(value: float | None, form: str) -> str:
    return "" if value is None else format(value, form)


def _caption(result: PeersResult) -> str:
    """Return what is needed to read the numbers."""
    lines = [f"medians of {result.repeats} turns; chance outcomes are not decisions"]
    worst = max((row.count_error for row in result.rows), default=0.0)
    if worst:
        lines.append(f"rollouts: decisions estimated from random games, standard error ≤ {worst:.1%}")
        lines.append("clone in C++: a rollout with one forced decision left, a bound from above")
    lines += [f"{row.name}: {row.note}" for row in result.rows if row.note]
    return "\n".join(lines)


# Our own side of the comparison


def compare(seconds: float, seed: int = 1, progress: Progress | None = None) -> tuple[PeersResult, Json]:
    """Measure all; the result, and the same JSON-ready with our state's size and copy, and the machine."""
    where = environment.describe()
    game = tischlein.game(GAME)
    backend = load(game.rules, "native")
    result = run(seconds, ours(game, SEATS, seed), progress, seed=seed)
    with one_core():
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
    """Return the quickest peer when chance outcomes count like decisions."""
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
    """Return the comparison in sentences: whole games first, since that is what ours plays."""
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
