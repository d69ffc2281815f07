"""The outcomes of a seed are written down: a stored seed gives the same game on every machine and in every
version.

A change of the rules changes random games, and then `VERSION` as well; the first cards of a deal stay even
then.
"""

import tomllib
from pathlib import Path
from typing import Any

import pytest

import tischlein
from tischlein.bots.base import bot_rng
from tischlein.cards import RNG_WORDS, below, sow
from tischlein.engine.backends import load
from tischlein.engine.backends.base import words_of

SEED = 7
WRITTEN = tomllib.loads(Path(__file__).with_name("seeds.toml").read_text("utf-8"))
GAMES = tischlein.games()


def given(name: str) -> dict[str, Any]:
    """Return the chance outcomes of a table, and of random games, from one seed."""
    game = GAMES[name]
    python = load(game.rules, "python")
    batch = python.random_games(game.opening(game.seats[0]), games=3, seed=SEED, first=2)
    rows = [python.unpack(bytes(row)) for row in batch.rows]
    return {
        "outcomes": [text for _, text in game.new(game.seats[0], seed=SEED).history[:8]],
        "decisions": batch.decisions.tolist(),
        "scores": [list(python.scores(row))[: game.seats[0]] for row in rows],
    }


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if name in WRITTEN or not game.draft])
def test_a_seed_gives_what_is_written_down(name: str) -> None:
    assert name in WRITTEN, f"add to seeds.toml, as [{name}]: {given(name)}"
    assert WRITTEN[name] == given(name)


def test_streams_of_a_seed() -> None:
    """Game number n of a batch has stream n; a table has stream 0."""
    numbers = []
    for seed, stream in ((7, 0), (7, 1), (2**40 + 7, 0), (-1, 2**31)):
        rng = [0] * RNG_WORDS
        sow(rng, *words_of(seed), stream)
        numbers.append([below(rng, 1000) for _ in range(4)])
    assert numbers == [[941, 652, 385, 364], [682, 754, 10, 171], [421, 178, 752, 174], [483, 918, 175, 292]]


def test_dice_of_a_bot() -> None:
    """They follow from the seed, the seat and what the seat knows."""
    assert [
        bot_rng(7, 1, b"a record"),
        bot_rng(7, 0, b"a record"),
        bot_rng(8, 1, b"a record"),
        bot_rng(7, 1, b""),
    ] == [
        [3298745183, 2059051715, 827535271],
        [3894456161, 321125494, 352904575],
        [2833451221, 1757503032, 1466508882],
        [1747765918, 2425900953, 1864471425],
    ]
