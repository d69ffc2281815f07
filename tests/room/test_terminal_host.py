"""The terminal shows one person what a room says, with the same bots."""

from typing import Any

import hypothesis.strategies as st
from hypothesis import given, settings

from helpers.server.room_host import hosted
from samples import SAMPLES
from tischlein.bots import ask, bot, situation
from tischlein.engine.texts.words import strip_marks
from tischlein.games import GAMES
from tischlein.room.events import BotDecided, ClientConnected, Now, StartRequested, TimerFired
from tischlein.room.opening.create import new_table
from tischlein.terminal.host import KEY, YOU, Setup, TerminalHost


@settings(max_examples=40 if SAMPLES.every_path else 4, deadline=None)
@given(
    game=st.sampled_from(sorted(GAMES)),
    seed=st.integers(0, 99),
    picks=st.lists(st.integers(0, 40), max_size=12),
)
def test_the_terminal_shows_what_a_room_says(game: str, seed: int, picks: list[int]) -> None:
    setup = Setup(GAMES[game], 3, "random", "en", {}, seed=seed)
    terminal = TerminalHost(setup)
    room = InRoom(setup)
    for number, pick in enumerate(picks):
        legal = room.host.state.actions.get(YOU, [])
        if room.host.state.row.state != "playing":
            break
        if not legal or (pick % 3 == 0 and len(room.host.state.waiting) > 1):
            terminal.let_bot_decide()
            room.let_bot_decide()
        elif pick % 7 == 0:
            refused = terminal.say("undo")
            assert (None if refused is None else refused.code) == room.host.says(
                YOU, "undo", id=f"undo {number}"
            )
        else:
            text = legal[pick % len(legal)].text
            assert terminal.say("play", seq=terminal.room.seq, action=text) is None
            room.host.plays(YOU, text)
        told = [one for one in room.host.heard[YOU] if one["type"] in ("welcome", "news")]
        assert terminal.events == room.events(told)
        assert alike(terminal.moment) == alike({**told[-1], "type": terminal.moment["type"]})


def alike(message: dict[str, Any]) -> dict[str, Any]:
    """Return what a terminal and a room must say alike: not the events so far, and not by which clock the table was used."""
    table = {name: value for name, value in message.get("table", {}).items() if name != "touched"}
    return {**message, "events": [], "table": table}


class InRoom:
    """The terminal's room at the host in memory, with the same bots."""

    def __init__(self, setup: Setup) -> None:
        ports = TerminalHost(setup).room.ports
        ports.rng = type(ports.rng)(setup.seed)  # type: ignore[call-arg]  # it has rolled for that one
        levels = [None, *[setup.level] * (setup.seats - 1)]
        wish = {
            "game": setup.game.id,
            "seats": setup.seats,
            "name": "You",
            "bots": levels,
            "pace": "instant",
            "lang": "en",
        }
        stored, _ = new_table({**wish, "stand_in": setup.level}, [KEY], ports, Now(0, 0))
        self.host = hosted(stored, given=ports, at=0)
        self.host.step(ClientConnected(YOU, KEY, "en"))
        self.host.step(StartRequested())
        self.bots = [bot(setup.level) for _ in range(setup.seats)]

    def let_bot_decide(self) -> None:
        host, before = self.host, self.host.state.seq
        while host.state.seq == before:
            if host.think:
                think = host.think.pop()
                host.think.clear()
                known = situation(host.state.table, think.seat, host.state.row.seed)
                host.step(BotDecided(think.seat, think.since, ask(self.bots[think.seat], known)))
            else:
                host.at = max(host.at, host.told.wake or 0)
                host.step(TimerFired())

    def events(self, told: list[Any]) -> list[Any]:
        found: list[Any] = []
        for message in told:
            events = [{**event, "text": strip_marks(event["text"])} for event in message["events"]]
            found[message["told"] - len(events) :] = events
        return found
