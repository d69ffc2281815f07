"""Send each client its own view and events, made from what its seat may know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tischlein.engine.play.chain import base64, changes, first_head, layout_hash, next_head, text_to_sign
from tischlein.engine.play.fair import commitment
from tischlein.engine.play.history import History
from tischlein.engine.play.snapshot import Marks, empty_snapshot, events_with_text, observer_of, snapshot
from tischlein.engine.play.wording import Wording
from tischlein.engine.rules.declaration import Declaration
from tischlein.engine.types import Json
from tischlein.room.info import table_info
from tischlein.room.play.advice import refusal_message
from tischlein.room.play.undo import undo_ask
from tischlein.room.ports import Codec, Signer
from tischlein.room.refusal import note
from tischlein.room.rows import columns_of
from tischlein.room.state import Listener, State
from tischlein.room.step import Outbox, Step

# For a client that asked for no facts.
UNBOUND: Json = {"facts": None, "head": None, "signature": None}
LONG = 150  # steps: what has happened in more of them is worked out in a thread


@dataclass(slots=True, eq=False)
class Chain:
    """The facts sent to an observer: the number of steps, and the chain head after them."""

    steps: int
    head: bytes


@dataclass(slots=True, eq=False)
class Prepared:
    """Events for a client, built before its welcome."""

    since: int
    steps: int
    events: list[Json]


@dataclass(slots=True, eq=False)
class PreparedFacts:
    """Facts for a client after the first steps, built before its welcome."""

    first: int
    steps: int
    facts: Json | None


class Messages:
    """Makes the messages of a room; keeps the chain of each observer."""

    def __init__(self, codec: Codec, signer: Signer | None = None) -> None:
        self._codec = codec
        self.signer = signer
        self._chains: dict[int, Chain] = {}  # by observer
        # By seat: the head that was signed last, and its signature.
        self._signed: dict[int, tuple[str, str]] = {}
        self._prepared: dict[tuple[int | None, str], Prepared] = {}
        self._prepared_facts: dict[int | None, PreparedFacts] = {}

    def forget(self) -> None:
        """Begin again: the game is another one, or was read from the store."""
        self._chains = {}

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
            telling.say_welcome(listener.number, listener.told, listener.steps)

    def follow(self, state: State, seat: int | None) -> Chain | None:
        """Return the chain of a seat after all steps so far."""
        table, observer = state.table, observer_of(seat)
        if table is None:
            return None
        game, past = table.game, table.past
        chain = self._chains.get(observer)
        if chain is None:
            head = first_head(game, observer, opening_of(game, past, observer))
            chain = self._chains[observer] = Chain(0, head)
        for k in range(chain.steps, len(past.steps)):
            chain.head = next_head(chain.head, past.step_for(game, k, observer))
            chain.steps = k + 1
        return chain

    def facts(self, state: State, seat: int | None, first: int) -> Json | None:
        """Return what happened after this many steps as a seat may know it, for clients that make their table from it."""
        table, observer = state.table, observer_of(seat)
        if table is None:
            return None
        game, past = table.game, table.past
        first = first if first <= len(past.steps) else 0
        before = (
            past.step_for(game, first - 1, observer).record if first else opening_of(game, past, observer)
        )
        late, advised = dict(state.by_clock), dict(state.advised.taken)
        opening = {
            "game": game.id,
            "version": game.version,
            "layout": layout_hash(game),
            "record": base64(before),
        }
        found: Json = {"first": first, "opening": None if first else opening, "steps": []}
        for k in range(first, len(past.steps)):
            step = past.step_for(game, k, observer)
            marks = (k in late) + 2 * (k in advised)
            row = [step.actor, step.action, step.undone, marks, changes(before, step.record)]
            found["steps"].append(row)
            before = step.record
        return found

    def bound(self, state: State, seat: int | None, steps: int) -> Json:
        """Return the facts after this many steps, the head of all of them, and its signature."""
        chain = self.follow(state, seat) if state.row.secret else None
        head = None if chain is None else chain.head.hex()
        signature = None if chain is None else self._signature(state, seat, chain.steps, head)
        ready = self._prepared_facts.pop(seat, None)
        if ready is not None and (ready.first, ready.steps) == (steps, steps_of(state)):
            facts = ready.facts
        else:
            facts = self.facts(state, seat, steps)
        return {"facts": facts, "head": head, "signature": signature}

    def _signature(self, state: State, seat: int | None, steps: int, head: str | None) -> str | None:
        """Sign the chain head of a seat, once for each head; None where the host has no key."""
        if self.signer is None or seat is None or head is None:
            return None
        last, signature = self._signed.get(seat, ("", ""))
        if last != head:
            fixed = commitment(state.row.deal_name, state.row.secret)
            signature = self.signer.sign(text_to_sign(state.row.code, fixed, seat, steps, head))
            self._signed[seat] = head, signature
        return signature

    def snapshot(
        self, state: State, seat: int | None, events: list[Json], lang: str, clock: list[int | None]
    ) -> Json:
        """Return the table as a seat may know it now."""
        table = state.table
        if table is None:
            return empty_snapshot(len(state.seats))
        wording = Wording(table.game, state.marked_names, seat, lang)
        found = snapshot(table.game, table.past, seat, wording, events)
        found["seq"], found["clock"] = state.seq, clock
        found.update(UNBOUND)
        if found["can_undo"] and seat is not None:
            found["can_undo"] = state.may_take_back(seat)
        return found

    def is_long(self, state: State, seat: int | None, since: int) -> bool:
        """Return True if the events after number ``since`` take long to build."""
        table = state.table
        if table is None or len(table.past.steps) <= LONG:
            return False
        observer, past = observer_of(seat), table.past
        if not past.is_counted(observer):
            return True
        return len(past.steps) - past.steps_until(table.game, observer, since) > LONG

    def prepare(self, state: State, seat: int | None, lang: str, since: int, facts: int | None) -> None:
        """Compute the events and facts of a seat's next welcome and cache them, leaving the game unchanged.

        ``facts``: the number of steps whose facts the client knows, None if it wants none.
        """
        if state.table is None:
            return
        steps = steps_of(state)
        if facts is not None:
            if state.row.secret:
                self.follow(state, seat)
            self._prepared_facts[seat] = PreparedFacts(facts, steps, self.facts(state, seat, facts))
        events = self.events_since(state, seat, lang, since)
        self._prepared[seat, lang] = Prepared(since, steps, events)

    def events_since(self, state: State, seat: int | None, lang: str, since: int) -> list[Json]:
        """Return the events after event number ``since``, with their sentences."""
        table = state.table
        ready = self._prepared.pop((seat, lang), None)
        if table is None:
            return []
        if ready is not None and (ready.since, ready.steps) == (since, len(table.past.steps)):
            return ready.events
        first = table.past.steps_until(table.game, observer_of(seat), since)
        events = self.events(state, seat, lang, first)
        return [event for event in events if event["seq"] > since]

    def events(self, state: State, seat: int | None, lang: str, steps: int) -> list[Json]:
        """Return the events after this many steps, with their sentences."""
        table = state.table
        if table is None:
            return []
        wording = Wording(table.game, state.marked_names, seat, lang)
        marks = Marks(dict(state.by_clock), dict(state.advised.taken))
        return events_with_text(table.game, table.past, seat, wording, steps, marks)

    def encode(self, message: Json) -> Any:
        """Encode a message."""
        return self._codec.message(message)


def clocks(state: State, at: int) -> list[int | None]:
    """Return what the clock of each seat shows."""
    seats = range(len(state.seats))
    return [state.time_left(seat, at) if state.row.clocked else None for seat in seats]


def opening_of(game: Declaration, past: History, observer: int) -> bytes:
    """Return the record before the first step, concealed for an observer."""
    return game.layout.pack(past.record_at(game, 0, observer))


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

    def say_welcome(self, number: int, since: int, steps: int) -> None:
        state, teller = self._state, self._teller
        listener = state.listeners[number]
        seat, lang, clock = listener.seat, listener.lang, clocks(state, self._at)
        info = table_info(state, self._away, self._at)
        found = teller.snapshot(state, seat, teller.events_since(state, seat, lang, since), lang, clock)
        if since > found["told"]:
            # Told more than is known here: from the beginning.
            found["events"] = teller.events_since(state, seat, lang, 0)
            info["note"] = info["note"] or note("lost")
        if listener.facts:
            found.update(teller.bound(state, seat, steps))
        message = {
            "type": "welcome",
            **found,
            "you": seat,
            "table": info,
            "chat": [columns_of(line) for line in state.chat],
            "undo": None if state.undo is None else undo_ask(state.undo),
            "signer": None if teller.signer is None else teller.signer.public,
        }
        listener.told, listener.steps = message["told"], steps_of(state)
        self._send(number, teller.encode(message))

    def say_news(self, asker: int | None, answer: Json | None) -> None:
        """Send each client its new events; the asker gets the answer with them."""
        state, teller = self._state, self._teller
        ready: dict[tuple[int | None, int, str, bool], tuple[Any, int]] = {}
        clock, steps = clocks(state, self._at), steps_of(state)
        for number, one in state.listeners.items():
            key = (one.seat, one.steps, one.lang, one.facts)
            if key not in ready:
                events = teller.events(state, one.seat, one.lang, one.steps)
                found = {"type": "news", **teller.snapshot(state, one.seat, events, one.lang, clock)}
                if one.facts:
                    found.update(teller.bound(state, one.seat, one.steps))
                ready[key] = teller.encode(found), found["told"]
            data, one.told = ready[key]
            one.steps = steps
            self._send(number, data)
            if number == asker and answer is not None:
                self._send(number, teller.encode(answer))


def steps_of(state: State) -> int:
    """Return the number of steps of the game since it was opened under these rules."""
    return 0 if state.table is None else len(state.table.past.steps)
