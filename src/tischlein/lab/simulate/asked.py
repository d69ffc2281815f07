"""Play games with bots outside compiled code: any bot by name, any object with ``choose``. The others still play compiled."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from time import perf_counter
from typing import Any

import numpy as np

from tischlein.bots import ask, bot
from tischlein.bots.base import MOST_DECISIONS, SECONDS, Situation, Witnessed, dice
from tischlein.bots.kernels.whole_games import NOBODY
from tischlein.cards import UNKNOWN
from tischlein.engine.backends.base import words_of
from tischlein.engine.play.history import History
from tischlein.engine.rules.columns import STATUS
from tischlein.engine.types import Array, Event
from tischlein.lab.simulate.plan import Plan
from tischlein.lab.simulate.result import Played
from tischlein.lab.simulate.runner import Portion, Runner, SteppedRunner, stepped
from tischlein.lab.simulate.summary import BotTime

Spans = Sequence[tuple[int, int]]  # first game and end of each
# Games in a portion: few, since each takes long.
PORTION = 8
# A portion that would take more seconds than this has fewer games, so that progress is visible.
NEWS_AFTER = 10.0
# How many seconds a game of these players took, with everything compiled, by game, seats, players and backend.
_paces: dict[tuple[str, int, tuple[str, ...], str], float] = {}


class AskedRunner(Runner):
    """Play games in which bots outside compiled code are asked for their decisions."""

    portion = PORTION

    def portions(self, plan: Plan, first: int, end: int, threads: int) -> Generator[Portion]:
        yield from ask_all(plan, threads, [(first, end)])


def ask_all(plan: Plan, threads: int, spans: Spans) -> Generator[Portion]:
    """Play some spans of a plan, portion by portion: bots by name in as many processes, bot objects in this one.

    No portion belongs to two spans, and the processes go on from span to span.
    """
    if not spans:
        return
    stepped(plan.game, plan.backend)
    who = plan.game.id, plan.seats, plan.names, plan.backend
    if who not in _paces:
        yield portion(plan, spans[0][0], 1)  # what is compiled here, the others find
        spans = _without_first(spans)
        if not spans:
            return
        begin = perf_counter()
        alone = portion(plan, spans[0][0], 1)
        _paces[who] = perf_counter() - begin
        spans = _without_first(spans)
        yield alone
        if not spans:
            return
    size = max(1, min(PORTION, int(NEWS_AFTER / _paces[who])))
    tasks = [
        (plan, begin, min(size, end - begin)) for first, end in spans for begin in range(first, end, size)
    ]
    games = sum(end - first for first, end in spans)
    few = games <= PORTION and _paces[who] < NEWS_AFTER  # done before other processes are there
    if few or threads == 1 or not all(isinstance(one, str) for one in plan.bots):
        yield from (portion(*task) for task in tasks)
        return
    from tischlein.lab.workers import Workers

    with Workers(min(threads, len(tasks))) as workers:
        yield from workers.map(portion, tasks)


def _without_first(spans: Spans) -> Spans:
    """Return all games but the first."""
    (first, end), *others = spans
    return [(first + 1, end), *others] if first + 1 < end else others


def portion(plan: Plan, first: int, count: int) -> Portion:
    """Play some games one after the other."""
    games = AskedGames(stepped(plan.game, plan.backend), plan)
    for number in range(count):
        games.play(first + number)
    return first, games.played(), games.asked


class AskedGames:
    """Games that are played one after the other."""

    def __init__(self, ready: SteppedRunner, plan: Plan) -> None:
        self._runner = ready
        self._plan = plan
        self._players: list[Any] = []  # bots, or the caller's objects with `choose`
        self._start = plan.opening()
        self._ways = ready.row_of(plan.ways)
        self._scratch = ready.scratch()
        self._results: list[tuple[list[int], list[int], list[int]]] = []
        self.asked = BotTime()

    def play(self, number: int) -> None:
        """Play a game, by its number."""
        ready, seats = self._runner, self._runner.rules.MAX_SEATS
        states, rows = ready.boxes(self._start, 1), ready.grid(1, ready.lab.CELLS)
        marks, wins = ready.grid(1, seats), ready.grid(1, seats)
        log = EventLog(self._plan, number)
        # A new bot on every seat: none remembers other hands or another game.
        self._players = [bot(one) if isinstance(one, str) else one for one in self._plan.bots]
        asked, answer = NOBODY, 0
        while True:
            ready.functions["play_games"](
                states, self._ways, *words_of(self._plan.seed), number, MOST_DECISIONS, asked, answer,
                rows, marks, wins, *self._scratch.values(),
            )  # fmt: skip
            asked = int(rows[0][STATUS])
            if asked < 0:
                break
            answer = self._ask(states, asked, number, log)
            log.answers.append(answer)
        self._results.append((list(rows[0]), list(marks[0]), list(wins[0])))

    def _ask(self, states: Array, seat: int, number: int, log: EventLog) -> int:
        data, actions = self._runner.seen(states, seat, self._scratch)
        answers = len(log.answers)
        situation = Situation(
            game=self._plan.game,
            seat=seat,
            data=data,
            actions=actions,
            events=Witnessed(lambda: log.events(seat, answers)),
            seconds=SECONDS,
            iterations=None,
            rng=dice(self._plan.seed * 1_000_003 + number, seat, data),
        )
        begin = perf_counter()
        action = ask(self._players[seat], situation)
        self.asked.times += 1
        self.asked.seconds += perf_counter() - begin
        return action

    def played(self) -> Played:
        rows, marks, wins = zip(*self._results, strict=True)
        return Played(np.array(rows, np.int32), np.array(marks, np.int32), np.array(wins, np.int32))


class EventLog:
    """The events of a game, for a bot that asks for them: most do not, and it costs time.

    The game is played once more, in plain Python and step by step, with the answers that were given: everything else follows
    from the seed.
    """

    def __init__(self, plan: Plan, number: int) -> None:
        self.answers: list[int] = []
        self._plan = plan
        self._number = number
        self._replay: _Replay | None = None

    def events(self, seat: int, answers: int) -> list[Event]:
        """Return the events that a seat has witnessed before the next answer."""
        if self._replay is None:
            self._replay = _Replay(self._plan, self._number)
        return self._replay.events(seat, self.answers[:answers])


class _Replay:
    def __init__(self, plan: Plan, number: int) -> None:
        self._plan = plan
        self._game = plan.game
        self._runner = stepped(plan.game, "python")
        self._functions = self._runner.functions
        self._scratch = self._runner.scratch()
        self._states = self._runner.boxes(plan.opening(), 1)
        self._luck = self._scratch["stacks"], self._scratch["dice"]
        self._rows = self._runner.grid(1, self._runner.lab.CELLS)
        self._functions["begin_at"](self._rows, 0, *self._luck, *words_of(plan.seed), number)
        self._history = History(plan.opening())
        self._ends: list[int] = []  # for each answer, how many steps there were before it

    def events(self, seat: int, answers: Sequence[int]) -> list[Event]:
        while len(self._ends) <= len(answers):
            self._go_on(answers)
        seen = self._history.seen_events(self._game, seat)
        found: list[Event] = seen[: self._history.seen_until(seat, self._ends[len(answers)])]
        return found

    def _go_on(self, answers: Sequence[int]) -> None:
        """Play up to the next question."""
        ways, s = self._plan.ways, self._states[0]
        if self._ends:
            self._step(int(s.actor), answers[len(self._ends) - 1])
        while True:
            seat, action = self._functions["next_step_at"](
                self._states, 0, list(ways), *self._scratch.values()
            )
            if action == UNKNOWN:
                break
            self._step(seat, action)
        self._ends.append(len(self._history.steps))

    def _step(self, actor: int, action: int) -> None:
        s = self._states[0]
        self._game.rules.apply(s, actor, action, self._scratch["work"])
        self._history.add(actor, "", action, self._game.layout.pack(s))
