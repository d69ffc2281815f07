"""Two people say whatever they like, in any order, and a model that knows nothing of the server says what must come of it.

The model keeps who sits where, who is the host, how far the game is, what was said, which decisions were taken and which of them still
stand, and what each person saw before each of them. Every message is answered; nothing is carried out twice; nothing is taken back
past another person without consent; and both people and the store agree with the model at every step.
"""

import asyncio
import json
import tempfile
from collections import Counter
from collections.abc import Coroutine
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from helpers.serving import GENEROUS, PATIENCE, Guest, Live, join, knock, placed, serving, set_table
from samples import SAMPLES
from tischlein.room.rows import Stored

T = TypeVar("T")
WHO = st.integers(0, 1)
# A few cards before the end: whoever reaches 77 next has lost the game.
NEARLY: dict[str, Any] = {
    "game": "lobo77",
    "seats": 2,
    "options": {},
    "turn": 0,
    "total": 60,
    "chips": [0, 0],
    "hands": [["0", "2", "3", "9", "10"], ["0", "2", "4", "8", "10"]],
    "draw": ["10", "8", "3", "4", "5", "6", "9", "7", "2", "8"],
    "draw_ordered": False,
}
NONSENSE = st.sampled_from(
    [
        {"type": "play"},
        {"type": "play", "id": "", "seq": 0, "action": "7"},
        {"type": "nothing"},
        {"type": "hello"},
        {"type": "chat", "text": ""},
        {"type": "chat", "text": "x" * 5_000},
        {"type": "kick", "seat": 99},
        {"type": "undo"},
        {"type": "undo_answer", "agree": "perhaps"},
        {"type": "share", "promise": "zz"},
        {"type": "reveal", "share": "0" * 64},
        {"type": "set_seat", "seat": 1, "bot": "nobody"},
        {"type": "prefer", "name": "nothing", "on": True},
        {"seq": -1},
        [],
    ]
)


@dataclass
class Model:
    """What a table must be like."""

    phase: str = "lobby"
    host: int = 0
    there: list[bool] = field(default_factory=lambda: [True, True])  # not left
    names: list[str] = field(default_factory=lambda: ["Ada", "Ben"])
    stored: list[tuple[int, str]] = field(default_factory=list)  # who, and the id of the message
    saw: dict[str, list[Any]] = field(default_factory=dict)  # before each decision: what both saw
    said: list[tuple[int, str]] = field(default_factory=list)
    asked: tuple[int, str] | None = None  # who wants to take back, and the id of the message
    refused: dict[int, int] = field(default_factory=dict)  # who was told no, and when


def _last_of(line: list[tuple[int, str | None]], who: int) -> int:
    return max((place for place, (seat, _) in enumerate(line) if seat == who), default=len(line))


