"""The classes that OpenSpiel asks for. They import it, so ask for them through ``tischlein.adapters.openspiel``."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

import numpy as np
import pyspiel

from tischlein.adapters.episode import Episode
from tischlein.adapters.resample import resample_history
from tischlein.adapters.spiel_observer import Observer, observer_of
from tischlein.adapters.trail import Trail, observer_name
from tischlein.adapters.worlds import NotSolvable, worlds
from tischlein.bots.base import MOST_DECISIONS
from tischlein.cards import CHANCE, OVER, RNG_WORDS, SPECTATOR, sow
from tischlein.engine.errors import OptionError
from tischlein.engine.game import Game
from tischlein.engine.play.legality import conceal_copy, legal_ids, work_of
from tischlein.engine.rules.positions import bare
from tischlein.engine.types import Options, OptionValue, State, Untyped
from tischlein.lab.simulate.plan import usual_seats

MOST_OUTCOMES: Final = 256  # of any chance node of a game
SEATS, POSITION = "seats", "position"  # parameters besides the game's options
UNSET: Final = ""  # a parameter that is not given

kind = pyspiel.GameType


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game with a number of seats and options, from its beginning or from a position."""

    def __init__(self, declared: Game, params: Mapping[str, OptionValue] | None = None) -> None:
        usual = _parameters(declared)
        given = {
            name: value for name, value in (params or {}).items() if value not in (UNSET, usual.get(name))
        }
        named = {POSITION: given[POSITION]} if POSITION in given else dict(given)
        written = given.pop(POSITION, None)
        seats = given.pop(SEATS, None)
        if written is None:
            options = {name: _value(value) for name, value in given.items()}
            self.episode = Episode(declared, None if seats is None else int(seats), options)
            self.start = self.episode.game.opening(self.episode.seats, **self.episode.options)
            self.worlds: list[tuple[bytes, float]] = []
        else:
            self._place(declared, _read(str(written)))
        self.views: dict[int, list[bytes]] = {}  # of the worlds of a position, by player
        super().__init__(_type(declared), self._info(), named)  # equal games have equal names

    @classmethod
    def of(cls, named: Game, seats: int | None, options: Options | None, position: object) -> SpielGame:
        """Return the game with these arguments as parameters."""
        if position is not None:
            named.at(position, seed=0)  # raises PositionError for what is wrong
            return cls(named, {POSITION: _encode_position(position)})
        sitting = Episode(named, seats, options).seats  # raises OptionError for what is wrong
        usual = _parameters(named)
        params = {name: _param(bare(value), usual.get(name)) for name, value in (options or {}).items()}
        if seats is not None:
            params[SEATS] = sitting
        return cls(named, params)

    def _place(self, declared: Game, position: object) -> None:
        """Begin at a position: chance chooses among the worlds that a spectator cannot tell apart."""
        game = declared.at(position, seed=0).game  # with the design numbers of the position
        record = game.load(position)
        self.start = game.layout.pack(record)
        self.episode = Episode(game, int(record.seats), game.check_options(game.options_of(record)))
        try:
            found = worlds(game, self.start, SPECTATOR)
        except NotSolvable as error:
            raise OptionError(f"position: {error}") from None
        self.worlds = [(world, float(chance)) for world, chance in found.items()]

    def _info(self) -> Untyped:
        seats = self.episode.seats
        return pyspiel.GameInfo(
            num_distinct_actions=self.episode.actions,
            max_chance_outcomes=max(MOST_OUTCOMES, len(self.worlds)),
            num_players=seats,
            min_utility=-1 / seats,
            max_utility=1 - 1 / seats,
            utility_sum=0.0,
            max_game_length=MOST_DECISIONS,
        )

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Untyped = None, params: Untyped = None) -> Observer | None:
        return observer_of(self.episode, iig_obs_type, params)

    def __deepcopy__(self, memo: Untyped) -> SpielGame:
        return self

    def __reduce__(self) -> tuple[Untyped, ...]:
        return SpielGame, (self.episode.game.printed or self.episode.game, self.get_parameters())


