"""Decide which actions may be taken back, and why others may not."""

from collections.abc import Collection

from tischlein.cards import CHANCE, SPECTATOR
from tischlein.engine.play.history import History
from tischlein.engine.rules.declaration import Declaration

# The message tells neither what became known nor how: the card may have gone to another seat.
KNOWN = "something that was hidden has become known since"


def obstacle(
    game: Declaration, history: History, seat: int, place: int, people: Collection[int]
) -> str | None:
    """Return what forbids a seat an undo without consent: others have decided, or a seat has learned
    something.

    A bot's decision tells something about its hand. Among people that counts as something learned; a person
    who plays with bots alone may take it back.
    """
    among_people = any(person != seat for person in people)
    steps = [history.steps[k] for k in history.line[place:]]
    for step in steps:
        if step.seat != seat and step.seat in people:
            return f"seat {step.seat} has decided since"
    for k, step in zip(history.line[place:], steps, strict=True):
        if step.seat == CHANCE or (step.seat != seat and among_people):
            return KNOWN
        if any(event["kind"] in game.secrets.revealing for event in history.events(game, k, SPECTATOR)):
            return KNOWN
    return None
