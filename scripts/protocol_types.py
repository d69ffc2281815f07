"""The page's types, written from the protocol and from the typed dicts of the games' views.

``python -m scripts.protocol_types`` prints them. web/src/protocol/types.ts is that text: it is written before the page is checked, and
the page is built without it. ``… constants`` prints web/src/protocol/constants.ts, which is part of the page.
"""

import json
import sys
from collections.abc import Iterator
from typing import get_args, get_type_hints, is_typeddict

from msgspec import inspect

from tischlein.engine.game import Game
from tischlein.engine.play.views import CommonView
from tischlein.games import GAMES
from tischlein.server.protocol import client, evenings, guests, people, rest, review, server, shared

HEAD = "// Written from src/tischlein/server/protocol and the games' views (`make types`). Do not edit.\n"
OF_EVERY_GAME = ("game_end", "undo")  # kinds of events
PLAIN: dict[type, str] = {
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}
ALIASES = {
    frozenset(get_args(getattr(shared, name))): name
    for name in (
        "Language",
        "State",
        "Spectators",
        "Pace",
        "SeatKind",
        "Reach",
        "Reaction",
        "ZoneKind",
        "ZoneOwner",
        "SuitColour",
        "Avatar",
        "BotAvatar",
    )
}


def source() -> str:
    """Return the whole file."""
    parts = [HEAD, *aliases(), *structs(), *common()]
    for game in GAMES.values():
        parts += views(game)
    title = [game.id.capitalize() for game in GAMES.values()]
    parts.append(f"export type View = {' | '.join(f'{name}View' for name in title)};\n")
    parts.append(f"export type GameEvent = {' | '.join(f'{name}Event' for name in title)};\n")
    parts.append(
        "/** A game is known by its id; the page shows games that it has never heard of. */\nexport type GameId = string;\n"
    )
    parts.append(
        "/** What an action would bring: a game's own table reads it as its own type. */\n"
        "export type Hint = Record<string, unknown>;\n"
    )
    parts.append(
        "export interface GameRecord {\n  game: GameId;\n  version: number;\n  seats: number;\n"
        "  options: Record<string, OptionValue>;\n  start: unknown;\n  history: [number, string][];\n"
        "  fair?: FairPart;\n}\n"
    )
    return "\n".join(parts)


def constants() -> str:
    """Return what the page knows of the protocol at run time."""
    return (
        f"{HEAD}\nexport const NAME_LENGTH = {shared.NAME_LENGTH};\n"
        f"export const CHAT_LENGTH = {shared.CHAT_LENGTH};\n"
        f"export const REACTIONS = {json.dumps(list(shared.REACTIONS))} as const;\n"
        f"export const AVATARS = {json.dumps(list(get_args(shared.Avatar)))} as const;\n"
    )


def aliases() -> Iterator[str]:
    for name in ALIASES.values():
        values = get_args(getattr(shared, name))
        yield f"export type {name} = {' | '.join(json.dumps(value) for value in values)};\n"
    yield "export type OptionValue = boolean | number | string;\n"


def structs() -> Iterator[str]:
    """Return all messages, in the order of the protocol."""
    bases = (shared.In, shared.Out, shared.InMessage, shared.OutMessage)
    for module in (shared, rest, guests, people, evenings, client, server, review):
        for cls in vars(module).values():
            ours = isinstance(cls, type) and issubclass(cls, bases) and cls not in bases
            if ours and cls.__module__ == module.__name__:
                yield interface(cls, cls.__name__, optional=issubclass(cls, shared.In))
    for name, union in (("ClientMessage", client.ClientMessage), ("ServerMessage", server.ServerMessage)):
        yield _union(name, [cls.__name__ for cls in get_args(union)])


def _union(name: str, members: list[str]) -> str:
    lines = "".join(f"\n  | {member}" for member in members)
    return f"export type {name} ={lines};\n"


def interface(cls: type, name: str, optional: bool) -> str:
    info = inspect.type_info(cls)
    assert isinstance(info, inspect.StructType)  # noqa: S101 — for the type checker
    lines = [f"  type: {json.dumps(info.tag)};"] if info.tag is not None else []
    base = cls.__bases__[0]
    inherited = () if base in (shared.In, shared.Out) else base.__struct_fields__  # type: ignore[attr-defined]
    for field in info.fields:
        if field.name in inherited:
            continue
        mark = "" if field.required or not optional else "?"
        lines.append(f"  {field.encode_name}{mark}: {written(field.type)};")
    doc = (cls.__doc__ or "").strip().splitlines()[0].replace("``", "`")
    head = f"{name} extends {base.__name__}" if inherited else name
    return f"/** {doc} */\nexport interface {head} {{\n" + "\n".join(lines) + ("\n}\n" if lines else "}\n")


