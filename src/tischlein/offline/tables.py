"""What the page asks of the tables on this device: one text in, one text out, both JSON.

Every answer has ``result`` or ``error``, the messages to ``send`` as pairs of a listener and a message, what to ``save`` before they are sent,
and what is ``due`` next. The worker in the page keeps time, stores, and carries messages.
"""

from __future__ import annotations

import hashlib
import json
import secrets

from tischlein.bots.heuristic import Easy, Medium
from tischlein.bots.nicknames import AVATARS, BOT_AVATARS, BOT_NAMES
from tischlein.bots.uniform import Uniform
from tischlein.cards import RNG_WORDS, below, sow
from tischlein.engine.errors import RecordError, TischleinError
from tischlein.engine.game import Game
from tischlein.engine.play.chance import Outcomes, Retracing
from tischlein.engine.play.pace import AMONG_BOTS_SECONDS
from tischlein.engine.play.replay import KEYS, same_events
from tischlein.engine.play.wording import own_text
from tischlein.engine.types import Json
from tischlein.offline.table import (
    OWN_TEXTS,
    SERVER_TEXTS,
    LocalTable,
    Refusal,
    bad_save,
    opened,
    refusal,
)

USUAL_LEVEL = "easy"
NAME_LENGTH = 24
# These decide by rules of thumb; the others think ahead in compiled code, which the worker asks.
QUICK: Json = {"random": Uniform, "easy": Easy, "medium": Medium}
# Seconds that a bot may think, as at a server.
SECONDS, INSTANT_SECONDS = 1.0, 0.3
FRAMES = 500


class Known:
    """What a bot in the page is told: as ``Situation``, but without what only CPython has."""

    def __init__(self, local: LocalTable, seat: int) -> None:
        table = local.table
        self.game = local.game
        self.seat = seat
        self.data = table.game.layout.pack(table.concealed(seat))
        self.actions = tuple([action.id for action in table.actions(seat)])
        # The same after an undo, and nothing that leads back to the seed.
        hashed = hashlib.sha256(f"{local.kept['seed']} {seat} ".encode() + self.data).digest()
        self.rng = [0] * RNG_WORDS
        sow(self.rng, *[int.from_bytes(hashed[4 * k : 4 * k + 4], "big") for k in range(RNG_WORDS)])

    def below(self, n: int) -> int:
        return below(self.rng, n)


class Redealt(Retracing):
    """The chance outcomes of a record that the page has recomputed: of each, out of how many, and which."""

    def __init__(self, draws: list[list[int]]) -> None:
        self.draws = draws
        self.place = 0

    def choose(self, outcomes: Outcomes) -> int:
        n, index = self.draws[self.place] if self.place < len(self.draws) else (0, 0)
        if n != outcomes.n:
            raise RecordError("another outcome belongs here")
        self.place += 1
        return index

    def retrace(self, outcomes: Outcomes, text: str) -> None:
        if outcomes.text(self.choose(outcomes)) != text:
            raise RecordError("something else was dealt")


