"""What those at a table are told, without any server: the work that seats share changes no word of it."""

from dataclasses import dataclass
from random import Random

import msgspec
import pytest

import tischlein
from tischlein.room.rows import Row, Seat, Stored
from tischlein.server.table.broadcast import Broadcast
from tischlein.server.table.state import TableState


@dataclass(eq=False)
class Ear:
    """Somebody who keeps what was said."""

    seat: int | None
    lang: str
    told: int = 0
    token_hash: str | None = None
    address: str = ""
    promise: str | None = None

    def __post_init__(self) -> None:
        self.heard: list[bytes] = []
        self.answers: list[bytes] = []

    def send(self, *messages: bytes) -> None:
        self.heard.append(messages[0])
        self.answers += messages[1:]

    def dismiss(self, code: str) -> None:
        raise AssertionError(code)


@pytest.mark.parametrize("name", list(tischlein.games()))
def test_everybody_hears_what_they_would_hear_alone(name: str) -> None:
    """Sentences are shared among those whom an event does not name, and each seat's record is concealed once."""
    rng, game = Random(7), tischlein.game(name)
    table = game.new(3, seed=7)
    row = Row(
        1, "ABCDEF", name, 1, {}, "playing", 0, None, "easy", "public", "human", True, "de", 1, 0, 0, "0" * 64
    )
    seats = [Seat(seat, "person", f"N{seat}", token_hash=f"t{seat}") for seat in range(3)]
    state = TableState(game, Stored(row, seats, [], []), table, 0, 0)
    broadcast = Broadcast(state, 60_000)
    ears = [Ear(seat, lang) for seat in (0, 1, 2, None) for lang in ("de", "en")]
    broadcast.listeners |= set(ears)
    for move in range(24):
        if table.over:
            break
        seat = rng.choice(table.waiting)
        table.play(seat, rng.choice(table.actions(seat)))
        if move == 12:
            table.undo(seat, consent=True)
        state.look_around(seat, 0)
        before = {ear: ear.told for ear in ears}
        broadcast.news(ears[0], b"accepted")
        for ear in ears:
            alone = Broadcast(state, 60_000).moment(ear.seat, before[ear], ear.lang)
            heard = msgspec.json.decode(ear.heard[-1])
            told = msgspec.to_builtins(msgspec.json.decode(msgspec.json.encode(alone)))
            assert {key: heard[key] for key in told} == told
    assert ears[0].answers == [b"accepted"] * len(ears[0].heard), "in one piece with the news"
    assert not any(ear.answers for ear in ears[1:])
