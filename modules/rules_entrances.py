"""What a module exports of the rules: the contract, the generator and whole random games, on plain numbers.

``s`` is the address of a record. Lists are not passed: functions write into variables of the module, whose addresses it exports.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numba
from numba.core import types

from modules.compile import Address, Entrance, Number, Word
from modules.memory import rows_at, variable
from tischlein.cards import RNG_WORDS
from tischlein.engine.rules.record import Layout
from tischlein.engine.types import Numba, State

# Cells of scratch space and of what functions write, as on the native backend, so that both share what Numba translates. 32 bits
# would be enough for all rules (tests/wasm/test_cells.py): JavaScript reads the lower half.
CELL = types.int64


@dataclass(frozen=True)
class Room:
    """The memory that entrances share, and how they look at it."""

    layout: Layout
    seats: int
    actions: int  # room for this many
    features: int
    scratch: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "record", numba.from_dtype(self.layout.dtype))

    record: State = None

    @property
    def out(self) -> Numba:
        return variable("out", CELL, max(self.actions, self.seats, self.features))

    @property
    def work(self) -> Numba:
        return variable("work", CELL, self.scratch)

    @property
    def rng(self) -> Numba:
        return variable("rng", CELL, RNG_WORDS)


VARIABLES = ("out", "rng")
# Compiled clones by name.
Functions = Mapping[str, Callable[..., int]]


def contract_entrances(functions: Functions, room: Room) -> list[Entrance]:
    """Return the entrances for the rules of one game, one for each function."""
    records, out, work, rng = rows_at(room.record), room.out, room.work, room.rng
    setup_, why_, legal_, chances_, drawn_for_, apply_ = (
        functions[n] for n in ("setup", "why", "legal", "chances", "drawn_for", "apply")
    )
    scores_, payoff_, conceal_ = (functions[name] for name in ("scores", "payoff", "conceal"))
    imagine_, observe_ = functions["imagine"], functions["observe"]

    def setup(s: Address) -> None:
        """Lay out a new game; seats and options are already in the record."""
        setup_(records(s, 1)[0])

    def why(s: Address, seat: Number, action: Number) -> Number:
        """Return 0 when the action is legal, else the number of the reason against it."""
        return why_(records(s, 1)[0], seat, action, work())

    def legal(s: Address, seat: Number) -> Number:
        """Write the seat's legal actions into `out`; return their number."""
        return legal_(records(s, 1)[0], seat, out(), work())

    def chances(s: Address) -> Number:
        """Return the number of equally likely outcomes when `actor` is −1."""
        return chances_(records(s, 1)[0])

    def drawn_for(s: Address) -> Number:
        """Return the seat that the next card is drawn for, the number of seats for the middle, −1 for a lot."""
        return drawn_for_(records(s, 1)[0])

    def apply(s: Address, seat: Number, action: Number) -> None:
        """Carry out a legal action, or with seat −1 a chance outcome."""
        apply_(records(s, 1)[0], seat, action, work())

    def scores(s: Address) -> None:
        """Write the points per seat into `out`."""
        scores_(records(s, 1)[0], out())

    def payoff(s: Address) -> None:
        """Write the final result per seat into `out`: 1 for every winner, all 0 before the end."""
        payoff_(records(s, 1)[0], out())

    def conceal(s: Address, seat: Number) -> None:
        """Blank out everything that the seat may not know; −3 is a spectator."""
        conceal_(records(s, 1)[0], seat)

    def imagine(s: Address, seat: Number) -> None:
        """Fill a concealed record with hidden cards, drawn with `rng`."""
        imagine_(records(s, 1)[0], seat, rng(), work())

    def observe(s: Address, seat: Number) -> None:
        """Write the features of a concealed record into `out`."""
        observe_(records(s, 1)[0], seat, out())

    found = (setup, why, legal, chances, drawn_for, apply, scores, payoff, conceal, imagine, observe)
    return [Entrance(function) for function in found]


def drive_entrances(functions: Functions, room: Room) -> list[Entrance]:
    """Return the entrances for the generator and for whole random games."""
    records, out, work, rng = rows_at(room.record), room.out, room.work, room.rng
    many_words, cells = rows_at(CELL, RNG_WORDS), rows_at(CELL)
    many_bytes = rows_at(types.uint8, room.layout.size)
    sow_, below_, checksum_ = functions["sow"], functions["below"], functions["checksum"]
    random_game_, random_games_ = functions["random_game"], functions["random_games"]
    size = room.layout.size

    def sow(low: Word, high: Word, stream: Word) -> None:
        """Set `rng` from a seed, given as two words, and the number of a stream."""
        sow_(rng(), low, high, stream)

    def below(n: Number) -> Number:
        """Return a number from 0 to n − 1, drawn with `rng`."""
        return below_(rng(), n)

    def random_game(s: Address, cap: Number) -> Number:
        """Play at random to the end or up to `cap` decisions, drawn with `rng`; return their number."""
        return random_game_(records(s, 1)[0], rng(), out(), work(), cap)

    def random_games(
        states: Address,
        rngs: Address,
        decisions: Address,
        games: Number,
        low: Word,
        high: Word,
        first: Word,
        cap: Number,
    ) -> Number:
        """Play `games` records to the end, the i-th with stream first + i of the seed; return all decisions.

        Three cells of 64 bits a game at `rngs` take the generators, one a game at `decisions` the decisions.
        """
        boxes, words, counts = records(states, games), many_words(rngs, games), cells(decisions, games)
        return random_games_(boxes, words, counts, low, high, first, cap, out(), work())

    def checksum(states: Address, rngs: Address, games: Number) -> Number:
        """Return a hash over records and generators."""
        return checksum_(many_bytes(states, games), many_words(rngs, games), games, size)

    # One of them is one piece: both would hold all rules once more.
    whole = [Entrance(random_game), Entrance(random_games, inlined=True)]
    return [Entrance(sow), Entrance(below), *whole, Entrance(checksum)]
