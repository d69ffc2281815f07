"""Snapshots of a table for one observer: the present view with all events, and replays frame by frame.

All of it is made here and from concealed records only, wherever it is shown: by the server, the page, the terminal, lessons,
puzzles and replays.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tischlein.cards import CHANCE, SPECTATOR
from tischlein.engine.play.history import History
from tischlein.engine.play.legality import legal_actions
from tischlein.engine.play.table import Table
from tischlein.engine.play.views import GAME_END, cards_of, hint_of, standings_of, view_of
from tischlein.engine.play.wording import Wording
from tischlein.engine.rules.declaration import Declaration
from tischlein.engine.types import Event, Json, State

# By the step of a decision: the seat that decided.
Decisions = Mapping[int, int]


@dataclass(frozen=True)
class Marks:
    """Decisions with a mark: a bot decided because the player's time was up, or the player followed advice."""

    by_clock: Decisions = field(default_factory=dict)
    advised: Decisions = field(default_factory=dict)


NO_MARKS = Marks()


def empty_snapshot(seats: int) -> Json:
    """Return the snapshot of a table before the first deal."""
    return {
        "seq": 0,
        "told": 0,
        "facts": None,
        "head": None,
        "signature": None,
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


def snapshot(
    game: Declaration,
    history: History,
    seat: int | None,
    wording: Wording,
    events: Sequence[Json] = (),
) -> Json:
    """Return the table as a seat sees it now, with these ``events``."""
    observer, last = observer_of(seat), len(history.steps)
    concealed = history.record_at(game, last, observer)
    position = position_for(game, concealed, seat, wording)
    view = position["view"]
    return {
        "seq": last,
        "told": history.events_until(game, observer, last),
        "events": list(events),
        **position,
        "waiting": view["waiting"],
        "scores": view["scores"],
        "over": view["over"],
        "winners": view["winners"],
        "can_undo": seat is not None and history.last_decision(seat) is not None,
        "standings": _standings(game, history, concealed, observer, wording) if view["over"] else None,
    }


def events_with_text(
    game: Declaration,
    history: History,
    seat: int | None,
    wording: Wording,
    since: int,
    marks: Marks = NO_MARKS,
) -> list[Json]:
    """Return the events after the first ``since`` steps as a seat saw them, with their sentences."""
    fresh = history.events_between(game, observer_of(seat), since, len(history.steps))
    return [
        event for k, shown in enumerate(fresh, since) for event in add_sentences(wording, shown, k, marks)
    ]


def position_for(game: Declaration, concealed: State, seat: int | None, wording: Wording) -> Json:
    """Return the view, the actions and the task of a seat, from the record concealed for it."""
    observer = observer_of(seat)
    view = view_of(game, concealed, observer)
    legal = legal_actions(game, concealed, observer) if seat is not None and concealed.actor >= 0 else []
    hints = {action.text: hint_of(game, concealed, observer, action.id) for action in legal}
    cards = cards_of(game, concealed, observer, legal, view) if legal else {}
    return {
        "view": view,
        "actions": wording.actions(legal, view, hints, cards),
        "task": wording.task(view, legal, hints),
    }


def _standings(
    game: Declaration, history: History, concealed: State, observer: int, wording: Wording
) -> list[Json]:
    # A ranking follows from what everybody saw: a spectator's events serve all seats, where they are there.
    source = SPECTATOR if history.observer is None else observer
    events = history.standing_events(game, source) if game.scoring.ranking else []
    view = view_of(game, concealed, observer)
    found = standings_of(game, game.options_of(concealed), view["scores"], view["winners"], events)
    return wording.standings(found)


def add_sentences(wording: Wording, shown: Sequence[Event], step: int, marks: Marks) -> list[Json]:
    """Return the events of a step with their sentences; the first one tells how a decision came about."""
    return [
        wording.event(event) if n else wording.event(event, marks.by_clock.get(step), marks.advised.get(step))
        for n, event in enumerate(shown)
    ]


def observer_of(seat: int | None) -> int:
    """Return the observer on a seat; None is a spectator."""
    return SPECTATOR if seat is None else seat


@dataclass(frozen=True)
class Excerpt:
    """The part of a game that may be shown: a number of stored steps, and whether only finished rounds."""

    table: Table
    steps: int
    rounds_only: bool = False
    marks: Marks = NO_MARKS


def frames(
    excerpt: Excerpt,
    seat: int | None,
    wording: Wording,
    begin: int,
    limit: int,
    stop_if: Callable[[], None] = lambda: None,
) -> tuple[list[Json], int | None]:
    """Return up to ``limit`` frames, one for the opening and one per decision, and with how many steps the next page begins.

    ``stop_if`` is called before every step and may raise.
    """
    game, history = excerpt.table.game, excerpt.table.past
    observer = observer_of(seat)
    last = _last_round_end(excerpt) if excerpt.rounds_only else None
    stop = excerpt.steps if last is None else last.step + 1
    if excerpt.rounds_only and last is None:
        return [], None
    found: list[Json] = []
    for first, end in _frame_ranges(history, min(begin, stop), stop):
        if len(found) == limit:
            return found, first
        stop_if()
        events: list[Json] = []
        for k, shown in enumerate(history.events_between(game, observer, first, end, stop_if), first):
            closing = last is not None and k == last.step
            events += add_sentences(
                wording, shown[: last.events] if closing and last else shown, k, excerpt.marks
            )
        # The decision that ends a round may also deal the next one, which is not shown yet.
        closed = last is not None and end == stop
        view = history.view(game, first if closed else end, observer)
        found.append({"seq": end, "events": events, "view": view, "scores": view["scores"]})
    return found, None


@dataclass(frozen=True)
class _RoundEnd:
    step: int
    events: int  # how many of the step's events belong to the round


def _last_round_end(excerpt: Excerpt) -> _RoundEnd | None:
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


def _frame_ranges(history: History, first: int, stop: int) -> Iterator[tuple[int, int]]:
    """Yield the steps of each frame: a decision or an undo with the chance outcomes after it; the first frame is the deal."""
    opening = first == 0
    while first < stop or opening:
        end = first if opening else first + 1
        while end < stop and history.steps[end].seat == CHANCE:
            end += 1
        yield first, end
        first, opening = end, False
