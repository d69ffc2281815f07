"""Write traces: a file with one row for each decision, which polars, pandas, PyTorch and JAX read.

A ``.arrow`` file (Arrow IPC, not compressed) is mapped into memory and read without a copy; a ``.parquet`` file is smaller and
slower to write.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein.bots.kernels.trace import ROW_ACTION, ROW_GAME, ROW_SEAT, ROW_STEP
from tischlein.bots.kernels.whole_games import ASKED, FINISHED
from tischlein.engine.errors import OptionError
from tischlein.engine.game import Game
from tischlein.engine.rules.columns import STATUS
from tischlein.engine.rules.features import placeholder_features
from tischlein.engine.types import Untyped
from tischlein.lab import run_files
from tischlein.lab.extra import need
from tischlein.lab.simulate.header import MARK
from tischlein.lab.simulate.result import GameRows, Rows
from tischlein.lab.simulate.runner import Runner, SteppedRunner, step_runner
from tischlein.lab.simulate.traced import play_with_trace

ARROW, PARQUET = ".arrow", ".parquet"
FEATURES, ACTIONS = "features", "actions"  # keys of the metadata: names of places, and texts of actions


def check_trace(path: str | Path) -> Path:
    """Return the place of a trace; raise OptionError if nothing can be written there."""
    need("pyarrow")
    place = Path(path)
    if place.suffix not in (ARROW, PARQUET):
        raise OptionError(f"trace: {place} is to end in {PARQUET} or {ARROW}")
    if place.exists():
        raise OptionError(f"trace: file already exists: {place}")
    run_files.check_folder(place)
    return place


class TraceFile:
    """A trace that is being written; it gets its name when it is complete."""

    def __init__(
        self, path: Path, game: Game, bots: Sequence[str], mark: str, *, records: bool = False
    ) -> None:
        import pyarrow as pa

        self.records = records
        self._path, self._new = path, path.with_name(path.name + ".new")
        self._game = game
        self._bots = [*dict.fromkeys(bots)]
        columns: list[tuple[str, Any]] = [
            ("game", pa.int64()),
            ("step", pa.int32()),
            ("seat", pa.int8()),
            ("level", pa.dictionary(pa.int8(), pa.string())),
            ("observation", pa.list_(pa.int16(), game.rules.OBSERVED)),
            ("mask", pa.list_(pa.uint8(), game.rules.ACTIONS)),
            ("action", pa.int16()),
            ("win_share", pa.float32()),
            ("score", pa.int32()),
        ]
        if records:
            columns.append(("record", pa.binary(game.layout.size)))
        features = [one.name for one in game.bots.features or placeholder_features(game.rules.OBSERVED)]
        texts = [game.face.actions.get(action, "") for action in range(game.rules.ACTIONS)]
        metadata = {MARK: mark, FEATURES: "\n".join(features), ACTIONS: "\n".join(texts)}
        self._schema = pa.schema([pa.field(name, kind, nullable=False) for name, kind in columns], metadata)
        with run_files.writing(path):
            self._file: Untyped = self._open()

    def _open(self) -> Untyped:
        import pyarrow as pa

        if self._path.suffix == ARROW:
            return pa.ipc.new_file(str(self._new), self._schema)
        from pyarrow import parquet

        return parquet.ParquetWriter(self._new, self._schema, compression="lz4", use_dictionary=False)

    def __enter__(self) -> TraceFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with run_files.writing(self._path):
            self._file.close()
            if error is None:
                self._new.replace(self._path)
            else:
                self._new.unlink(missing_ok=True)

    def play(
        self, runner: Runner, start: bytes, ways: Sequence[int], seed: int, first: int, count: int
    ) -> tuple[GameRows, Sequence[Rows]]:
        """Play games as the runner does, with their decisions."""
        if not isinstance(runner, SteppedRunner):
            raise OptionError(
                f"trace: the {runner.backend.name} backend keeps no decisions; take python, native or wasm"
            )
        return play_with_trace(runner, start, ways, seed, first, count, records=self.records)

    def write(self, first: int, bots: Sequence[str], played: GameRows, rows: Sequence[Rows]) -> None:
        """Write the decisions of games from number ``first`` on; ``bots`` sit seat by seat."""
        if not rows:
            return
        seats = len(bots)
        won = (played.wins[:, :seats] > 0) | (played.rows[:, STATUS] != FINISHED)[:, None]
        shares = (won / won.sum(axis=1, keepdims=True)).astype(np.float32)
        levels = np.array([self._bots.index(bot) for bot in bots], np.int8)
        for part in rows:
            if len(part.numbers):
                with run_files.writing(self._path):
                    self._file.write_batch(self._batch(first, levels, shares, played.marks, part))

    def _batch(
        self,
        first: int,
        levels: NDArray[np.int8],
        shares: NDArray[np.float32],
        scores: NDArray[np.int32],
        part: Rows,
    ) -> Untyped:
        import pyarrow as pa

        games, seats = part.numbers[:, ROW_GAME], part.numbers[:, ROW_SEAT]
        columns = [
            pa.array(games.astype(np.int64) + first),
            pa.array(np.ascontiguousarray(part.numbers[:, ROW_STEP])),
            pa.array(seats.astype(np.int8)),
            pa.DictionaryArray.from_arrays(pa.array(levels[seats]), pa.array(self._bots)),
            pa.FixedSizeListArray.from_arrays(
                pa.array(part.observations.reshape(-1)), part.observations.shape[1]
            ),
            pa.FixedSizeListArray.from_arrays(pa.array(part.masks.reshape(-1)), part.masks.shape[1]),
            pa.array(part.numbers[:, ROW_ACTION].astype(np.int16)),
            pa.array(shares[games, seats]),
            pa.array(scores[games, seats]),
        ]
        if self.records:
            size = part.records.shape[1]
            data = pa.py_buffer(np.ascontiguousarray(part.records))
            columns.append(pa.Array.from_buffers(pa.binary(size), len(games), [None, data]))
        return pa.RecordBatch.from_arrays(columns, schema=self._schema)

    def replay(
        self,
        number: int,
        start: bytes,
        ways: Sequence[int],
        bots: Sequence[str],
        seed: int,
        answers: Sequence[int],
        backend: str,
        name: int | None = None,
    ) -> None:
        """Play one game again with the answers of its asked seats, and write it as the game with this name."""
        played, rows = play_with_trace(
            step_runner(self._game, backend), start, ways, seed, number, 1, np.array(answers, np.int32),
            records=self.records,
        )  # fmt: skip
        self.write(number if name is None else name, bots, played, rows)


def all_asked(seats: int) -> list[int]:
    """Return the ways of a table at which every decision was kept."""
    return [ASKED] * seats
