"""Play games with a row for each decision: what the seat observed, what was legal, and what it did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein.bots.base import MOST_DECISIONS
from tischlein.bots.kernels.trace import GAME, PLACE_CELLS, ROW_CELLS
from tischlein.bots.kernels.whole_games import ASKED
from tischlein.cards import CHANCE
from tischlein.engine.backends.base import words_of
from tischlein.engine.play.legality import conceal_copy, legal_ids
from tischlein.lab.simulate.result import GameRows, Rows
from tischlein.lab.simulate.runner import NativeRunner, PythonRunner, SteppedRunner, WasmRunner

# Rows in one call: enough to pay for it, few enough for the processor's cache.
MOST_BYTES = 1 << 21
NO_ANSWERS = np.zeros(0, np.int32)


def play_with_trace(
    runner: SteppedRunner,
    start: bytes,
    ways: Sequence[int],
    seed: int,
    first: int,
    count: int,
    answers: NDArray[np.int32] = NO_ANSWERS,
    *,
    records: bool = False,
) -> tuple[GameRows, list[Rows]]:
    """Play games from number ``first`` of a seed on; asked seats take what they do from ``answers``."""
    played = runner.room_for(count)
    if isinstance(runner, PythonRunner):
        rows = list(_in_python(runner, start, ways, seed, first, played, answers, records))
    elif isinstance(runner, WasmRunner):
        rows = list(_in_wasm(runner, start, ways, seed, first, played, answers, records))
    else:
        assert isinstance(runner, NativeRunner)  # noqa: S101 — there are no others
        rows = list(_natively(runner, start, ways, seed, first, played, answers, records))
    return played, rows


def most_rows(runner: SteppedRunner, *, records: bool) -> int:
    """Return how many rows one call writes."""
    rules = runner.rules
    width = 2 * rules.OBSERVED + rules.ACTIONS + 4 * ROW_CELLS + records * runner.game.layout.size
    return max(64, MOST_BYTES // width)


def _natively(
    runner: SteppedRunner,
    start: bytes,
    ways: Sequence[int],
    seed: int,
    first: int,
    played: GameRows,
    answers: NDArray[np.int32],
    records: bool,
) -> Iterator[Rows]:
    most, rules, dtype = most_rows(runner, records=records), runner.rules, runner.game.layout.dtype
    states, place = runner.boxes(start, len(played.rows)), np.zeros(PLACE_CELLS, np.int64)
    scratch = runner.scratch()
    while place[GAME] < len(played.rows):
        seen = np.zeros(most if records else 1, dtype)
        numbers = np.zeros((most, ROW_CELLS), np.int32)
        observations = np.zeros((most, rules.OBSERVED), np.int16)
        masks = np.zeros((most, rules.ACTIONS), np.uint8)
        n = runner.functions["trace_games"](
            states, seen, np.array(ways, np.int64), answers, *words_of(seed), first, MOST_DECISIONS, place,
            *played, *scratch.values(), numbers, observations, masks,
        )  # fmt: skip
        kept = seen[:n].view(np.uint8).reshape(n, -1) if records else _no_records(n)
        yield Rows(numbers[:n], observations[:n], masks[:n], kept)


def _in_wasm(
    runner: WasmRunner,
    start: bytes,
    ways: Sequence[int],
    seed: int,
    first: int,
    played: GameRows,
    answers: NDArray[np.int32],
    records: bool,
) -> Iterator[Rows]:
    most, rules, size = most_rows(runner, records=records), runner.rules, runner.game.layout.size
    here, games, found = runner.instance, len(played.rows), []
    with here.borrowing():
        kept = most if records else 1
        seen = here.zeros((kept, size), np.uint8)
        place = here.zeros(PLACE_CELLS, np.int64)
        given = here.lent(answers) if len(answers) else here.zeros(1, np.int32)
        scratch = runner.scratch()
        luck = here.lent(np.concatenate([scratch["stacks"], scratch["dice"]]))
        lent = [here.lent(one) for one in played]
        numbers = here.zeros((most, ROW_CELLS), np.int32)
        observations = here.zeros((most, rules.OBSERVED), np.int16)
        masks = here.zeros((most, rules.ACTIONS), np.uint8)
        arrays = [
            here.lent(runner.boxes(start, games)), seen, here.lent(np.resize(ways, rules.MAX_SEATS).astype(np.int64)),
            given, place, *lent, luck, numbers, observations, masks,
        ]  # fmt: skip
        at = here.zeros(len(arrays), np.int32)
        at[:] = [here.address_of(one) for one in arrays]
        words = words_of(seed)
        while place[GAME] < games:
            n = here.call(
                "trace_games",
                here.address_of(at),
                games,
                kept,
                len(answers),
                *words,
                first,
                MOST_DECISIONS,
                most,
            )
            concealed_records = seen[:n].copy() if records else _no_records(n)
            found.append(
                Rows(numbers[:n].copy(), observations[:n].copy(), masks[:n].copy(), concealed_records)
            )
        for target, source in zip(played, lent, strict=True):
            target[:] = source
    yield from found


def _in_python(
    runner: PythonRunner,
    start: bytes,
    ways: Sequence[int],
    seed: int,
    first: int,
    played: GameRows,
    answers: NDArray[np.int32],
    records: bool,
) -> Iterator[Rows]:
    game, functions, left = runner.game, runner.functions, iter(answers.tolist())
    for i in range(len(played.rows)):
        scratch, states, row = runner.scratch(), runner.boxes(start, 1), [0] * played.rows.shape[1]
        functions["begin_at"]([row], 0, scratch["stacks"], scratch["dice"], *words_of(seed), first + i)
        found: list[tuple[Any, ...]] = []
        while states[0].actor == CHANCE or (states[0].actor >= 0 and len(found) < MOST_DECISIONS):
            s, actor = states[0], int(states[0].actor)
            if actor >= 0:
                known, out, mask = (
                    conceal_copy(game, s, actor),
                    [0] * game.rules.OBSERVED,
                    bytearray(game.rules.ACTIONS),
                )
                game.rules.observe(known, actor, out)
                for one in legal_ids(game, s, actor):
                    mask[one] = 1
            _, action = functions["next_step_at"](states, 0, list(ways), *scratch.values())
            if actor >= 0:
                action = next(left) if ways[actor] == ASKED else action
                data = game.layout.pack(known) if records else b""
                found.append(((i, len(found), actor, action), out, bytes(mask), data))
            functions["traced_step"](s, actor, action, scratch["work"], row)
        marks, wins = ([0] * game.rules.MAX_SEATS for _ in range(2))
        functions["traced_end"](states[0], row, marks, wins)
        played.rows[i], played.marks[i], played.wins[i] = row, marks, wins
        yield _rows(found, game.layout.size if records else 0)


def _rows(found: list[tuple[Any, ...]], size: int) -> Rows:
    numbers, observations, masks, records = zip(*found, strict=True)
    n = len(found)
    return Rows(
        np.array(numbers, np.int32),
        np.array(observations, np.int16),
        np.frombuffer(b"".join(masks), np.uint8).reshape(n, -1),
        np.frombuffer(b"".join(records), np.uint8).reshape(n, size),
    )


def _no_records(n: int) -> NDArray[np.uint8]:
    return np.zeros((n, 0), np.uint8)
