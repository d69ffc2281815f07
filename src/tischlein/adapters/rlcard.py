"""The games as environments of RLCard, for its agents, its ``tournament`` and its ``reorganize``; needs the extra "peers"."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

import numpy as np

from tischlein.adapters.episode import Episode, Named
from tischlein.engine.game import Game
from tischlein.engine.types import Options, Untyped
from tischlein.lab.extra import need

need("rlcard")
from rlcard.envs import Env  # noqa: E402

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_SEEDS = 2**31 - 1


def env(
    game: str | Game, seats: int | None = None, options: Options | None = None, seed: int | None = None
) -> Untyped:
    """Return an environment as ``rlcard.make`` would; ``set_agents`` and ``run`` are RLCard's own."""
    return CardEnv(Episode(game, seats, options), seed)


class CardGame:
    """A game in RLCard's sense: the rules without features."""

    allow_step_back = False
    np_random: Untyped  # RLCard sets it

    def __init__(self, episode: Episode) -> None:
        self.episode = episode

    def init_game(self) -> tuple[int, int]:
        self.episode.reset(int(self.np_random.randint(MOST_SEEDS)))
        return self._now()

    def step(self, action: int) -> tuple[int, int]:
        seat = self.get_player_id()
        if action not in self.episode.legal(seat):
            raise ValueError(f"{action} is not legal for seat {seat} now; legal_actions says what is")
        self.episode.step(seat, action)
        return self._now()

    def _now(self) -> tuple[int, int]:
        return self.get_player_id(), self.get_player_id()

    def get_state(self, player_id: int) -> int:
        """Return the acting seat."""
        return player_id

    def get_player_id(self) -> int:
        """Return the seat to act; the first one after the end, where RLCard still asks."""
        return max(self.episode.actor, 0)

    def get_num_players(self) -> int:
        return self.episode.seats

    def get_num_actions(self) -> int:
        return self.episode.actions

    def is_over(self) -> bool:
        return self.episode.over or self.episode.cut_off


class CardEnv(Env):  # type: ignore[misc]  # the library has no types
    """One game, again and again. States have ``obs`` and ``legal_actions``; payoffs are shares of the win."""

    def __init__(self, episode: Episode, seed: int | None) -> None:
        self.name = f"tischlein-{episode.game.id}"
        self.game = CardGame(episode)
        super().__init__({"allow_step_back": False, "seed": seed})
        self.state_shape = [[len(episode.features)] for _ in range(self.num_players)]
        self.action_shape = [None for _ in range(self.num_players)]

    def get_payoffs(self) -> NDArray[np.float64]:
        return np.array(self.game.episode.shares())

    def _extract_state(self, seat: int) -> Named:
        legal = self.game.episode.legal(seat)
        return {
            "obs": self.game.episode.observation(seat),
            "legal_actions": OrderedDict.fromkeys(legal),
            "raw_legal_actions": legal,
            "raw_obs": None,
            "action_record": self.action_recorder,
        }

    def _decode_action(self, action_id: int) -> int:
        return int(action_id)
