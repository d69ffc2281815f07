"""Games with players that have to be asked: any bot by name, any object with ``choose``. The others still play compiled."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np

from tischlein.bots import ask, bot
from tischlein.bots.base import SECONDS, Situation, Witnessed, dice
from tischlein.cards import CHANCE, UNKNOWN
from tischlein.engine.backends.base import words_of
from tischlein.engine.columns import STATUS
from tischlein.lab.loop import NOBODY
from tischlein.lab.match import MOST_DECISIONS
from tischlein.lab.plan import Plan
from tischlein.lab.stage import Played, SteppedStage
from tischlein.lab.stages import stepped

# Games in a portion: few, since each takes long.
PORTION = 8


@dataclass
class Asked:
    """How often players were asked, and how long they took."""

    times: int = 0
    seconds: float = 0.0

    def __add__(self, other: Asked) -> Asked:
        return Asked(self.times + other.times, self.seconds + other.seconds)

    def json(self) -> list[float]:
        return [self.times, self.seconds]

    @classmethod
    def read(cls, told: Sequence[Any]) -> Asked:
        return cls(*told)


def ask_all(plan: Plan, threads: int, first: int, end: int) -> Generator[tuple[int, Played, Asked]]:
    """Play the games of a plan, portion by portion: bots by name in as many processes, bot objects in this one."""
    stepped(plan.game, plan.backend)
    tasks = ((plan, begin, min(PORTION, end - begin)) for begin in range(first, end, PORTION))
    if threads == 1 or end - first <= PORTION or not all(isinstance(one, str) for one in plan.bots):
        yield from (portion(*task) for task in tasks)
        return
    from tischlein.lab.crew import Crew

    yield portion(*next(tasks))  # what is compiled here, the others find
    with Crew(min(threads, -(-(end - first) // PORTION) - 1)) as crew:
        yield from crew.map(portion, tasks)


_players: dict[str, Any] = {}


def portion(plan: Plan, first: int, count: int) -> tuple[int, Played, Asked]:
    """Play some games one after the other."""
    ready = stepped(plan.game, plan.backend)
    players = [_player(one) for one in plan.bots]
    hall = Hall(ready, plan, players)
    for number in range(count):
        hall.play(first + number)
    return first, hall.played(), hall.asked


def _player(one: Any) -> Any:
    if not isinstance(one, str):
        return one
    if one not in _players:
        _players[one] = bot(one)
    return _players[one]


class Hall:
    """One table, at which game after game is played."""

    def __init__(self, ready: SteppedStage, plan: Plan, players: Sequence[Any]) -> None:
        self._stage = ready
        self._plan = plan
        self._players = players
        self._start = plan.opening()
        self._ways = ready.row_of(plan.ways)
        self._scratch = ready.scratch()
        self._results: list[tuple[list[int], list[int], list[int]]] = []
        self.asked = Asked()

    def play(self, number: int) -> None:
        """Play a game, by its number."""
        ready, seats = self._stage, self._stage.rules.MAX_SEATS
        states, rows = ready.boxes(self._start, 1), ready.grid(1, ready.lab.CELLS)
        marks, wins = ready.grid(1, seats), ready.grid(1, seats)
        story = Story(self._plan, number)
        asked, answer = NOBODY, 0
        while True:
            ready.functions["play_games"](
                states, self._ways, *words_of(self._plan.seed), number, MOST_DECISIONS, asked, answer,
                rows, marks, wins, *self._scratch.values(),
            )  # fmt: skip
            asked = int(rows[0][STATUS])
            if asked < 0:
                break
            answer = self._ask(states, asked, number, story)
            story.answers.append(answer)
        self._results.append((list(rows[0]), list(marks[0]), list(wins[0])))

    def _ask(self, states: Any, seat: int, number: int, story: Story) -> int:
        data, actions = self._stage.seen(states, seat, self._scratch)
        told = len(story.answers)
        situation = Situation(
            game=self._plan.game,
            seat=seat,
            data=data,
            actions=actions,
            events=Witnessed(lambda: story.told(seat, told)),
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


class Story:
    """What has happened in a game, told again for a bot that asks for events: most do not, and it costs time.

    The game is played once more, in plain Python and step by step, with the answers that were given: everything else follows
    from the seed.
    """

    def __init__(self, plan: Plan, number: int) -> None:
        self.answers: list[int] = []
        self._plan = plan
        self._number = number
        self._replay: _Replay | None = None

    def told(self, seat: int, answers: int) -> list[dict[str, Any]]:
        """The events that a seat has witnessed before the next answer."""
        if self._replay is None:
            self._replay = _Replay(self._plan, self._number)
        return self._replay.told(seat, self.answers[:answers])


class _Replay:
    def __init__(self, plan: Plan, number: int) -> None:
        self._plan = plan
        self._game = plan.game
        self._stage = stepped(plan.game, "python")
        self._functions = self._stage.functions
        self._scratch = self._stage.scratch()
        self._states = self._stage.boxes(plan.opening(), 1)
        self._generators = self._scratch["luck"], self._scratch["dice"]
        self._rows = self._stage.grid(1, self._stage.lab.CELLS)
        self._functions["begin_at"](self._rows, 0, *self._generators, *words_of(plan.seed), number)
        self._events: dict[int, list[dict[str, Any]]] = {seat: [] for seat in range(plan.seats)}
        self._ends: list[
            dict[int, int]
        ] = []  # for each answer, how many events every seat had witnessed before it

    def told(self, seat: int, answers: Sequence[int]) -> list[dict[str, Any]]:
        while len(self._ends) <= len(answers):
            self._go_on(answers)
        return self._events[seat][: self._ends[len(answers)][seat]]

    def _go_on(self, answers: Sequence[int]) -> None:
        """Up to where the next answer is wanted."""
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
        self._ends.append({seat: len(events) for seat, events in self._events.items()})

    def _step(self, actor: int, action: int) -> None:
        layout, rules, views = self._game.layout, self._game.rules, self._game.views
        s = self._states[0]
        before = layout.pack(s)
        rules.apply(s, actor, action, self._scratch["work"])
        after = layout.pack(s)
        for seat, told in self._events.items():
            earlier, later = layout.unpack(before), layout.unpack(after)
            rules.conceal(earlier, seat)
            rules.conceal(later, seat)
            seen = actor == seat or (actor != CHANCE and self._game.open_action(action))
            for event in views.events(earlier, later, actor, action if seen else UNKNOWN, seat):
                told.append({"seq": len(told) + 1, **event})
