"""WebAssembly beside native: both play the same games, and what is not installed is named."""

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

import tischlein
from tischlein.bench import wasm, wasm_limit
from tischlein.bench.errors import BenchError


def test_node_and_native_come_to_the_same() -> None:
    document = wasm.run([tischlein.game("lobo77")], seconds=0.01, hosts=["node"])
    json.dumps(document)
    games, search = document["results"][:2]
    assert (games["what"], search["what"]) == ("random games", "search")
    for row in (games, search):
        assert row["host"] == "node"
        assert row["lowest"] <= row["ratio"] <= row["highest"]
        assert row["lowest"] <= row["quickest"] <= row["highest"]
        assert row["per_s"] > 0 < row["native_per_s"]
    assert wasm.table(document).row_count == len(document["results"])
    by_hand = [row for row in document["results"] if row["what"] == wasm.BY_HAND]
    # C as WebAssembly where its compiler is installed; otherwise it is said what to install.
    assert [row["host"] for row in by_hand] == (["node"] if find_spec("ziglang") else [])
    assert document["missing"] == ({} if by_hand else {"C": wasm_limit.INSTALL})


def test_a_program_for_webassembly_runs_in_node(tmp_path: Path) -> None:
    """A module by hand stands in for a compiler's: all it does is to say how it went."""
    program = tmp_path / "said.wasm"
    program.write_bytes(saying(b'{"games": 5, "decisions": 5, "seconds": 0.25, "checksum": 0}\n'))
    assert wasm_limit.player(program, 4, 5, 6)(7) == (5, 0.25)


def saying(text: bytes) -> bytes:
    """A module for WASI that writes one text."""

    def part(id: int, *pieces: bytes) -> bytes:
        content = b"".join(pieces)
        return bytes([id, len(content)]) + content

    def name(text: str) -> bytes:
        return bytes([len(text)]) + text.encode()

    data = (16).to_bytes(4, "little") + len(text).to_bytes(4, "little") + bytes(8) + text
    # fd_write(1, 0, 1, 8)
    body = b"\x00\x41\x01\x41\x00\x41\x01\x41\x08\x10\x00\x1a\x0b"
    return b"".join(
        (
            b"\0asm\1\0\0\0",
            part(1, b"\x02\x60\x04\x7f\x7f\x7f\x7f\x01\x7f\x60\x00\x00"),
            part(2, b"\x01", name("wasi_snapshot_preview1"), name("fd_write"), b"\x00\x00"),
            part(3, b"\x01\x01"),
            part(5, b"\x01\x00\x01"),
            part(7, b"\x02", name("memory"), b"\x02\x00", name("_start"), b"\x00\x01"),
            part(10, b"\x01", bytes([len(body)]), body),
            part(11, b"\x01\x00\x41\x00\x0b", bytes([len(data)]), data),
        )
    )


def test_a_game_that_nobody_wrote_in_C_has_no_limit() -> None:
    assert wasm_limit.program(tischlein.game("quando")) is None


def test_a_browser_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    document = wasm.run([], hosts=["chromium"])
    assert document["missing"] == {"chromium": "no Chromium: install it (Debian: apt-get install chromium)"}


def test_other_games_than_those_of_native_are_an_error() -> None:
    game = tischlein.game("lobo77")
    with pytest.raises(BenchError, match="native came to 5, node to 6"):
        wasm._compared(
            game, 2, "search", "node", 0.01, lambda number: 5, lambda parts: [(6, 1.0)] * len(parts)
        )
