"""What bots decide in the page: by rules of thumb here, or in compiled code, which the worker asks."""

import hashlib

from tischlein.bots.heuristic import Easy, Medium
from tischlein.bots.uniform import Uniform
from tischlein.cards import RNG_WORDS, below, sow
from tischlein.engine.types import Json
from tischlein.room.state import State

# These decide by rules of thumb.
QUICK: Json = {"random": Uniform, "easy": Easy, "medium": Medium}


class Known:
    """The input of a bot's decision in the page: a ``Situation`` without the parts that need CPython."""

    def __init__(self, state: State, data: bytes, seat: int) -> None:
        self.game = state.game
        self.seat = seat
        self.data = data
        self.actions = tuple([action.id for action in state.actions[seat]])
        # The same after an undo, and nothing that leads back to the seed.
        hashed = hashlib.sha256(f"{state.row.seed} {seat} ".encode() + self.data).digest()
        self.rng = [0] * RNG_WORDS
        sow(self.rng, *[int.from_bytes(hashed[4 * k : 4 * k + 4], "big") for k in range(RNG_WORDS)])

    def below(self, n: int) -> int:
        return below(self.rng, n)


def choice_of(state: State, seat: int, seconds: float) -> Json | None:
    """Return a bot's decision, or the arguments for the compiled search."""
    table, level = state.table, state.seats[seat].level or state.row.stand_in
    if table is None:
        return None
    known = Known(state, state.game.layout.pack(table.conceal_for(seat)), seat)
    if level in QUICK or len(known.actions) == 1:
        return {"action": QUICK.get(level, Uniform)().choose(known)}
    return {
        "action": QUICK["medium"]().choose(known),  # where no compiled code is at hand
        "level": level,
        "known": known.data.hex(),
        "actions": list(known.actions),
        "rng": known.rng,
        "seconds": seconds,
    }
