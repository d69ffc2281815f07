"""What a field of a client's message stands for where it is left out. A server's protocol has filled it in before."""

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
