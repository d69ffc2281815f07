"""A whole course of training: watch ``medium`` play, then play and learn. A stopped course resumes."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from pickle import UnpicklingError
from typing import TYPE_CHECKING

import numpy as np
import torch

import tischlein
from tischlein.bots.weights import net_of, read_file
from tischlein.engine.errors import OptionError
from tischlein.engine.game import Game
from tischlein.engine.types import Json
from tischlein.train.collect import collect, sample_actions
from tischlein.train.environments import Environments, openings
from tischlein.train.evaluate import wins_of
from tischlein.train.inputs import Inputs, inputs_for
from tischlein.train.learn import Schedule, improve
from tischlein.train.model import Critic, InputTests, Weights, fresh, fresh_critic, width_for
from tischlein.train.settings import Settings
from tischlein.train.shrink import grown, shrunk

if TYPE_CHECKING:
    from numpy.typing import NDArray

COPY_RATE, LAST_COPY_RATE = 2e-3, 4e-4
# The rate falls to this, and at least to one sixteenth: a net learns most where steps are small.
LAST_RATE, SLOWER = 3e-5, 16
# The critic's own falls to this: it has to keep up with a net that learns in small steps.
CRITIC_RATE, LAST_CRITIC_RATE = 4e-4, 4e-5
ENTROPY, LAST_ENTROPY = 0.003, 0.0005
# Old nets that opponents come from.
POOL = 6
SAMPLE = 16_384
# A later net takes the place of an earlier one unless it wins less by this.
CLEARLY = 0.01


Log = Callable[[Json], None]


class TrainingRun:
    """Learning in progress; all of it lies in a folder."""

    def __init__(self, settings: Settings, folder: Path, log: Log = lambda line: None) -> None:
        if settings.device == "cuda" and not torch.cuda.is_available():
            raise OptionError("device: there is no GPU that torch can use; take cpu")
        self.settings, self.folder, self.log = settings, folder, log
        self._state = folder / f"{settings.game}.pt"
        before = self._before()
        self.game: Game = tischlein.game(settings.game)
        torch.manual_seed(settings.seed)
        self.sitting = tuple(map(self.game.check_seats, settings.seats or self.game.seats))
        beginnings = openings(self.game, settings.seed, self.sitting)
        self.rooms = Environments(self.game, settings.games, settings.seed, settings.device, beginnings)
        self.exam = Environments(self.game, settings.measured, settings.seed + 1, settings.device, beginnings)
        self.round, self.decisions, self.seconds = 0, 0, 0.0
        self.best = 0.0
        self.past: list[Weights] = []
        self.practised = 0  # rounds of the critic
        folder.mkdir(parents=True, exist_ok=True)
        if before is None:
            self._begin()
        else:
            self._resume(before)

    def run(self) -> None:
        """Learn until the course is over."""
        begin = time.perf_counter() - self.seconds
        if self._is_over():
            self.log({"game": self.game.id, "over": self.round})
        while not self._is_over():
            # A course that begins as a trained net knows how to play: only the critic has to catch up.
            copying = self.round < self.settings.copying and self.settings.start is None
            # A critic that knows nothing yet would only confuse the net.
            waiting = not copying and self.practised < self.settings.copying
            pace = self._pace(copying or waiting)
            past = self.past[self.round % len(self.past)] if self.past and not copying else None
            batch = collect(
                self.net, self.critic, self.questions, self.rooms, self.settings.steps, past, copying
            )
            went = improve(
                self.net, self.critic, self.optimiser, self.questions, batch, pace, copying, waiting
            )
            self.practised += 1
            self.decisions += self.settings.games * self.settings.steps
            self.round += 1
            self.seconds = time.perf_counter() - begin
            if (
                self.round % self.settings.every == 0
                or self.round == self.settings.copying
                or self._is_over()
            ):
                self._measure(went)

    def _measure(self, went: dict[str, float]) -> None:
        """Play against ``medium``, write it down, and keep the net."""
        exam = wins_of(self.net, self.questions, self.exam)
        line = {
            "game": self.game.id, "round": self.round, "seconds": round(self.seconds, 1),
            "decisions": self.decisions, **exam, **{name: round(value, 4) for name, value in went.items()},
        }  # fmt: skip
        with (self.folder / f"{self.game.id}.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        self.log(line)
        if self.round >= self.settings.copying:
            self.past = [*self.past, Weights(*(one.detach().clone() for one in self.net))][-POOL:]
        self.save(line)

    def save(self, line: Json) -> None:
        """Keep all that is needed to go on, and the best net for bots."""
        # The net first, and each atomically: a killed course leaves no partial net, and resumes from the state before.
        if line["wins"] >= self.best - CLEARLY:
            self.best = max(self.best, line["wins"])
            trained = {name: line[name] for name in ("round", "decisions", "wins")} | {
                "seed": self.settings.seed,
                "seats": self.sitting,
            }
            learned = {name: one.detach().float().cpu().numpy() for name, one in self.net._asdict().items()}
            sample = self.rooms.observations[:SAMPLE].cpu().numpy()
            spare = self.folder / f"{self.game.id}.net.new"
            spare.write_bytes(shrunk(self.game, self.inputs, learned, sample, trained))
            spare.replace(self.folder / f"{self.game.id}.net")
        state = {
            "settings": asdict(self.settings), "round": self.round, "decisions": self.decisions, "seconds": self.seconds,
            "best": self.best, "net": list(self.net), "critic": list(self.critic), "practised": self.practised, "past": [list(one) for one in self.past],
            "optimiser": self.optimiser.state_dict(), "inputs": [column.tolist() for column in self.inputs],
        }  # fmt: skip
        spare = self._state.with_suffix(".new")
        torch.save(state, spare)
        spare.replace(self._state)

    def _begin(self) -> None:
        """Look at some games as ``medium`` plays them, to see what is worth asking; then weights by chance."""
        if self.settings.start is not None:
            self._use(self._net(self.settings.start))
            return
        sample: list[NDArray[np.int16]] = []
        while sum(len(rows) for rows in sample) < max(SAMPLE, 40 * self.rooms.n):
            # Far enough apart for whole games to be seen, to their end.
            for _ in range(12):
                self.rooms.step(self.rooms.suggested.long())
            sample.append(self.rooms.observations.cpu().numpy().copy())
        rows = np.concatenate(sample)
        rows = rows[:: max(1, len(rows) // 200_000)]
        self.inputs = inputs_for(self.game, tischlein.features(self.game), rows)
        width = self.settings.width or width_for(self.game, len(self.inputs))
        self.log({"game": self.game.id, "inputs": len(self.inputs), "width": width})
        self._use(fresh(self.game, len(self.inputs), width, self.settings.device))

    def _net(self, name: str) -> Weights:
        """Return the weights of the game's own net, or of one in a file, and use its input tests."""
        self.inputs, learned = grown(
            net_of(self.game) if name == "hard" else read_file(self.game, Path(name))
        )
        device = self.settings.device
        return Weights(**{key: torch.as_tensor(one, device=device) for key, one in learned.items()})

    def _use(self, net: Weights, critic: Critic | None = None) -> None:
        device = self.settings.device
        critic = critic or fresh_critic(self.game, len(self.inputs), self.settings.critic, device)
        self.net = Weights(*(one.to(device).requires_grad_() for one in net))
        self.critic = Critic(*(one.to(device).requires_grad_() for one in critic))
        self.questions = InputTests.of(self.inputs, device)
        self.optimiser = torch.optim.Adam(
            [{"params": list(self.net)}, {"params": list(self.critic)}], lr=COPY_RATE
        )

    def _before(self) -> Json | None:
        """Return the state of the course in the folder; raise OptionError if that is another course."""
        if not self._state.exists():
            return None
        try:
            state: Json = torch.load(self._state, map_location=self.settings.device, weights_only=True)
            differing = self.settings.differing(state["settings"])
        except (RuntimeError, UnpicklingError, EOFError, KeyError, TypeError, AttributeError):
            raise OptionError(f"{self._state} is damaged: choose another --out") from None
        if differing:
            raise OptionError(
                f"{self.folder} holds another course: {', '.join(differing)} differ; choose another --out"
            )
        return state

    def _resume(self, state: Json) -> None:
        self.inputs = Inputs(*(np.array(column, np.int16) for column in state["inputs"]))
        critic = Critic(*(one.detach() for one in state["critic"]))
        self._use(Weights(*(one.detach().float() for one in state["net"])), critic)
        self.optimiser.load_state_dict(state["optimiser"])
        self.past = [Weights(*one) for one in state["past"]]
        self.round, self.decisions, self.seconds = state["round"], state["decisions"], state["seconds"]
        self.best, self.practised = state["best"], state["practised"]
        torch.manual_seed(self.settings.seed + self.round)
        # Games go on from where they are mixed again, not all from their first decision.
        self._mix()

    def _mix(self) -> None:
        rooms = self.rooms
        with torch.no_grad():
            for _ in range(150):
                policy, _ = rooms.answers(self.net, self.questions)
                rooms.step(sample_actions(policy))

    def _progress(self) -> float:
        settings = self.settings
        if settings.minutes is not None:
            return min(1.0, self.seconds / (60 * settings.minutes))
        return min(1.0, self.round / settings.rounds)

    def _is_over(self) -> bool:
        return self._progress() >= 1.0

    def _pace(self, copying: bool) -> Schedule:
        decisions = self.settings.games * self.settings.steps
        if copying:
            rate = _between(COPY_RATE, LAST_COPY_RATE, self.practised / self.settings.copying)
            return Schedule(rate, rate, 0.0, 1, min(8_192, max(64, decisions // 16)))
        done = self._progress()
        rate = _between(self.settings.rate, min(LAST_RATE, self.settings.rate / SLOWER), done)
        return Schedule(
            rate,
            max(rate, _between(CRITIC_RATE, LAST_CRITIC_RATE, done)),
            _between(ENTROPY, LAST_ENTROPY, done),
            2,
            min(16_384, max(64, decisions // 16)),
        )


def _between(first: float, last: float, done: float) -> float:
    return first + (last - first) * done
