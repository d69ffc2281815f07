"""The classes that OpenSpiel asks for. They import it, so ask for them through ``tischlein.adapters.openspiel``."""

from __future__ import annotations

import numpy as np
import pyspiel

from tischlein.adapters.episode import Episode
from tischlein.adapters.recall import Recall
from tischlein.bots.base import MOST_DECISIONS
from tischlein.cards import CHANCE, OVER, RNG_WORDS, sow
from tischlein.engine.errors import OptionError
from tischlein.engine.game import Game
from tischlein.engine.types import Options, Untyped

# Of any chance outcome.
MOST_OUTCOMES = 256


kind = pyspiel.GameType


class Spiel(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game with so many seats and these options."""

    def __init__(self, episode: Episode, start: bytes) -> None:
        self.episode, self.start = episode, start
        super().__init__(_type(episode), _info(episode), {})

    def new_initial_state(self) -> State:
        return State(self)

    def make_py_observer(self, iig_obs_type: Untyped = None, params: Untyped = None) -> Observer:
        return Observer(self.episode, iig_obs_type)

    def __deepcopy__(self, memo: Untyped) -> Spiel:
        return self

    def __reduce__(self) -> Untyped:
        # OpenSpiel would write down a name alone, to be found in its own list of games.
        one = self.episode
        return _game_again, (one.game, one.seats, one.options, self.start)


class State(pyspiel.State):  # type: ignore[misc]
    """A record, and what every player has seen and done so far; leading underscores are OpenSpiel's."""

    # OpenSpiel copies and writes down all that stands in the dictionary; the game is not part of that.
    __slots__ = ("__dict__", "game")

    def __init__(self, game: Spiel) -> None:
        super().__init__(game)
        self.game = game
        self.data = game.start
        self.decisions = 0
        self.recall = Recall.nothing(game.episode.seats)

    def record(self) -> Untyped:
        return self.game.episode.game.layout.unpack(self.data)

    def current_player(self) -> int:
        actor = int(self.record().actor)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def is_terminal(self) -> bool:
        return bool(self.record().actor == OVER) or self.decisions >= MOST_DECISIONS

    def _legal_actions(self, player: int) -> list[int]:
        rules = self.game.episode.game.rules
        out = [0] * (rules.ACTIONS + 1)
        n = rules.legal(self.record(), player, out, [0] * max(rules.WORK, 1))
        return sorted(out[:n])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        one, s = self.game.episode.game, self.record()
        n = one.rules.chances(s)
        # Cards that look the same are one outcome here, by the first of them.
        firsts: dict[str, int] = {}
        chances: dict[int, float] = {}
        for outcome in range(n):
            first = firsts.setdefault(one.chance_text(s, outcome), outcome)
            chances[first] = chances.get(first, 0.0) + 1 / n
        return list(chances.items())

    def _apply_action(self, action: int) -> None:
        one = self.game.episode.game
        s = self.record()
        actor, work = int(s.actor), [0] * max(one.rules.WORK, 1)
        most = one.rules.chances(s) if actor == CHANCE else one.rules.ACTIONS
        if not 0 <= action < most or (actor != CHANCE and one.rules.why(s, actor, action, work)):
            raise OptionError(f"apply_action: {action} is not legal now; legal_actions says what is")
        one.rules.apply(s, actor, action, work)
        self.data = one.layout.pack(s)
        self.decisions += actor >= 0
        self.recall = self.recall.after(one, self.data, actor, action)

    def concealed(self, seat: int) -> bytes:
        one = self.game.episode.game
        s = self.record()
        one.rules.conceal(s, seat)
        return one.layout.pack(s)

    def _action_to_string(self, player: int, action: int) -> str:
        one = self.game.episode.game
        if player < 0:
            return one.chance_text(self.record(), action)
        return one.face.notation.action_text(one.layout.unpack(self.concealed(player)), player, action)

    def returns(self) -> list[float]:
        seats = self.game.episode.seats
        s = self.record()
        out = [0] * self.game.episode.game.rules.MAX_SEATS
        if s.actor == OVER:
            self.game.episode.game.rules.payoff(s, out)
        won = sum(out[:seats])
        return [out[seat] / won - 1 / seats if won else 0.0 for seat in range(seats)]

    def resample_from_infostate(self, player: int, sampler: Untyped) -> State:
        """Another state that the player cannot tell from this one, all equally likely."""
        one = self.game.episode.game
        s = one.layout.unpack(self.concealed(player))
        rng = [0] * RNG_WORDS
        sow(rng, int(sampler() * (1 << 32)), int(sampler() * (1 << 32)), 0)
        one.rules.imagine(s, player, rng, [0] * max(one.rules.WORK, 1))
        other: State = self.clone()
        other.data = one.layout.pack(s)
        other.recall = self.recall.imagined(one, other.data)
        return other

    def __str__(self) -> str:
        return f"{' '.join(self.recall.names)} {self.data.hex()}"

    def __reduce__(self) -> Untyped:
        return _state_again, (self.game, self.serialize())


class Observer:
    """What a player has seen and done; as a tensor, the features of what it sees now."""

    def __init__(self, episode: Episode, kind_of: Untyped) -> None:
        self._episode = episode
        self._perfect_recall = kind_of is None or kind_of.perfect_recall
        size = episode.game.rules.OBSERVED
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        one = self._episode.game
        out = [0] * one.rules.OBSERVED
        one.rules.observe(one.layout.unpack(state.concealed(player)), player, out)
        self.tensor[:] = out

    def string_from(self, state: State, player: int) -> str:
        return (
            state.recall.names[player]
            if self._perfect_recall
            else f"{player} {state.concealed(player).hex()}"
        )


def _game_again(game: Game, seats: int, options: Options, start: bytes) -> Spiel:
    return Spiel(Episode(game, seats, options), start)


def _state_again(game: Spiel, written: str) -> Untyped:
    return game.deserialize_state(written)


def _type(episode: Episode) -> Untyped:
    return kind(
        short_name=f"tischlein_{episode.game.id}",
        long_name=episode.game.name,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=episode.game.seats[-1],
        min_num_players=episode.game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
    )


def _info(episode: Episode) -> Untyped:
    return pyspiel.GameInfo(
        num_distinct_actions=episode.actions,
        max_chance_outcomes=MOST_OUTCOMES,
        num_players=episode.seats,
        min_utility=-1 / episode.seats,
        max_utility=1 - 1 / episode.seats,
        utility_sum=0.0,
        max_game_length=MOST_DECISIONS,
    )
