"""Whole moves: what a seat does until chance or another seat comes, so that reasons can speak of cards and not of single taps."""

from tischlein.cards import CHANCE
from tischlein.coach.analysis import FIRST, analyse_concealed
from tischlein.engine.game import Game
from tischlein.engine.play.legality import legal_ids
from tischlein.engine.play.table import Table
from tischlein.engine.play.whole_moves import play
from tischlein.engine.types import State

# A move has no more actions than this; a game may let a seat go on and on.
LONGEST = 12


def actual_move(table: Table, step: int) -> tuple[list[str], list[str]]:
    """Return the actions of a whole move before a step of the history and from it on, those that were undone left out."""
    steps, line = table.past.steps, table.past.line
    place, seat = line.index(step), steps[step].seat
    first, last = place, place
    while first > 0 and steps[line[first - 1]].seat == seat and place - first < LONGEST:
        first -= 1
    while last < len(line) and steps[line[last]].seat == seat and last - place < LONGEST:
        last += 1
    return [steps[k].text for k in line[first:place]], [steps[k].text for k in line[place:last]]


def continue_line(game: Game, known: bytes, seat: int, action: int) -> list[str]:
    """Return the whole move that begins with an action, by a concealed record, and goes on with the best ones."""
    s = game.layout.unpack(known)
    texts: list[str] = []
    chosen: int | None = action
    while chosen is not None and len(texts) < LONGEST:
        texts.append(game.face.actions[chosen])
        play(game, s, seat, chosen)
        chosen = _next(game, s, seat)
    return texts


def _next(game: Game, s: State, seat: int) -> int | None:
    """Return the best next action of the seat; None if its move is over."""
    if s.actor != seat or s.actor == CHANCE:
        return None
    choices = tuple(legal_ids(game, s, seat))
    if len(choices) < 2:
        return choices[0] if choices else None
    return analyse_concealed(game, game.layout.pack(s), seat, choices, None, FIRST).best.action