class SpielHistory:
    """A record with the steps that led to it. Clones share it until one of them goes on."""

    def __init__(self, game: Game, record: State, trail: Trail, decisions: int = 0) -> None:
        self.game, self.record, self.trail, self.decisions = game, record, trail, decisions
        self.shared = False
        self.legal: dict[int, list[int]] = {}  # by player, as far as asked

    def __deepcopy__(self, memo: Untyped) -> SpielHistory:
        self.shared = True
        return self

    def __reduce__(self) -> tuple[Untyped, ...]:
        return _point_again, (self.game, self.game.layout.pack(self.record), self.trail, self.decisions)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A record and its trail; methods with leading underscores are OpenSpiel's."""

    # OpenSpiel copies and pickles all that stands in the dictionary; the game is not part of that.
    __slots__ = ("__dict__", "game")

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.game = game
        one = game.episode.game
        self.point = (
            None if game.worlds else SpielHistory(one, one.layout.unpack(game.start), Trail(game.start))
        )

    @property
    def at(self) -> SpielHistory:
        """Where the game stands; the first node of a position has no record yet."""
        if self.point is None:
            raise OptionError("the first chance node of a position has no observations yet")
        return self.point

    def current_player(self) -> int:
        point = self.point
        if point is None:
            return int(pyspiel.PlayerId.CHANCE)
        actor = int(point.record.actor)
        if actor >= 0 and point.decisions < MOST_DECISIONS:
            return actor
        if actor == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        point = self.point
        if point is None:
            return False
        actor = int(point.record.actor)
        return actor == OVER or (actor >= 0 and point.decisions >= MOST_DECISIONS)

    def _legal_actions(self, player: int) -> list[int]:
        point = self.point
        if point is None:
            return []
        if player not in point.legal:
            point.legal[player] = sorted(legal_ids(point.game, point.record, player))
        return point.legal[player]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.point is None:
            return [(number, chance) for number, (_, chance) in enumerate(self.game.worlds)]
        return self.outcomes_at(self.point.record)

    def outcomes_at(self, s: State) -> list[tuple[int, float]]:
        one = self.game.episode.game
        if not self.game.worlds:
            return _uniform(one.rules.chances(s))
        # Cards that look the same are one outcome in the small trees of positions, by the first of them.
        names = [name for name, n in one.outcomes(s) for _ in range(n)]
        return [(names.index(name), n / len(names)) for name, n in Counter(names).items()]

    def _apply_action(self, action: int) -> None:
        point, one = self.point, self.game.episode.game
        if point is None:
            if not 0 <= action < len(self.game.worlds):
                raise OptionError(f"apply_action: {action} is not legal now; legal_actions says what is")
            data = self.game.worlds[action][0]
            self.point = SpielHistory(one, one.layout.unpack(data), Trail(data, shown=True))
            return
        actor = int(point.record.actor)
        if actor == CHANCE:
            legal = 0 <= action < one.rules.chances(point.record)
        else:
            legal = actor >= 0 and action in self._legal_actions(actor)
        if not legal:
            raise OptionError(f"apply_action: {action} is not legal now; legal_actions says what is")
        record = one.layout.copy(point.record) if point.shared else point.record
        one.rules.apply(record, actor, action, work_of(one))
        self.point = SpielHistory(
            one, record, Trail(point.trail, actor, action), point.decisions + (actor >= 0)
        )

    def conceal_for(self, seat: int) -> State:
        """Return a record of what a seat knows."""
        return conceal_copy(self.game.episode.game, self.at.record, seat)

    def _action_to_string(self, player: int, action: int) -> str:
        one = self.game.episode.game
        if self.point is None:
            return f"world {action}"
        if player < 0:
            return self._outcome(action)
        return one.face.actions[action]

    def _outcome(self, index: int) -> str:
        """Return the name of a chance outcome; further copies of a card, which lie next to it, have a number."""
        names = [name for name, n in self.game.episode.game.outcomes(self.at.record) for _ in range(n)]
        name = names[index]
        copy = 1 if self.game.worlds else names[: index + 1].count(name)
        return name if copy == 1 else f"{name} ({copy})"

    def returns(self) -> list[float]:
        seats = self.game.episode.seats
        out = [0] * self.game.episode.game.rules.MAX_SEATS
        if self.point is not None and self.point.record.actor == OVER:
            self.game.episode.game.rules.payoff(self.point.record, out)
        won = sum(out[:seats])
        return [out[seat] / won - 1 / seats if won else 0.0 for seat in range(seats)]

    def information(self, observer: int) -> str:
        """Return all that a player, or the spectator, has seen and done, as text."""
        if self.point is None:
            return observer_name(observer)
        return self.point.trail.information_state(self.game.episode.game, observer, self.point.record)

    def resample_from_infostate(self, player: int, sampler: Untyped) -> SpielState:
        """Return another state that the player cannot tell from this one.

        In a whole game all worlds are equally likely, and the new state has no history: `imagine` goes by what the player
        sees now, and not every such world can come from what it saw before. In a position it has a history of its own,
        nearly as likely as in the tree; what others chose in secret is any of what they might have chosen.
        """
        rng = [0] * RNG_WORDS
        sow(rng, int(sampler() * (1 << 32)), int(sampler() * (1 << 32)), 0)
        if self.game.worlds:
            other: SpielState = self.game.new_initial_state()
            for action in resample_history(self, player, np.random.default_rng(rng)):
                other.apply_action(action)
            return other
        one = self.game.episode.game
        s = self.conceal_for(player)
        one.rules.imagine(s, player, rng, work_of(one))
        other = self.game.new_initial_state()
        trail = self.at.trail.from_world(one, self.at.record, s)
        other.point = SpielHistory(one, s, trail, self.at.decisions)
        return other

    def steps(self) -> list[tuple[int, int]]:
        return [(int(step.player), int(step.action)) for step in self.full_history()]

    def __str__(self) -> str:
        if self.point is None:
            return "the first chance node of a position"
        return json.dumps(self.game.episode.game.dump(self.point.record), separators=(",", ":"))

    def __reduce__(self) -> tuple[Untyped, ...]:
        return _state_again, (self.game, self.serialize())


