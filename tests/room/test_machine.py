"""Whole evenings at a table, in any order: people, bots, clocks, undo, a disk that fails, messages twice and late.

After every step the room agrees with what is stored, each client can put its game together from what it was sent, and nobody was sent what
is not stored.
"""

from typing import Any, ClassVar

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from helpers.server.room_host import hosted, lobby
from samples import SAMPLES
from tischlein.games import GAMES
from tischlein.room.events import (
    BotDecided,
    ClientConnected,
    MessageReceived,
    SeatRequested,
    ServerStopping,
    StartRequested,
    TimerFired,
)
from tischlein.room.room import Room
from tischlein.room.rows import columns_of
from tischlein.server.protocol.client import ClientMessage

WHO = st.integers(0, 3)
DISKS = st.sampled_from(["ok"] * 12 + ["lost", "doubt", "doubt, stored", "crash"])
PROMISE, SHARE = "ab" * 32, "cd" * 32
VALUES: dict[str, Any] = {
    "seat": st.integers(0, 4),
    "other": st.integers(0, 4),
    "agree": st.booleans(),
    "on": st.booleans(),
    "empty": st.sampled_from(["bots", "close"]),
    "bot": st.sampled_from([None, "easy", "nobody"]),
    "level": st.sampled_from([None, "easy", "nobody"]),
    "pace": st.sampled_from([None, "instant", "slow"]),
    "promise": st.just(PROMISE),
    "share": st.just(SHARE),
    "text": st.text("ab \n", min_size=1, max_size=6),
    "reaction": st.just("wow"),
    "name": st.sampled_from(["no_offers", "nothing"]),
    "since": st.sampled_from([0, 0, 3, 10_000]),
    "lang": st.sampled_from([None, "de", "en"]),
    "id": st.sampled_from([f"i{number}" for number in range(12)]),
    "action": st.sampled_from(["7", "draw", "undo", "knock", "skip"]),
    "seq": st.integers(0, 60),
}
FIELDS = {one.__struct_config__.tag: one.__struct_fields__ for one in ClientMessage.__args__}
TYPES = sorted(set(FIELDS) - {"hello", "advice"})


class Client:
    """Puts a game together from what it is sent, as a page does."""

    def __init__(self) -> None:
        self.events: list[Any] = []
        self.last: Any = None

    def hear(self, message: Any) -> None:
        if message["type"] == "welcome":
            since = message["told"] - len(message["events"])
            assert since <= len(self.events), "a welcome leaves no gap"
            del self.events[since:]
        if message["type"] in ("welcome", "news"):
            for event in message["events"]:
                assert event["seq"] == len(self.events) + 1, "events follow each other"
                self.events.append({key: value for key, value in event.items() if key != "text"})
            assert message["told"] == len(self.events)
            self.last = message