class LocalTables:
    """All tables on this device that are open."""

    def __init__(self, games: dict[str, Game]) -> None:
        self.games = games
        self.tables: dict[str, LocalTable] = {}

    def ask(self, text: str) -> str:
        """Answer one question."""
        asked = json.loads(text)
        code = asked.get("code")
        answer: Json = {"result": None, "error": None, "send": [], "save": [], "due": None}
        try:
            answer["result"] = getattr(self, "_" + asked["ask"])(asked)
        except Refusal as refused:
            answer["error"] = {"status": refused.status, "code": refused.code, "text": refused.text}
            if refused.detail:
                answer["error"]["detail"] = refused.detail
        local = self.tables.get(code)
        if local is not None:
            answer["send"], local.outbox = local.outbox, []
            answer["due"] = local.due()
            if asked["ask"] in ("create", "message", "decide"):
                changed = (local, self.tables.get(asked.get("fresh")))
                answer["save"] = [one.saved() for one in changed if one is not None and one.unsaved()]
        return json.dumps(answer)

    # Tables

    def _create(self, asked: Json) -> Json:
        wish = asked["wish"]
        game = self._game(wish["game"])
        try:
            seats = _seated(game, wish, asked["tokens"])
            table = game.new(wish["seats"], chance=asked.get("chance"), **(wish.get("options") or {}))
        except TischleinError as error:
            raise refusal("bad_options", 422, problem=str(error)) from None
        kept = {
            "code": asked["code"],
            "game": game.id,
            "version": game.version,
            "options": table.options,
            "stand_in": wish.get("stand_in") or USUAL_LEVEL,
            "pace": wish.get("pace") or "human",
            "lang": wish.get("lang") or "de",
            "created": asked["at"],
            "touched": asked["at"],
            "rematch": None,
            "seats": seats,
            "seed": secrets.randbelow(1 << 30),
            "base": 0,
        }
        self.tables[asked["code"]] = LocalTable(game, kept, table, asked["at"])
        own, *others = [{"seat": seat["seat"], "token": seat["token"]} for seat in seats if seat["token"]]
        return {"code": asked["code"], "seat": own["seat"], "token": own["token"], "others": others}

    def _open(self, asked: Json) -> None:
        saved = asked["saved"]
        game = self.games.get(str(saved.get("game"))) if isinstance(saved, dict) else None
        if game is None:
            raise bad_save("?")
        try:
            local = opened(game, saved, asked["at"])
            local.try_out()
        except Refusal:
            raise
        except Exception as error:  # noqa: BLE001 — whatever is wrong with one game, the others are not touched
            raise bad_save(str(error) or type(error).__name__) from None
        self.tables[asked["code"]] = local

    def _close(self, asked: Json) -> None:
        """Nobody looks at a table any more; it is kept."""
        self.tables.pop(asked["code"], None)

    def _info(self, asked: Json) -> Json:
        return self._table(asked).info()

    def _record(self, asked: Json) -> Json:
        return self._table(asked).record()

    def _replay(self, asked: Json) -> Json:
        local = self._table(asked)
        seat, lang = asked.get("seat"), asked.get("lang") or local.kept["lang"]
        return local.replay(
            seat, lang, asked.get("after") or "0.0", FRAMES, local.seat_of(asked.get("token"))
        )

    def _note(self, asked: Json) -> None:
        """Something about keeping games that everybody should know; None: it holds no more."""
        local = self._table(asked)
        local.note = own_text(OWN_TEXTS, "note." + asked["note"]) if asked["note"] else None
        local.people()

    def _deal(self, asked: Json) -> Json | None:
        """Deal a finished game of a server again with its outcomes, which the page has recomputed: how many entries follow from
        them, whether these are all, and whether the seat saw what it was ``told``. None where these rules are others.

        Only what the rules say of the record speaks against a server: any other error is ours, and goes up.
        """
        record, told = asked["record"], asked.get("told")
        game = self._game(record["game"])
        if game.version != record["version"]:
            return None
        source = Redealt(record["fair"]["draws"])
        try:
            table = game.replay({name: record[name] for name in KEYS}, chance=source)
        except RecordError as error:
            return {"entries": error.entry or 0, "all": False, "seen": True}
        seen = told is None or same_events(table.events(told["seat"]), told["events"])
        return {"entries": len(table.history), "all": source.place == len(source.draws), "seen": seen}

    # Connections

    def _hello(self, asked: Json) -> None:
        self._table(asked).hello(asked["listener"], asked["message"])

    def _gone(self, asked: Json) -> None:
        self._table(asked).gone(asked["listener"])

    def _message(self, asked: Json) -> None:
        """A message on an open connection; whatever is refused is answered there."""
        local, listener, message = self._table(asked), asked["listener"], asked["message"]
        try:
            self._carried_out(local, listener, message, asked)
        except Refusal as no:
            refused = {"type": "refused", "id": message.get("id"), "code": no.code}
            refused.update({"clause": no.clause, "text": no.text})
            local.outbox.append((listener, refused))
            if no.code == "stale":
                local.welcome(listener, local.listeners[listener]["told"])

    def _carried_out(self, local: LocalTable, listener: int, message: Json, asked: Json) -> None:
        kind, at, one = message["type"], asked["at"], local.listeners[listener]
        seat = one["seat"]
        if kind == "ping":
            local.outbox.append((listener, {"type": "pong"}))
        elif kind == "sync":
            one["lang"] = message.get("lang") or one["lang"]
            local.welcome(listener, message.get("since") or 0)
        elif kind == "play":
            local.play(seat, message["id"], message["seq"], message["action"], at)
            local.outbox.append((listener, {"type": "accepted", "id": message["id"], "seq": local.seq}))
        elif kind == "why":
            local.outbox.append((listener, local.why(seat, message["id"], message["action"])))
        elif kind == "undo":
            local.undo(seat, message["id"], at)
            local.outbox.append((listener, {"type": "accepted", "id": message["id"], "seq": local.seq}))
        elif kind == "prefer":
            local.prefer(seat, message["name"], message["on"])
        elif kind == "tune":
            local.tune(message.get("pace"), message.get("level"))
        elif kind == "rematch":
            self._rematch(local, asked)
        elif kind == "leave":
            text = own_text(SERVER_TEXTS, "goodbye.left")
            local.outbox.append((listener, {"type": "goodbye", "code": "left", "text": text}))
        elif kind not in ("share", "reveal", "back", "react"):  # these mean nothing here
            raise Refusal("only_here", 409, own_text(SERVER_TEXTS, "refused.only_here"))

    def _rematch(self, local: LocalTable, asked: Json) -> None:
        """Another game with the same people, on the same keys."""
        if not local.table.over:
            raise refusal("not_over")
        if local.kept["rematch"] is None:
            code, at = asked["fresh"], asked["at"]
            table = local.game.new(len(local.seats), **local.table.next_options)
            kept = {
                **local.kept,
                "code": code,
                "options": table.options,
                "created": at,
                "touched": at,
                "base": 0,
            }
            kept["seats"] = [dict(seat) for seat in local.seats]
            kept["seed"] = secrets.randbelow(1 << 30)
            self.tables[code] = LocalTable(local.game, kept, table, at)
            local.kept["rematch"] = code
        for listener in local.listeners:
            local.outbox.append((listener, {"type": "rematch", "code": local.kept["rematch"]}))

    # Bots

    def _think(self, asked: Json) -> Json | None:
        """What a bot decides, or what the worker has to think about for it; None when nobody asks any more."""
        local, seat = self._table(asked), asked["seat"]
        if not local.still_asked(seat, asked["since"]):
            return None
        level, known = local.seats[seat]["level"], Known(local, seat)
        if level in QUICK or len(known.actions) == 1:
            chosen = QUICK.get(level, Uniform)().choose(known)
            return {"action": chosen}
        seconds = INSTANT_SECONDS if local.kept["pace"] == "instant" else SECONDS
        if local.played_out:
            seconds = AMONG_BOTS_SECONDS
        # Where nothing compiled is at hand, rules of thumb stand in.
        thumb = QUICK["medium"]().choose(known)
        return {
            "action": thumb,
            "level": level,
            "known": known.data.hex(),
            "actions": list(known.actions),
            "rng": known.rng,
            "seconds": seconds,
        }

    def _decide(self, asked: Json) -> None:
        """Carry out what a bot has chosen, if it is still asked."""
        local, seat = self._table(asked), asked["seat"]
        if local.still_asked(seat, asked["since"]):
            local.decide(seat, asked["action"], asked["at"])

    # Inside

    def _game(self, name: str) -> Game:
        game = self.games.get(name)
        if game is None:
            raise refusal("no_game", 404)
        return game

    def _table(self, asked: Json) -> LocalTable:
        local = self.tables.get(asked["code"])
        if local is None:
            raise refusal("no_table", 404, table=asked["code"])
        return local


