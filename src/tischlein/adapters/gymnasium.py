"""The games as environments of Gymnasium: one learner at the table, bots on all other seats.

Importing this module registers them for ``gymnasium.make`` and ``gymnasium.make_vec``, each as ``tischlein/ID-v0``.
"""

from collections.abc import Callable, Sequence

import numpy as np

import tischlein
from tischlein.adapters.episode import SEEDS, Episode, Named, spaces_of
from tischlein.bots import Bot, ask
from tischlein.bots.kernels.vector_step import STAY
from tischlein.engine.errors import OptionError
from tischlein.engine.game import Game
from tischlein.engine.rules.positions import short_repr, whole
from tischlein.engine.types import Options, Untyped
from tischlein.lab.extra import need
from tischlein.lab.simulate.plan import COMPILED, bot_of
from tischlein.lab.vector.vector import vector

need("gymnasium")
import gymnasium  # noqa: E402
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402

Opponents = str | Bot | Sequence[str | Bot]
# Takes observations and masks, a row for each game; returns their actions, also as a tensor of another library.
Policy = Callable[[Untyped, Untyped], Untyped]
VERSION = "v0"


def env(
    game: str | Game,
    seats: int | None = None,
    seat: int = 0,
    opponents: Opponents = "random",
    options: Options | None = None,
) -> Untyped:
    """Return an environment for the learner on one seat; ``opponents`` is a bot for all others, or one for each."""
    episode = Episode(game, seats, options)
    return SingleEnv(episode, _seat(episode.seats, seat), _opponents(opponents, episode.seats))


def vector_env(
    game: str | Game,
    n: int | None = None,
    seats: int | None = None,
    seat: int = 0,
    opponents: str | Policy = "random",
    options: Options | None = None,
    seed: int | None = None,
    threads: int | None = None,
    num_envs: int | None = None,
) -> Untyped:
    """Return ``n`` (Gymnasium's ``num_envs``) of them side by side, in compiled code. A game that ends begins again at once.

    Opponents are random, easy or medium, or a policy: a function that takes observations and masks, a row for each game in
    which another seat is to act, and returns their actions. It may be written in torch or JAX.
    """
    n = num_envs if n is None else n
    policy = opponents if callable(opponents) else None
    if policy is None and (not isinstance(opponents, str) or opponents not in COMPILED):
        raise OptionError(
            f"opponents: in a vector they are one of {', '.join(COMPILED)}, not {short_repr(opponents)}"
        )
    episode = Episode(game, seats, options)
    games = vector(
        episode.game,
        n,
        episode.seats,
        1 if seed is None else seed,
        episode.options,
        suggest=opponents if isinstance(opponents, str) else None,
        threads=threads,
    )
    return ManyEnvs(episode, games, _seat(episode.seats, seat), seed, policy)


def _seat(seats: int, seat: object) -> int:
    number = whole(seat)
    if number is None or not 0 <= number < seats:
        raise OptionError(f"there is no seat {short_repr(seat)}; seats are 0 to {seats - 1}")
    return number


def _opponents(opponents: Opponents, seats: int) -> list[Bot]:
    several = (
        list(opponents) if isinstance(opponents, Sequence) and not isinstance(opponents, str) else [opponents]
    )
    if len(several) not in (1, seats - 1):
        raise OptionError(f"opponents: one for all, or {seats - 1} of them, not {len(several)}")
    each = several if len(several) == seats - 1 else several * (seats - 1)
    return [bot_of("opponents", one) for one in each]


