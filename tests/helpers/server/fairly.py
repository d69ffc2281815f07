"""Games with a shuffle that can be checked, played at random, and their records as a page saves them."""

import json
from functools import reduce
from operator import getitem
from pathlib import Path
from random import Random
from typing import Any

import tischlein
from tischlein.engine.game import Game
from tischlein.engine.play import fair
from tischlein.engine.play.chain import chain_heads
from tischlein.engine.play.table import Table

CODE = "ABC234"


def verdicts() -> list[dict[str, Any]]:
    """Return the cases of conformance/fair/verdicts.json, each with its whole record."""
    text = (Path(__file__).parents[3] / "conformance/fair/verdicts.json").read_text("utf-8")
    cases: list[dict[str, Any]] = json.loads(text)["cases"]
    for case in cases:
        case["record"] = json.loads(text)["record"]
        for path in (*case["set"], *case["drop"]):
            *way, name = path.split(".")
            place = reduce(getitem, way, case["record"])
            if path in case["drop"]:
                del place[name]
            else:
                place[name] = case["set"][path]
    return cases


VERDICTS = verdicts()


def share(rng: Random) -> str:
    return rng.randbytes(fair.BYTES).hex()


def play_out(table: Table, rng: Random, undo: float = 0.0, most: int = 100_000) -> Table:
    """Anything that is legal until the end; sometimes a player takes back, with everybody's consent."""
    for _ in range(most):
        if table.over:
            break
        seat = rng.choice(table.waiting)
        if rng.random() < undo and any(other == seat for other, text in table.history if text != "undo"):
            try:
                table.undo(seat, consent=True)
                continue
            except tischlein.UndoError:
                pass
        seat = rng.choice(table.waiting)
        table.play(seat, rng.choice(table.actions(seat)))
    return table


def played(
    game: Game, seed: int, sharing: str = "spp", undo: float = 0.0, options: dict[str, Any] | None = None
) -> dict[str, Any]:
    """A finished game and its record. Per seat: ``s`` shares, ``w`` withholds the share, anything else has none."""
    rng = Random(seed)
    secret = share(rng)
    own = [share(rng) if kind in "sw" else None for kind in sharing]
    promises = [None if one is None else fair.promise(one) for one in own]
    shares = [one if kind == "s" else None for one, kind in zip(own, sharing, strict=True)]
    source = fair.Fair(fair.key(secret, CODE, game.id, promises, shares))
    table = play_out(game.new(len(sharing), chance=source, **(options or {})), rng, undo)
    record = {
        **table.record(),
        "fair": {
            "construction": fair.CONSTRUCTION,
            "table": CODE,
            "commitment": fair.commitment(CODE, secret),
            "secret": secret,
            "promises": promises,
            "shares": shares,
            "first": 0,
            "two_sided": game.two_sided,
            "draws": source.draws,
        },
        "receipt": {
            "seat": 0,
            "commitment": fair.commitment(CODE, secret),
            "promises": promises,
            "share": shares[0],
            "told": [chain_heads(game, table.past, 0)],
            "rendered": {"compared": 7, "differs": None},
            "options": table.options,
            "starts": 1,
        },
    }
    written: dict[str, Any] = json.loads(json.dumps(record))
    return written
