"""Two clients say whatever they like, in any order, and a model that knows nothing of the server says what must come of it.

The model keeps who sits where, who is the host, whether the game has begun, what was said, and which moves were taken. Every message is
answered; nothing is carried out twice; and both clients and the store agree at every step.
"""

import asyncio
import tempfile
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from helpers.serving import GENEROUS, Guest, Live, join, knock, serving, set_table
from samples import SAMPLES

T = TypeVar("T")
WHO = st.integers(0, 1)
NONSENSE = st.sampled_from(
    [
        {"type": "play"},
        {"type": "play", "id": "", "seq": 0, "action": "7"},
        {"type": "nothing"},
        {"type": "hello"},
        {"type": "chat", "text": ""},
        {"type": "chat", "text": "x" * 5_000},
        {"type": "kick", "seat": 99},
        {"type": "undo_answer", "agree": True},
        {"type": "share", "promise": "zz"},
        {"type": "reveal", "share": "0" * 64},
        {"type": "rematch"},
        {"type": "set_seat", "seat": 1, "bot": "nobody"},
        {"type": "prefer", "name": "nothing", "on": True},
        {"seq": -1},
        [],
    ]
)


class Protocol(RuleBasedStateMachine):
    """A table of two people on a real server."""

    live: Live  # one server for all sequences: each has a table of its own

    @initialize()
    def sit_down(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.began = False
        self.moves: list[tuple[int, str]] = []  # who, and the id of the message
        self.said: list[tuple[int, str]] = []
        self.number = 0
        self.run(self._sit_down())

    def run(self, what: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(what)

    async def _sit_down(self) -> None:
        made = await set_table(self.live, "lobo77", 2)
        self.code = made["code"]
        self.tokens = [made["token"], (await join(self.live, self.code, "Ben"))["token"]]
        self.guests = [await self._enter(seat) for seat in range(2)]

    async def _enter(self, seat: int) -> Guest:
        guest = Guest(await knock(self.live, self.code))
        await guest.say("hello", token=self.tokens[seat])
        await guest.until("welcome")
        return guest

    async def _caught_up(self, seat: int) -> None:
        """Everything that was sent to somebody has been read."""
        guest = self.guests[seat]
        await guest.say("ping")
        await guest.until("pong")

    @rule(who=WHO)
    def come_back(self, who: int) -> None:
        """A connection breaks at any moment, and whoever comes back knows everything."""

        async def again() -> None:
            await self.guests[who].socket.close()
            self.guests[who] = await self._enter(who)

        self.run(again())

    @rule(who=WHO)
    def start(self, who: int) -> None:
        async def asked() -> None:
            await self.guests[who].say("start")
            if who == 0 and not self.began:
                for guest in self.guests:
                    await guest.until("welcome")
                self.began = True
            else:
                code = (await self.guests[who].until("refused"))["code"]
                assert code == ("not_host" if who else "not_in_lobby")

        self.run(asked())

    @rule(who=WHO, text=st.text("abc ", min_size=1, max_size=9))
    def talk(self, who: int, text: str) -> None:
        async def spoken() -> None:
            await self.guests[who].say("chat", text=text)
            if text.strip():
                self.said.append((who, " ".join(text.split())))
                await self.guests[who].until("chat")
            else:
                assert (await self.guests[who].until("refused"))["code"] == "bad_message"

        self.run(spoken())

    @rule(who=WHO, which=st.integers(0, 9), behind=st.sampled_from([0, 0, 0, 1, 5]), repeated=st.booleans())
    def play(self, who: int, which: int, behind: int, repeated: bool) -> None:
        """A move in time, too late, too early, out of turn, or the same one twice."""

        async def moved() -> None:
            await self._caught_up(who)
            guest = self.guests[who]
            self.number += 1
            choices, seq = guest.choices, guest.last["seq"]
            action = choices[which % len(choices)] if choices else "7"
            answer = await guest.play(action, max(0, seq - behind), f"m{self.number}")
            if not self.began:
                assert (answer["type"], answer["code"]) == ("refused", "not_playing")
            elif guest.last["over"] and answer["type"] == "refused":
                assert answer["code"] in ("not_playing", "stale")
            elif choices and behind == 0:
                assert answer["type"] == "accepted"
                self.moves.append((who, f"m{self.number}"))
                if repeated:
                    again = await guest.play(action, seq, f"m{self.number}")
                    assert again == answer
            else:
                assert answer["type"] == "refused" or behind
                if answer["type"] == "accepted":
                    self.moves.append((who, f"m{self.number}"))

        self.run(moved())

    @rule(who=WHO, message=NONSENSE)
    def speak_nonsense(self, who: int, message: Any) -> None:
        """Refused with a reason, and nothing changes."""

        async def said() -> None:
            import json

            await self.guests[who].socket.send(json.dumps(message))
            refused = await self.guests[who].until("refused")
            assert refused["text"]["de"]
            assert refused["text"]["en"]

        over = bool(self.guests[who].last.get("over"))
        if not (over and isinstance(message, dict) and message.get("type") == "rematch"):
            self.run(said())

    @precondition(lambda self: hasattr(self, "guests"))
    @invariant()
    def everybody_agrees(self) -> None:
        async def compared() -> None:
            for seat in range(2):
                await self._caught_up(seat)
            state = self.live.registry.tables[self.code].state
            assert state.row.state == (
                "lobby" if not self.began else "over" if self.guests[0].last["over"] else "playing"
            )
            assert {guest.last["seq"] for guest in self.guests} == {state.seq}
            stored = await asyncio.to_thread(self.live.within, lambda: self.live.registry.stored(self.code))
            assert stored is not None
            taken = [(row.seat, row.message_id) for row in stored.log if row.message_id]
            assert taken == self.moves
            assert [(line.seat, line.text) for line in stored.chat] == self.said[-100:]

        self.run(compared())

    def teardown(self) -> None:
        if hasattr(self, "guests"):
            for guest in self.guests:
                self.run(guest.socket.close())
            self.loop.close()


class TestProtocol(Protocol.TestCase):  # type: ignore[misc, valid-type]  # made by Hypothesis
    """The sequences, on one server."""

    settings = settings(max_examples=1_000 if SAMPLES.every_path else 5, stateful_step_count=25)

    @classmethod
    def setUpClass(cls) -> None:
        folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        many = replace(GENEROUS, live=10**6)
        Protocol.live = cls.enterClassContext(serving(Path(folder) / "tables.sqlite3", many))
