"""One game as records, for adapters: observations, legal actions and rewards."""

import numpy as np
from numpy.typing import NDArray

import tischlein
from tischlein.bots.base import MOST_DECISIONS, EventSource, Situation, bot_rng
from tischlein.cards import CHANCE, OVER, RNG_WORDS, below, sow
from tischlein.engine.backends.base import words_of
from tischlein.engine.game import Game
from tischlein.engine.play.legality import conceal_copy, legal_ids, work_of
from tischlein.engine.types import Options, Untyped
from tischlein.lab.simulate.plan import game_of, usual_seats

SEEDS = 1 << 62

# What these libraries hand around, by name: arrays, numbers, and whatever they put in.
Named = dict[str, Untyped]


class Episode:
    """A game with a number of seats and options, to be played again and again."""

    def __init__(self, game: str | Game, seats: int | None, options: Options | None) -> None:
        self.game, options = game_of(game).with_design({} if options is None else options)
        self.seats = self.game.check_seats(usual_seats(self.game) if seats is None else seats)
        self.options = self.game.check_options(options)
        self.features = tischlein.features(self.game)
        self.actions = self.game.rules.ACTIONS
        self._start = self.game.opening(self.seats, **self.options)
        self._work = work_of(self.game)
        self._chance_rng = [0] * RNG_WORDS
        self.seed = 0
        self.reset(0)

    # Playing

    def reset(self, seed: int) -> None:
        """Begin a game; the same seed gives the same chance outcomes."""
        self.seed = seed
        sow(self._chance_rng, *words_of(seed), 0)
        self.s = self.game.layout.unpack(self._start)
        self.decisions = 0
        self._roll()

    def another(self, generator: np.random.Generator) -> None:
        """Begin the next game of a row. Counted seeds would not do: the second game of seed 1 would be the first of seed 2."""
        self.reset(int(generator.integers(SEEDS)))

    def step(self, seat: int, action: int) -> None:
        """Carry out a legal action, and what chance decides after it."""
        self.game.rules.apply(self.s, seat, action, self._work)
        self.decisions += 1
        self._roll()

    def _roll(self) -> None:
        rules = self.game.rules
        while self.s.actor == CHANCE:
            rules.apply(self.s, CHANCE, below(self._chance_rng, rules.chances(self.s)), self._work)

    # Looking

    @property
    def actor(self) -> int:
        return int(self.s.actor)

    @property
    def over(self) -> bool:
        return bool(self.s.actor == OVER)

    @property
    def cut_off(self) -> bool:
        return self.decisions >= MOST_DECISIONS

    def legal(self, seat: int) -> list[int]:
        """Return the legal actions of a seat; none if it is not its turn."""
        return [] if self.over else legal_ids(self.game, self.s, seat)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return an array with 1 for every legal action."""
        mask = np.zeros(self.actions, np.int8)
        mask[self.legal(seat)] = 1
        return mask

    def observation(self, seat: int) -> NDArray[np.int16]:
        """Return the features of what the seat may know."""
        out = [0] * self.game.rules.OBSERVED
        self.game.rules.observe(conceal_copy(self.game, self.s, seat), seat, out)
        return np.array(out, np.int16)

    def observation_with_mask(self, seat: int) -> Named:
        """Return what a learner in this seat is shown."""
        return {"observation": self.observation(seat), "action_mask": self.mask(seat)}

    def shares(self) -> list[float]:
        """Return the shares of the win: equal ones if the game was cut off, zeros before the end."""
        if not self.over:
            return [1 / self.seats if self.cut_off else 0.0] * self.seats
        out = [0] * self.game.rules.MAX_SEATS
        self.game.rules.payoff(self.s, out)
        return [won / sum(out) for won in out[: self.seats]]

    def situation(self, seat: int) -> Situation:
        """Return the situation of the seat to move; without events, only its state."""
        data = self.game.layout.pack(conceal_copy(self.game, self.s, seat))
        return Situation(
            game=self.game,
            seat=seat,
            data=data,
            actions=tuple(self.legal(seat)),
            events=EventSource(()),
            seconds=1.0,
            iterations=None,
            rng=bot_rng(self.seed, seat, data),
        )


def spaces_of(episode: Episode) -> tuple[Untyped, Untyped]:
    """Return Gymnasium's spaces for observations, masks included, and for actions; both libraries use them."""
    from gymnasium import spaces

    low, high = (
        np.array([getattr(one, end) for one in episode.features], np.int16) for end in ("low", "high")
    )
    observed = spaces.Dict(
        {
            "observation": spaces.Box(low, high, dtype=np.int16),
            "action_mask": spaces.Box(0, 1, (episode.actions,), np.int8),
        }
    )
    return observed, spaces.Discrete(episode.actions)
