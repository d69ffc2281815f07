"""Players that have learned: ``hard`` plays what its net likes best, ``expert`` thinks ahead with the same net."""

from __future__ import annotations

import logging
from pathlib import Path
from threading import local
from time import perf_counter

from tischlein.bots.base import Situation
from tischlein.bots.mind import Mind, mind
from tischlein.bots.net import Net
from tischlein.bots.net_search import NetWorkspace
from tischlein.bots.playout_choice import NetThought, PlayoutThought, doubtful, thought_by_playouts
from tischlein.bots.search import Style
from tischlein.bots.searcher import Searcher, Thought, cleared, common_memory, in_slices
from tischlein.bots.weights import (
    AT_ONCE,
    GAMES,
    WAYS,
    Manner,
    NetError,
    manner_of,
    net_of,
    read_file,
    room_for,
    seats_of,
)
from tischlein.engine.contract import Heuristics
from tischlein.engine.game import Game
from tischlein.engine.types import Array

logger = logging.getLogger("tischlein.bots")

# How many iterations a second of thinking may come to, at most.
PER_SECOND = 20_000
# Does ``expert`` weight worlds by what others' actions tell about their cards, where a game's rules of thumb say how?
BELIEF = 1

_kept = local()  # nets have room to calculate in, which threads cannot share
_warned: set[str] = set()


def has_net(game: Game, seats: int | None = None) -> bool:
    """Has this game a net that fits its rules, and does it play by itself with so many seats? If not, that is said once, in the log."""
    try:
        plays = seats_of(game, net_of(game))
        if seats is None or seats in plays:
            return True
        if not plays:
            return False  # it only helps who thinks ahead
        message = f"the net of {game.name} has not learned to play with {seats} seats"
    except NetError as error:
        message = str(error)
    if message not in _warned:
        _warned.add(message)
        logger.warning("%s; there the levels hard and expert search without one", message)
    return False


def net_for(game: Game, backend: str, path: str = "") -> Net:
    """Return a game's net, or the one in a file, for this thread; NetError if there is none."""
    name = f"{game.id} {backend} {path}"
    found: Net | None = getattr(_kept, name, None)
    if found is None:
        file = read_file(game, Path(path)) if path else net_of(game)
        found = Net(**room_for(file, game.rules.OBSERVED, listed=backend == "python"))
        setattr(_kept, name, found)
    return found


def likings(
    game: Game, data: bytes, seat: int, actions: tuple[int, ...], backend: str, path: str = ""
) -> list[float]:
    """How much the net likes each of a seat's legal actions; the record is concealed for the seat."""
    net, me = net_for(game, backend, path), mind(game, backend)
    choices = me.cells(me.actions)
    choices[: len(actions)] = actions
    out = _reals(me, len(actions))
    me.functions["likings_at"](
        net, me.box(data), 0, seat, choices, len(actions), me.cells(me.actions), me.cells(me.work), out
    )
    return [float(value) for value in out]


def _reals(me: Mind, size: int) -> Array:
    if me.backend.name == "python":
        return [0.0] * size
    import numpy as np

    return np.zeros(size, np.float64)


class Learned:
    """Plays what its net likes best, at once."""

    def __init__(self, net: str = "", backend: str = "native") -> None:
        if backend not in ("native", "python"):
            raise ValueError("backend is native or python")
        self._path, self._backend = net, backend
        self._search = Searcher()

    def choose(self, situation: Situation) -> int:
        if len(situation.actions) == 1:
            return situation.actions[0]
        if not self._path and not has_net(situation.game, situation.seats):
            return self._search.choose(situation)
        liked = likings(
            situation.game, situation.data, situation.seat, situation.actions, self._backend, self._path
        )
        return situation.actions[liked.index(max(liked))]


