"""The games as environments of PettingZoo.

``env`` is the classic one: agents act one after the other. ``parallel_env`` asks all at once. An agent that is not to decide has an
empty mask there, and its action is ignored; it fits games in which several decide at the same time.

An illegal action raises ValueError. With ``illegal="replace"`` the first legal action is played instead, for code that samples
without masks, such as PettingZoo's own ``parallel_seed_test``.
"""

from collections.abc import Mapping

import numpy as np

from tischlein.adapters.episode import Episode, Named, spaces_of
from tischlein.engine.errors import OptionError
from tischlein.engine.game import Game
from tischlein.engine.rules.positions import short_repr
from tischlein.engine.types import Options, Untyped
from tischlein.lab.extra import need

need("pettingzoo")
from pettingzoo import AECEnv, ParallelEnv  # noqa: E402

RAISE, REPLACE = ILLEGAL = ("raise", "replace")


def env(
    game: str | Game, seats: int | None = None, options: Options | None = None, illegal: str = RAISE
) -> Untyped:
    """Return an AEC environment; agents are ``seat_0``, ``seat_1``, …"""
    return TurnEnv(Episode(game, seats, options), illegal)


def parallel_env(
    game: str | Game, seats: int | None = None, options: Options | None = None, illegal: str = RAISE
) -> Untyped:
    """Return a parallel environment."""
    return SimultaneousEnv(Episode(game, seats, options), illegal)


class Common:
    """The methods that both kinds of environment share."""

    def __init__(self, episode: Episode, illegal: str) -> None:
        if illegal not in ILLEGAL:
            raise OptionError(f"illegal: {short_repr(illegal)} is not one of {', '.join(ILLEGAL)}")
        self.episode = episode
        self._replaces = illegal == REPLACE
        self.metadata = {
            "name": f"tischlein_{episode.game.id}",
            "render_modes": [],
            "is_parallelizable": False,
        }
        self.render_mode = None
        self.possible_agents = [f"seat_{seat}" for seat in range(episode.seats)]
        self._spaces = spaces_of(episode)
        self._generator = np.random.default_rng()

    def observation_space(self, agent: str) -> Untyped:
        return self._spaces[0]

    def action_space(self, agent: str) -> Untyped:
        return self._spaces[1]

    def _begin(self, seed: int | None) -> None:
        if seed is not None:
            self._generator = np.random.default_rng(seed)
        self.episode.another(self._generator)

    def _check_action(self, seat: int, action: int | None) -> int:
        """Return the action if it is legal; else the first legal one, or raise ValueError."""
        legal = self.episode.legal(seat)
        if action is not None and int(action) in legal:
            return int(action)
        if self._replaces:
            return min(legal)
        raise ValueError(f"{action} is not legal for {self.possible_agents[seat]} now; the mask says what is")

    @property
    def state_space(self) -> Untyped:
        """The space of ``state``: a row of features for each seat."""
        from gymnasium import spaces

        seen = self._spaces[0]["observation"]
        low, high = (np.tile(end, (self.episode.seats, 1)) for end in (seen.low, seen.high))
        return spaces.Box(low, high, dtype=np.int16)

    def state(self) -> Untyped:
        """Return what all seats observe, a row for each: for critics that may see everything."""
        return np.stack([self.episode.observation(seat) for seat in range(self.episode.seats)])

    def render(self) -> None:
        pass

    def close(self) -> None:
        pass


class TurnEnv(Common, AECEnv):  # type: ignore[misc]  # the library has no types
    """Agents act one after the other."""

    def reset(self, seed: int | None = None, options: Untyped = None) -> None:
        self._begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Named] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.episode.actor]

    def observe(self, agent: str) -> Named:
        return self.episode.observation_with_mask(self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        chosen = self._check_action(seat, action)
        self._cumulative_rewards[agent] = 0.0
        self.episode.step(seat, chosen)
        over, cut = self.episode.over, self.episode.cut_off
        for other, share in zip(self.possible_agents, self.episode.shares(), strict=True):
            self.rewards[other] = share
            self.terminations[other], self.truncations[other] = over, cut and not over
        if not (over or cut):
            self.agent_selection = self.possible_agents[self.episode.actor]
        self._accumulate_rewards()


class SimultaneousEnv(Common, ParallelEnv):  # type: ignore[misc]
    """All agents act at once."""

    def reset(self, seed: int | None = None, options: Untyped = None) -> tuple[Named, Named]:
        self._begin(seed)
        self.agents = self.possible_agents[:]
        return self._all(), {agent: {} for agent in self.agents}

    def _all(self) -> Named:
        return {
            agent: self.episode.observation_with_mask(seat) for seat, agent in enumerate(self.possible_agents)
        }

    def step(self, actions: Mapping[str, int]) -> tuple[Named, ...]:
        if not self.agents and (self.episode.over or self.episode.cut_off):
            return {}, {}, {}, {}, {}  # as the library's own environments do
        waiting = [seat for seat in range(self.episode.seats) if self.episode.legal(seat)]
        chosen = {seat: self._check_action(seat, actions.get(self.possible_agents[seat])) for seat in waiting}
        # The first seat in canonical order, then the others, as far as they still may act.
        for seat in sorted(waiting, key=lambda seat: seat != self.episode.actor):
            if chosen[seat] in self.episode.legal(seat):
                self.episode.step(seat, chosen[seat])
        over, cut = self.episode.over, self.episode.cut_off
        agents = self.agents
        results: tuple[Named, ...] = (
            self._all(),
            dict(zip(agents, self.episode.shares(), strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut and not over),
            {agent: {} for agent in agents},
        )
        if over or cut:
            self.agents = []
        return results
