"""What a module exports beside the rules: rules of thumb, search and nets, on plain numbers."""

from __future__ import annotations

from numba.core import types

from modules.compile import Address, Entrance, Number, Real
from modules.memory import rows_at, table_at, variable
from modules.rules_entrances import CELL, Functions, Room
from tischlein.bots.kernels.evaluation import Measure
from tischlein.bots.kernels.guide import BY_HEURISTICS
from tischlein.bots.kernels.net import AT_ONCE, Net
from tischlein.bots.kernels.net_playouts import TRIED, NetWorkspace, Trials
from tischlein.bots.kernels.search import DEPTH, RECORDS, Style, Workspace
from tischlein.cards import RNG_WORDS
from tischlein.engine.backends.compiler import Callee
from tischlein.engine.types import Numba

VARIABLES = (
    *("points", "ways", "known", "visits", "values", "choices"),
    *("likings", "tried", "alive", "worlds", "means", "apart", "spread"),
)


def guide_entrances(functions: Functions, room: Room) -> list[Entrance]:
    """Return the entrances for rules of thumb."""
    records, out, work, rng = rows_at(room.record), room.out, room.work, room.rng
    points, ways = points_of(room), _ways(room)
    rate_, standing_, play_out_ = functions["rate"], functions["standing"], functions["play_out"]

    def rate(s: Address, seat: Number, n: Number) -> None:
        """Write into `points` how good each of the seat's n legal actions in `out` looks."""
        rate_(records(s, 1)[0], seat, out(), n, points(), work())

    def standing(s: Address) -> None:
        """Write into `points` what every seat's position is worth, in hundredths of a point."""
        standing_(records(s, 1)[0], points())

    def play_out(s: Address, cap: Number) -> Number:
        """Play on, every seat as `ways` says: 0 at random, 1 by rules of thumb; return the number of decisions."""
        return play_out_(records(s, 1)[0], ways(), rng(), out(), points(), work(), cap, 1)

    return [Entrance(function) for function in (rate, standing, play_out)]


def search_entrances(functions: Functions, room: Room) -> list[Entrance]:
    """Thinking ahead. The memory of a search are ``size`` places of 20 bytes at ``table``; size is a power of two."""
    space, visits, values = _space(room), variable("visits", CELL, room.actions), _values(room)
    weigh_, think_, counted_ = (functions[name] for name in ("weigh", "think", "counted"))
    seats_of_all = room.seats

    def prepare(table: Address, size: Number) -> None:
        """Clear the memory of a search."""
        laid = space(table, size)
        weigh_(laid.weights, laid.rng)
        for place in range(size):
            laid.keys[place] = 0
            laid.visits[place] = 0
            laid.available[place] = 0
            laid.values[place] = 0.0
        for seat in range(seats_of_all):
            laid.ways[seat] = BY_HEURISTICS

    def think(
        table: Address,
        size: Number,
        exploration: Real,
        temperature: Real,
        per_world: Number,
        horizon: Number,
        lead: Number,
        belief: Number,
        me: Number,
        done: Number,
        iterations: Number,
    ) -> None:
        """Add some iterations to those already done, for the seat `me`, whose concealed record lies at `known`."""
        style = Style(exploration, temperature, per_world, horizon, lead, belief)
        think_(space(table, size), style, me, done, iterations)

    def counted(table: Address, size: Number, me: Number, n: Number) -> None:
        """Write into `visits` how often each of the n actions in `out` was chosen, and into `values` its mean reward."""
        counted_(space(table, size), me, n, visits(), values())

    return [Entrance(function) for function in (prepare, think, counted)]


