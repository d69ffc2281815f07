"""The messages of clients: their fields, and what a field that is left out stands for.

A server checks messages by its protocol before they get here; ``filled`` is for hosts whose clients are their own page.
"""

from tischlein.engine.types import Json
from tischlein.room.refusal import Refusal

REQUIRED = "required"
FIELDS: dict[str, Json] = {
    "hello": {"token": None, "since": 0, "lang": None},
    "sync": {"since": 0, "lang": None},
    "play": {"id": REQUIRED, "seq": REQUIRED, "action": REQUIRED},
    "why": {"id": REQUIRED, "action": REQUIRED},
    "undo": {"id": REQUIRED},
    "undo_answer": {"agree": REQUIRED},
    "more_time": {"seat": REQUIRED},
    "advice": {"id": REQUIRED},
    "share": {"promise": REQUIRED},
    "reveal": {"share": REQUIRED},
    "start": {"empty": "bots"},
    "set_seat": {"seat": REQUIRED, "bot": REQUIRED},
    "swap": {"seat": REQUIRED, "other": REQUIRED},
    "kick": {"seat": REQUIRED},
    "hand_over": {"seat": REQUIRED},
    "leave": {},
    "stand_in": {"seat": REQUIRED},
    "back": {},
    "rematch": {},
    "chat": {"text": REQUIRED},
    "chat_switch": {"on": REQUIRED},
    "list": {"on": REQUIRED},
    "tune": {"pace": None, "level": None},
    "react": {"reaction": REQUIRED},
    "prefer": {"name": REQUIRED, "on": REQUIRED},
    "ping": {},
}


def filled(message: Json) -> Json:
    """Return a message with all of its fields, or refuse one that lacks something."""
    fields = FIELDS.get(message.get("type", ""))
    if fields is None:
        raise Refusal("bad_message", problem="type")
    found = {"type": message["type"]}
    for name, usual in fields.items():
        if usual == REQUIRED and name not in message:
            raise Refusal("bad_message", problem=name)
        found[name] = message.get(name, usual)
    return found
