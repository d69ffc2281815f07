"""Play games with bots outside compiled code: any bot by name, any object with ``choose``. The others still play compiled."""

from __future__ import annotations

from collections.abc import Generator
from time import perf_counter

import numpy as np

from tischlein.bots import ask, bot
from tischlein.bots.base import MOST_DECISIONS, SECONDS, EventSource, Situation, bot_rng
from tischlein.bots.kernels.whole_games import NOBODY
from tischlein.cards import UNKNOWN
from tischlein.engine.backends.base import words_of
from tischlein.engine.play.history import History
from tischlein.engine.rules.columns import STATUS
from tischlein.engine.types import Array, Event
from tischlein.lab.simulate.plan import Plan
from tischlein.lab.simulate.result import Answers, GameRows
from tischlein.lab.simulate.runner import (
    Portion,
    Runner,
    Spans,
    SteppedRunner,
    Trace,
    split_spans,
    step_runner,
)
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

    def portions(
        self, plan: Plan, spans: Spans, threads: int, trace: Trace | None = None
    ) -> Generator[Portion]:
        """Play bots by name in as many processes, bot objects in this one; the processes go on from span to span."""
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
        tasks = [(plan, *part) for part in split_spans(spans, size)]
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
    ready = step_runner(plan.game, plan.backend)
    start, ways, scratch = plan.opening(), np.array(plan.ways, np.int64), ready.scratch()
    results: list[GameRows] = []
    answers: Answers = {}
    spent = BotTime()
    for number in range(first, first + count):
        states, played = ready.boxes(start, 1), ready.room_for(1)
        # A new bot on every seat: none remembers other hands or another game.
        players = [bot(one) if isinstance(one, str) else one for one in plan.bots]
        events = EventLog(plan, number)
        asked, answer = NOBODY, 0
        while True:
            ready.functions["play_games"](
                states, ways, *words_of(plan.seed), number, MOST_DECISIONS, asked, answer, *played, *scratch.values()
            )  # fmt: skip
            asked = int(played.rows[0][STATUS])
            if asked < 0:
                break
            now = _situation(ready, states, asked, events)
            begin = perf_counter()
            answer = ask(players[asked], now)
            spent += BotTime(1, perf_counter() - begin)
            events.answers.append(answer)
        results.append(played)
        answers[number] = events.answers
    return Portion(first, GameRows(*map(np.concatenate, zip(*results, strict=True))), spent, answers)


def _situation(ready: SteppedRunner, states: Array, seat: int, events: EventLog) -> Situation:
    """Return the situation of the first record."""
    backend, answers = ready.backend, len(events.answers)
    box = backend.unpack(ready.first_of(states))
    actions = tuple(backend.legal(box, seat))
    backend.call("conceal", box, seat)
    data = backend.pack(box)
    return Situation(
        game=ready.game,
        seat=seat,
        data=data,
        actions=actions,
        events=EventSource(lambda: events.before(answers, seat)),
        seconds=SECONDS,
        iterations=None,
        rng=bot_rng(events.plan.seed * 1_000_003 + events.number, seat, data),
    )


class EventLog:
    """The events of a game, for a bot that asks for them: most do not, and it costs time.

    The game is played once more, in plain Python and step by step, with the answers that were given: everything else follows
    from the seed.
    """

    def __init__(self, plan: Plan, number: int) -> None:
        self.answers: list[int] = []
        self.plan, self.number = plan, number
        self._ends: list[int] = []  # for each answer, how many steps there were before it

    def before(self, answers: int, seat: int) -> list[Event]:
        """Return the events that a seat has witnessed before the answer with this number."""
        if not self._ends:
            self._begin()
        while len(self._ends) <= answers:
            self._step(int(self._states[0].actor), self.answers[len(self._ends) - 1])
            self._go_on()
        seen = self._history.events_for(self.plan.game, seat)
        found: list[Event] = seen[: self._history.events_until(self.plan.game, seat, self._ends[answers])]
        return found

    def _begin(self) -> None:
        start, self._runner = self.plan.opening(), step_runner(self.plan.game, "python")
        self._states, self._history = self._runner.boxes(start, 1), History(start)
        self._scratch = self._runner.scratch()
        luck = self._scratch["stacks"], self._scratch["dice"]
        rows = self._runner.room_for(1).rows
        self._runner.functions["begin_at"](rows, 0, *luck, *words_of(self.plan.seed), self.number)
        self._go_on()

    def _go_on(self) -> None:
        """Play up to the next question."""
        ways, following = list(self.plan.ways), self._runner.functions["next_step_at"]
        while True:
            seat, action = following(self._states, 0, ways, *self._scratch.values())
            if action == UNKNOWN:
                break
            self._step(seat, action)
        self._ends.append(len(self._history.steps))

    def _step(self, actor: int, action: int) -> None:
        s, game = self._states[0], self.plan.game
        game.rules.apply(s, actor, action, self._scratch["work"])
        self._history.add(actor, "", action, game.layout.pack(s))