def review_entrances(functions: Functions, room: Room) -> list[Entrance]:
    """Return the entrance for reviews: what each action brings in many worlds."""
    learned, space = _net(room), _space(room)
    luck, choices = variable("luck", CELL, RNG_WORDS), variable("choices", CELL, room.actions)
    founds, prospects_ = table_at(types.float64), functions["prospects"]

    def prospects(
        table: Address,
        size: Number,
        net: Address,
        inputs: Number,
        width: Number,
        actions: Number,
        seats: Number,
        exploration: Real,
        temperature: Real,
        per_world: Number,
        horizon: Number,
        lead: Number,
        belief: Number,
        has_net: Number,
        ahead: Number,
        me: Number,
        n: Number,
        practice: Number,
        worlds: Number,
        columns: Number,
        found: Address,
    ) -> None:
        """Write into rows of 64-bit floats at `found` what the first n actions in `choices` bring the seat `me` in each world.

        For a spectator, −3, the record at `known` is the true one, and every seat's expectation is written.
        """
        style = Style(exploration, temperature, per_world, horizon, lead, belief)
        net_ = learned(net, inputs, width, actions, seats)
        how = Measure(has_net, ahead, lead)
        rows = founds(found, worlds, columns)
        prospects_(space(table, size), net_, style, how, luck(), me, choices(), n, practice, worlds, rows)

    return [Entrance(prospects)]


def net_entrances(functions: Functions, room: Room) -> list[Entrance]:
    """Return the entrance for nets: how much each action is liked.

    ``net`` is the address of a net with the given numbers of inputs, units in a layer, actions and seats. Its parts lie one after the other, as ``_net``
    looks for them: first numbers of 64 bits, then whole ones of 64, 32, 16 and 8.
    """
    records, out, work, points = rows_at(room.record), room.out, room.work, points_of(room)
    likings, learned, likings_at_ = _likings(room), _net(room), functions["likings_at"]

    def like(
        net: Address,
        inputs: Number,
        width: Number,
        actions: Number,
        seats: Number,
        s: Address,
        seat: Number,
        n: Number,
    ) -> None:
        """Write into `likings` how much the net likes each of the seat's n legal actions in `out`; the record is concealed for the seat."""
        mind = learned(net, inputs, width, actions, seats)
        likings_at_(mind, records(s, 1), 0, seat, out(), n, points(), work(), likings())

    return [Entrance(like)]


def playout_entrances(functions: Functions, room: Room) -> list[Entrance]:
    """Thinking ahead by games that are played on with a net."""
    tried, worlds_ = variable("tried", CELL, TRIED), variable("worlds", CELL, TRIED)
    means, found = variable("means", types.float64, TRIED), variable("found", types.float64, TRIED)
    alive, luck = variable("alive", CELL, TRIED), variable("luck", CELL, RNG_WORDS)
    apart, spread = (variable(name, types.float64, TRIED, TRIED) for name in ("apart", "spread"))
    learned, space = _net(room), _net_space(room)
    clear_, foresee_, verdict_ = (functions[name] for name in ("clear_trials", "foresee", "verdict"))

    def laid_out() -> Numba:
        return Trials(tried(), alive(), worlds_(), means(), apart(), spread(), found(), luck())

    trials: Numba = Callee(laid_out)

    def clear_trials() -> None:
        """Forget what was found for the actions in `tried` before."""
        clear_(trials())

    def foresee(
        net: Address,
        inputs: Number,
        width: Number,
        actions: Number,
        seats: Number,
        belief: Number,
        ahead: Number,
        me: Number,
        n: Number,
        worlds: Number,
    ) -> Number:
        """Try the first n actions in `tried` in more worlds, for the seat `me`, whose concealed record lies at `known`; return how many are left."""
        mind = learned(net, inputs, width, actions, seats)
        return foresee_(space(), mind, trials(), belief, ahead, me, n, worlds)

    def verdict(n: Number) -> Number:
        """Return which of the first n actions in `tried` to play."""
        return verdict_(trials(), n)

    return [Entrance(function) for function in (clear_trials, foresee, verdict)]


