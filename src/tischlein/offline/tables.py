"""Hosts the rooms of a device: what the page asks of its tables, one text in, one text out, both JSON.

Every answer has ``result`` or ``error``, the messages to ``send`` as pairs of a listener and a message, and what to ``save`` before they are
sent. Where the room has taken a step, ``next`` has the bot to ``think`` and when to ``wake`` the room, in milliseconds of the page's steady
clock. The page's worker stores and carries messages; a game that the device cannot store lives as long as the page, and a note says so.
"""

import json
from collections.abc import Callable
from typing import Any

from tischlein.engine.game import Game
from tischlein.engine.play.snapshot import Excerpt
from tischlein.engine.play.wording import own_text
from tischlein.engine.texts import LANGUAGES
from tischlein.engine.types import Json
from tischlein.offline.lessons import exercise, objection, situation
from tischlein.offline.local_table import LocalTable, add, open_table
from tischlein.offline.ports import OWN_TEXTS, page_ports
from tischlein.offline.shadow import Shadow
from tischlein.offline.thinking import choice_of
from tischlein.room.events import (
    BotDecided,
    ClientConnected,
    ClientDisconnected,
    MessageReceived,
    Now,
    StartRequested,
    TimerFired,
)
from tischlein.room.opening.create import new_table
from tischlein.room.refusal import Refusal
from tischlein.room.replay import replay_page
from tischlein.room.wire import fill_defaults
from tischlein.verify.check import check
from tischlein.verify.sentences import as_data

# Messages that change nothing where everybody shares the device.
IGNORED = ("share", "reveal", "back", "react")
LESSONS: dict[str, Callable[[Game, Json, Any], Json | None]] = {
    "situation": situation,
    "objection": objection,
    "exercise": exercise,
}


class LocalTables:
    """All tables of this device that are open."""

    def __init__(self, games: dict[str, Game]) -> None:
        self.games = games
        self.ports = page_ports(games)
        self.tables: dict[str, LocalTable] = {}
        self.shadow = Shadow(games)

    def ask(self, text: str) -> str:
        """Answer one question of the page."""
        asked = json.loads(text)
        answer: Json = {"result": None, "error": None, "send": [], "save": [], "next": None}
        try:
            answer["result"] = self._answer(asked, answer)
        except Refusal as refused:
            error = {"status": refused.status, "code": refused.code, "text": refused.text}
            if "detail" in refused.values:
                error["detail"] = refused.values["detail"]
            answer["error"] = error
        return json.dumps(answer)

    def _answer(self, asked: Json, answer: Json) -> Any:
        what: str = asked["ask"]
        if what in LESSONS:
            if asked["game"] not in self.games:
                raise Refusal("no_game", 404)
            return LESSONS[what](self.games[asked["game"]], asked, self.ports.rng.cards())
        return getattr(self, "_" + what)(asked, answer)

    # Tables

    def _create(self, asked: Json, answer: Json) -> Json:
        rng, wish, tokens = self.ports.rng, asked["wish"], asked["tokens"]
        now = _now(asked)
        rng.next_code, rng.chance = asked["code"], asked.get("chance")
        chosen = {**wish, "spectators": "none", "chat": False, "timer": None, "bank": None, "increment": 0}
        stored, places = new_table(chosen, tokens, self.ports, now)
        if not places:
            raise Refusal("full", 409)
        local = self.tables[stored.row.code] = LocalTable(stored, self.ports, now)
        local.step(StartRequested(), now, answer)
        rng.chance = None
        seats = [{"seat": seat, "token": tokens[who]} for who, seat in enumerate(places)]
        return {"code": stored.row.code, **seats[0], "others": seats[1:]}

    def _open(self, asked: Json, answer: Json) -> None:
        self.tables[asked["code"]] = open_table(asked["saved"], self.ports, _now(asked))

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
        """Return a page of a game as one seat saw it; other seats' views only when it is over."""
        state, seat = self._table(asked).room.state, asked.get("seat")
        table, own = state.table, state.seat_of(asked.get("token"))
        if table is None or (not table.over and seat != own):
            raise Refusal("not_shown_yet", 409)
        part, after = Excerpt(table, len(table.past.steps)), int(asked.get("after") or 0)
        return replay_page(state, part, seat, own, asked.get("lang"), after)

    def _note(self, asked: Json, answer: Json) -> None:
        """Tell everybody at a table that it is not stored, or with None that it is again."""
        local = self._table(asked)
        note = own_text(OWN_TEXTS, "note." + asked["note"]) if asked["note"] else None
        add(answer, local.room.set_note(note, _now(asked)))

    def _check(self, asked: Json, answer: Json) -> Json:
        """Check the deal of a finished game of a server; the page has looked at the signatures."""
        verdict = check(asked["record"], self.games, lambda _: asked["signatures"], asked["promised"])
        return {language: as_data(verdict, language) for language in LANGUAGES}

    def _compare(self, asked: Json, answer: Json) -> str | None:
        if asked["game"] not in self.games:
            raise Refusal("no_game", 404)
        return self.shadow.compare(asked)

    # Connections

    def _hello(self, asked: Json, answer: Json) -> None:
        message = fill_defaults({"type": "hello", **asked["message"]})
        came = ClientConnected(asked["listener"], message["token"] or "", message["lang"], message["since"])
        came.facts = message["facts"]
        self._table(asked).step(came, _now(asked), answer).answer()

    def _gone(self, asked: Json, answer: Json) -> None:
        self._table(asked).step(ClientDisconnected(asked["listener"]), _now(asked), answer)

    def _message(self, asked: Json, answer: Json) -> None:
        """Carry out a message of a client; a refusal is answered there."""
        local, listener, kind = self._table(asked), asked["listener"], asked["message"]["type"]
        if kind in IGNORED:
            return
        if kind == "leave":
            text = own_text("tischlein.room.texts", "goodbye.left")
            answer["send"].append([listener, {"type": "goodbye", "code": "left", "text": text}])
            return
        self.ports.rng.next_code = asked.get("fresh") or ""
        step = local.step(MessageReceived(listener, fill_defaults(asked["message"])), _now(asked), answer)
        for stored in [] if step.writes is None else step.writes.tables:
            following = self.tables[stored.row.code] = LocalTable(stored, self.ports, _now(asked))
            begun: Json = {"send": [], "save": []}
            following.step(StartRequested(), _now(asked), begun)
            answer["save"].extend(begun["save"])

    # Bots

    def _think(self, asked: Json, answer: Json) -> Json | None:
        """Return what a bot decides, or what the worker has to think about for it; None when nobody asks any more."""
        state, seat = self._table(asked).room.state, asked["seat"]
        if seat not in state.waiting or state.unchanged_since[seat] != asked["since"]:
            return None
        return choice_of(state, seat, asked["seconds"])

    def _decide(self, asked: Json, answer: Json) -> None:
        chosen = BotDecided(asked["seat"], asked["since"], asked["action"], asked["ticks"])
        self._table(asked).step(chosen, _now(asked), answer)

    def _woken(self, asked: Json, answer: Json) -> None:
        self._table(asked).step(TimerFired(), _now(asked), answer)

    # Inside

    def _table(self, asked: Json) -> LocalTable:
        local = self.tables.get(asked["code"])
        if local is None:
            raise Refusal("no_table", 404, table=asked["code"])
        return local


def _now(asked: Json) -> Now:
    return Now(asked["ticks"], asked["at"])
