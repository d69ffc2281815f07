"""Hosts the rooms of a device: what the page asks of its tables, one text in, one text out, both JSON.

Every answer has ``result`` or ``error``, the messages to ``send`` as pairs of a listener and a message, and what to ``save`` before they are
sent. Where the room has taken a step, ``next`` has the bot to ``think`` and when to ``wake`` the room, in milliseconds of the page's steady
clock. The page's worker stores and carries messages; a game that the device cannot store lives as long as the page, and a note says so.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tischlein.cards import CHANCE
from tischlein.engine.game import Game
from tischlein.engine.play.moments import Excerpt, frames
from tischlein.engine.play.wording import Wording, own_text
from tischlein.engine.texts import LANGUAGES
from tischlein.engine.types import Json
from tischlein.offline.lessons import exercise, objection, situation
from tischlein.offline.ports import OWN_TEXTS, page_ports
from tischlein.offline.thinking import choice_of
from tischlein.room.events import Begins, Came, Chosen, Gone, Now, Said, Woken
from tischlein.room.opening.create import new_table
from tischlein.room.refusal import Refusal
from tischlein.room.room import Room
from tischlein.room.rows import Advice, ChatLine, Entry, Row, Seat, Stored, apply, columns_of
from tischlein.room.step import Step, Told
from tischlein.room.wire import filled
from tischlein.verify.check import check
from tischlein.verify.sentences import as_data

FRAMES = 500
# Last steps of a stored game of which each of several people is told what they saw themselves.
OWN_STEPS = 50
# Messages that change nothing where everybody shares the device.
IGNORED = ("share", "reveal", "back", "react")


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
    """A room on this device, and what is stored of it."""

    def __init__(self, stored: Stored, room: Room) -> None:
        self.stored = stored
        self.room = room

    def saved(self, now: Now) -> Json:
        """Return everything that the table can be opened from again, and what "my tables" shows of it."""
        row, state, info = self.stored.row, self.room.state, self.room.info(now)
        turn = state.obliged if row.state == "playing" else ()
        return {
            "code": row.code,
            "game": row.game,
            **_as_saved(self.stored),
            "mine": [
                {"token": seat.token_hash, "seat": seat.seat, "your_turn": seat.seat in turn, "table": info}
                for seat in self.stored.seats
                if seat.kind == "person"
            ],
        }


class LocalTables:
    """All tables of this device that are open."""

    def __init__(self, games: dict[str, Game]) -> None:
        self.games = games
        self.ports = page_ports(games)
        self.tables: dict[str, LocalTable] = {}

    def ask(self, text: str) -> str:
        """Answer one question of the page."""
        asked = json.loads(text)
        answer: Json = {"result": None, "error": None, "send": [], "save": [], "next": None}
        try:
            answer["result"] = getattr(self, "_" + asked["ask"])(asked, answer)
        except Refusal as refused:
            error = {"status": refused.status, "code": refused.code, "text": refused.text}
            if "detail" in refused.values:
                error["detail"] = refused.values["detail"]
            answer["error"] = error
        return json.dumps(answer)

    # Tables

    def _create(self, asked: Json, answer: Json) -> Json:
        luck, wish, tokens = self.ports.luck, asked["wish"], asked["tokens"]
        now = _now(asked)
        luck.next_code, luck.chance = asked["code"], asked.get("chance")
        chosen = {**wish, "spectators": "none", "chat": False, "timer": None, "bank": None, "increment": 0}
        stored, places = new_table(chosen, tokens, self.ports, now)
        if not places:
            raise Refusal("full", 409)
        local = self.tables[stored.row.code] = self._opened(stored, now)
        self._step(local, Begins(), asked, answer)
        luck.chance = None
        seats = [{"seat": seat, "token": tokens[who]} for who, seat in enumerate(places)]
        return {"code": stored.row.code, **seats[0], "others": seats[1:]}

    def _open(self, asked: Json, answer: Json) -> None:
        try:
            local = self._read(asked["saved"], _now(asked))
        except Refusal as refused:
            raise _bad_save(str(refused.values.get("detail", refused.code))) from None
        except Exception as error:  # noqa: BLE001 — whatever is wrong with one game, the others are not touched
            raise _bad_save(str(error) or type(error).__name__) from None
        self.tables[asked["code"]] = local

    def _read(self, saved: Json, now: Now) -> LocalTable:
        """Open a stored game; what is spoilt in it raises now, and not when it is played."""
        stored = _stored(saved)
        row, game = stored.row, self.games[stored.row.game]
        undecided = row.start is None and all(entry.seat == CHANCE for entry in stored.log)
        if row.version != game.version and undecided:
            row.state, row.version, stored.log = "lobby", game.version, []  # it is dealt again
        local = self._opened(stored, now)
        if row.state == "lobby":
            self._step(local, Begins(), {"ticks": now.ticks, "at": now.wall}, {"send": [], "save": []})
        table, people = local.room.table, [seat for seat in stored.seats if seat.kind == "person"]
        if table is not None and len(people) > 1:
            # They open it together: to tell each of them the whole game would take as long again for every one.
            table.share_past(max(0, len(table.past.steps) - OWN_STEPS))
        local.saved(now)
        local.room.warm(people[0].token_hash, row.lang, now)
        return local

    def _opened(self, stored: Stored, now: Now) -> LocalTable:
        """Return a room that shares no record with what is stored."""
        room = Room.opened(_stored(json.loads(json.dumps(_as_saved(stored)))), self.ports, now)
        for name, value in room.moved_base.items():
            setattr(stored.row, name, value)
        return LocalTable(stored, room)

    def _close(self, asked: Json, answer: Json) -> None:
        """Forget a table that nobody looks at; it is stored."""
        self.tables.pop(asked["code"], None)

    def _info(self, asked: Json, answer: Json) -> Json:
        return self._table(asked).room.info(_now(asked))

    def _record(self, asked: Json, answer: Json) -> Json:
        table = self._table(asked).room.table
        if table is None or not table.over:
            raise Refusal("not_shown_yet", 409)
        return table.record()

    def _replay(self, asked: Json, answer: Json) -> Json:
        """Return a page of a game from one pair of eyes; others' eyes only when it is over."""
        state, seat = self._table(asked).room.state, asked.get("seat")
        table, own = state.table, state.seat_of(asked.get("token"))
        if table is None or (not table.over and seat != own):
            raise Refusal("not_shown_yet", 409)
        steps, _, told = (asked.get("after") or "0.0").partition(".")
        lang = asked.get("lang") or state.row.lang
        wording = Wording(state.game, state.names, seat if seat == own else None, lang)
        part = Excerpt(table, len(table.past.steps))
        found, following = frames(part, seat, wording, (int(steps), int(told)), FRAMES)
        return {
            "game": state.row.game,
            "seats": len(state.seats),
            "seat": seat,
            "names": state.names,
            "complete": table.over,
            "frames": found,
            "next": None if following is None else f"{following[0]}.{following[1]}",
        }

    def _note(self, asked: Json, answer: Json) -> None:
        """Tell everybody at a table that it is not stored, or with None that it is again."""
        local = self._table(asked)
        note = own_text(OWN_TEXTS, "note." + asked["note"]) if asked["note"] else None
        _add(answer, local.room.noted(note, _now(asked)))

    def _check(self, asked: Json, answer: Json) -> Json:
        """Check the deal of a finished game of a server; the page has looked at the signatures."""
        verdict = check(asked["record"], self.games, lambda _: asked["signatures"], asked["promised"])
        return {language: as_data(verdict, language) for language in LANGUAGES}

    # Lessons

    def _situation(self, asked: Json, answer: Json) -> Json:
        return situation(self._game(asked["position"]["game"]), asked, self.ports.luck.cards())

    def _objection(self, asked: Json, answer: Json) -> Json | None:
        return objection(self._game(asked["position"]["game"]), asked, self.ports.luck.cards())

    def _exercise(self, asked: Json, answer: Json) -> Json:
        return exercise(self._game(asked["game"]), asked)

    # Connections

    def _hello(self, asked: Json, answer: Json) -> None:
        message = filled({"type": "hello", **asked["message"]})
        came = Came(asked["listener"], message["token"] or "", message["lang"], message["since"])
        self._step(self._table(asked), came, asked, answer).answer()

    def _gone(self, asked: Json, answer: Json) -> None:
        self._step(self._table(asked), Gone(asked["listener"]), asked, answer)

    def _message(self, asked: Json, answer: Json) -> None:
        """Carry out a message of a client; a refusal is answered there."""
        local, listener, kind = self._table(asked), asked["listener"], asked["message"]["type"]
        if kind in IGNORED:
            return
        if kind == "leave":
            text = own_text("tischlein.room.texts", "goodbye.left")
            answer["send"].append([listener, {"type": "goodbye", "code": "left", "text": text}])
            return
        self.ports.luck.next_code = asked.get("fresh") or ""
        step = self._step(local, Said(listener, filled(asked["message"])), asked, answer)
        for stored in [] if step.writes is None else step.writes.tables:
            following = self.tables[stored.row.code] = self._opened(stored, _now(asked))
            begun: Json = {"send": [], "save": []}
            self._step(following, Begins(), asked, begun)
            answer["save"].extend(begun["save"])

    # Bots

    def _think(self, asked: Json, answer: Json) -> Json | None:
        """Return what a bot decides, or what the worker has to think about for it; None when nobody asks any more."""
        state, seat = self._table(asked).room.state, asked["seat"]
        if seat not in state.waiting or state.unchanged_since[seat] != asked["since"]:
            return None
        return choice_of(state, seat, asked["seconds"])

    def _decide(self, asked: Json, answer: Json) -> None:
        chosen = Chosen(asked["seat"], asked["since"], asked["action"], asked["ticks"])
        self._step(self._table(asked), chosen, asked, answer)

    def _woken(self, asked: Json, answer: Json) -> None:
        self._step(self._table(asked), Woken(), asked, answer)

    # Inside

    def _step(self, local: LocalTable, event: object, asked: Json, answer: Json) -> Step:
        """Let a room take a step; the page stores what changed before it sends anything."""
        now, room = _now(asked), local.room
        step = room.propose(event, now)
        if step.writes is not None:
            apply(local.stored, step.writes)
        room.commit(step, now)
        _add(answer, room.tell(step, now))
        if step.writes is not None:
            answer["save"].append(local.saved(now))
        return step

    def _game(self, name: str) -> Game:
        game = self.games.get(name)
        if game is None:
            raise Refusal("no_game", 404)
        return game

    def _table(self, asked: Json) -> LocalTable:
        local = self.tables.get(asked["code"])
        if local is None:
            raise Refusal("no_table", 404, table=asked["code"])
        return local


