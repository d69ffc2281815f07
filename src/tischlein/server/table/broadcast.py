"""What those who are connected are told: each his own view and events, written once for all who may know the same."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Protocol

import msgspec

from tischlein.cards import SPECTATOR
from tischlein.engine.play.history import Opened
from tischlein.engine.play.moments import before_the_start, moment
from tischlein.engine.play.views import view_of
from tischlein.engine.play.wording import Wording
from tischlein.engine.types import AnyEvent, Json, State, View
from tischlein.server.clock import ticks
from tischlein.server.protocol.rest import TableInfo
from tischlein.server.protocol.server import ChatLine, News, People, UndoAsk, Welcome
from tischlein.server.protocol.shared import Bilingual
from tischlein.server.table.deals import may_take_back
from tischlein.server.table.info import table_info
from tischlein.server.table.sent_events import SentEvents
from tischlein.server.table.state import TableState, UndoQuestion
from tischlein.server.texts import own_text

encode = msgspec.json.Encoder().encode

# What was told (the event itself, which many share), in which language, how it was marked, and to whom if that matters.
Telling = tuple[int, str, tuple[int | None, int | None], int | None]
UNMARKED = None, None

# From so many decisions and chance outcomes on a game is long.
LONG = 200


class Shared:
    """What is made once for all who hear of the same move; nobody keeps it."""

    def __init__(self, state: TableState, many: bool = False) -> None:
        self.names = state.names
        self.clock: list[int | None] = [None] * len(state.seats)
        if state.row.clocked:
            at = ticks()
            self.clock = [state.time_left(seat, at) for seat in range(len(state.seats))]
        self.events: dict[Telling, msgspec.Raw] = {}
        self.named: dict[int, set[int] | None] = {}  # by event: the seats that it may name
        self.records: Opened = {}
        self._wordings: dict[tuple[int | None, str], Wording] = {}
        # What a spectator sees, where much of it is the same for all who listen.
        self.open_view: View | None = None
        table, game = state.table, state.game
        if many and table is not None and game.face.own_view is not None:
            known = table.known(SPECTATOR)
            self.open_view = view_of(game, known, SPECTATOR)
            table.past.tell_all(game, known, self.records)
        self._game = game

    def wording(self, seat: int | None, lang: str) -> Wording:
        found = self._wordings.get((seat, lang))
        if found is None:
            found = self._wordings[seat, lang] = Wording(self._game, self.names, seat, lang)
        return found


class Listener(Protocol):
    """Somebody who is connected."""

    seat: int | None
    told: int  # the number of the last event that was sent
    token_hash: str | None
    address: str
    promise: str | None  # of a share of the shuffle, made on this connection
    lang: str  # of all sentences

    def send(self, *messages: bytes) -> None: ...
    def dismiss(self, code: str) -> None: ...


class Broadcast:
    """The listeners of a table, and what they are sent."""

    def __init__(self, state: TableState, away: int, note: Bilingual | None = None) -> None:
        self.state = state
        self.away = away
        self.note = note
        self.trouble = False  # the last move could not be written
        self.listeners: set[Listener] = set()
        self._sent: dict[tuple[int | None, str], SentEvents] = {}

    def add(self, listener: Listener) -> None:
        self.listeners.add(listener)
        self.state.connect(listener.token_hash)

    def remove(self, listener: Listener, at: int) -> None:
        if listener in self.listeners:
            self.listeners.remove(listener)
            self.state.disconnect(listener.token_hash, at)

    def forget_events(self) -> None:
        """The game is another one, or was read from the store again."""
        self._sent = {}

    # Looking

    def info(self) -> TableInfo:
        note = own_text("note.trouble") if self.trouble else self.note
        return table_info(self.state, self.away, ticks(), note)

    def events(
        self, seat: int | None, lang: str, known: State = None, shared: Shared | None = None
    ) -> SentEvents:
        """All events that a seat was told of, in writing: each is made once, however often somebody comes back.

        ``known`` is the record as it is now, concealed for the seat.
        """
        written = self._sent.get((seat, lang))
        if written is None:
            written = self._sent[seat, lang] = SentEvents()
        if self.state.table is not None:
            shared = shared or Shared(self.state)
            seen = self.state.table.seen_events(SPECTATOR if seat is None else seat, known, shared.records)
            first = len(written)
            if first < len(seen):
                self._write(written, seen[first:], seat, lang, shared)
        return written

    def _write(
        self, written: SentEvents, fresh: Sequence[AnyEvent], seat: int | None, lang: str, shared: Shared
    ) -> None:
        """Write down what a seat was told of since."""
        first = len(written)
        late = self._marked(self.state.by_clock, seat, first)
        advised = self._marked(self.state.advice.taken, seat, first)
        for place, event in enumerate(fresh, first):
            marks = (late.get(place), advised.get(place)) if late or advised else UNMARKED
            # Who sees the same has the same event, which stays: its number is as good as what is in it.
            this = id(event)
            if this not in shared.named:
                shared.named[this] = named_in(event)
            named = shared.named[this]
            # The same words for all whom the event does not name.
            meant = seat is not None and (named is None or seat in named or seat in marks)
            key = this, lang, marks, seat if meant else None
            found = shared.events.get(key)
            if found is None:
                told = shared.wording(seat, lang).event(event, *marks)
                found = shared.events[key] = msgspec.Raw(encode(told))
            written.append(found)

    def _marked(self, steps: dict[int, int], seat: int | None, first: int) -> dict[int, int]:
        """By the places of events, from ``first`` on, that a seat was told of: whose decision is marked, of these steps."""
        found: dict[int, int] = {}
        if not steps:
            return found
        table, eyes = self.state.table, SPECTATOR if seat is None else seat
        for step, late in reversed(steps.items()):
            place = table.past.seen_until(eyes, step) if table is not None else 0
            if place < first:
                break
            found[place] = late
        return found

    async def prepare(self, seat: int | None, lang: str) -> None:
        """Write down what somebody will be told who comes to a long game: in a thread, so that nobody else waits for it."""
        if self.state.seq >= LONG and (seat, lang) not in self._sent:
            await asyncio.to_thread(self.events, seat, lang)

    def moment(self, seat: int | None, since: int, lang: str, shared: Shared | None = None) -> Json:
        """The table as a seat may know it; all of it comes from the seat's own view and events."""
        state = self.state
        if state.table is None:
            return before_the_start(len(state.seats))
        shared = shared or Shared(state)
        known = state.table.known(SPECTATOR if seat is None else seat)
        events = self.events(seat, lang, known, shared)
        legal = state.actions.get(seat, []) if seat is not None else []
        news, told = events.since(since), len(events)
        found = moment(
            state.table,
            seat,
            shared.wording(seat, lang),
            legal,
            state.seq,
            news,
            told,
            shared.clock,
            known,
            shared.open_view,
        )
        if found["can_undo"] and seat is not None:
            found["can_undo"] = may_take_back(state.row, state.table, seat)
        return found

    # Telling

    def welcome(self, listener: Listener, since: int) -> None:
        """Tell somebody everything."""
        lost = since > len(self.events(listener.seat, listener.lang))
        if lost:
            since = 0  # told more than is known here, or before the rules changed: from the beginning
        info = self.info()
        if lost and info.note is None:
            info.note = own_text("note.lost")
        message = Welcome(
            **self.moment(listener.seat, since, listener.lang),
            you=listener.seat,
            table=info,
            chat=[ChatLine(line.n, line.seat, line.name, line.text, line.at) for line in self.state.chat],
            undo=None if self.state.undo is None else undo_ask(self.state.undo),
        )
        listener.told = message.told
        listener.send(encode(message))

    def news(self, asker: Listener | None = None, answer: bytes = b"") -> None:
        """Tell everybody what has happened since they were told last; whoever has asked for it gets the answer with it."""
        ready: dict[tuple[int | None, int, str], tuple[bytes, int]] = {}
        shared = Shared(self.state, many=len(self.listeners) > 1)
        listeners = [(one, (one.seat, one.told, one.lang)) for one in self.listeners]
        # All are made before the first is sent: the system's own work for sending would come between them.
        for _, key in listeners:
            if key not in ready:
                news = News(**self.moment(*key, shared))
                ready[key] = encode(news), news.told
        for listener, key in listeners:
            data, listener.told = ready[key]
            if listener is asker:
                listener.send(data, answer)
            else:
                listener.send(data)

    def people(self) -> None:
        """Tell everybody who sits at the table now."""
        self.all(People(self.info()))

    def all(self, message: object) -> None:
        data = encode(message)
        for listener in list(self.listeners):
            listener.send(data)


def named_in(event: AnyEvent) -> set[int] | None:
    """The seats for which a sentence about this event may be another one than for others who see the same; None for all.

    A list of numbers may be winners, or points in the order of the seats: then every seat has words of its own.

    >>> named_in({"seq": 1, "kind": "play", "seat": 2, "owner": 0}) == {0, 2}
    True
    >>> named_in({"seq": 1, "by": {}}), named_in({"seq": 1, "cards": ["7"]}), named_in({"seq": 1, "points": [6, 7]})
    (None, set(), None)
    """
    found: set[int] = set()
    for key, value in event.items():
        if isinstance(value, str) or key == "seq":
            continue
        if isinstance(value, int):
            found.add(value)
        elif isinstance(value, list) and all(isinstance(one, str) for one in value):
            continue
        elif value is not None:
            return None
    return found


def undo_ask(question: UndoQuestion) -> UndoAsk:
    return UndoAsk(question.seat, list(question.open))
