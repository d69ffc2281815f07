"""Defaults of the fields of a client's message. A server's protocol has filled them in before."""

from tischlein.engine.types import Json

DEFAULTS: dict[str, Json] = {
    "hello": {"token": None, "since": 0, "lang": None, "facts": None},
    "sync": {"since": 0, "lang": None, "facts": None},
    "start": {"empty": "bots"},
    "tune": {"pace": None, "level": None},
}


def fill_defaults(message: Json) -> Json:
    """Return a message with all of its fields."""
    return {**DEFAULTS.get(message["type"], {}), **message}