class Expert:
    """Thinks ahead, in worlds that its seat cannot tell from the true one, with a net."""

    def __init__(
        self,
        net: str = "",
        exploration: float = 1.0,
        per_world: int = 1,
        iterations: int | None = None,
        seconds: float | None = None,
        margin: float | None = None,  # as the net's file says
        belief: int = BELIEF,
        ahead: int | None = None,  # as the net's file says
        way: str | None = None,  # likewise
    ) -> None:
        # The same settings mean the same, and what is wrong with them is said in the same words.
        self._search = Searcher(
            exploration=exploration,
            per_world=per_world,
            iterations=iterations,
            seconds=seconds,
            belief=belief,
        )
        self._belief = belief
        self._path, self._exploration, self._per_world = net, float(exploration), per_world
        self._iterations, self._seconds = iterations, seconds
        if isinstance(margin, bool) or not isinstance(margin, int | float | None):
            raise ValueError(f"margin is a number, not {margin!r}")
        self._margin = margin
        if isinstance(ahead, bool) or not isinstance(ahead, int | None) or (ahead or 0) < AT_ONCE:
            raise ValueError("ahead is a whole number from -1")
        self._ahead = ahead
        if way is not None and way not in WAYS:
            raise ValueError(f"way is one of {', '.join(WAYS)}")
        self._way = way
        self._told: Manner | None = None  # by the file

    def style_for(self, heuristics: Heuristics) -> Style:
        """Return how to search a game with these rules of thumb where no net helps."""
        return self._search.style_for(heuristics)

    def choose(self, situation: Situation) -> int:
        if len(situation.actions) == 1:
            return situation.actions[0]
        if self._plays_on(situation):
            tried = doubtful(self._liked(situation), self._manner(situation.game).reach)
            if len(tried) == 1:
                return situation.actions[tried[0]]
        thought = self.think(situation)
        if isinstance(thought, PlayoutThought):
            return thought.verdict
        if isinstance(thought, NetThought):
            margin = self._manner(situation.game).margin if self._margin is None else self._margin
            if thought.gain < margin:
                return thought.favourite
        return thought.best

    def _manner(self, game: Game) -> Manner:
        if not self._path:
            return manner_of(net_of(game))
        if self._told is None:
            self._told = manner_of(read_file(game, Path(self._path)))
        return self._told

    def _has_net(self, situation: Situation) -> bool:
        game, seats = situation.game, situation.seats
        return bool(self._path) or (has_net(game) and seats in seats_of(game, net_of(game), thinking=True))

    def _plays_on(self, situation: Situation) -> bool:
        """Does it think by games that are played on with the net?"""
        return self._has_net(situation) and (self._way or self._manner(situation.game).way) == GAMES

    def _liked(self, situation: Situation) -> list[float]:
        return likings(
            situation.game, situation.data, situation.seat, situation.actions, "native", self._path
        )

    def think(self, situation: Situation) -> Thought:
        """Search until the budget is used up."""
        if not self._has_net(situation):
            return self._search.think(situation)
        begin = perf_counter()
        me = mind(situation.game, "native")
        net = net_for(situation.game, "native", self._path)
        manner = self._manner(situation.game)
        ahead = manner.ahead if self._ahead is None else self._ahead
        seconds = self._seconds or situation.seconds
        iterations = self._iterations or (None if self._seconds else situation.iterations)
        if self._plays_on(situation):
            return self._by_playouts(situation, me, net, ahead, iterations, begin + seconds)
        most = iterations or max(64, int(PER_SECOND * seconds))
        space = cleared("net", _laid_out, me, situation, most)
        think_with_net = me.functions["think_with_net"]
        done = in_slices(
            lambda done, more: think_with_net(
                space,
                net,
                self._exploration,
                self._per_world,
                self._belief,
                ahead,
                situation.seat,
                done,
                more,
            ),
            most,
            None if iterations else begin + seconds,
        )
        return _thought(me, space, situation, done)

    def _by_playouts(
        self, situation: Situation, me: Mind, net: Net, ahead: int, games: int | None, until: float
    ) -> Thought:
        space = cleared("net", _laid_out, me, situation, 1)
        reach = self._manner(situation.game).reach
        return thought_by_playouts(
            situation, space, net, self._liked(situation), reach, ahead, self._belief, games, until
        )


def _thought(me: Mind, space: NetWorkspace, situation: Situation, done: int) -> Thought:
    import numpy as np

    n = len(situation.actions)
    visits, values, priors = np.zeros(n, np.int64), np.zeros(n), np.zeros(n)
    space.actions[:n] = situation.actions
    me.functions["counted_with_net"](space, situation.seat, n, visits, values, priors)
    return NetThought(situation.actions, visits, values, done, priors)


def _laid_out(game: Game, me: Mind, size: int) -> NetWorkspace:
    import numpy as np

    most = max(me.actions, game.rules.MAX_SEATS)
    return NetWorkspace(
        **common_memory(game, me, size),
        priors=np.zeros(size, np.float32),
        actions=np.zeros(most, np.int64),
        points=np.zeros(most, np.float64),
        opinions=np.zeros(most, np.int64),
    )
