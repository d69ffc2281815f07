"""``expert`` at many tables at once: it tries what its net doubts by games that are played on, as ``bots.net_playouts`` does at one.

Games of all tables go on side by side in rooms of their own, so the net answers for thousands of them in one go. Worlds come some at a
time, and what is clearly worse is given up, exactly as there; the numbers are shorter, and the dice are others.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import torch

from tischlein.bots.base import MOST_DECISIONS
from tischlein.bots.kernels import vector_step
from tischlein.bots.kernels.net_playouts import AT_LEAST, GIVEN_UP, SURE, TRIED
from tischlein.bots.kernels.search import PATIENCE
from tischlein.bots.kernels.vector_step import STAY
from tischlein.bots.playout_choice import AT_ONCE
from tischlein.bots.weights import Manner
from tischlein.cards import RNG_WORDS
from tischlein.engine.backends import load
from tischlein.engine.backends.base import words_of
from tischlein.engine.game import Game
from tischlein.engine.types import Numba
from tischlein.lab.simulate.runner import GENERIC, Runner
from tischlein.train import world_step
from tischlein.train.model import Questions, Weights
from tischlein.train.rival import Rival
from tischlein.train.rooms import Rooms

# Games that are played on side by side.
ROOM = 32_768
MODULES = (*GENERIC, vector_step, world_step)


class ComparedActions(NamedTuple):
    """What is known of some actions at some tables: [table, action]."""

    alive: torch.Tensor  # is it still tried?
    worlds: torch.Tensor  # in how many it was
    games: torch.Tensor  # that a table has used up


class Thinking:
    """Games that are played on, for any rooms of the same game."""

    def __init__(
        self,
        game: Game,
        rival: Rival,
        manner: Manner,
        games: int,
        device: str,
        seed: int,
        room: int = ROOM,
    ) -> None:
        self.rival, self.manner, self.games, self.device = rival, manner, games, device
        self.room = Rooms(game, room, seed, device, [(game.seats[0], {})])
        self._lay_out = _layer(self.room, device)
        self._seed = words_of(seed)
        self._asked = 0
        # Two actions share the games that are left after the first worlds: none can have more.
        self._most = max(games // 2, min(AT_LEAST, games))

    def choose(self, rooms: Rooms, policy: torch.Tensor, asked: torch.Tensor) -> torch.Tensor:
        """Choose actions in all rooms: the net's favourite, or the best of the tried ones where it has doubts."""
        choice = policy.argmax(1)
        liked, order = policy.topk(min(TRIED, policy.shape[1]), 1)
        tried = (liked >= liked[:, :1] - self.manner.reach) & rooms.masks.gather(1, order)
        at = (asked & (tried.sum(1) > 1)).nonzero()[:, 0]
        if len(at):
            picked = self._verdicts(rooms, at, order[at], tried[at])
            choice[at] = order[at].gather(1, picked[:, None])[:, 0]
        return choice

    def _verdicts(
        self, rooms: Rooms, at: torch.Tensor, order: torch.Tensor, tried: torch.Tensor
    ) -> torch.Tensor:
        """Return the place of the chosen action in the order, at each of these tables."""
        found = torch.zeros((*order.shape, self._most), device=self.device)
        early = min(AT_LEAST, self._most)
        each = self.games // tried.sum(1)
        self._try(rooms, at, order, tried, found, 0, each.clamp(max=early))
        trials = self._judged(found, tried, early)
        left = trials.alive.sum(1)
        more = (self.games - trials.games) // left.clamp(max=2)
        self._try(rooms, at, order, trials.alive & (left > 1)[:, None], found, early, early + more)
        trials = self._judged(found, tried, self._most)
        best = _leader(found, trials)
        apart, doubt = _apart(found, trials.worlds, best, torch.zeros_like(best))
        return torch.where(apart > SURE * doubt, best, 0)

    def _try(
        self,
        rooms: Rooms,
        at: torch.Tensor,
        order: torch.Tensor,
        alive: torch.Tensor,
        found: torch.Tensor,
        first: int,
        end: torch.Tensor,
    ) -> None:
        """Try actions in the worlds from the first one on; all actions of a table meet the same."""
        worlds = torch.arange(first, self._most, device=self.device)
        wanted = alive[:, :, None] & (worlds[None, None, :] < end[:, None, None])
        table, action, world = wanted.nonzero(as_tuple=True)
        self._asked += 1
        # A GPU cannot start a kernel for no table.
        for begin in range(0, len(table), self.room.n):
            part = slice(begin, begin + self.room.n)
            t, a, w = table[part], action[part], world[part]
            number = ((at[t] + self._asked * rooms.n) * self._most + first + w) % (1 << 30)
            found[t, a, first + w] = self._played_on(rooms, at[t], order[t, a], number)

    def _played_on(
        self, rooms: Rooms, tables: torch.Tensor, actions: torch.Tensor, worlds: torch.Tensor
    ) -> torch.Tensor:
        """Return what each of these actions brings to the acting seat of its table, in the world of its number."""
        room, n = self.room, len(tables)
        me = rooms.turns[tables].long()
        self._lay_out(rooms, tables, me, worlds, *self._seed)
        room.turns[:n] = me.to(room.turns.dtype)
        room.seats[:n], room.taken[:n] = rooms.seats[tables], rooms.taken[tables]
        room.lengths[:n] = 0
        room.masks[:n] = True  # what is legal at the table is legal in its worlds
        shares = torch.zeros(n, device=self.device)
        decided = torch.zeros(n, dtype=torch.int64, device=self.device)
        moves = torch.full((room.n,), STAY, dtype=torch.int64, device=self.device)
        live = torch.arange(n, device=self.device)
        moves[:n] = actions
        for _ in range(MOST_DECISIONS):
            room.step(moves)
            ended = room.ended[live]
            over = live[ended]
            shares[over] = room.rewards[over].gather(1, me[over][:, None])[:, 0]
            live = live[~ended]
            if not len(live):
                break
            moves.fill_(STAY)
            moves[live] = room.masks[live].int().argmax(1)
            some = live[room.masks[live].sum(1) > 1]
            policy, value = room.answers(*self.rival, some)
            turn, mine = room.turns[some].long(), me[some]
            stop = (decided[some] >= self.manner.ahead) & (turn == mine)
            stop |= decided[some] >= self.manner.ahead + PATIENCE
            hoped = value.exp().gather(1, ((mine - turn) % room.seats[some])[:, None])[:, 0]
            shares[some] = torch.where(stop, hoped, shares[some])
            moves[some] = torch.where(stop, STAY, policy.argmax(1))
            decided[some] += 1
            live = live[moves[live] != STAY]
        return shares

    def _judged(self, found: torch.Tensor, tried: torch.Tensor, end: int) -> ComparedActions:
        """Try actions in worlds, some at a time, and give up what is clearly worse."""
        alive, left = tried.clone(), tried.sum(1)
        games, seen = torch.zeros_like(left), torch.zeros_like(left)
        trials = ComparedActions(alive, torch.zeros_like(tried, dtype=torch.int64), games)
        while True:
            more = ((self.games - games) // left).clamp(max=AT_ONCE)
            more[((left == 1) & (seen >= AT_LEAST)) | (seen + more > end)] = 0
            if not bool(more.any()):
                return trials
            games += more * left
            seen += more
            trials.worlds[:] = torch.where(alive & (more > 0)[:, None], seen[:, None], trials.worlds)
            lead = _leader(found, trials)
            enough = (more > 0) & (seen >= AT_LEAST)
            for k in range(tried.shape[1]):
                apart, doubt = _apart(found, trials.worlds, lead, torch.full_like(lead, k))
                alive[:, k] &= ~(enough & (lead != k) & (apart >= (GIVEN_UP * doubt).clamp(min=1e-9)))
            left = alive.sum(1)


class ThinkingRival(Rival):
    """A net that does not learn, and thinks ahead where it has doubts."""

    thinking: Thinking

    def __new__(cls, net: Weights, questions: Questions, thinking: Thinking) -> ThinkingRival:
        made = super().__new__(cls, net, questions)
        made.thinking = thinking
        return made

    def plays(self, rooms: Rooms, asked: torch.Tensor) -> torch.Tensor:
        policy, _ = rooms.answers(self.net, self.questions)
        return self.thinking.choose(rooms, policy, asked)


def _leader(found: torch.Tensor, trials: ComparedActions) -> torch.Tensor:
    """Return the best of the actions that are still tried, at each table."""
    sums = found.cumsum(2).gather(2, (trials.worlds - 1).clamp(min=0)[:, :, None])[:, :, 0]
    return torch.where(trials.alive, sums / trials.worlds.clamp(min=1), -1.0).argmax(1)


def _apart(
    found: torch.Tensor, worlds: torch.Tensor, one: torch.Tensor, other: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return how much better one action is than another in the worlds of both, and the standard error."""
    table = torch.arange(len(found), device=found.device)
    n = torch.minimum(worlds[table, one], worlds[table, other])
    common = torch.arange(found.shape[2], device=found.device)[None] < n[:, None]
    apart = torch.where(common, found[table, one] - found[table, other], 0.0)
    mean = apart.sum(1) / n.clamp(min=1)
    spread = torch.where(common, (apart - mean[:, None]) ** 2, 0.0).sum(1)
    return mean, torch.where(n < 2, 1.0, (spread / (n - 1).clamp(min=1) / n.clamp(min=1)).sqrt())


def _layer(room: Rooms, device: str) -> Numba:
    """Return a function that lays out worlds in a room's first records, from tables in other rooms."""
    if device == "cuda":
        from numba import cuda

        from tischlein.engine.backends.cuda import THREADS_PER_BLOCK, blocks

        kernel, shared = _kernel(room.runner), cuda.as_cuda_array

        def on_gpu(
            rooms: Rooms, tables: torch.Tensor, seats: torch.Tensor, worlds: torch.Tensor, low: int, high: int
        ) -> None:
            kernel[blocks(len(tables)), THREADS_PER_BLOCK](
                room.records, rooms.records, shared(tables), shared(seats), shared(worlds), low, high, room.luck
            )  # fmt: skip

        return on_gpu
    runner = room.runner
    native: Numba = load(runner.rules, "native")
    lay_out = native.kernels.with_more(MODULES, runner.heuristics, runner.lab)["lay_out_many"]
    rng, work = np.zeros(RNG_WORDS, np.int64), np.zeros(runner.room["work"], np.int64)

    def here(
        rooms: Rooms, tables: torch.Tensor, seats: torch.Tensor, worlds: torch.Tensor, low: int, high: int
    ) -> None:
        lay_out(
            room.records, rooms.records, tables.numpy(), seats.numpy(), worlds.numpy(),
            low, high, rng, room.luck, work,
        )  # fmt: skip

    return here


@cache
def _kernel(runner: Runner) -> Numba:
    """Return a kernel in which one thread lays out one world, in local memory."""
    import numba
    from numba import cuda

    from tischlein.engine.backends.cuda import constant_table, on_device
    from tischlein.engine.rules.clone import clone

    functions = clone(runner.rules, MODULES, on_device, constant_table, runner.heuristics, None, runner.lab)
    lay_out, put = functions["lay_out"], functions["put"]
    record, scratch = numba.from_dtype(runner.game.layout.dtype), runner.room["work"]

    @cuda.jit
    def kernel(states, tables, places, seats, worlds, low, high, lucks):  # type: ignore[no-untyped-def]  # compiled
        box = cuda.local.array(1, record)
        rng = cuda.local.array(RNG_WORDS, numba.int64)
        work = cuda.local.array(scratch, numba.int32)
        i = cuda.grid(1)
        if i < places.shape[0]:
            lay_out(box, 0, tables, places[i], seats[i], low, high, worlds[i], rng, lucks[i], work)
            put(states, i, box, 0)

    return kernel
