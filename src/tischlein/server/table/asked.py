"""Since when everybody has been asked what they are asked now, as the log tells it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tischlein.cards import CHANCE
from tischlein.engine.play.history import History
from tischlein.engine.play.legality import Action, legal_actions
from tischlein.engine.play.table import Table
from tischlein.room.rows import Entry


def asked_since(table: Table, rows: Sequence[Entry], actions: Mapping[int, Sequence[Action]]) -> list[int]:
    """Per seat, the time of the entry that asked it; ``actions`` are what each may do now.

    Where several decide at once, others' entries since then leave a question as it was.
    """
    past = table.past
    since = [rows[-1].at] * table.seats
    open_still = set(actions)  # whose question may be older
    for k in range(len(past.steps) - 1, 0, -1):
        open_still -= _asked_again(past, k)
        before = table.game.layout.unpack(past.steps[k - 1].after)
        if before.actor == CHANCE:
            continue  # stored with the decision before it
        open_still = {seat for seat in open_still if legal_actions(table.game, before, seat) == actions[seat]}
        if not open_still:
            break
        for seat in open_still:
            since[seat] = rows[k - 1].at
    return since


def _asked_again(past: History, k: int) -> set[int]:
    """Who has to decide again after a step: whoever decided, or all whose decisions it took back."""
    steps = past.steps
    if not steps[k].undone:
        return {steps[k].seat}
    found, place = set(), k - 1
    while place >= past.first_undone(k):
        if steps[place].undone:
            place = past.first_undone(place)  # what was taken back before is not taken back again
        else:
            found.add(steps[place].seat)
        place -= 1
    return found
