"""One table without a server: who sits there, what each seat is told, what bots are asked, and what is kept of it.

It answers the messages of the protocol with those that a server sends, made by the same functions (``engine.play.moments``). Nothing in here
waits, stores or sends: the time is handed in, and messages collect in ``outbox`` until the caller has kept what changed. Everybody at such
a table shares one device, so people agree among themselves, and an undo asks nobody.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from tischlein.cards import CHANCE, SPECTATOR
from tischlein.engine.errors import TischleinError
from tischlein.engine.game import Game
from tischlein.engine.play.legality import Action, obliged
from tischlein.engine.play.moments import ReplayPart, frames, moment
from tischlein.engine.play.pace import AMONG_BOTS, ANSWER, RACE, hesitation
from tischlein.engine.play.table import Table
from tischlein.engine.play.wording import Wording, own_text, reason_texts
from tischlein.engine.types import Json

SERVER_TEXTS = "tischlein.room.texts"
OWN_TEXTS = "tischlein.offline.texts"
REMEMBERED = 32
# Of so many last steps of a kept game each of several people hears what they saw themselves.
OWN_STEPS = 50
SHARED = ("code", "game", "version", "options", "stand_in", "pace", "lang", "created", "touched", "rematch")


class Refusal(Exception):  # noqa: N818 — an answer, no failure of ours
    """Something that is not carried out, with the reason in both languages; ``detail`` is for those who mend it."""

    def __init__(
        self, code: str, status: int, text: dict[str, str], clause: str = "", detail: str = ""
    ) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.text = text
        self.clause = clause
        self.detail = detail


def refusal(code: str, status: int = 409, **values: object) -> Refusal:
    """A refusal in the server's words."""
    return Refusal(code, status, own_text(SERVER_TEXTS, "refused." + code, **values))