def _seated(game: Game, wish: Json, tokens: list[str]) -> list[Json]:
    """People where they ask to sit, or on the first seats without a bot; bots on all others."""
    levels = list(wish.get("bots") or [])
    levels += [None] * (game.check_seats(wish["seats"]) - len(levels))
    people = [" ".join(name.split())[:NAME_LENGTH] for name in [wish["name"], *(wish.get("hot_seat") or [])]]
    taken: list[str] = []
    for name in people:
        if not name:
            raise refusal("bad_name", 422)
        if name.lower() in taken:
            raise refusal("name_taken")
        taken.append(name.lower())
    places = _places([seat for seat, level in enumerate(levels) if level is None], len(people), wish)
    sitting = {place: who for who, place in enumerate(places)}
    looks = [wish.get("avatar")]
    worn: list[str] = [avatar for avatar in looks if avatar]
    seats: list[Json] = []
    for seat, level in enumerate(levels):
        person = seat in sitting
        name = people[sitting[seat]] if person else _bot_name(taken)
        taken.append(name.lower())
        avatar = (looks.pop() if person and looks else None) or _another(
            AVATARS if person else BOT_AVATARS, worn
        )
        worn.append(avatar)
        seats.append(
            {
                "seat": seat,
                "kind": "person" if person else "bot",
                "name": name,
                "level": None if person else level or wish.get("stand_in") or USUAL_LEVEL,
                "token": tokens[sitting[seat]] if person else None,
                "preferences": {},
                "avatar": avatar,
            }
        )
    return seats


def _places(free: list[int], people: int, wish: Json) -> list[int]:
    """The seats of the people at this device, as a server gives them out."""
    wished = wish.get("hot_seat_at") or free[1:people]
    if people > len(free):
        raise refusal("full")
    if len(wished) != people - 1:
        problem = f"{len(wished)} seats for {people - 1} people at the same device"
        raise refusal("bad_options", 422, problem=problem)
    if wished and max(wished) >= wish["seats"]:
        raise refusal("no_such_seat", 404)
    if len(set(wished) & set(free[1:])) < len(wished):
        raise refusal("seat_taken")
    return [free[0], *wished]


def _bot_name(taken: list[str]) -> str:
    free = [name for name in BOT_NAMES if name.lower() not in taken]
    return free[secrets.randbelow(len(free))]


def _another(avatars: tuple[str, ...], worn: list[str]) -> str:
    """What nobody else at the table looks like, as long as there is something left."""
    free = [avatar for avatar in avatars if avatar not in worn] or list(avatars)
    return free[secrets.randbelow(len(free))]
