"""What follows from a seat's own decision, as far as the seat can tell by itself."""

from __future__ import annotations

from tischlein.engine.play.legality import work_of
from tischlein.engine.play.views import events_of
from tischlein.engine.rules.declaration import Declaration
from tischlein.engine.types import Event, State


def ahead(game: Declaration, known: State, seat: int, action: int) -> tuple[State, list[Event]] | None:
    """Return the record after a legal action, concealed for the seat, and what the seat sees happen.

    None where only the table can tell: others may decide at the same time, chance has a part, somebody else is next, or something
    hidden is shown. ``known`` is concealed for the seat, and does not change.
    """
    if list(game.turns.waiting(known)) != [seat]:
        return None
    after = game.layout.copy(known)
    game.rules.apply(after, seat, action, work_of(game))
    if after.actor != seat or list(game.turns.waiting(after)) != [seat]:
        return None
    game.rules.conceal(after, seat)
    events = events_of(game, known, after, seat, action, seat)
    return None if any(event["kind"] in game.secrets.revealing for event in events) else (after, events)
