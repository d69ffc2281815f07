"""What ``tischlein new-game`` does and says."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

from tischlein import scaffold
from tischlein.engine.errors import OptionError
from tischlein.usage.said import said


def new_game(
    name: str,
    games: Path,
    taken: Collection[str],
    into: Path | None,
    language: str,
    say: Callable[[str], None],
) -> None:
    """Write a new game into the sources, where it is registered too, or into another folder."""

    def tell(key: str, **values: object) -> None:
        say(said("new_game", key, language, **values))

    def show(room: Path) -> None:
        tell("written", folder=room)
        for path in sorted(room.rglob("*")):
            if path.is_file():
                say(f"  {path.relative_to(room).as_posix()}")

    scaffold.check_name(name, set(taken))
    if into is not None:
        show(scaffold.write(name, into, name))
        tell("elsewhere", folder=into, name=name)
        return
    registry = games / "__init__.py"
    if not (games.parents[2] / "pyproject.toml").exists():
        raise OptionError(
            "this tischlein is installed without its sources: say where to write with --into FOLDER"
        )
    listed = scaffold.registered(registry, name)  # may refuse: before anything is written
    room = scaffold.write(name, games, f"tischlein.games.{name}")
    registry.write_text(listed, "utf-8")
    show(room)
    tell("registered", file=registry)
    tell("runs")
    for command, arguments in (("terminal", f" {name}"), ("arena", f" {name} random medium"), ("play", "")):
        what = said("new_game", command, language)
        say(f"  tischlein {command + arguments:<{len(name) + 20}}  # {what}")
    tell("next")
