"""Tables, records and walks of any game, at random; random numbers decide the details, so that examples are cheap to make."""

from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

from helpers.games.laws import any_step_of, some_decision
from per_game import KITS, Kit, Position
from tischlein import Table
from tischlein.cards import OVER, RNG_WORDS, SPECTATOR, sow
from tischlein.engine.game import Game

each_game = pytest.mark.parametrize("kit", KITS, ids=lambda kit: kit.game.id)


def each_game_with(has: Callable[[Game], object]) -> pytest.MarkDecorator:
    """Parametrize a test with the games that have something which a game need not have."""
    return pytest.mark.parametrize("kit", [kit for kit in KITS if has(kit.game)], ids=lambda kit: kit.game.id)


def has_module(game: Game) -> bool:
    """Return whether a game has its compiled module; `make modules` writes it."""
    return (Path(str(resources.files(game.rules.__name__.rpartition(".")[0]))) / "rules.wasm").is_file()


each_game_with_module = each_game_with(has_module)


def each_game_but(*later: str) -> pytest.MarkDecorator:
    """Parametrize a test with all games, these of them in the long run only."""
    kits = [
        pytest.param(kit, id=kit.game.id, marks=[pytest.mark.long] * (kit.game.id in later)) for kit in KITS
    ]
    return pytest.mark.parametrize("kit", kits)


def hides(game: Game) -> bool:
    """Return whether a seat sees less than the whole record."""
    return any(field.sight not in ("open", "unseen") for field in game.layout.fields)


each_game_that_hides = each_game_with(hides)

# Where code of its own has to be compiled for each. In the short run one game in which seats take turns, and one in which
# several decide at once; the others take longest, and that their compiled rules play as they should is asked for all games.
each_compiled_game = each_game_but("quando", "quanto")

generators = st.integers(0, 2**64 - 1).map(Random)


def some_position(kit: Kit, rng: Random) -> Position:
    """Return a small position, or one some decisions after it: in the middle of a turn, with things to remember."""
    position = kit.random_position(rng)
    if rng.random() < 0.6:
        return position
    table = kit.game.at(position, seed=rng.getrandbits(64))
    for _ in range(rng.randrange(1, 12)):
        if not table.over:
            decide(table, rng)
    return table.position()


def opened(kit: Kit, rng: Random, **luck: Any) -> Table:
    """Return a new table, or one at a small position; ``luck`` is seed or chance."""
    luck = luck or {"seed": rng.getrandbits(64)}
    if rng.random() < 0.6:
        return kit.game.at(kit.random_position(rng), **luck)
    seats = kit.random_seats(rng)
    return kit.game.new(seats=seats, **luck, **kit.random_options(rng, seats))


def decide(table: Table, rng: Random) -> None:
    """Play any legal action of any seat that may act."""
    table.play(*some_decision(table, rng))


def played(kit: Kit, rng: Random, most: int = 40, **luck: Any) -> Table:
    """Return a table after some decisions, perhaps at the end of its game."""
    table = opened(kit, rng, **luck)
    for _ in range(rng.randrange(most + 1)):
        if not table.over:
            decide(table, rng)
    return table


def start(kit: Kit, rng: Random) -> Any:
    """Return the record of a new game before its first chance outcome, or of a small position."""
    if rng.random() < 0.6:
        return kit.game.load(kit.random_position(rng))
    return kit.layout.unpack(kit.opening(rng))


def walk(kit: Kit, s: Any, rng: Random, most: int) -> Iterator[Any]:
    """Yield the record after every single step, chance included; it is always the same object."""
    yield s
    for _ in range(most):
        if s.actor == OVER:
            return
        kit.python.call("apply", s, *any_step(kit, s, rng))
        yield s


def any_step(kit: Kit, s: Any, rng: Random) -> tuple[int, int]:
    """Return what may come next: a chance outcome, or an action of a seat that may act."""
    return any_step_of(kit.python, s, rng)


def somewhere(kit: Kit, rng: Random, most: int = 120) -> Any:
    """Return a record somewhere in a game, perhaps while chance has to decide."""
    *_, s = walk(kit, start(kit, rng), rng, rng.randrange(1, most))
    return s


def eyes_of(s: Any) -> tuple[int, ...]:
    """Return all observers of a table."""
    return (SPECTATOR, *range(s.seats))


def concealed(kit: Kit, s: Any, eyes: int) -> Any:
    """Return a copy, concealed for an observer."""
    copy = kit.layout.copy(s)
    kit.game.rules.conceal(copy, eyes)
    return copy


def words(rng: Random) -> list[int]:
    """Return a random generator as the rules take it."""
    made = [0] * RNG_WORDS
    sow(made, rng.getrandbits(32), rng.getrandbits(32), 0)
    return made


def imagined(kit: Kit, s: Any, eyes: int, luck: list[int]) -> Any:
    """Return a copy of a concealed record with the rest filled in."""
    copy = kit.layout.copy(s)
    kit.python.imagine(copy, eyes, luck)
    return copy
