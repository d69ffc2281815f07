"""Play games with bots outside compiled code: any bot by name, any object with ``choose``. The others still play compiled."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import cached_property
from time import perf_counter

import numpy as np

from tischlein.bots import ask, bot
from tischlein.bots.base import MOST_DECISIONS, SECONDS, Situation, Witnessed, dice
from tischlein.bots.kernels.whole_games import NOBODY
from tischlein.cards import UNKNOWN
from tischlein.engine.backends.base import words_of
from tischlein.engine.play.history import History
from tischlein.engine.rules.columns import STATUS
from tischlein.engine.types import Event
from tischlein.lab.simulate.plan import Plan
from tischlein.lab.simulate.result import Played
from tischlein.lab.simulate.runner import Portion, Runner, Spans, SteppedRunner, divided, stepped
from tischlein.lab.simulate.summary import BotTime
from tischlein.lab.workers import in_processes

# Games in a portion: few, since each takes long.
PORTION = 8
# A portion that would take more seconds than this has fewer games, so that progress is visible.
NEWS_AFTER = 10.0
# How many seconds a game of these players took, with everything compiled, by game, seats, players and backend.
_paces: dict[tuple[str, int, tuple[str, ...], str], float] = {}


class AskedRunner(Runner):
    """Play games in which bots outside compiled code are asked for their decisions."""

    portion = PORTION

    def portions(self, plan: Plan, spans: Spans, threads: int) -> Generator[Portion]:
        """Play bots by name in as many processes, bot objects in this one; the processes go on from span to span."""
        return ask_all(plan, spans, threads)


def ask_all(plan: Plan, spans: Spans, threads: int) -> Generator[Portion]:
    who = plan.game.id, plan.seats, plan.names, plan.backend
    if who not in _paces:
        for compiled in (False, True):  # what the first game has compiled, the others find
            begin = perf_counter()
            played = portion(plan, spans[0][0], 1)
            if compiled:
                _paces[who] = perf_counter() - begin
            yield played
            spans = _without_first(spans)
            if not spans:
                return
    size = max(1, min(PORTION, int(NEWS_AFTER / _paces[who])))
    tasks = [(plan, *part) for part in divided(spans, size)]
    games = sum(count for _, _, count in tasks)
    few = games <= PORTION and _paces[who] < NEWS_AFTER  # done before other processes are there
    alone = few or not all(isinstance(one, str) for one in plan.bots)
    yield from in_processes(portion, tasks, 1 if alone else min(threads, len(tasks)))


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
        self._start = plan.opening()
        self._ways = np.array(plan.ways, np.int64)
        self._scratch = ready.scratch()
        self._results: list[Played] = []
        self.asked = BotTime()

    def play(self, number: int) -> None:
        """Play a game, by its number."""
        ready = self._runner
        states, played = ready.boxes(self._start, 1), ready.room_for(1)
        # A new bot on every seat: none remembers other hands or another game.
        players = [bot(one) if isinstance(one, str) else one for one in self._plan.bots]
        events = EventLog(self._plan, number)
        asked, answer = NOBODY, 0
        while True:
            ready.functions["play_games"](
                states, self._ways, *words_of(self._plan.seed), number, MOST_DECISIONS, asked, answer,
                *played, *self._scratch.values(),
            )  # fmt: skip
            asked = int(played.rows[0][STATUS])
            if asked < 0:
                break
            situation = self._situation(ready.first_of(states), asked, number, events)
            begin = perf_counter()
            answer = ask(players[asked], situation)
            self.asked += BotTime(1, perf_counter() - begin)
            events.answers.append(answer)
        self._results.append(played)

    def _situation(self, record: bytes, seat: int, number: int, events: EventLog) -> Situation:
        backend, answers = self._runner.backend, len(events.answers)
        box = backend.unpack(record)
        actions = tuple(backend.legal(box, seat))
        backend.call("conceal", box, seat)
        data = backend.pack(box)
        return Situation(
            game=self._plan.game,
            seat=seat,
            data=data,
            actions=actions,
            events=Witnessed(lambda: events.before(answers, seat)),
            seconds=SECONDS,
            iterations=None,
            rng=dice(self._plan.seed * 1_000_003 + number, seat, data),
        )

    def played(self) -> Played:
        return Played(*map(np.concatenate, zip(*self._results, strict=True)))


class EventLog:
    """The events of a game, for a bot that asks for them: most do not, and it costs time.

    The game is played once more, in plain Python and step by step, with the answers that were given: everything else follows
    from the seed.
    """

    def __init__(self, plan: Plan, number: int) -> None:
        self.answers: list[int] = []
        self._plan, self._number = plan, number

    def before(self, answers: int, seat: int) -> list[Event]:
        """Return the events that a seat has witnessed before the answer with this number."""
        return self._replay.events(seat, self.answers[:answers])

    @cached_property
    def _replay(self) -> _Replay:
        return _Replay(self._plan, self._number)


class _Replay:
    def __init__(self, plan: Plan, number: int) -> None:
        self._plan = plan
        self._game = plan.game
        self._runner = stepped(plan.game, "python")
        self._functions = self._runner.functions
        self._scratch = self._runner.scratch()
        self._states = self._runner.boxes(plan.opening(), 1)
        self._luck = self._scratch["stacks"], self._scratch["dice"]
        self._functions["begin_at"](
            self._runner.room_for(1).rows, 0, *self._luck, *words_of(plan.seed), number
        )
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