class LocalTable:
    """A table in the page. ``kept`` is everything that is stored of it beside the game."""

    def __init__(self, game: Game, kept: Json, table: Table, at: int) -> None:
        self.game = game
        self.kept = kept
        self.table = table
        self.note: dict[str, str] | None = None
        self.outbox: list[tuple[int, Json]] = []
        self._saved_as: list[object] = []
        self.listeners: dict[int, Json] = {}
        self._events: dict[tuple[int | None, str], list[Json]] = {}
        self._answered: dict[str, int] = {}
        self._legal: dict[int, list[Action]] = {}
        seats = len(kept["seats"])
        self.unchanged_since, self.asked_at, self.ready_at = [self.seq] * seats, [at] * seats, [at] * seats
        self._look_around(None, at)

    # Looking

    @property
    def seats(self) -> list[Json]:
        found: list[Json] = self.kept["seats"]
        return found

    @property
    def seq(self) -> int:
        base: int = self.kept["base"]
        return base + len(self.table.past.steps)

    @property
    def names(self) -> list[str]:
        return [seat["name"] for seat in self.seats]

    def is_bot(self, seat: int) -> bool:
        return bool(self.seats[seat]["kind"] == "bot")

    @property
    def played_out(self) -> bool:
        """Are only bots left in the game, with people who look on?"""
        persons = [seat for seat in range(len(self.seats)) if not self.is_bot(seat)]
        return bool(persons) and all(self.table.is_out(seat) for seat in persons)

    def seat_of(self, token: str | None) -> int | None:
        """The seat that a key opens."""
        for seat in self.seats:
            if token is not None and seat["token"] == token:
                number: int = seat["seat"]
                return number
        return None

    def info(self) -> Json:
        """The table, as the protocol's ``TableInfo`` has it."""
        persons = [seat["seat"] for seat in self.seats if seat["kind"] == "person"]
        here = [one["seat"] for one in self.listeners.values()]
        found = {name: self.kept[name] for name in SHARED}
        found["state"] = "over" if self.table.over else "playing"
        found["host"] = persons[0] if persons else None
        found["seats"] = [self._seat_info(seat, here) for seat in self.seats]
        found.update({"timer": None, "spectators": "none", "chat": False, "watching": 0, "note": self.note})
        found.update({"fair": None, "answers": list(self.game.answers_with(self.kept["options"]))})
        found.update(
            {"starting": False, "listed": False, "bank": None, "increment": 0, "advice": False, "deal": None}
        )
        return found

    def _seat_info(self, seat: Json, here: list[int | None]) -> Json:
        found = {name: seat[name] for name in ("seat", "kind", "name", "level", "preferences")}
        found["avatar"] = seat.get("avatar")  # a table from before there were any has none
        found["online"] = seat["kind"] == "bot" or seat["seat"] in here
        found.update({"standing_in": False, "may_stand_in": None})
        return found

    def summary(self) -> list[Json]:
        """What "my tables" shows of it, for every key of this device."""
        info = self.info()
        return [
            {
                "token": seat["token"],
                "seat": seat["seat"],
                "your_turn": seat["seat"] in obliged(self.game, self._legal),
                "table": info,
            }
            for seat in self.seats
            if seat["kind"] == "person"
        ]

    def unsaved(self) -> bool:
        """Is there anything new to keep since this was asked last? Most messages change nothing."""
        chosen = [(seat["preferences"], seat["level"]) for seat in self.seats]
        now = [self.seq, chosen, self.kept["pace"], self.kept["rematch"]]
        before, self._saved_as = self._saved_as, now
        return now != before

    def saved(self) -> Json:
        """Everything that the table can be opened from again."""
        return {
            **self.kept,
            "record": self.table.record(),
            "position": self.table.position(),
            "mine": self.summary(),
        }

    def try_out(self) -> None:
        """Make what the device will keep, and what one of its people will see: whatever is spoilt in what was kept raises now.

        The others' events are made when they come.
        """
        for one in self.saved()["mine"][:1]:
            self.moment(one["seat"], 0, self.kept["lang"])

    def events(self, seat: int | None, lang: str) -> list[Json]:
        """All events that a seat was told of, with their sentences."""
        written = self._events.get((seat, lang))
        if written is None:
            written = self._events[(seat, lang)] = [] if seat is None else self._known_to_all(lang)
        wording = Wording(self.game, self.names, seat, lang)
        for event in self.table.events(seat, len(written)):
            written.append(wording.event(event))
        return written

    def _known_to_all(self, lang: str) -> list[Json]:
        """The events of which all seats hear what everybody saw, in the words for everybody."""
        past = self.table.past
        return self.events(None, lang)[: past.seen_until(SPECTATOR, past.alike)] if past.alike else []

    def moment(self, seat: int, since: int, lang: str) -> Json:
        """What a seat knows now, and what it has been told since."""
        wording = Wording(self.game, self.names, seat, lang)
        clock = [None] * len(self.seats)
        legal = self._legal.get(seat, [])
        events = self.events(seat, lang)
        return moment(self.table, seat, wording, legal, self.seq, events[since:], len(events), clock)

    def replay(self, seat: int | None, lang: str, after: str, limit: int, own: int | None) -> Json:
        """A page of the game from one pair of eyes; others' eyes only when it is over."""
        if not self.table.over and seat != own:
            raise refusal("not_shown_yet")
        steps, _, told = after.partition(".")
        wording = Wording(self.game, self.names, seat if seat == own else None, lang)
        part = ReplayPart(self.table, len(self.table.past.steps))
        found, following = frames(part, seat, wording, (int(steps), int(told)), limit)
        return {
            "game": self.game.id,
            "seats": len(self.seats),
            "seat": seat,
            "names": self.names,
            "complete": self.table.over,
            "frames": found,
            "next": None if following is None else f"{following[0]}.{following[1]}",
        }

    def record(self) -> Json:
        """The whole game, when it is over."""
        if not self.table.over:
            raise refusal("not_shown_yet")
        return self.table.record()

    # Coming and going

    def welcome(self, listener: int, since: int) -> None:
        """Tell somebody everything."""
        one = self.listeners[listener]
        if since > len(self.events(one["seat"], one["lang"])):
            since = 0
        message = {"type": "welcome", **self.moment(one["seat"], since, one["lang"])}
        message.update({"you": one["seat"], "table": self.info(), "chat": [], "undo": None})
        one["told"] = message["told"]
        self.outbox.append((listener, message))

    def hello(self, listener: int, message: Json) -> None:
        """Somebody opens the table."""
        seat = self.seat_of(message.get("token"))
        if seat is None:
            raise refusal("bad_token", 403)
        self.listeners[listener] = {"seat": seat, "lang": message.get("lang") or self.kept["lang"], "told": 0}
        # Before the table was opened again, a seat may have counted more events than everybody saw.
        self.welcome(listener, 0 if self.table.past.alike else message.get("since") or 0)
        self.people()

    def gone(self, listener: int) -> None:
        self.listeners.pop(listener, None)

    def people(self) -> None:
        """Tell everybody who sits here."""
        info = self.info()
        for listener in self.listeners:
            self.outbox.append((listener, {"type": "people", "table": info}))

    def news(self) -> None:
        """Tell everybody what has happened since they were told last."""
        for listener, one in self.listeners.items():
            message = {"type": "news", **self.moment(one["seat"], one["told"], one["lang"])}
            one["told"] = message["told"]
            self.outbox.append((listener, message))

    # Deciding

    def play(self, seat: int, id: str, seq: int, action: str, at: int) -> None:
        """Carry out a decision of a person."""
        if id in self._answered:
            return
        if self.table.over:
            raise refusal("not_playing")
        if not self.unchanged_since[seat] <= seq <= self.seq:
            raise refusal("stale")
        against = self.table.why(seat, action)
        if against is not None:
            text = reason_texts(SERVER_TEXTS, self.table, seat, action, against, self.names)
            raise Refusal(against.code, 422, text, against.clause)
        self.decide(seat, action, at)
        self._remember(id)

    def why(self, seat: int, id: str, action: str) -> Json:
        """Say what stands against an action; nothing changes."""
        against = self.table.why(seat, action)
        if against is None:
            text = own_text(SERVER_TEXTS, "because.legal")
            return {"type": "because", "id": id, "code": "legal", "clause": "", "text": text}
        text = reason_texts(SERVER_TEXTS, self.table, seat, action, against, self.names)
        return {"type": "because", "id": id, "code": against.code, "clause": against.clause, "text": text}

    def undo(self, seat: int, id: str, at: int) -> None:
        """Take a seat's last decision back: who shares a device has agreed already."""
        if id in self._answered:
            return
        if self.table.over:
            raise refusal("not_playing")
        place = self.table.last_decision(seat)
        if place is None:
            raise refusal("nothing_to_undo")
        past = self.table.past
        taken_back = [past.steps[k].seat for k in past.line[place:]]
        self.table.undo(seat, consent=True)
        self.kept["touched"] = at
        self._look_around(None, at, taken_back)
        self.news()
        self._remember(id)

    def decide(self, seat: int, action: int | str, at: int) -> None:
        """Let the game go on, and tell everybody."""
        self.table.play(seat, action)
        self.kept["touched"] = at
        self._look_around(seat, at)
        self.news()
        if self.table.over:
            self.people()

    def prefer(self, seat: int, name: str, on: bool) -> None:
        """Let a standing answer be given by itself, or be asked again."""
        if name not in self.game.answers_with(self.kept["options"]):
            raise refusal("no_such_answer", 422)
        preferences = {key: there for key, there in self.seats[seat]["preferences"].items() if key != name}
        if on:
            preferences[name] = True
        self.seats[seat]["preferences"] = preferences
        self.people()

    def tune(self, pace: str | None, level: str | None) -> None:
        """Set how quickly and how well all bots play from now on; None leaves it as it is."""
        self.kept["pace"] = pace or self.kept["pace"]
        for seat in self.seats:
            if seat["kind"] == "bot":
                seat["level"] = level or seat["level"]
        self.people()

    # What comes next by itself

    def due(self) -> Json | None:
        """A bot's decision or a standing answer, and when it is time for it; None while people think, or when nobody looks on."""
        if self.table.over or not self.listeners:
            return None
        found: list[Json] = []
        bots = [seat for seat in self._legal if self.is_bot(seat)]
        if bots:
            seat = self.table.actor if self.table.actor in bots else bots[0]
            ready = self.ready_at[seat]
            for other in self._legal:
                if not self.is_bot(other) and other not in obliged(self.game, self._legal):
                    ready = max(ready, self.asked_at[other] + RACE)
            found.append({"at": ready, "seat": seat, "action": None, "since": self.unchanged_since[seat]})
        for seat, legal in self._legal.items():
            texts = [action.text for action in legal]
            for name, action in self.game.turns.answers.items():
                if self.seats[seat]["preferences"].get(name) and action in texts:
                    at = self.asked_at[seat] + ANSWER
                    found.append(
                        {"at": at, "seat": seat, "action": action, "since": self.unchanged_since[seat]}
                    )
        return min(found, key=lambda one: one["at"]) if found else None

    def still_asked(self, seat: int, since: int) -> bool:
        """Is a seat asked the same as before?"""
        return seat in self._legal and self.unchanged_since[seat] == since

    def _look_around(self, decided: int | None, at: int, taken_back: Sequence[int] = ()) -> None:
        """Find out who may decide what now, and for whom that is new."""
        previous = self._legal
        self._legal = self.table.all_actions()
        asked_again = taken_back or ([decided] if decided is not None else range(len(self.seats)))
        for seat in range(len(self.seats)):
            if seat in asked_again or self._legal.get(seat) != previous.get(seat):
                self.unchanged_since[seat] = self.seq
                self.asked_at[seat] = at
                self.ready_at[seat] = at + self._pace(seat, decided)

    def _pace(self, seat: int, decided: int | None) -> int:
        """How long a bot hesitates, in milliseconds; a turn's first decision takes the longest."""
        if self.played_out:
            return AMONG_BOTS
        optional = seat in self._legal and seat not in obliged(self.game, self._legal)
        return hesitation(self.kept["pace"], optional, seat == decided, secrets.randbelow)

    def _remember(self, id: str) -> None:
        self._answered[id] = self.seq
        if len(self._answered) > REMEMBERED:
            self._answered.pop(next(iter(self._answered)))


