"""Players that have learned: ``hard`` plays by its net after a glance ahead; ``expert`` thinks ahead with the same net."""

from __future__ import annotations

import logging
from functools import cache
from pathlib import Path
from time import perf_counter

from tischlein.bots.base import Situation
from tischlein.bots.kernels.net import Net
from tischlein.bots.kernels.net_playouts import NetWorkspace
from tischlein.bots.kernels.search import Style
from tischlein.bots.playout_choice import NetSearchResult, doubtful, search_with_net
from tischlein.bots.runtime import check_backend, runtime
from tischlein.bots.runtimes.base import Runtime
from tischlein.bots.searcher import Searcher, SearchResult
from tischlein.bots.weights import (
    NetError,
    NetFile,
    net_of,
    read_file,
    settings_of,
)
from tischlein.engine.game import Game
from tischlein.engine.rules.contract import Heuristics

logger = logging.getLogger("tischlein.bots")

# Does ``expert`` weight worlds by what others' actions tell about their cards, where a game's rules of thumb say how?
BELIEF = 1

# The most time for a glance, whatever the machine: how long it takes must not tell how many actions there were.
GLANCE_SECONDS = 0.12

_warned: set[str] = set()


def has_net(game: Game) -> bool:
    """Return True if the game has a net that fits its rules; otherwise log once why ``hard`` and ``expert`` search."""
    try:
        net_of(game)
    except NetError as error:
        message = str(error)
        if message not in _warned:
            _warned.add(message)
            logger.warning("%s; its levels hard and expert search without one", message)
        return False
    return True


def net_file(game: Game, path: str) -> NetFile:
    """Return the net in a file, or without a path the one that comes with the game."""
    return _read(game, path) if path else net_of(game)


@cache
def _read(game: Game, path: str) -> NetFile:
    return read_file(game, Path(path))


def net_for(me: Runtime, path: str = "", temperature: float = 0.0) -> Net:
    """Return the net of a game, or the one in a file, for this thread; NetError if there is none."""
    name = f"net {path} {temperature}"
    if name not in me.cache:
        me.cache[name] = me.net(net_file(me.game, path), temperature)
    found: Net = me.cache[name]
    return found


def policy_logits(me: Runtime, situation: Situation, path: str = "") -> list[float]:
    """Return how much the net likes each action of a situation."""
    try:
        return me.policy_logits(net_for(me, path), situation.data, situation.seat, situation.actions)
    except BaseException:
        # Ctrl-C among others: sums that stay from one observation to the next may be half done.
        me.cache.clear()
        raise


class Learned:
    """Plays by its net: what is best in a few games played on with it, or what it likes best where its file asks for no games."""

    def __init__(self, net: str = "", backend: str = "auto") -> None:
        self._path, self._backend = net, check_backend(backend)
        self._search = Searcher(backend=backend)

    def choose(self, situation: Situation) -> int:
        if len(situation.actions) == 1:
            return situation.actions[0]
        game = situation.game
        if not self._path and not has_net(game):
            return self._search.choose(situation)
        games = settings_of(net_file(game, self._path)).glance
        if games:
            glance = Expert(self._path, iterations=games, seconds=GLANCE_SECONDS, backend=self._backend)
            return glance.choose(situation)
        liked = policy_logits(runtime(game, self._backend), situation, self._path)
        return situation.actions[liked.index(max(liked))]


class Expert:
    """Thinks ahead, in worlds that its seat cannot tell from the true one, by games that are played on with a net."""

    def __init__(
        self,
        net: str = "",
        iterations: int | None = None,
        seconds: float | None = None,
        belief: int = BELIEF,
        ahead: int | None = None,  # as the net's file says
        backend: str = "auto",
    ) -> None:
        # The same settings mean the same, and what is wrong with them is said in the same words.
        self._search = Searcher(
            per_world=1, iterations=iterations, seconds=seconds, belief=belief, backend=backend
        )
        self._backend = backend
        self._belief = belief
        self._path = net
        self._iterations, self._seconds = iterations, seconds
        if isinstance(ahead, bool) or not isinstance(ahead, int | None) or (ahead or 0) < 0:
            raise ValueError("ahead is a whole number from 0")
        self._ahead = ahead

    def style_for(self, heuristics: Heuristics) -> Style:
        """Return how to search a game with these rules of thumb where no net helps."""
        return self._search.style_for(heuristics)

    def choose(self, situation: Situation) -> int:
        if len(situation.actions) == 1:
            return situation.actions[0]
        if self._has_net(situation):
            liked = policy_logits(runtime(situation.game, self._backend), situation, self._path)
            tried = doubtful(liked, settings_of(net_file(situation.game, self._path)).reach)
            if len(tried) == 1:
                return situation.actions[tried[0]]
        thought = self.think(situation)
        return thought.best_action if isinstance(thought, NetSearchResult) else thought.best

    def _has_net(self, situation: Situation) -> bool:
        return bool(self._path) or has_net(situation.game)

    def think(self, situation: Situation) -> SearchResult:
        """Think until the budget is used up."""
        if not self._has_net(situation):
            return self._search.think(situation)
        begin = perf_counter()
        me = runtime(situation.game, self._backend)
        manner = settings_of(net_file(situation.game, self._path))
        games = self._iterations or (None if self._seconds else situation.iterations)
        # With a number of games that was asked for, what is decided must not depend on the machine.
        seconds = None if games and not self._seconds else self._seconds or situation.seconds
        if situation.iterations and self._iterations:
            seconds = None
        return search_with_net(
            me,
            situation,
            _clear_workspace(me, situation),
            net_for(me, self._path),
            policy_logits(me, situation, self._path),
            manner.reach,
            manner.ahead if self._ahead is None else self._ahead,
            self._belief,
            games,
            None if seconds is None else begin + seconds,
        )


def _clear_workspace(me: Runtime, situation: Situation) -> NetWorkspace:
    """Return this thread's scratch memory, cleared except for the concealed record of the seat."""
    if "net workspace" not in me.cache:
        me.cache["net workspace"] = me.net_workspace()
    space: NetWorkspace = me.cache["net workspace"]
    me.load_known_record(space, situation.data)
    space.rng[:] = situation.rng
    return space
