"""Games told again: frame by frame from one pair of eyes."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from typing import Any

from tischlein.cards import CHANCE
from tischlein.engine.chance import Outcomes
from tischlein.engine.errors import RecordError
from tischlein.engine.game import Game
from tischlein.engine.table import Table
from tischlein.server.protocol.rest import Frame
from tischlein.server.table.wording import Wording


@dataclass
class Again:
    """The luck of a game that has been played: what happened at the same place of its history."""

    history: list[list[Any]]
    table: Table | None = None

    def choose(self, outcomes: Outcomes) -> int:
        place = len(self.table.history) if self.table is not None else 0
        index = outcomes.find(self.history[place][1])
        if index is None:
            raise RecordError(f"history[{place}]: this cannot happen here")
        return index


def frames(
    game: Game,
    record: dict[str, Any],
    seat: int | None,
    wording: Wording,
    rounds_only: bool = False,
) -> list[Frame]:
    """A frame for the opening and for each decision; ``rounds_only`` stops after the last round that is over."""
    history: list[list[Any]] = record["history"]
    luck = Again(history)
    if record["start"] is None:
        table = Table.fresh(game, record["seats"], record["options"], luck)
    else:
        table = Table.placed(game, record["start"], luck)
    luck.table = table
    table.resolve_chance()
    found = [_frame(table, seat, 0, wording)]
    told = found[0].events[-1]["seq"] if found[0].events else 0
    whole: list[Frame] = []
    ends = {"game_end", game.rounds} if game.open_rounds else {"game_end"}
    while (place := len(table.history)) < len(history):
        actor, text = history[place]
        if actor == CHANCE:
            raise RecordError(f"history[{place}]: chance has nothing to decide here")
        if text == "undo":
            table.undo(actor, consent=True)
        else:
            table.play(actor, text)
        frame = _frame(table, seat, told, wording)
        ended = _round_end(frame, ends)
        if rounds_only and ended is not None:
            # With the same decision the next round is dealt: of that nothing may be seen yet.
            last = Frame(frame.seq, frame.events[:ended], found[-1].view, found[-1].scores)
            whole = [*found, last]
        found.append(frame)
        told = frame.events[-1]["seq"] if frame.events else told
    return whole if rounds_only else found


def _round_end(frame: Frame, ends: Set[str | None]) -> int | None:
    """How many events of this frame belong to the round that has ended, if one has."""
    places = [k for k, event in enumerate(frame.events) if event["kind"] in ends]
    return places[-1] + 1 if places else None


def _frame(table: Table, seat: int | None, told: int, wording: Wording) -> Frame:
    view = table.view(seat)
    events = [wording.told(event) for event in table.events(seat, told)]
    return Frame(len(table.history), events, view, view["scores"])