def opened(game: Game, saved: Json, at: int) -> LocalTable:
    """Return a table from what was stored of it.

    If the rules have changed since, the game goes on from its last position, with a note; a game without a decision is dealt again.
    """
    kept = {name: saved[name] for name in (*SHARED, "seats", "seed", "base")}
    record = saved["record"]
    if record["version"] == game.version:
        table = game.replay(record)
        if sum(seat["kind"] == "person" for seat in kept["seats"]) > 1:
            # They open it together: to tell each of them the whole game would take as long again for every one.
            table.share_past(max(0, len(table.past.steps) - OWN_STEPS))
        return LocalTable(game, kept, table, at)
    if all(seat == CHANCE for seat, _ in record["history"]) and record["start"] is None:
        kept["version"] = game.version
        return LocalTable(game, kept, game.new(len(kept["seats"]), **kept["options"]), at)
    kept["base"], kept["version"] = kept["base"] + len(record["history"]), game.version
    try:
        table = game.at(saved["position"])
    except TischleinError as error:
        raise bad_save(str(error)) from error
    local = LocalTable(game, kept, table, at)
    local.note = own_text(SERVER_TEXTS, "note.older_rules")
    return local


def bad_save(problem: str) -> Refusal:
    """A kept game that cannot be read."""
    return Refusal("bad_save", 404, own_text(OWN_TEXTS, "refused.bad_save"), detail=problem)