class Evening(RuleBasedStateMachine):
    """One table after the other, where everything happens."""

    happened: ClassVar[dict[str, int]] = {}

    @initialize(
        game=st.sampled_from(["lobo77", "lobo77", *GAMES]),
        clock=st.sampled_from([{}, {}, {"timer": 30}, {"bank": 60, "increment": 5}, {"timer": 86_400}]),
        seats=st.integers(2, 4),
        bots=st.integers(0, 2),
        spectators=st.sampled_from(["public", "none", "rounds"]),
        joined=st.sampled_from([1, 2, 3, 0]),
        begun=st.sampled_from([True, True, True, False]),
    )
    def sit_down(
        self, game: str, clock: Any, seats: int, bots: int, spectators: str, joined: int, begun: bool
    ) -> None:
        levels = [None] * (seats - min(bots, seats - 1)) + ["easy"] * min(bots, seats - 1)
        self.host = lobby(game, seats, 1, bots=levels, spectators=spectators, pace="instant", **clock)
        self.clients: dict[int, Client] = {}
        self.numbers, self.people = 0, 1
        self.answered: dict[tuple[str, str], int] = {}
        self.come(0, "k0")
        for _ in range(joined):
            self.join("ok")
        self.all_come()
        if begun:
            self.host.step(StartRequested())
            self.read()

    def count(self, what: str) -> None:
        self.happened[what] = self.happened.get(what, 0) + 1

    def read(self) -> None:
        """Let every client hear what it was sent; nothing of it is ahead of what is stored."""
        stored = len(self.host.disk.tables[self.host.code].log)
        for number, messages in self.host.heard.items():
            for message in messages:
                assert message.get("seq") is None or message["seq"] <= stored, "told before it was stored"
                if number in self.clients:
                    self.clients[number].hear(message)
                    self._check_answer(number, message)
        self.host.heard = {}
        if self.host.told.new_tables:
            self.host = hosted(
                self.host.told.new_tables[0][0], self.host.disk, self.host.at, self.host.room.ports
            )
            self.clients, self.answered = {}, {}
            self.host.step(StartRequested())
            self.count("rematch")

    def _check_answer(self, number: int, message: Any) -> None:
        """The same id brings the same number, for ever."""
        listener = self.host.state.listeners.get(number)
        if message["type"] == "accepted" and listener is not None and listener.key is not None:
            known = self.answered.setdefault((listener.key, message["id"]), message["seq"])
            assert known <= message["seq"]
            if "." in message["id"]:  # a move
                log = self.host.disk.tables[self.host.code].log
                stored = [entry.seat for entry in log if entry.message_id == message["id"]]
                assert stored.count(listener.seat) == 1, "it is carried out once"

    def step(self, event: object, disk: str = "ok") -> Any:
        before = self._known() if disk == "lost" else None
        step = self.host.step(event, disk=disk)
        if step.refused is not None:
            self.count(step.refused.code)
        if disk == "crash" and step.writes is not None:
            self.clients = {}
        elif before is not None and step.refused is not None and step.refused.code == "store":
            assert self._known() == before, "a step that is not stored has not happened"
            self.count("lost")
        self.read()
        return step

    def _known(self) -> Any:
        state, info = self.host.state, self.host.info()
        for name in ("note", "fair", "starting"):  # shares that may be known are burnt
            info.pop(name)
        table = state.table
        return (
            info,
            None if table is None else (table.position(), table.history, table.past.again[:]),
            {seat: legal[:] for seat, legal in state.actions.items()},
            (state.unchanged_since[:], state.asked_at[:], state.by_clock[:], state.undos),
            None if state.undo is None else columns_of(state.undo),
            None if state.clocks is None else columns_of(state.clocks),
            [dict(known) for known in state.answered],
            [columns_of(line) for line in state.chat],
        )

    # People

    def come(self, number: int, key: str | None, since: int = 0, lang: str = "en") -> None:
        step = self.host.step(ClientConnected(number, key, lang, since))
        if step.refused is None:
            self.clients[number] = self.clients.get(number) or Client()
        self.read()

    def all_come(self) -> None:
        """Connect everybody who has a seat and is not there."""
        state = self.host.state
        for seat in state.seats:
            if seat.kind == "person" and not state.is_here(seat.seat):
                self.numbers += 1
                self.come(100 + self.numbers, seat.token_hash)

    @rule(lang=st.sampled_from(["de", "en"]), watches=st.booleans())
    def connect(self, lang: str, watches: bool) -> None:
        keys = [None] if watches else [seat.token_hash for seat in self.host.state.seats if seat.token_hash]
        self.numbers += 1
        if keys and len(self.host.state.listeners) < 8:
            self.come(100 + self.numbers, keys[self.numbers % len(keys)], 0, lang)

    @rule(who=WHO)
    def disconnect(self, who: int) -> None:
        there = list(self.host.state.listeners)
        if there:
            number = there[who % len(there)]
            self.clients.pop(number, None)
            self.host.goes(number)
            self.read()

    @rule(disk=DISKS)
    def join(self, disk: str) -> None:
        self.people += 1
        self.step(SeatRequested(f"N{self.people}", f"k{self.people}"), disk)
        self.all_come()

    @rule(who=WHO, kind=st.sampled_from(TYPES), data=st.data(), disk=DISKS)
    def say(self, who: int, kind: str, data: Any, disk: str) -> None:
        """Any message, sense or nonsense."""
        there = list(self.host.state.listeners)
        if there:
            message = {"type": kind, **{name: data.draw(VALUES[name]) for name in FIELDS[kind]}}
            self.step(MessageReceived(there[who % len(there)], message), disk)

    @rule(which=st.integers(0, 30), id=VALUES["id"], disk=DISKS, times=st.integers(1, 6))
    def play(self, which: int, id: str, disk: str, times: int) -> None:
        """Moves of those whose turn it is."""
        for number in range(times):
            state = self.host.state
            able = [one for one in state.listeners.values() if one.seat in state.actions]
            if not able or state.row.state != "playing":
                return
            one = able[which % len(able)]
            legal = state.actions[one.seat]
            said = {
                "type": "play",
                "id": f"{id}.{state.seq}.{number}",
                "seq": state.seq,
                "action": legal[which % len(legal)].text,
            }
            step = self.step(MessageReceived(one.number, said), disk)
            if step.refused is None:
                self.count("moves")

    @rule(id=VALUES["id"], answer=st.sampled_from([None, True, False]), disk=DISKS)
    def take_back(self, id: str, answer: bool | None, disk: str) -> None:
        state = self.host.state
        seated = [one for one in state.listeners.values() if one.seat is not None]
        if not seated:
            return
        self.step(MessageReceived(seated[0].number, {"type": "undo", "id": f"u{id}{state.seq}"}), disk)
        question = self.host.state.undo
        if question is not None and answer is not None:
            self.count("asked")
            for one in list(self.host.state.listeners.values()):
                if self.host.state.undo is not None and one.seat in self.host.state.undo.open:
                    self.step(MessageReceived(one.number, {"type": "undo_answer", "agree": answer}), disk)

    @rule(id=VALUES["id"], disk=DISKS)
    def argue(self, id: str, disk: str) -> None:
        """An undo that others have to agree to, and another one meanwhile."""
        self.think(False, "ok")
        self.play(0, id, "ok", 3)
        state = self.host.state
        seated = [one for one in state.listeners.values() if one.seat is not None]
        for one in seated if state.row.state == "playing" else ():
            if self.host.state.undo is None:
                self.step(MessageReceived(one.number, {"type": "undo", "id": f"a{id}{state.seq}"}), disk)
        if self.host.state.undo is not None and seated:
            self.count("asked")
            self.step(MessageReceived(seated[-1].number, {"type": "undo", "id": f"b{id}{state.seq}"}))

    @rule(on=st.booleans())
    def meddle(self, on: bool) -> None:
        """What only the host of the table may do, sent by another player."""
        state = self.host.state
        others = [one for one in state.listeners.values() if one.seat not in (None, state.row.host)]
        if others:
            self.step(MessageReceived(others[0].number, {"type": "chat_switch", "on": on}))

    def teardown(self) -> None:
        """However an evening went, it ends in an argument."""
        if hasattr(self, "host"):
            self.all_come()
            self.meddle(True)
            self.argue("z", "ok")
            self.every_client_has_its_game()

    # Time, bots, hosts

    @rule(milliseconds=st.sampled_from([0, 100, 2_000, 6_000, 31_000, 61_000]))
    def wait(self, milliseconds: int) -> None:
        until = self.host.at + milliseconds
        for _ in range(60):
            wake = self.host.told.wake
            if wake is None or wake > until:
                break
            self.host.at = max(self.host.at, wake)
            self.step(TimerFired())
        self.host.at = max(self.host.at, until)

    @rule(late=st.booleans(), disk=DISKS)
    def think(self, late: bool, disk: str) -> None:
        """Bots answer, perhaps what nobody asks any more."""
        if late:
            self.play(1, "i0", "ok", 1)
        while self.host.think:
            asked = self.host.think.pop(0)
            legal = self.host.state.actions.get(asked.seat, [])
            self.step(BotDecided(asked.seat, asked.since, legal[0].id if legal else 0, self.host.at))
            self.step(TimerFired(), disk)

    @rule()
    def close(self) -> None:
        self.step(ServerStopping())

    @rule()
    def crash(self) -> None:
        self.host.crash()
        self.clients = {}
        self.count("crash")
        self.all_come()

    # What holds

    @precondition(lambda self: hasattr(self, "host"))
    @invariant()
    def what_is_stored_is_the_table(self) -> None:
        host = self.host
        if host.steps % 3:
            return  # to replay the log takes longer than everything else
        again = Room.from_stored(host.disk.load(host.code), host.room.ports, host.now).state
        state = host.state
        assert (again.seq, again.row.state, again.actions) == (state.seq, state.row.state, state.actions)
        assert [columns_of(seat) for seat in again.seats] == [columns_of(seat) for seat in state.seats]
        assert [columns_of(line) for line in again.chat] == [columns_of(line) for line in state.chat]
        assert (again.undos, again.undos_in_a_row) == (state.undos, state.undos_in_a_row)
        assert (again.by_clock, again.advised.taken) == (state.by_clock, state.advised.taken)
        for known, remembered in zip(again.answered, state.answered, strict=True):
            assert all(remembered.get(id, seq) == seq for id, seq in known.items())
        for name in set(state.row.__slots__) - {"position", "attended", "watching"}:
            assert getattr(again.row, name) == getattr(state.row, name), name

    @precondition(lambda self: hasattr(self, "host"))
    @invariant()
    def every_client_has_its_game(self) -> None:
        state = self.host.state
        if state.table is None:
            return
        for number, client in self.clients.items():
            listener = state.listeners.get(number)
            if listener is not None:
                assert client.events == state.table.events(listener.seat)
                assert client.last["view"] == state.table.view(listener.seat)
                assert client.last["seq"] == state.seq

    @precondition(lambda self: hasattr(self, "host"))
    @invariant()
    def nothing_waits_for_ever(self) -> None:
        """Where a bot has to decide and a person is there, it was asked, or its choice waits for its time."""
        host, state = self.host, self.host.state
        if state.row.state == "playing" and state.undo is None and state.waiting and state.listeners:
            bots = [seat for seat in state.waiting if state.is_bot(seat)]
            if bots and not host.think and host.told.wake is None:
                assert state.thinking is None or state.halted > host.at


class TestEvening(Evening.TestCase):  # type: ignore[misc, valid-type]  # made by Hypothesis
    """The evenings."""

    settings = settings(
        max_examples=1_000 if SAMPLES.every_path else 20, stateful_step_count=30, deadline=None
    )

    @classmethod
    def tearDownClass(cls) -> None:
        # A machine that does not get there proves nothing about it.
        assert {"moves", "crash", "asked", "undo_pending", "not_host"} <= set(Evening.happened)
