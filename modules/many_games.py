"""What a module exports for many games: whole games between simple bots, and steps of games side by side."""

from __future__ import annotations

from numba.core import types

from modules.bot_entrances import points_of
from modules.compile import Address, Entrance, Number, Word
from modules.memory import rows_at, table_at, variable
from modules.rules_entrances import CELL, Functions, Room
from tischlein.bots.kernels.trace import PLACE_CELLS, ROW_CELLS
from tischlein.cards import RNG_WORDS
from tischlein.engine.rules.stacks import STACK_CELLS


def whole_games_entrances(functions: Functions, room: Room, cells: int) -> list[Entrance]:
    """Return the entrances for whole games; a row of results has ``cells`` of 32 bits."""
    records, words, small = rows_at(room.record), rows_at(CELL), table_at(types.int32)
    out, work, points, seats = room.out, room.work, points_of(room), room.seats
    play_games_, trace_games_ = functions["play_games"], functions["trace_games"]
    addresses, numbers, halves, masks = (
        rows_at(types.int32),
        rows_at(types.int32),
        table_at(types.int16),
        table_at(types.uint8),
    )
    features, actions = room.features, room.actions - 1

    def play_games(
        states: Address,
        ways: Address,
        low: Word,
        high: Word,
        first: Word,
        cap: Number,
        asked: Number,
        answer: Number,
        games: Number,
        rows: Address,
        marks: Address,
        wins: Address,
        luck: Address,
    ) -> None:
        """Play games from `first` on, seats as `ways` says, and write for each a row of results, scores and payoff, in 32 bits.

        At `luck` are 64-bit cells: the stacks that cards are drawn from, and three for the bots' dice.
        """
        play_games_(
            records(states, games), words(ways, seats), low, high, first, cap, asked, answer,
            small(rows, games, cells), small(marks, games, seats), small(wins, games, seats),
            words(luck, STACK_CELLS), words(luck + 8 * STACK_CELLS, RNG_WORDS), out(), points(), work(),
        )  # fmt: skip

    def trace_games(
        at: Address,
        games: Number,
        kept: Number,
        answers: Number,
        low: Word,
        high: Word,
        first: Word,
        cap: Number,
        most: Number,
    ) -> Number:
        """Play games as `play_games` does, with a row for each decision; return the number of rows, at most `most`.

        `at` is the address of as many addresses, of 32 bits, as there are arrays: records, `kept` concealed records, ways,
        `answers` actions of asked seats, the place to go on from, rows, scores, payoff, luck, and for each row of the trace
        its four numbers, its observation and its mask.
        """
        to = addresses(at, 12)
        return trace_games_(
            records(to[0], games), records(to[1], kept), words(to[2], seats), numbers(to[3], answers), low, high, first, cap,
            words(to[4], PLACE_CELLS), small(to[5], games, cells), small(to[6], games, seats), small(to[7], games, seats),
            words(to[8], STACK_CELLS), words(to[8] + 8 * STACK_CELLS, RNG_WORDS), out(), points(), work(),
            small(to[9], most, ROW_CELLS), halves(to[10], most, features), masks(to[11], most, actions),
        )  # fmt: skip

    return [Entrance(play_games), Entrance(trace_games)]


def vector_entrances(functions: Functions, room: Room) -> list[Entrance]:
    """Return the entrances for games side by side.

    ``at`` is the address of as many addresses, of 32 bits, as there are arrays: records, starts, actions taken, turns, lengths, ended,
    rewards, observations, masks, suggestions, ratings and the two generators of every game.
    """
    records, cells, generators = rows_at(room.record), rows_at(CELL), rows_at(CELL, RNG_WORDS)
    words, addresses = rows_at(types.int32), rows_at(types.int32)
    flags, reals, halves, masks_at = (
        rows_at(types.uint8),
        table_at(types.float32),
        table_at(types.int16),
        table_at(types.uint8),
    )
    out, work, points = room.out, room.work, points_of(room)
    seen, wins = variable("seen_by_seat", room.record, 1), variable("wins", CELL, room.seats)
    features, actions = room.features, room.actions - 1
    step_many_, suggest_many_, look_at_ = (
        functions[name] for name in ("step_many", "suggest_many", "look_at")
    )

    def step_many(
        at: Address, kept: Number, starts: Number, n: Number, seats: Number, way: Number, cap: Number
    ) -> None:
        """Play one decision in each of n games; there is room for `kept` records, twice as many where last ones are kept."""
        to = addresses(at, 13)
        step_many_(
            records(to[0], kept), seen(), records(to[1], starts), cells(to[2], n), way, cap, words(to[3], n), words(to[4], n),
            flags(to[5], n), reals(to[6], n, seats), halves(to[7], n, features), masks_at(to[8], n, actions), words(to[9], n),
            generators(to[11], n), generators(to[12], n), out(), work(), wins(), 0, n,
        )  # fmt: skip

    def suggest_many(at: Address, n: Number, way: Number, rated: Number, columns: Number) -> None:
        """Write what a bot would do in each of n games, and if `rated` how much worse than the best each action looks."""
        to = addresses(at, 13)
        suggest_many_(
            records(to[0], n), cells(to[2], n), way, words(to[3], n), words(to[9], n), rated, halves(to[10], n, columns),
            generators(to[12], n), out(), points(), work(), 0, n,
        )  # fmt: skip

    def look_at(
        states: Address,
        kept: Number,
        numbers: Address,
        n: Number,
        seat: Number,
        observed: Address,
        masks: Address,
        is_open: Address,
    ) -> None:
        """Write what a seat sees in n of the records, what it may do there, and where the game is not over."""
        look_at_(
            records(states, kept), cells(numbers, n), seat, seen(), halves(observed, n, features), masks_at(masks, n, actions),
            flags(is_open, n), out(), work(),
        )  # fmt: skip

    return [Entrance(step_many), Entrance(suggest_many), Entrance(look_at)]
