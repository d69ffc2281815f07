"""Bots on the native backend decide as those in WebAssembly, to the bit: one game stands for all, since compiling takes long."""

from dataclasses import replace

import numpy as np
import pytest

import tischlein
from helpers.games.webassembly import situations
from per_game import KITS, Kit
from samples import SAMPLES
from tischlein.bots import bot
from tischlein.bots.kernels.evaluation import Measure
from tischlein.bots.runtime import runtime
from tischlein.bots.searcher import Searcher, forget
from tischlein.cards import RNG_WORDS

SOME = [kit for kit in KITS if SAMPLES.every_path or kit.game.id == "lobo77"]
# The others need kernels of their own; tests/wasm and tests/bots/test_searcher.py compare them with Node and with plain Python.
# What rules of thumb say when compiled decides the simulations below.
LEVELS = ("hard", *(("easy", "medium", "expert", "search") if SAMPLES.every_path else ()))
each = pytest.mark.parametrize("kit", SOME, ids=lambda kit: kit.game.id)


@each
def test_bots_decide_the_same(kit: Kit) -> None:
    for told in situations(kit, 3):
        for name in LEVELS:
            chosen = {
                bot(f"{name},backend={backend}").choose(replace(told, iterations=60, rng=list(told.rng)))
                for backend in ("native", "wasm")
            }
            assert len(chosen) == 1, name


@pytest.mark.long  # kernels of their own; tests/wasm has them in another engine too
@each
def test_reviews_see_the_same(kit: Kit) -> None:
    (told,) = situations(kit, 1)
    found = []
    for backend in ("native", "wasm"):
        me = runtime(kit.game, backend)
        space, n = me.workspace(1 << 15), len(told.actions)
        for part in (space.keys, space.visits, space.available, space.values):
            forget(part)
        me.load_known_record(space, told.data)
        space.rng[:] = told.rng
        tried, out = np.zeros(me.actions, np.int64), np.zeros((16, n))
        tried[:n] = told.actions
        style = Searcher(belief=1).style_for(me.heuristics)
        how = Measure(0, me.heuristics.HORIZON, me.heuristics.LEAD)
        luck = np.zeros(RNG_WORDS, np.int64)
        me.functions["prospects"](space, me.no_net(), style, how, luck, told.seat, tried, n, 2000, 16, out)
        found.append(out.tobytes())
    assert found[0] == found[1] != bytes(len(found[0]))


@each
def test_simulations_are_the_same(kit: Kit) -> None:
    """On all backends of this machine; ``tests/cuda`` has the others."""
    found = [
        tischlein.simulate(kit.game, games=12, seats=2, bots=["medium", "easy"], seed=5, backend=backend)
        for backend in ("native", "wasm", "python")
    ]
    assert len({(one.scores.tobytes(), one.winners.tobytes()) for one in found}) == 1


@pytest.mark.long  # likewise; tests/lab/test_vector.py compares with plain Python
@each
def test_vectors_are_the_same(kit: Kit) -> None:
    one, other = (
        tischlein.vector(kit.game, 40, seats=2, seed=5, suggest="medium", backend=backend)
        for backend in ("native", "wasm")
    )
    ends = 0
    while ends < 5:
        for name in ("observations", "masks", "turns", "rewards", "ended", "lengths", "suggested"):
            assert getattr(one, name).tobytes() == getattr(other, name).tobytes(), name
        ends += int(one.ended.sum())
        one.step(one.suggested)
        other.step(other.suggested)