def _now(asked: Json) -> Now:
    return Now(asked["ticks"], asked["at"])


def _add(answer: Json, told: Told) -> None:
    """Put what a step says into an answer."""
    for listener, messages in told.sends.items():
        answer["send"].extend([[listener, message] for message in messages])
    answer["next"] = {"think": None if told.think is None else columns_of(told.think), "wake": told.wake}


def _as_saved(stored: Stored) -> Json:
    """Return a table as a device stores it."""
    return {
        "row": {name: getattr(stored.row, name) for name in ROW},
        "seats": [{name: getattr(seat, name) for name in SEAT} for seat in stored.seats],
        "log": [[entry.seat, entry.text, entry.message_id, entry.at] for entry in stored.log],
    }


def _stored(saved: Any) -> Stored:
    """Read what was stored; TypeError names what is not of its kind."""
    row = {name: _typed(name, saved["row"][name], kind) for name, kind in ROW.items()}
    seats = [{name: _typed(name, seat[name], kind) for name, kind in SEAT.items()} for seat in saved["seats"]]
    log = [Entry(k + 1, *entry) for k, entry in enumerate(_typed("log", saved["log"], list))]
    chat: list[ChatLine] = []
    advice: list[Advice] = []
    own: Json = {"timer": None, "spectators": "none", "chat": False, "secret": ""}
    return Stored(Row(**row, **own), [Seat(**seat) for seat in seats], log, chat, advice)


def _typed(name: str, value: Any, kind: Any) -> Any:
    if not isinstance(value, kind):
        raise TypeError(name)
    return value


def _bad_save(problem: str) -> Refusal:
    """Return the refusal of a stored game that cannot be read."""
    return Refusal("bad_save", 404, "", own_text(OWN_TEXTS, "refused.bad_save"), detail=problem)
