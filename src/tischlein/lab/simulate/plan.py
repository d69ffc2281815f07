"""A plan says which game is played, how often and by which bots; it is checked before anything is played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import signature
from typing import Any, cast

from tischlein.bots import Bot, bot
from tischlein.bots.kernels.whole_games import ASKED, AT_RANDOM, EASY, MEDIUM
from tischlein.bots.runtime import best_backend
from tischlein.engine.backends import check_installed
from tischlein.engine.errors import OptionError, did_you_mean
from tischlein.engine.game import Game
from tischlein.engine.rules.positions import short_repr, whole_number
from tischlein.engine.types import Json, Options, OptionValue
from tischlein.games import game as listed_game
from tischlein.lab.progress import Progress

# These levels play in compiled code.
COMPILED = {"random": AT_RANDOM, "easy": EASY, "medium": MEDIUM}
USUAL_SEATS = 4
BACKENDS = ("auto", "python", "native", "wasm", "cuda")
# What else they are called.
OTHER_NAMES = {"gpu": "cuda", "cpu": "native", "numba": "native", "nvidia": "cuda", "webassembly": "wasm"}
# Streams of a seed.
MOST_GAMES = 1 << 32
EXACT = 1 << 53  # up to here a float is one whole number and no other
# Sums over many games are kept in this number of blocks, whose differences give intervals.
BLOCKS = 256


def way_of(game: Game, player: str | Bot) -> int:
    """Return how a player plays: in compiled code, or asked. Without rules of thumb only `random` is compiled."""
    if not isinstance(player, str) or (game.bots.heuristics is None and player != "random"):
        return ASKED
    return COMPILED.get(player, ASKED)


@dataclass(frozen=True)
class Plan:
    """A checked plan, with all defaults filled in."""

    game: Game
    games: int
    seats: int
    bots: tuple[Any, ...]  # seat by seat: a name, or a bot
    seed: int
    options: dict[str, OptionValue]
    backend: str
    ways: tuple[int, ...] = field(repr=False, default=())
    is_auto: bool = field(repr=False, default=False, compare=False)  # the backend was not asked for by name

    @classmethod
    def of(
        cls,
        game: str | Game,
        games: object = 1000,
        seats: object = None,
        bots: str | Bot | Sequence[str | Bot] = "medium",
        seed: object = 1,
        options: Options | None = None,
        backend: str = "auto",
    ) -> Plan:
        """Check all arguments, and raise OptionError for what is wrong."""
        game, given = game_of(game), {} if options is None else options
        chosen, options = game.with_design(given)
        game.check_names(given, game.design)
        number = count("games", games, 1, MOST_GAMES)
        if backend not in BACKENDS:
            raise OptionError(
                f"there is no backend {short_repr(backend)}; choose from {', '.join(BACKENDS)}{backend_suggestion(backend)}"
            )
        check_installed(backend)
        sitting = chosen.check_seats(usual_seats(chosen) if seats is None else seats)
        players = _lineup(bots, sitting)
        plan = cls(
            chosen,
            number,
            sitting,
            players,
            count("seed", seed),
            chosen.check_options(options),
            best_backend(chosen) if backend == "auto" else backend,
            tuple(way_of(chosen, one) for one in players),
            backend == "auto",
        )
        plan.opening()
        return plan

    @property
    def asks(self) -> bool:
        """True if a bot runs outside compiled code."""
        return ASKED in self.ways

    @property
    def names(self) -> tuple[str, ...]:
        """The name of the bot on each seat."""
        return tuple(one if isinstance(one, str) else type(one).__qualname__ for one in self.bots)

    @property
    def block(self) -> int:
        """Games whose sums are kept together: a power of two."""
        return 1 << max(0, (-(-self.games // BLOCKS) - 1).bit_length())

    def header(self) -> Json:
        """Return what is played, ready for JSON."""
        return {
            "game": self.game.id,
            "rules": self.game.version,
            "seats": self.seats,
            "bots": list(self.names),
            "seed": self.seed,
            "options": self.options,
            "backend": self.backend,
        }

    def opening(self) -> bytes:
        return self.game.opening(self.seats, **self.options)


def game_of(game: str | Game) -> Game:
    """Return a game by its id, or the game itself; raise OptionError for anything else."""
    return game if isinstance(game, Game) else listed_game(game)


def usual_seats(game: Game) -> int:
    """Return the number of seats where none is given."""
    return USUAL_SEATS if USUAL_SEATS in game.seats else game.seats[-1]


def count(name: str, value: object, least: int | None = None, most: int | None = None) -> int:
    """Return a whole number within bounds, which may be written as 1e6."""
    if isinstance(value, float) and value.is_integer() and abs(value) <= EXACT:
        value = int(value)
    return whole_number(name, value, least, most)


def check_callback(progress: Progress | None) -> Progress:
    """Return the callback, or one that does nothing for None; raise OptionError for what cannot be called."""
    if progress is None:
        return lambda done, everything: None
    if not callable(progress):
        raise OptionError(f"progress: {short_repr(progress)} cannot be called")
    return progress


def backend_suggestion(name: object) -> str:
    """Return a question that names the backend that was probably meant, or an empty text.

    >>> backend_suggestion("gpu"), backend_suggestion("nativ")
    ('. Did you mean cuda?', '. Did you mean native?')
    """
    meant = OTHER_NAMES.get(name) if isinstance(name, str) else None
    return f". Did you mean {meant}?" if meant else did_you_mean(name, BACKENDS)


def refuse_arguments(
    name: str,
    function: Callable[..., object],
    unknown: Iterable[str],
    others: Mapping[str, str] | None = None,
) -> None:
    """Raise TypeError for arguments that a function does not have, with what was probably meant.

    ``others`` are names that only other functions have, and what takes their place here.
    """
    for argument in unknown:
        known = [one for one in signature(function).parameters if one != "unknown"]
        meant = (others or {}).get(argument)
        advice = f". Did you mean {meant}?" if meant else did_you_mean(argument, known)
        if not advice:
            advice = f"; options of the game are given as options={{{argument!r}: …}}"
        raise TypeError(f"{name}() has no argument {argument!r}{advice}")


def bot_of(name: str, one: object) -> Bot:
    """Return the bot of a name, or the object if it is a bot; raise OptionError for anything else."""
    if isinstance(one, str):
        return bot(one)
    if isinstance(one, type) or not callable(getattr(one, "choose", None)):
        raise OptionError(
            f"{name}: {short_repr(one)} is neither a bot's name nor an object with choose(situation)"
        )
    return cast(Bot, one)


def _lineup(bots: object, seats: int) -> tuple[Any, ...]:
    """Return the bot of each seat: a single bot everywhere, or several in turn around the table."""
    several = list(bots) if isinstance(bots, Sequence) and not isinstance(bots, str) else [bots]
    if not 0 < len(several) <= seats:
        raise OptionError(f"bots: {len(several)} are too {'many' if several else 'few'} for {seats} seats")
    for one in several:
        if not (isinstance(one, str) and one in COMPILED):
            bot_of("bots", one)
    return tuple(several[seat % len(several)] for seat in range(seats))
