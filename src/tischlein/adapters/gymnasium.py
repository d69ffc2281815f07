"""The games as environments of Gymnasium: one learner at the table, bots on all other seats."""

from __future__ import annotations

from collections.abc import Sequence

from tischlein.adapters.episode import Episode, need
from tischlein.bots import Bot
from tischlein.engine.errors import OptionError
from tischlein.engine.game import Game
from tischlein.engine.rules.positions import shown, whole
from tischlein.engine.types import Options, Untyped
from tischlein.lab.simulate.plan import COMPILED, bot_of
from tischlein.lab.vector.vector import vector

Opponents = str | Bot | Sequence[str | Bot]


def env(
    game: str | Game,
    seats: int | None = None,
    seat: int = 0,
    opponents: Opponents = "random",
    options: Options | None = None,
) -> Untyped:
    """Return an environment for the learner on one seat; ``opponents`` is a bot for all others, or one for each."""
    need("gymnasium")
    episode = Episode(game, seats, options)
    from tischlein.adapters.gym_classes import One

    return One(episode, _seat(episode.seats, seat), _opponents(opponents, episode.seats))


def vector_env(
    game: str | Game,
    n: int | None = None,
    seats: int | None = None,
    seat: int = 0,
    opponents: str = "random",
    options: Options | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> Untyped:
    """Return ``n`` of them side by side, in compiled code; opponents are random, easy or medium. A game that ends begins again at once."""
    need("gymnasium")
    if not isinstance(opponents, str) or opponents not in COMPILED:
        raise OptionError(
            f"opponents: in a vector they are one of {', '.join(COMPILED)}, not {shown(opponents)}"
        )
    episode = Episode(game, seats, options)
    games = vector(
        episode.game,
        n,
        episode.seats,
        1 if seed is None else seed,
        episode.options,
        suggest=opponents,
        threads=threads,
    )
    from tischlein.adapters.gym_classes import Many

    return Many(episode, games, _seat(episode.seats, seat), seed)


def _seat(seats: int, seat: object) -> int:
    number = whole(seat)
    if number is None or not 0 <= number < seats:
        raise OptionError(f"there is no seat {shown(seat)}; seats are 0 to {seats - 1}")
    return number


def _opponents(opponents: Opponents, seats: int) -> list[Bot]:
    several = (
        list(opponents) if isinstance(opponents, Sequence) and not isinstance(opponents, str) else [opponents]
    )
    if len(several) not in (1, seats - 1):
        raise OptionError(f"opponents: one for all, or {seats - 1} of them, not {len(several)}")
    each = several if len(several) == seats - 1 else several * (seats - 1)
    return [bot_of("opponents", one) for one in each]
