"""One table of a device: its room, and what is stored of it."""

import json
from collections.abc import Mapping
from typing import Any

from tischlein.cards import CHANCE
from tischlein.engine.play.wording import own_text
from tischlein.engine.types import Json
from tischlein.offline.ports import OWN_TEXTS
from tischlein.room.events import Now, StartRequested
from tischlein.room.ports import Ports
from tischlein.room.refusal import Refusal
from tischlein.room.room import Room
from tischlein.room.rows import Advice, ChatLine, Entry, Row, Seat, Stored, apply, columns_of
from tischlein.room.step import Outbox, Step

# After a reload, several people at one device are told what happened in this number of last steps: to tell each of them the whole
# game would take as long again for every one.
LATELY = 50

NOTHING = type(None)
# What is read of a stored table, and of each of its seats; the rest is the same for all tables of a device.
ROW: dict[str, Any] = {
    "id": int, "code": str, "game": str, "version": int, "options": Mapping, "state": str, "host": (int, NOTHING), "stand_in": str,
    "pace": str, "lang": str, "seed": int, "created": int, "touched": int, "rematch": (str, NOTHING), "start": (Mapping, NOTHING),
    "base": int, "position": (Mapping, NOTHING),
}  # fmt: skip
SEAT: dict[str, Any] = {
    "seat": int, "kind": str, "name": (str, NOTHING), "level": (str, NOTHING), "token_hash": (str, NOTHING),
    "device": (int, NOTHING), "preferences": Mapping, "avatar": (str, NOTHING),
}  # fmt: skip


class LocalTable:
    """A room on this device, and what is stored of it; they share no record."""

    def __init__(self, stored: Stored, ports: Ports, now: Now) -> None:
        self.stored = stored
        self.room = Room.from_stored(read(json.loads(json.dumps(as_saved(stored)))), ports, now)
        for name, value in self.room.moved_base.items():
            setattr(stored.row, name, value)

    def step(self, event: object, now: Now, answer: Json) -> Step:
        """Let the room take a step; the page stores what changed before it sends anything."""
        step = self.room.propose(event, now)
        if step.writes is not None:
            apply(self.stored, step.writes)
        self.room.commit(step, now)
        add(answer, self.room.publish(step, now))
        if step.writes is not None:
            answer["save"].append(self.to_saved(now))
        return step

    def to_saved(self, now: Now) -> Json:
        """Return all that the table can be opened from again, and what "my tables" shows of it."""
        row, state, info = self.stored.row, self.room.state, self.room.info(now)
        turn = state.obliged if row.state == "playing" else ()
        return {
            "code": row.code,
            "game": row.game,
            **as_saved(self.stored),
            "mine": [
                {"token": seat.token_hash, "seat": seat.seat, "your_turn": seat.seat in turn, "table": info}
                for seat in self.stored.seats
                if seat.kind == "person"
            ],
        }


def add(answer: Json, outbox: Outbox) -> None:
    """Put what a step says into an answer."""
    for listener, messages in outbox.sends.items():
        answer["send"].extend([[listener, message] for message in messages])
    answer["next"] = {
        "think": None if outbox.bot_request is None else columns_of(outbox.bot_request),
        "wake": outbox.wake,
    }


def open_table(saved: Json, ports: Ports, now: Now) -> LocalTable:
    """Open a stored game; what is spoilt in it is refused now, and does not fail when it is played."""
    try:
        return _open_stored(read(saved), ports, now)
    except Refusal as refused:
        raise bad_save(str(refused.values.get("detail", refused.code))) from None
    except Exception as error:  # noqa: BLE001 — whatever is wrong with one game, the others are not touched
        raise bad_save(str(error) or type(error).__name__) from None


def _open_stored(stored: Stored, ports: Ports, now: Now) -> LocalTable:
    row, game = stored.row, ports.games[stored.row.game]
    undecided = row.start is None and all(entry.seat == CHANCE for entry in stored.log)
    if row.version != game.version and undecided:
        row.state, row.version, stored.log = "lobby", game.version, []  # it is dealt again
    local = LocalTable(stored, ports, now)
    if row.state == "lobby":
        local.step(StartRequested(), now, {"send": [], "save": []})
    table, people = local.room.table, [seat for seat in stored.seats if seat.kind == "person"]
    if table is not None and len(people) > 1:
        table.past.counted_from = max(0, len(table.past.steps) - LATELY)
    local.to_saved(now)
    local.room.prepare(people[0].token_hash, row.lang, 0, None)  # nobody compares facts on one device
    return local


def as_saved(stored: Stored) -> Json:
    """Return a table as a device stores it."""
    return {
        "row": {name: getattr(stored.row, name) for name in ROW},
        "seats": [{name: getattr(seat, name) for name in SEAT} for seat in stored.seats],
        "log": [[entry.seat, entry.text, entry.message_id, entry.at] for entry in stored.log],
    }


def read(saved: Any) -> Stored:
    """Read stored data; TypeError names a value of the wrong type."""
    row = {name: _check_type(name, saved["row"][name], kind) for name, kind in ROW.items()}
    seats = [
        {name: _check_type(name, seat[name], kind) for name, kind in SEAT.items()} for seat in saved["seats"]
    ]
    log = [Entry(k + 1, *entry) for k, entry in enumerate(_check_type("log", saved["log"], list))]
    chat: list[ChatLine] = []
    advice: list[Advice] = []
    own: Json = {"timer": None, "spectators": "none", "chat": False, "secret": ""}
    return Stored(Row(**row, **own), [Seat(**seat) for seat in seats], log, chat, advice)


def _check_type(name: str, value: Any, kind: Any) -> Any:
    if not isinstance(value, kind):
        raise TypeError(name)
    return value


def bad_save(problem: str) -> Refusal:
    """Return the refusal of a stored game that cannot be read."""
    return Refusal("bad_save", 404, "", own_text(OWN_TEXTS, "refused.bad_save"), detail=problem)
