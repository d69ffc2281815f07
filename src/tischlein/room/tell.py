"""What each client is sent: its own view and events, made and encoded once for all who may know the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tischlein.cards import SPECTATOR
from tischlein.engine.play.fair import commitment
from tischlein.engine.play.growing import GrowingList
from tischlein.engine.play.heads import START, after, signed_text
from tischlein.engine.play.history import Opened
from tischlein.engine.play.moments import before_the_start, moment
from tischlein.engine.play.views import view_of
from tischlein.engine.play.wording import Wording
from tischlein.engine.types import AnyEvent, Json, View
from tischlein.engine.types import State as Record
from tischlein.room.info import table_info
from tischlein.room.play.advice import refusal_message
from tischlein.room.play.undo import undo_ask
from tischlein.room.ports import Codec, Signer
from tischlein.room.refusal import note
from tischlein.room.rows import Seat, columns_of
from tischlein.room.state import Listener, State
from tischlein.room.step import Outbox, Step

UNMARKED = (None, None)
# Up to this number new events are encoded for each message and not kept. A new deal has fewer.
MANY = 200
BEGUN = (0, START)  # of a chain: the number of events, and the head after them


class Shared:
    """What is made once for all who are told of the same step; nobody keeps it."""

    def __init__(self, state: State, at: int, many: bool = False) -> None:
        seats = range(len(state.seats))
        self.clock: list[int | None] = [None] * len(seats)
        if state.row.clocked:
            self.clock = [state.time_left(seat, at) for seat in seats]
        # By the identity of an event, which all who see the same share: the seats that it may name, and its
        # encodings by language, marks, and the seat if it is meant.
        self.events: dict[int, tuple[set[int] | None, dict[tuple[Any, ...], Any]]] = {}
        self.hashed: dict[int, bytes] = {}  # likewise: how it goes into the chain of a seat
        self.held: list[Sequence[AnyEvent]] = []  # these events, so that no other one gets their identity
        self.records: Opened = {}
        self.open_view: View | None = None  # a spectator's, where much of it is the same for all
        table, game = state.table, state.game
        if many and table is not None and game.face.own_view is not None:
            known = table.known(SPECTATOR)
            self.open_view = view_of(game, known, SPECTATOR)
            table.past.tell_all(game, known, self.records)

    def hold(self, events: Sequence[AnyEvent]) -> Sequence[AnyEvent]:
        """Keep these events as long as their identity is used."""
        self.held.append(events)
        return events


class Messages:
    """Makes the messages of a room; keeps the head of each seat, and the encoded events of listeners who were told many at once."""

    def __init__(self, codec: Codec, signer: Signer | None = None) -> None:
        self._codec = codec
        self.signer = signer
        # Encoded events by seat and language, with the length of the log then; written on when they are asked for.
        self._books: dict[tuple[int | None, str], tuple[GrowingList, int]] = {}
        # By seat: the number of events, and the head after them.
        self._heads: dict[int, tuple[int, bytes]] = {}
        # By seat: the head that was signed last, and its signature.
        self._signed: dict[int, tuple[str, str]] = {}
        self._seats: Sequence[Seat] = ()  # whose players are named in these words:
        self._wordings: dict[tuple[int | None, str], Wording] = {}  # by seat and language
        self._said: dict[str, dict[str, str]] = {}  # by language: tasks of seats that wait

    def forget(self) -> None:
        """Begin again: the game is another one, or was read from the store."""
        self._books, self._heads, self._seats = {}, {}, ()

    def wording(self, state: State, seat: int | None, lang: str) -> Wording:
        """Return the words for a seat in a language; they last until the people at the table change."""
        if state.seats is not self._seats:
            self._seats, self._wordings, self._said = state.seats, {}, {}
        found = self._wordings.get((seat, lang))
        if found is None:
            said = self._said.setdefault(lang, {})
            found = self._wordings[seat, lang] = Wording(state.game, state.marked_names, seat, lang, said)
        return found

    def is_new_to(self, state: State, seat: int | None, lang: str, since: int) -> bool:
        """Return True if many events would have to be encoded to tell a seat what has happened since."""
        past = None if state.table is None else state.table.past
        told = None if past is None or past.alike else past.told(_eyes(seat))
        if told is not None and 0 <= told - since <= MANY:
            return False
        _, encoded = self._books.get((seat, lang), (None, 0))
        return state.seq - encoded > MANY

    def tell(self, step: Step, state: State, away: int, at: int) -> Outbox:
        """Make everything that a step says."""
        told = Outbox()
        telling = _Telling(self, told, state, away, at)
        for what, *given in step.messages:
            getattr(telling, "say_" + what)(*([step.listener, *given] if what == "news" else given))
        if step.refused is not None and step.listener in state.listeners:
            self._refuse(step, telling, state.listeners[step.listener])
        return told

    def _refuse(self, step: Step, telling: _Telling, listener: Listener) -> None:
        if step.refused is None:
            return
        telling.say_to(listener.number, refusal_message(step.message_id, step.refused))
        if step.refused.code == "stale":
            telling.say_welcome(listener.number, listener.told)

    def events(
        self, state: State, seat: int | None, lang: str, since: int, shared: Shared, known: Record = None
    ) -> tuple[Sequence[Any], int]:
        """Return the encoded events after the first ``since`` that a seat was told, and the number of all of them.

        Few are encoded for the moment, many come from a book. ``known`` is the record as it is now, concealed for the seat.
        """
        if state.table is None:
            return [], 0
        seen = state.table.seen_events(_eyes(seat), known, shared.records)
        last = len(seen)
        few = 0 <= last - since <= MANY
        first = since if few else last
        if seat is not None and state.row.secret:
            hashed, head = self._heads.get(seat, BEGUN)
            first = min(first, hashed)
            fresh = shared.hold(seen.since(first))
            if hashed < last:
                self._heads[seat] = last, self._chained(head, fresh[hashed - first :], shared)
        else:
            fresh = shared.hold(seen.since(first))
        if few:
            return self._encoded(state, fresh[since - first :], since, seat, lang, shared), last
        return self._book(state, seat, lang, shared).since(since), last

    def _book(self, state: State, seat: int | None, lang: str, shared: Shared) -> GrowingList:
        """Return all events that a seat was told, encoded; what is there already is not encoded again."""
        table = state.table
        assert table is not None  # noqa: S101 — for the type checker: events() has looked
        written, _ = self._books.get((seat, lang), (None, 0))
        if written is None:
            written = self._codec.book()
            if seat is not None and table.past.alike:
                # What all seats saw alike is told in the words for everybody.
                everybody = self._book(state, None, lang, shared)
                written.extend(everybody.since(0)[: table.past.seen_until(SPECTATOR, table.past.alike)])
        first = len(written)
        fresh = shared.hold(table.seen_events(_eyes(seat)).since(first))
        written.extend(self._encoded(state, fresh, first, seat, lang, shared))
        self._books[seat, lang] = written, state.seq
        return written

    def _chained(self, head: bytes, fresh: Sequence[AnyEvent], shared: Shared) -> bytes:
        """Return the head after these events."""
        known, found = shared.hashed, []
        for event in fresh:
            hashed = known.get(id(event))
            if hashed is None:
                hashed = known[id(event)] = self._codec.canonical(event)
            found.append(hashed)
        return after(head, found)

    def _head(self, seat: int | None) -> str | None:
        """Return the head of all events that a seat was told; None where there is nothing to check."""
        found = None if seat is None else self._heads.get(seat)
        return None if found is None else found[1].hex()

    def _encoded(
        self,
        state: State,
        fresh: Sequence[AnyEvent],
        first: int,
        seat: int | None,
        lang: str,
        shared: Shared,
    ) -> list[Any]:
        """Encode the events from place ``first`` on, each once for all who are told the same."""
        late: dict[int, int] = {}
        advised: dict[int, int] = {}
        if state.by_clock or state.advised.taken:
            late = _marked(state, state.by_clock, seat, first)
            advised = _marked(state, state.advised.taken, seat, first)
        parts, events = [], shared.events
        for place, event in enumerate(fresh, first):
            marks = (late.get(place), advised.get(place)) if late or advised else UNMARKED
            about = events.get(id(event))
            if about is None:
                about = events[id(event)] = named_in(event), {}
            named, made = about
            # The same words for all whom the event does not name.
            meant = seat is not None and (named is None or seat in named or seat in marks)
            key = (seat if meant else None, lang, marks)
            part = made.get(key)
            if part is None:
                part = made[key] = self._codec.event(self.wording(state, seat, lang).event(event, *marks))
            parts.append(part)
        return parts

    def _signature(self, state: State, seat: int | None, told: int, head: str | None) -> str | None:
        """Sign what a seat was told, once for each head; None where the host has no key."""
        if self.signer is None or seat is None or head is None:
            return None
        last, signature = self._signed.get(seat, ("", ""))
        if last != head:
            fixed = commitment(state.row.deal_name, state.row.secret)
            signature = self.signer.sign(signed_text(state.row.code, fixed, seat, told, head))
            self._signed[seat] = head, signature
        return signature

    def moment(self, state: State, seat: int | None, since: int, lang: str, shared: Shared) -> Json:
        """Return the table as a seat may know it; all of it comes from the seat's own view and events."""
        table = state.table
        if table is None:
            return {**before_the_start(len(state.seats)), "head": None, "signature": None}
        known = table.known(_eyes(seat))
        events, told = self.events(state, seat, lang, since, shared, known)
        found = moment(
            table,
            seat,
            self.wording(state, seat, lang),
            state.actions.get(seat, []) if seat is not None else [],
            state.seq,
            events,
            told,
            shared.clock,
            known,
            shared.open_view,
        )
        found["head"] = head = self._head(seat)
        found["signature"] = self._signature(state, seat, told, head)
        if found["can_undo"] and seat is not None:
            found["can_undo"] = state.may_take_back(seat)
        return found

    def encode(self, message: Json) -> Any:
        """Encode a message."""
        return self._codec.message(message)


