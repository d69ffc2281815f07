"""Players that have learned: ``hard`` plays what its net likes best, or after a glance ahead; ``expert`` thinks ahead with the same net."""

from __future__ import annotations

import logging
from pathlib import Path
from threading import local
from time import perf_counter

from tischlein.bots.base import Situation
from tischlein.bots.kernels.net import Net
from tischlein.bots.kernels.net_playouts import NetWorkspace
from tischlein.bots.kernels.search import KNOWN, RECORDS, Style
from tischlein.bots.mind import Mind, mind
from tischlein.bots.playout_choice import PlayoutThought, doubtful, thought_by_playouts
from tischlein.bots.searcher import Searcher, Thought
from tischlein.bots.weights import (
    Manner,
    NetError,
    glance_of,
    manner_of,
    net_of,
    read_file,
    room_for,
    seats_of,
)
from tischlein.cards import RNG_WORDS
from tischlein.engine.game import Game
from tischlein.engine.rules.contract import Heuristics
from tischlein.engine.types import Array

logger = logging.getLogger("tischlein.bots")

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


def has_thinking_net(game: Game, seats: int) -> bool:
    """Has this game a net that helps to think ahead with so many seats?"""
    try:
        return seats in seats_of(game, net_of(game), thinking=True)
    except NetError:
        return False


def glance_at(game: Game, seats: int) -> int:
    """How many games does ``hard`` play on before it decides? 0: none, it plays what its net likes best, or searches."""
    if has_net(game, seats) or not has_thinking_net(game, seats):
        return 0
    return glance_of(net_of(game))


def net_for(game: Game, backend: str, path: str = "") -> Net:
    """Return a game's net, or the one in a file, for this thread; NetError if there is none."""
    name = _name(game, backend, path)
    found: Net | None = getattr(_kept, name, None)
    if found is None:
        file = read_file(game, Path(path)) if path else net_of(game)
        found = Net(**room_for(file, game.rules.OBSERVED, listed=backend == "python"))
        setattr(_kept, name, found)
    return found


def _name(game: Game, backend: str, path: str) -> str:
    return f"{game.id} {backend} {path}"


def likings(
    game: Game, data: bytes, seat: int, actions: tuple[int, ...], backend: str, path: str = ""
) -> list[float]:
    """How much the net likes each of a seat's legal actions; the record is concealed for the seat."""
    net, me = net_for(game, backend, path), mind(game, backend)
    choices = me.cells(me.actions)
    choices[: len(actions)] = actions
    out = _reals(me, len(actions))
    try:
        me.functions["likings_at"](
            net, me.box(data), 0, seat, choices, len(actions), me.cells(me.actions), me.cells(me.work), out
        )
    except BaseException:
        # Ctrl-C among others: its sums may be half done, and they stay from one observation to the next.
        delattr(_kept, _name(game, backend, path))
        raise
    return [float(value) for value in out]


def _reals(me: Mind, size: int) -> Array:
    if me.backend.name == "python":
        return [0.0] * size
    import numpy as np

    return np.zeros(size, np.float64)


class Learned:
    """Plays what its net likes best, at once; with a net that is too weak for that, after a glance at what each action brings."""

    def __init__(self, net: str = "", backend: str = "native") -> None:
        if backend not in ("native", "python"):
            raise ValueError("backend is native or python")
        self._path, self._backend = net, backend
        self._search = Searcher()

    def choose(self, situation: Situation) -> int:
        if len(situation.actions) == 1:
            return situation.actions[0]
        if not self._path and not has_net(situation.game, situation.seats):
            games = glance_at(situation.game, situation.seats)
            return (Expert(iterations=games) if games else self._search).choose(situation)
        liked = likings(
            situation.game, situation.data, situation.seat, situation.actions, self._backend, self._path
        )
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
    ) -> None:
        # The same settings mean the same, and what is wrong with them is said in the same words.
        self._search = Searcher(per_world=1, iterations=iterations, seconds=seconds, belief=belief)
        self._belief = belief
        self._path = net
        self._iterations, self._seconds = iterations, seconds
        if isinstance(ahead, bool) or not isinstance(ahead, int | None) or (ahead or 0) < 0:
            raise ValueError("ahead is a whole number from 0")
        self._ahead = ahead
        self._told: Manner | None = None  # by the file

    def style_for(self, heuristics: Heuristics) -> Style:
        """Return how to search a game with these rules of thumb where no net helps."""
        return self._search.style_for(heuristics)

    def choose(self, situation: Situation) -> int:
        if len(situation.actions) == 1:
            return situation.actions[0]
        if self._has_net(situation):
            tried = doubtful(self._liked(situation), self._manner(situation.game).reach)
            if len(tried) == 1:
                return situation.actions[tried[0]]
        thought = self.think(situation)
        return thought.verdict if isinstance(thought, PlayoutThought) else thought.best

    def _manner(self, game: Game) -> Manner:
        if not self._path:
            return manner_of(net_of(game))
        if self._told is None:
            self._told = manner_of(read_file(game, Path(self._path)))
        return self._told

    def _has_net(self, situation: Situation) -> bool:
        game, seats = situation.game, situation.seats
        return bool(self._path) or (has_net(game) and seats in seats_of(game, net_of(game), thinking=True))

    def _liked(self, situation: Situation) -> list[float]:
        return likings(
            situation.game, situation.data, situation.seat, situation.actions, "native", self._path
        )

    def think(self, situation: Situation) -> Thought:
        """Think until the budget is used up."""
        if not self._has_net(situation):
            return self._search.think(situation)
        begin = perf_counter()
        manner = self._manner(situation.game)
        seconds = self._seconds or situation.seconds
        return thought_by_playouts(
            situation,
            _cleared(situation),
            net_for(situation.game, "native", self._path),
            self._liked(situation),
            manner.reach,
            manner.ahead if self._ahead is None else self._ahead,
            self._belief,
            self._iterations or (None if self._seconds else situation.iterations),
            begin + seconds,
        )


def _cleared(situation: Situation) -> NetWorkspace:
    """What to think with, with nothing in it but what the seat knows; for this thread, until it thinks again."""
    import numpy as np

    name = f"{situation.game.id} space"
    space: NetWorkspace | None = getattr(_kept, name, None)
    if space is None:
        space = _laid_out(situation.game)
        setattr(_kept, name, space)
    space.rows[KNOWN] = np.frombuffer(situation.data, np.uint8)
    space.rng[:] = situation.rng
    return space


def _laid_out(game: Game) -> NetWorkspace:
    import numpy as np

    me = mind(game, "native")
    states = np.zeros(RECORDS, game.layout.dtype)
    most = max(me.actions, game.rules.MAX_SEATS)
    return NetWorkspace(
        states=states,
        rows=states.view(np.uint8).reshape(RECORDS, game.layout.size),
        rewards=np.zeros(game.rules.MAX_SEATS, np.float64),
        rng=np.zeros(RNG_WORDS, np.int64),
        actions=np.zeros(most, np.int64),
        points=np.zeros(most, np.float64),
        opinions=np.zeros(most, np.int64),
        work=np.zeros(me.work, np.int64),
    )
