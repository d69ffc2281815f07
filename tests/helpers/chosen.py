"""Choose the games that the suites try: all finished games, or only the one that ``--game`` names."""

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import extra_games
from tischlein.engine.game import Game
from tischlein.games import GAMES

EXTRA = {path.parent.name for path in Path(extra_games.__file__).parent.glob("*/__init__.py")}
ROOT = Path(__file__).resolve().parents[2]
DRAFTS: dict[str, Game] = {}  # those that this run leaves out


def choose(name: str | None) -> None:
    """Remove the drafts from the registry, except the game that was asked for.

    A draft is unfinished on purpose: `tischlein prove` shows what it lacks, and no other run may fail because of it.
    The games in ``extra_games`` are played only where one of them is asked for.
    """
    if name in EXTRA:
        GAMES[name] = import_module(f"extra_games.{name}").GAME
    for game in [game for game in GAMES.values() if game.draft and game.id != name]:
        DRAFTS[game.id] = GAMES.pop(game.id)
    if name is not None and name not in GAMES:
        raise pytest.UsageError(f"there is no game {name!r}; there are {', '.join([*GAMES, *DRAFTS])}")


def leave_drafts_uncovered(config: pytest.Config) -> None:
    """Do not ask the tests to reach every branch of a draft's rules."""
    plugin = config.pluginmanager.getplugin("_cov")
    controller = plugin and plugin.cov_controller
    if controller and DRAFTS:
        controller.cov.set_option("report:omit", [f"*/tischlein/games/{name}/*" for name in DRAFTS])


def is_chosen(item: pytest.Item, name: str | None) -> bool:
    """Return whether a test is about the game that was asked for, or, without one, not about a draft."""
    found = tested_games(item)
    return name in found if name else not found & set(DRAFTS)


def tested_games(item: pytest.Item) -> set[str]:
    """Return the ids of the games that a test was parametrized with, or that its file is named after."""
    callspec = getattr(item, "callspec", None)
    values = callspec.params.values() if callspec else ()
    words = item.path.stem.split("_")
    games = (*GAMES.values(), *DRAFTS.values())
    return {game.id for game in games if game.id in words or any(is_about(game, one) for one in values)}


def is_about(game: Game, value: Any) -> bool:
    """Return whether a parameter stands for a game: the game itself, its kit, its id, one of its modules or files."""
    value = value.get("game") if isinstance(value, dict) else getattr(value, "game", value)
    if isinstance(value, Path):
        inside = value.relative_to(ROOT).parts if value.is_relative_to(ROOT) else ()
        return game.id in [Path(part).stem for part in inside]
    if isinstance(value, str):
        return value.split("/")[0] == game.id or f"{value}.".startswith(f"{package_of(game)}.")
    return value is game


def package_of(game: Game) -> str:
    return game.rules.__name__.rpartition(".")[0]