class _Telling:
    """One call of ``tell``: puts messages into ``told``."""

    def __init__(self, teller: Messages, told: Outbox, state: State, away: int, at: int) -> None:
        self._teller, self._told, self._state = teller, told, state
        self._away, self._at = away, at

    def _send(self, listener: int, data: Any) -> None:
        self._told.sends.setdefault(listener, []).append(data)

    def say_to(self, listener: int, message: Json) -> None:
        if listener in self._state.listeners:
            self._send(listener, self._teller.encode(message))

    def say_all(self, message: Json) -> None:
        data = self._teller.encode(message)
        for listener in self._state.listeners:
            self._send(listener, data)

    def say_people(self) -> None:
        self.say_all({"type": "people", "table": table_info(self._state, self._away, self._at)})

    def say_goodbye(self, listener: int, code: str) -> None:
        self._told.dismissals.append((listener, code))

    def say_welcome(self, number: int, since: int) -> None:
        state, teller = self._state, self._teller
        listener = state.listeners[number]
        shared = Shared(state, self._at)
        found = teller.moment(state, listener.seat, since, listener.lang, shared)
        info = table_info(state, self._away, self._at)
        if since > found["told"]:
            # Told more than is known here: from the beginning.
            found = teller.moment(state, listener.seat, 0, listener.lang, shared)
            info["note"] = info["note"] or note("lost")
        message = {
            "type": "welcome",
            **found,
            "you": listener.seat,
            "table": info,
            "chat": [columns_of(line) for line in state.chat],
            "undo": None if state.undo is None else undo_ask(state.undo),
            "signer": None if teller.signer is None else teller.signer.public,
        }
        listener.told = message["told"]
        self._send(number, teller.encode(message))

    def say_news(self, asker: int | None, answer: Json | None) -> None:
        """Tell everybody what has happened since they were told last; the asker gets the answer with it."""
        state, teller = self._state, self._teller
        ready: dict[tuple[int | None, int, str], tuple[Any, int]] = {}
        shared = Shared(state, self._at, many=len(state.listeners) > 1)
        for number, one in state.listeners.items():
            key = (one.seat, one.told, one.lang)
            if key not in ready:
                found = teller.moment(state, one.seat, one.told, one.lang, shared)
                found["type"] = "news"
                ready[key] = teller.encode(found), found["told"]
            data, one.told = ready[key]
            self._send(number, data)
            if number == asker and answer is not None:
                self._send(number, teller.encode(answer))


def _eyes(seat: int | None) -> int:
    return SPECTATOR if seat is None else seat


def _marked(state: State, steps: Sequence[tuple[int, int]], seat: int | None, first: int) -> dict[int, int]:
    """Return whose decision is marked, by the places of the events, from ``first`` on, that a seat was told."""
    found: dict[int, int] = {}
    table, eyes = state.table, _eyes(seat)
    for k in range(len(steps) - 1, -1, -1):
        step, whose = steps[k]
        place = table.past.seen_until(eyes, step) if table is not None else 0
        if place < first:
            break
        found[place] = whose
    return found


def named_in(event: AnyEvent) -> set[int] | None:
    """Return the seats for which a sentence about this event may differ from that for others who see it; None for all.

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