def _state_again(game: SpielGame, written: str) -> Untyped:
    return game.deserialize_state(written)


def _point_again(game: Game, data: bytes, trail: Trail, decisions: int) -> SpielHistory:
    return SpielHistory(game, game.layout.unpack(data), trail, decisions)


@cache
def _uniform(n: int) -> list[tuple[int, float]]:
    return [(outcome, 1 / n) for outcome in range(n)]


def _param(value: OptionValue, usual: OptionValue | None) -> OptionValue:
    """Return an option's value as a parameter: OpenSpiel wants all values of one type, so a number may be ``#2``."""
    return f"#{value}" if isinstance(usual, str) and not isinstance(value, str) else value


def _value(param: OptionValue) -> OptionValue:
    return int(param[1:]) if isinstance(param, str) and param.startswith("#") else param


def _encode_position(position: object) -> str:
    """Return a position as a parameter: OpenSpiel's strings have no room for JSON."""
    return urlsafe_b64encode(json.dumps(position, separators=(",", ":")).encode()).decode().rstrip("=")


def _read(text: str) -> object:
    try:
        return json.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except (ValueError, RecursionError):
        raise OptionError("position: use tischlein.adapters.openspiel.load(position=…)") from None


def register(games: Iterable[Game]) -> None:
    """Add games to OpenSpiel's list, each as ``tischlein_`` with its id."""
    known = set(pyspiel.registered_names())
    for game in games:
        if _name(game) not in known:
            pyspiel.register_game(_type(game), _creator(game))


def _creator(game: Game) -> type[SpielGame]:
    """Return a class that makes the game from parameters.

    OpenSpiel drops its reference after the interpreter has ended: a class survives that, a function would crash.
    """

    class Registered(SpielGame):
        """A game of OpenSpiel's list."""

        def __init__(self, params: Mapping[str, OptionValue] | None = None) -> None:
            super().__init__(game, params)

    return Registered


def _name(game: Game) -> str:
    return f"tischlein_{game.id}"


def _type(game: Game) -> Untyped:
    return kind(
        short_name=_name(game),
        long_name=game.name,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        default_loadable=True,
        parameter_specification=_parameters(game),
    )


def _parameters(game: Game) -> dict[str, OptionValue]:
    """Return the parameters with their defaults: seats, a position, the options, and the numbers of the design."""
    found: dict[str, OptionValue] = {SEATS: usual_seats(game), POSITION: UNSET}
    found |= {name: option.default for name, option in game.options.items()}
    return found | {name: number.default for name, number in game.design.items()}