def _space(room: Room) -> Numba:
    """Return a function for compiled code: what a search works with, for a memory of this size at this address."""
    out, work, rng, points, ways = room.out, room.work, room.rng, points_of(room), _ways(room)
    row = room.layout.size
    boxes, rows = variable("known", room.record, RECORDS), variable("known", types.uint8, RECORDS, row)
    weights = variable("weights", types.int64, row)
    places, seats = variable("places", CELL, DEPTH), variable("seats", CELL, DEPTH)
    rewards = variable("rewards", types.float64, room.seats)
    around, trust = variable("around", CELL, room.actions), variable("trust", types.float64, room.actions)
    keys_at, counts_at, means_at = rows_at(types.int64), rows_at(types.int32), rows_at(types.float32)

    def laid_out(table: int, size: int) -> Numba:
        return Workspace(
            boxes(),
            rows(),
            weights(),
            keys_at(table, size),
            counts_at(table + 8 * size, size),
            counts_at(table + 12 * size, size),
            means_at(table + 16 * size, size),
            places(),
            seats(),
            rewards(),
            around(),
            trust(),
            rng(),
            out(),
            points(),
            ways(),
            work(),
        )

    return Callee(laid_out)


def _net(room: Room) -> Numba:
    """Return a function for compiled code that gives the net at an address."""
    kinds = (types.float64, CELL, types.int32, types.int16, types.int8)
    reals, cells, words, halves, small = map(rows_at, kinds)
    tables, seen = table_at(types.int8), variable("seen", CELL, room.features)
    features = room.features

    def laid_out(net: int, inputs: int, width: int, actions: int, seats: int) -> Numba:
        lean = net + 8 * (2 * width + actions + seats)
        begin = lean + 16
        low = begin + 8 * (features + 1)
        before = low + 16 * inputs
        came = before + 8 * features
        listed = inputs + AT_ONCE
        bias = came + 16 * listed
        sums = bias + 4 * (width + actions + seats)
        held = sums + 4 * width
        first = held + 2 * width
        second = first + (inputs + 1) * width
        policy = second + width * width
        value = policy + actions * width
        one = value + seats * width
        return Net(
            cells(begin, features + 1),
            cells(low, inputs),
            cells(low + 8 * inputs, inputs),
            tables(first, inputs + 1, width),
            reals(net, width),
            tables(second, width, width),
            words(bias, width),
            reals(net + 8 * width, width),
            tables(policy, actions, width),
            words(bias + 4 * width, actions),
            reals(net + 16 * width, actions),
            tables(value, seats, width),
            words(bias + 4 * (width + actions), seats),
            reals(net + 16 * width + 8 * actions, seats),
            reals(lean, 2),
            seen(),
            cells(before, features),
            halves(held, width),
            cells(came, listed),
            cells(came + 8 * listed, listed),
            words(sums, width),
            small(one, width),
            small(one + width, width),
        )

    return Callee(laid_out)


def _net_space(room: Room) -> Numba:
    """Return a function for compiled code that gives the workspace for thinking with a net."""
    row = room.layout.size
    out, work, rng, points, likings = room.out, room.work, room.rng, points_of(room), _likings(room)
    boxes, rows = variable("known", room.record, RECORDS), variable("known", types.uint8, RECORDS, row)
    rewards = variable("rewards", types.float64, room.seats)

    def laid_out() -> Numba:
        return NetWorkspace(boxes(), rows(), rewards(), rng(), out(), likings(), points(), work())

    return Callee(laid_out)


def _likings(room: Room) -> Numba:
    return variable("likings", types.float64, max(room.actions, room.seats))


def points_of(room: Room) -> Numba:
    return variable("points", CELL, max(room.actions, room.seats))


def _values(room: Room) -> Numba:
    return variable("values", types.float64, room.actions)


def _ways(room: Room) -> Numba:
    return variable("ways", CELL, room.seats)


MAKERS = (guide_entrances, search_entrances, review_entrances, net_entrances, playout_entrances)