def written(info: object) -> str:
    """Return a type in TypeScript."""
    if isinstance(info, inspect.Metadata):
        ts = (info.extra or {}).get("ts")
        return str(ts) if ts else written(info.type)
    if type(info) in PLAIN:
        return PLAIN[type(info)]
    if isinstance(info, inspect.LiteralType):
        if frozenset(info.values) in ALIASES:
            return ALIASES[frozenset(info.values)]
        return " | ".join(json.dumps(value) for value in info.values)
    if isinstance(info, inspect.UnionType):
        text = " | ".join(dict.fromkeys(written(part) for part in info.types))
        return text.replace("boolean | number | string", "OptionValue")
    if isinstance(info, inspect.ListType):
        return listed(written(info.item_type))
    if isinstance(info, inspect.TupleType):
        return f"[{', '.join(written(part) for part in info.item_types)}]"
    if isinstance(info, inspect.DictType):
        return f"Record<{written(info.key_type)}, {written(info.value_type)}>"
    if isinstance(info, inspect.StructType):
        return info.cls.__name__
    if isinstance(info, inspect.TypedDictType):
        return named(info.cls)
    raise TypeError(f"no TypeScript for {info}")


def listed(item: str) -> str:
    return f"({item})[]" if "|" in item else f"{item}[]"


def named(cls: type) -> str:
    """Return the name of a game's typed dict, with the game's id in front."""
    return cls.__module__.split(".")[2].capitalize() + cls.__name__


def common() -> Iterator[str]:
    """Return what the views and events of all games have."""
    lines = [f"  {name}: {written(inspect.type_info(hint))};" for name, hint in _common().items()]
    yield (
        "/** What the views of all games have. */\nexport interface CommonView {\n"
        + "\n".join(lines)
        + "\n}\n"
    )
    yield (
        "/** What the events of all games have. Servers always send `text`, the sentence for this listener, empty where\n"
        " * nothing is said; `steps` is how many steps an undo took back. */\n"
        "export interface CommonEvent {\n  seq: number;\n  text?: string;\n  steps?: number;\n}\n"
    )


def _common() -> dict[str, object]:
    own = ("game", "options")  # which each game's view says more exactly
    return {name: hint for name, hint in get_type_hints(CommonView).items() if name not in own}


def views(game: Game) -> Iterator[str]:
    """Return the typed dicts of a game's view, events and hints."""
    parts = (CommonView, *(getattr(game.face.views, name, None) for name in ("Shown", "Own")))  # of its View
    faces = [vars(module) for module in (game.face.views, game.face.hints) if module is not None]
    found = [cls for names in faces for cls in names.values() if is_typeddict(cls) and cls not in parts]
    for cls in found:
        base = {"View": " extends CommonView", "Event": " extends CommonEvent"}.get(cls.__name__, "")
        head = f"export interface {named(cls)}{base} {{\n"
        lines = []
        hints = get_type_hints(cls)
        for name, hint in hints.items():
            if cls.__name__ == "View" and name in _common():
                continue
            info = inspect.type_info(hint)
            mark = (
                ""
                if name in cls.__required_keys__ or (cls.__name__ == "Event" and name in ("seat", "kind"))
                else "?"
            )
            text = written(info)
            if cls.__name__ == "Event" and name == "kind":
                kinds = dict.fromkeys((*get_args(hint), *OF_EVERY_GAME)) if get_args(hint) else ()
                text = " | ".join(map(json.dumps, kinds)) or text
            if cls.__name__ == "View" and name == "game":
                text = json.dumps(game.id)
            if cls.__name__ == "View" and name == "options":
                text = "Record<string, OptionValue>"
            lines.append(f"  {name}{mark}: {text};")
        doc = " ".join((cls.__doc__ or "").split()).replace("``", "`")
        comment = f"/** {doc} */\n" if doc else ""
        yield f"{comment}{head}" + "\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    sys.stdout.write(constants() if sys.argv[1:] == ["constants"] else source())
