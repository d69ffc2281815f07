"""A table as one seat may see it at one moment, and replays frame by frame, for server and page.

All of it is made from the seat's own view and events.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tischlein.cards import CHANCE, SPECTATOR
from tischlein.engine.play.history import History
from tischlein.engine.play.legality import Action
from tischlein.engine.play.table import Table
from tischlein.engine.play.views import GAME_END, cards_of, hint_of, view_from, view_of
from tischlein.engine.play.wording import Wording
from tischlein.engine.types import Json, State, View


def before_the_start(seats: int) -> Json:
    """Return the moment of a table before the first deal."""
    return {
        "seq": 0,
        "told": 0,
        "events": [],
        "view": None,
        "actions": [],
        "waiting": [],
        "scores": [],
        "over": False,
        "winners": [],
        "clock": [None] * seats,
        "can_undo": False,
        "task": "",
        "standings": None,
    }


def moment(
    table: Table,
    seat: int | None,
    wording: Wording,
    legal: Sequence[Action],
    seq: int,
    events: Sequence[object],
    told: int,
    clock: Sequence[int | None],
    known: State = None,
    open_view: View | None = None,
) -> Json:
    """Return the table now; ``legal`` are the seat's actions, ``events`` the new ones, with their sentences.

    ``told`` is the number of events that the seat knows, these included.

    ``known`` is the record concealed for the seat, and ``open_view`` what a spectator sees, where the caller
    has them already.
    """
    game, eyes = table.game, SPECTATOR if seat is None else seat
    if known is None:
        known = table.known(eyes)
    view = view_of(game, known, eyes) if open_view is None else view_from(game, open_view, known, eyes)
    hints = {action.text: hint_of(game, known, eyes, action.id) for action in legal}
    cards = cards_of(game, known, eyes, legal, view) if legal else {}
    return {
        "seq": seq,
        "told": told,
        "events": events,
        "view": view,
        "actions": wording.actions(legal, view, hints, cards),
        "waiting": view["waiting"],
        "scores": view["scores"],
        "over": view["over"],
        "winners": view["winners"],
        "task": wording.task(view, legal, hints),
        "clock": clock,
        "can_undo": seat is not None and table.past.last_decision(seat) is not None,
        "standings": wording.standings(table.standings()) if table.over else None,
    }


@dataclass(frozen=True)
class Excerpt:
    """The part of a game that may be shown: a number of stored steps, and whether only finished rounds."""

    table: Table
    steps: int
    rounds_only: bool = False
    # Steps that a bot decided because a seat's time was up, and steps decided after advice.
    by_clock: Mapping[int, int] = field(default_factory=dict)
    advised: Mapping[int, int] = field(default_factory=dict)


def frames(
    excerpt: Excerpt,
    seat: int | None,
    wording: Wording,
    begin: tuple[int, int],
    limit: int,
    stop_if: Callable[[], None] = lambda: None,
) -> tuple[list[Json], tuple[int, int] | None]:
    """Return up to ``limit`` frames, one for the opening and one per decision, and where the next page
    begins.

    A place to begin is a number of steps and a number of events. ``stop_if`` is called before every frame and
    may raise.
    """
    game, history = excerpt.table.game, excerpt.table.past
    eyes = SPECTATOR if seat is None else seat
    last = _end_of_rounds(excerpt) if excerpt.rounds_only else None
    stop = excerpt.steps if last is None else last.step + 1
    if excerpt.rounds_only and last is None:
        return [], None
    found: list[Json] = []
    told = begin[1]
    for first, end in _groups(history, min(begin[0], stop), stop):
        if len(found) == limit:
            return found, (first, told)
        stop_if()
        events: list[Json] = []
        late: dict[int, int] = {}  # the first event of a decision by a bot because time was up
        advised: dict[int, int] = {}  # and of one after advice
        for k in range(first, end):
            if k in excerpt.by_clock:
                late[len(events)] = excerpt.by_clock[k]
            if k in excerpt.advised:
                advised[len(events)] = excerpt.advised[k]
            shown = history.events(game, k, eyes)
            if history.steps[k].undone:
                before = history.shown_until(game, eyes, history.first_undone(k), stop_if)
                shown[0]["since"] = before + 1
            if last is not None and k == last.step:
                shown = shown[: last.events]
            events += shown
        numbered = [
            wording.event({"seq": told + n + 1, **event}, late.get(n), advised.get(n))
            for n, event in enumerate(events)
        ]
        told += len(events)
        # The decision that ends a round may also deal the next one, which is not shown yet.
        closed = last is not None and end == stop
        view = history.view(game, first if closed else end, eyes)
        found.append({"seq": end, "events": numbered, "view": view, "scores": view["scores"]})
    return found, None


@dataclass(frozen=True)
class _RoundEnd:
    step: int
    events: int  # how many of the step's events belong to the round


def _end_of_rounds(excerpt: Excerpt) -> _RoundEnd | None:
    """Return the step that ends the last finished round."""
    game, history = excerpt.table.game, excerpt.table.past
    if not game.secrets.open_rounds and not excerpt.table.over:
        return None
    ends = {GAME_END, game.turns.rounds} if game.secrets.open_rounds else {GAME_END}
    for k in range(excerpt.steps - 1, -1, -1):
        kinds = [event["kind"] for event in history.events(game, k, SPECTATOR)]
        places = [n for n, kind in enumerate(kinds) if kind in ends]
        if places:
            return _RoundEnd(k, places[-1] + 1)
    return None


def _groups(history: History, first: int, stop: int) -> Iterator[tuple[int, int]]:
    """Yield the steps of each frame: a decision or an undo with the chance outcomes after it; the first frame is the deal."""
    opening = first == 0
    while first < stop or opening:
        end = first if opening else first + 1
        while end < stop and history.steps[end].seat == CHANCE:
            end += 1
        yield first, end
        first, opening = end, False
