"""Hosts the room of one person and bots: nothing is stored, and its clock jumps to whatever comes next."""

import secrets
from dataclasses import dataclass

from tischlein.bots import ask, bot, situation
from tischlein.cards import RNG_WORDS, below, sow
from tischlein.engine.backends.base import words_of
from tischlein.engine.game import Game
from tischlein.engine.play.chance import Source, source
from tischlein.engine.play.table import Table
from tischlein.engine.texts.words import strip_marks
from tischlein.engine.types import Event, Json, OptionValue
from tischlein.offline.spelling import PageSpelling
from tischlein.room.events import (
    BotDecided,
    ClientConnected,
    MessageReceived,
    Now,
    StartRequested,
    TimerFired,
)
from tischlein.room.opening.create import NAME_LENGTH, new_table
from tischlein.room.ports import Bounds, PlainCodec, Ports
from tischlein.room.refusal import Refusal
from tischlein.room.room import Room
from tischlein.room.rows import Entry, Stored
from tischlein.room.step import BotRequest, Outbox
from tischlein.terminal.phrases import Phrases

YOU = 0
KEY = "you"
# A terminal keeps one game in memory: neither its length nor its undos need a bound.
UNBOUNDED = 1 << 62


@dataclass(frozen=True)
class Setup:
    """The table that a person asks for."""

    game: Game
    seats: int
    level: str
    language: str
    options: dict[str, OptionValue]
    seed: int | None = None  # None: nobody can foresee the cards
    name: str | None = None


class SeededRandom:
    """A seeded random source: for the cards, the bots' names and their decisions."""

    def __init__(self, seed: int | None) -> None:
        self._cards = seed
        self._seed = secrets.randbits(64) if seed is None else seed
        self._rng = [0] * RNG_WORDS
        sow(self._rng, *words_of(self._seed), 1)

    def below(self, n: int) -> int:
        return below(self._rng, n)

    def seed(self) -> int:
        return self._seed

    def code(self) -> str:
        return "TERMINAL"

    def secret(self) -> str:
        return ""

    def cards(self) -> Source:
        return source(self._cards, None)


class TerminalHost:
    """A person at seat 0, bots at the others, and what the room has sent the person."""

    def __init__(self, setup: Setup, table: Table | None = None) -> None:
        self.events: list[Event] = []  # with their sentences
        self.moment: Json = {}
        self._bots = [bot(setup.level) for _ in range(setup.seats)]
        self._ticks = 0
        self._think: BotRequest | None = None
        self._wake: int | None = None
        game, options = (
            setup.game.with_design(setup.options) if table is None else (table.game, table.options)
        )
        bounds = Bounds((setup.level,), rows=UNBOUNDED, undos=UNBOUNDED, reopens=True)
        ports = Ports(PlainCodec(), SeededRandom(setup.seed), PageSpelling(), bounds, {game.id: game})
        stored = _new(setup, game, options, ports)
        if table is not None:
            _continue(stored, table)
        self.room = Room.from_stored(stored, ports, self._now)
        if table is not None:
            self.table.source = table.source
        self._step(ClientConnected(YOU, KEY, setup.language))
        self._step(StartRequested())

    @property
    def table(self) -> Table:
        """Return the game."""
        table = self.room.table
        if table is None:
            raise Refusal("not_playing", 409)
        return table

    def say(self, kind: str, **fields: object) -> Refusal | None:
        """Send the room a message of the person; return its refusal."""
        return self._step(MessageReceived(YOU, {"type": kind, "id": str(self._ticks), **fields}))

    def let_bot_decide(self) -> None:
        """Let the bot whose turn it is think and play."""
        before = self.room.seq
        while self.room.seq == before:
            think, self._think = self._think, None
            if think is not None:
                known = situation(self.table, think.seat, self.room.state.row.seed)
                self._step(BotDecided(think.seat, think.since, ask(self._bots[think.seat], known)))
            elif self._wake is not None:
                self._ticks = max(self._ticks, self._wake)
                self._step(TimerFired())
            else:
                raise RuntimeError("no bot is asked to decide")

    @property
    def _now(self) -> Now:
        return Now(self._ticks, self._ticks)

    def _step(self, event: object) -> Refusal | None:
        self._ticks += 1
        step = self.room.propose(event, self._now)
        self.room.commit(step, self._now)
        self._take(self.room.publish(step, self._now))
        return step.refused

    def _take(self, outbox: Outbox) -> None:
        self._think, self._wake = outbox.bot_request or self._think, outbox.wake
        for message in outbox.sends.get(YOU, []):
            if message["type"] in ("welcome", "news"):
                self.moment = message
                events = [{**event, "text": strip_marks(event["text"])} for event in message["events"]]
                self.events[message["told"] - len(events) :] = events


def _new(setup: Setup, game: Game, options: dict[str, OptionValue], ports: Ports) -> Stored:
    game.opening(setup.seats, **options)  # raises OptionError, which names the mistake for a command line
    wish = {
        "game": game.id,
        "seats": setup.seats,
        "name": (setup.name or Phrases(setup.language)("say.you"))[:NAME_LENGTH],
        "bots": [None] + [setup.level] * (setup.seats - 1),
        "stand_in": setup.level,
        "options": options,
        "pace": "instant",
        "lang": setup.language,
    }
    return new_table(wish, [KEY], ports, Now(0, 0))[0]


def _continue(stored: Stored, table: Table) -> None:
    """Let a new table go on with a game that has begun elsewhere."""
    stored.row.state = "over" if table.over else "playing"
    stored.row.start = table.record()["start"]
    stored.log = [Entry(k + 1, seat, text, None, 0) for k, (seat, text) in enumerate(table.history)]