class Protocol(RuleBasedStateMachine):
    """A table of two people on a real server."""

    live: Live  # one server for all sequences: each has a table of its own
    happened: ClassVar[Counter[str]] = Counter()

    @initialize(begins=st.sampled_from(["lobby", "playing", "nearly over"]))
    def sit_down(self, begins: str) -> None:
        self.loop = asyncio.new_event_loop()
        self.model, self.number = Model(), 0
        self.run(self._sit_down(begins == "nearly over"))
        if begins == "playing":
            self.start(who=0)

    def run(self, what: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(what)

    async def _sit_down(self, nearly_over: bool) -> None:
        if nearly_over:
            self.model.phase = "playing"
            self.code, self.tokens = await placed(self.live, NEARLY)
        else:
            made = await set_table(self.live, "lobo77", 2)
            self.code = made["code"]
            self.tokens = [made["token"], (await join(self.live, self.code, "Ben"))["token"]]
        self.guests = [await self._enter(seat) for seat in range(2)]

    async def _enter(self, seat: int) -> Guest:
        guest = Guest(await knock(self.live, self.code))
        await guest.say("hello", token=self.tokens[seat])
        welcome = await guest.until("welcome")
        open_question = None if self.model.asked is None else self.model.asked[0]
        assert (None if welcome["undo"] is None else welcome["undo"]["seat"]) == open_question
        return guest

    async def _caught_up(self, seat: int) -> None:
        """Everything that was sent to somebody has been read."""
        guest = self.guests[seat]
        await guest.say("ping")
        await guest.until("pong")

    async def _all_caught_up(self) -> None:
        """Also what a bot does that plays for somebody who has left."""
        hosted = self.live.registry.tables[self.code]
        async with asyncio.timeout(PATIENCE):
            while hosted.state.row.state == "playing" and any(
                not self.model.there[seat] for seat in hosted.state.waiting
            ):
                await asyncio.sleep(0.005)
        for seat in self._present:
            await self._caught_up(seat)
        if self.model.phase == "playing" and any(self.guests[seat].last["over"] for seat in self._present):
            self.model.phase = "over"

    @property
    def _present(self) -> list[int]:
        return [seat for seat in range(2) if self.model.there[seat]]

    def _next_id(self) -> str:
        self.number += 1
        return f"m{self.number}"

    async def _refusal(self, who: int, type: str, **fields: Any) -> str:
        await self.guests[who].say(type, **fields)
        code: str = (await self.guests[who].until("refused"))["code"]
        return code

    @rule(who=WHO)
    def come(self, who: int) -> None:
        """A connection breaks at any moment, and whoever comes back knows everything; who has left comes back, or somebody new does."""
        model = self.model

        async def again() -> None:
            if model.there[who]:
                await self.guests[who].socket.close()
            elif model.phase == "lobby":
                model.names[who] = f"Guest {self._next_id()}"
                self.tokens[who] = (await join(self.live, self.code, model.names[who]))["token"]
            self.guests[who] = await self._enter(who)
            model.there[who] = True

        self.run(again())

    @rule(who=WHO)
    def start(self, who: int) -> None:
        model = self.model

        async def asked() -> None:
            if who == model.host and model.phase == "lobby":
                await self.guests[who].say("start")
                for guest in self.guests:
                    await guest.until("welcome")
                model.phase = "playing"
            else:
                code = await self._refusal(who, "start")
                assert code == ("not_in_lobby" if who == model.host else "not_host")

        if all(model.there):
            self.run(asked())

    @rule(who=WHO, text=st.text("abc ", min_size=1, max_size=9))
    def talk(self, who: int, text: str) -> None:
        async def spoken() -> None:
            await self.guests[who].say("chat", text=text)
            if text.strip():
                self.model.said.append((who, " ".join(text.split())))
                await self.guests[who].until("chat")
            else:
                assert (await self.guests[who].until("refused"))["code"] == "bad_message"

        if self.model.there[who]:
            self.run(spoken())

    @rule(who=WHO, which=st.integers(0, 9), behind=st.sampled_from([0, 0, 0, 1, 5]), repeated=st.booleans())
    def play(self, who: int, which: int, behind: int, repeated: bool) -> None:
        """A move in time, too late, too early, out of turn, or the same one twice."""

        async def moved() -> None:
            guest, id = self.guests[who], self._next_id()
            choices, seq = guest.choices, guest.last["seq"]
            # Whoever has left sees nothing of it, also when they are back later.
            before = [
                one.last["view"] if there else None
                for one, there in zip(self.guests, self.model.there, strict=True)
            ]
            action = choices[which % len(choices)] if choices else "7"
            answer = await guest.play(action, max(0, seq - behind), id)
            if answer["type"] == "accepted":
                self.model.stored.append((who, id))
                self.model.saw[id] = before
                self.model.asked = None  # the table has moved on
                self.happened["moves"] += 1
                if repeated:
                    assert await guest.play(action, seq, id) == answer
            if self.model.phase != "playing":
                assert (answer["type"], answer["code"]) == ("refused", "not_playing")
            elif not choices:
                assert answer["type"] == "refused"
            elif behind == 0:
                assert answer["type"] == "accepted"

        if self.model.there[who]:
            self.run(moved())

    @rule(which=st.lists(st.integers(0, 9), min_size=1, max_size=8))
    def play_on(self, which: list[int]) -> None:
        """Some moves in turn."""
        for one in which:
            self.run(self._all_caught_up())
            in_turn = [seat for seat in self._present if self.guests[seat].choices]
            if in_turn and self.model.phase == "playing":
                self.play(in_turn[0], one, 0, False)

    @rule(who=WHO, repeated=st.booleans(), answer=st.sampled_from([None, True, False]))
    def take_back(self, who: int, repeated: bool, answer: bool | None) -> None:
        """At once where nobody else is concerned, else by consent, now or later; and the same one twice is one."""
        model = self.model

        async def wanted() -> None:
            id, since = self._next_id(), await self._since_last_of(who)
            if model.phase != "playing":
                assert await self._refusal(who, "undo", id=id) == "not_playing"
            elif model.asked is not None:
                assert await self._refusal(who, "undo", id=id) == "undo_pending"
            elif not since:
                assert await self._refusal(who, "undo", id=id) == "nothing_to_undo"
            elif model.there[1 - who] and model.refused.get(who) == self.guests[who].last["seq"]:
                assert await self._refusal(who, "undo", id=id) == "undo_refused"
            else:
                await self.guests[who].say("undo", id=id)
                assert (await self.guests[who].until("accepted", "refused"))["type"] == "accepted"
                await self._all_caught_up()
                if model.there[1 - who] and any(seat != who for seat, _ in since):
                    # Somebody else has decided since, or a card was drawn.
                    self.happened["asked"] += 1
                    model.asked = (who, id)
                else:
                    self._is_taken_back(who, id, since)
                if repeated:
                    await self.guests[who].say("undo", id=id)
                    assert (await self.guests[who].until("accepted", "refused"))["type"] == "accepted"

        if model.there[who]:
            self.run(wanted())
            if answer is not None and model.asked is not None:
                self.answer(1 - model.asked[0], answer)

    async def _since_last_of(self, who: int) -> list[tuple[int, str | None]]:
        """Somebody's last decision and what came after it, of all that stands: whose, and the id of the message."""
        line: list[tuple[int, str | None]] = []
        for row in (await self._stored()).log:
            if row.text == "undo":
                del line[_last_of(line, row.seat) :]
            else:
                line.append((row.seat, row.message_id))
        return line[_last_of(line, who) :]

    def _is_taken_back(self, who: int, id: str, since: list[tuple[int, str | None]]) -> None:
        """All see again what they saw before the decision; what a bot decided for somebody who had left nobody has written down."""
        saw = self.model.saw.get(since[0][1] or "", [None, None])
        for seat in self._present:
            assert saw[seat] is None or self.guests[seat].last["view"] == saw[seat]
        self.model.stored.append((who, id))
        self.model.asked = None
        self.happened["taken back"] += 1

    @rule(who=WHO, agree=st.booleans())
    def answer(self, who: int, agree: bool) -> None:
        model = self.model

        async def answered() -> None:
            if model.asked is None or model.asked[0] == who:
                assert await self._refusal(who, "undo_answer", agree=agree) == "no_undo"
                return
            asker, id = model.asked
            since = await self._since_last_of(asker)
            await self.guests[who].say("undo_answer", agree=agree)
            for guest in self.guests:
                assert (await guest.until("undo_answered"))["agreed"] is agree
            await self._all_caught_up()
            if agree:
                self._is_taken_back(asker, id, since)
            else:
                model.refused[asker] = self.guests[asker].last["seq"]
                model.asked = None
                self.happened["not agreed"] += 1

        if model.there[who]:
            self.run(answered())

    @rule(who=WHO)
    def kick(self, who: int) -> None:
        """The host may, before the start; the seat is free then, and the key opens nothing any more."""
        model, other = self.model, 1 - who

        async def kicked() -> None:
            if who != model.host:
                assert await self._refusal(who, "kick", seat=other) == "not_host"
            elif model.phase != "lobby":
                assert await self._refusal(who, "kick", seat=other) == "not_in_lobby"
            elif not model.there[other]:
                assert await self._refusal(who, "kick", seat=other) == "not_a_person"
            else:
                await self.guests[who].say("kick", seat=other)
                assert (await self.guests[other].until("goodbye"))["code"] == "kicked"
                await self._is_free(other)
                self.happened["kicked"] += 1
                async with self.live.client() as client:
                    again = {"name": model.names[other]}
                    assert (await client.post(f"/api/tables/{self.code}/join", json=again)).status_code == 403

        if model.there[who]:
            self.run(kicked())

    async def _is_free(self, seat: int) -> None:
        """Nobody sits there any more, and the key that opened it opens nothing."""
        self.model.there[seat] = False
        self.model.said = [(-1 if who == seat else who, text) for who, text in self.model.said]
        late = Guest(await knock(self.live, self.code))
        await late.say("hello", token=self.tokens[seat])
        assert (await late.until("goodbye", "welcome"))["code"] == "bad_token"
        await late.socket.close()

    @rule(who=WHO)
    def leave(self, who: int) -> None:
        """Before the start the seat is free; later a bot plays on, and nobody waits for an answer to an undo. One of the two stays."""
        model, other = self.model, 1 - who

        async def left() -> None:
            since = await self._since_last_of(other)
            await self.guests[who].say("leave")
            assert (await self.guests[who].until("goodbye"))["code"] == "left"
            if model.host == who:
                model.host = other
            if model.phase == "lobby":
                await self._is_free(who)
            model.there[who] = False
            self.happened["left"] += 1
            if model.asked is not None:
                asker, id = model.asked
                answered = await self.guests[other].until("undo_answered")
                assert answered["agreed"] is (asker == other)
                await self._all_caught_up()
                if asker == other:
                    self._is_taken_back(asker, id, since)
                else:
                    model.refused[asker], model.asked = self.guests[other].last["seq"], None

        if all(model.there):
            self.run(left())

    @rule(who=WHO, twice=st.booleans())
    def rematch(self, who: int, twice: bool) -> None:
        """One next table, however often it is asked for, with the same people on the same seats."""
        model = self.model

        async def again() -> None:
            if model.phase != "over":
                assert await self._refusal(who, "rematch") == "not_over"
                return
            codes = []
            for _ in range(1 + twice):
                await self.guests[who].say("rematch")
                for seat in self._present:
                    codes.append((await self.guests[seat].until("rematch"))["code"])
            assert len({*codes}) == 1
            await self._agree()
            for seat in self._present:
                await self.guests[seat].socket.close()
            self.code = codes[0]
            self.model = Model("playing", model.host, model.there, model.names)
            for seat in self._present:
                self.guests[seat] = await self._enter(seat)
            self.happened["rematches"] += 1

        if model.there[who]:
            self.run(again())

    @rule(who=WHO, message=NONSENSE)
    def speak_nonsense(self, who: int, message: Any) -> None:
        """Refused with a reason, and nothing changes."""

        async def said() -> None:
            await self.guests[who].socket.send(json.dumps(message))
            refused = await self.guests[who].until("refused")
            assert refused["text"]["de"]
            assert refused["text"]["en"]

        if self.model.there[who]:
            self.run(said())

    @precondition(lambda self: hasattr(self, "guests"))
    @invariant()
    def everybody_agrees(self) -> None:
        self.run(self._agree())

    async def _agree(self) -> None:
        model = self.model
        await self._all_caught_up()
        hosted = self.live.registry.tables[self.code]
        assert {self.guests[seat].last["seq"] for seat in self._present} == {hosted.state.seq}
        stored = await self._stored()
        assert (stored.row.state, stored.row.host) == (model.phase, model.host)
        for seat, row in enumerate(stored.seats):
            free = model.phase == "lobby" and not model.there[seat]
            away = not free and not model.there[seat]
            assert (row.kind, row.name) == (("open", None) if free else ("person", model.names[seat]))
            assert (row.standing_in, row.left) == (away, away)
        assert [(row.seat, row.message_id) for row in stored.log if row.message_id] == model.stored
        assert [(line.seat, line.text) for line in stored.chat] == model.said[-100:]

    async def _stored(self) -> Stored:
        stored = await asyncio.to_thread(self.live.within, lambda: self.live.registry.stored(self.code))
        assert stored is not None
        return stored

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