class SingleEnv(gymnasium.Env):
    """One game; a step is the learner's decision and all that the others do until its next one."""

    metadata: Named = {"render_modes": []}  # noqa: RUF012 — as the library has it

    def __init__(self, episode: Episode, seat: int, players: list[Bot]) -> None:
        self.episode, self.seat = episode, seat
        self._players = {
            other: players[k] for k, other in enumerate(o for o in range(episode.seats) if o != seat)
        }
        self.observation_space, self.action_space = spaces_of(episode)

    def reset(self, *, seed: int | None = None, options: Untyped = None) -> tuple[Untyped, Named]:
        super().reset(seed=seed)
        self.episode.another(self.np_random)
        self._others()
        return self.episode.observation_with_mask(self.seat), self._info()

    def step(self, action: Untyped) -> tuple[Untyped, float, bool, bool, Named]:
        legal = self.episode.legal(self.seat)
        if not legal:
            raise OptionError("step: this game is over; reset begins another one")
        # A learner that says something else does the first thing that is legal; the mask says what is.
        self.episode.step(self.seat, int(action) if int(action) in legal else legal[0])
        self._others()
        over, cut, share = self.episode.over, self.episode.cut_off, self.episode.shares()[self.seat]
        return self.episode.observation_with_mask(self.seat), share, over, cut and not over, self._info()

    def _others(self) -> None:
        episode = self.episode
        while not (episode.over or episode.cut_off or episode.actor == self.seat):
            episode.step(episode.actor, ask(self._players[episode.actor], episode.situation(episode.actor)))

    def _info(self) -> Named:
        return {"action_mask": self.episode.mask(self.seat)}


class ManyEnvs(VectorEnv):
    """Many games; ended ones begin again within the same step."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self, episode: Episode, games: Untyped, seat: int, seed: int | None, policy: Policy | None = None
    ) -> None:
        self.games, self.seat, self._policy = games, seat, policy
        games.keep_last()
        self.num_envs = len(games)
        self.single_observation_space, self.single_action_space = spaces_of(episode)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        super().reset(seed=seed)

    def reset(self, *, seed: int | None = None, options: Untyped = None) -> tuple[Untyped, Named]:
        super().reset(seed=seed)
        self.games.reset(int(self.np_random.integers(SEEDS)) if seed is None else seed)
        while self._others().any():
            self._let_others_play()
        return self._observation(), {}

    def step(self, actions: Untyped) -> tuple[Untyped, Untyped, Untyped, Untyped, Named]:
        rewards = np.zeros(self.num_envs, np.float32)
        ended, cut = (np.zeros(self.num_envs, np.bool_) for _ in range(2))
        final: Untyped = np.full(self.num_envs, None, object)
        self.games.step(actions)
        while True:
            # The next game of a table may even end before the learner's turn: then it is none of the learner's.
            first = np.flatnonzero(self.games.ended & ~ended)
            if len(first):
                ended[first] = True
                rewards[first] = self.games.rewards[first, self.seat]
                seen, masks, cut[first] = self.games.last_seen(first, self.seat)
                for i, one, mask in zip(first, seen, masks, strict=True):
                    final[i] = {"observation": one, "action_mask": mask}
            if not self._others().any():
                break
            self._let_others_play()
        infos = {"final_obs": final, "_final_obs": ended.copy()} if ended.any() else {}
        return self._observation(), rewards, ended & ~cut, cut, infos

    def _others(self) -> Untyped:
        """Return the games in which it is not the learner's turn."""
        return self.games.turns != self.seat

    def _let_others_play(self) -> None:
        if self._policy is None:
            self.games.step(np.where(self._others(), self.games.suggested, STAY))
            return
        others = np.flatnonzero(self._others())
        actions = np.full(self.num_envs, STAY, np.int64)
        chosen = self._policy(self.games.observations[others], self.games.masks[others])
        actions[others] = np.asarray(chosen).reshape(len(others))
        self.games.step(actions)

    def _observation(self) -> Named:
        return {
            "observation": self.games.observations.copy(),
            "action_mask": self.games.masks.astype(np.int8),
        }


def register() -> None:
    """Add the games to Gymnasium's registry, each as ``tischlein/`` with its id."""
    for name in tischlein.games():
        known = f"tischlein/{name}-{VERSION}"
        if known not in gymnasium.registry:
            gymnasium.register(
                known, f"{__name__}:env", vector_entry_point=f"{__name__}:vector_env", kwargs={"game": name}
            )


register()
