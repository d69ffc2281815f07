"""A game in progress, read only: what a seat may know and do, what has happened, and the score."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field

from tischlein.cards import OVER, SPECTATOR
from tischlein.engine.errors import OptionError
from tischlein.engine.play.chance import Source
from tischlein.engine.play.history import History
from tischlein.engine.play.legality import (
    Action,
    Listing,
    Reason,
    conceal_copy,
    judge,
    legal_actions,
    legal_ids,
)
from tischlein.engine.play.views import (
    Standing,
    cards_of,
    hint_of,
    scores_of,
    standings_of,
    view_of,
    winners_of,
)
from tischlein.engine.rules.declaration import Declaration
from tischlein.engine.rules.positions import short_repr, whole
from tischlein.engine.types import Event, Hint, Json, OptionValue, Position, State, View


@dataclass(eq=False, repr=False)
class Progress:
    """The questions that can be asked of a table; none of them changes it."""

    game: Declaration
    _options: dict[str, OptionValue]
    start: Position | None  # None: a new game
    source: Source
    _s: State
    _history: History
    # Seats played by bots. A person alone with bots may undo across their decisions.
    bots: set[int] = field(default_factory=set)
    _listing: Listing | None = None  # the last one that was asked for

    @property
    def seats(self) -> int:
        seats: int = self._s.seats
        return seats

    @property
    def options(self) -> dict[str, OptionValue]:
        """All options of the game."""
        return dict(self._options)

    @property
    def starter(self) -> int | None:
        """The seat that began the game; None where the game does not tell or the table began at a position."""
        game, first = self.game, self.game.first_seat(self._options)
        if (
            first is not None
            or game.turns.starter is None
            or self.start is not None
            or not self._history.steps
        ):
            return first
        lot = self._history.steps[0].action
        return next(seat for seat in range(self.seats) if game.turns.lot(self.seats, seat) == lot)

    @property
    def next_options(self) -> dict[str, OptionValue]:
        """The options for a rematch: the same rules, and the next seat begins."""
        name, first = self.game.turns.starter, self.starter
        return (
            self.options if name is None or first is None else self.options | {name: (first + 1) % self.seats}
        )

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return tuple(seat for seat in range(self.seats) if legal_ids(self.game, self._s, seat))

    @property
    def actor(self) -> int:
        """The waiting seat that comes first in canonical order; −2 when the game is over."""
        actor: int = self._s.actor
        return actor

    @property
    def over(self) -> bool:
        done: bool = self._s.actor == OVER
        return done

    @property
    def scores(self) -> list[int]:
        """The current points per seat."""
        return scores_of(self.game, self._s)

    @property
    def winners(self) -> list[int]:
        """The seats that have won; empty until the end."""
        return winners_of(self.game, self._s)

    def is_out(self, seat: int) -> bool:
        """Return True if this seat has nothing left to decide while others play on."""
        return self.game.turns.is_out(self._s, self._check_seat(seat))

    def standings(self) -> list[Standing]:
        """Return the sides from first to last as they stand now; sides with equal results share a place."""
        events = self._history.standing_events(self.game, SPECTATOR) if self.game.scoring.ranking else []
        return standings_of(self.game, self._options, self.scores, self.winners, events)

    @property
    def history(self) -> list[tuple[int, str]]:
        """All entries: (seat, text), chance with seat −1."""
        return [(step.seat, step.text) for step in self._history.steps]

    @property
    def past(self) -> History:
        """Every step with the record after it, for reading only: the truth, not for players."""
        return self._history

    def actions(self, seat: int) -> list[Action]:
        """Return the legal actions of a seat."""
        return legal_actions(self.game, self._s, self._check_seat(seat))

    def all_actions(self) -> dict[int, list[Action]]:
        """Return the legal actions of every seat that may act."""
        listing = self._current_listing()
        if listing is None:
            listing = self._listing = Listing(self.game, self._s, len(self._history.steps))
        return {seat: legal[:] for seat, legal in listing.actions.items()}

    def hints(self, seat: int) -> dict[str, Hint]:
        """Return what each legal action of a seat would bring, by its text; docs/protocol.md explains the keys."""
        peek_concealed = self.conceal_for(self._check_seat(seat))
        return {
            action.text: hint_of(self.game, peek_concealed, seat, action.id) for action in self.actions(seat)
        }

    def cards(self, seat: int) -> dict[str, str]:
        """Return the card that each action of a seat is about, by the action's text; other actions are left out."""
        known = self.conceal_for(self._check_seat(seat))
        return cards_of(self.game, known, seat, self.actions(seat), view_of(self.game, known, seat))

    def why(self, seat: int, action: Action | int | str) -> Reason | None:
        """Return None if the action is legal now, else the reason against it."""
        return judge(self.game, self._s, seat, action)[2]

    def view(self, seat: int | None) -> View:
        """Return what a seat may know, ready for JSON; None is a spectator."""
        observer = self._observer(seat)
        return view_of(self.game, self.conceal_for(observer), observer)

    def events(self, seat: int | None, since: int = 0) -> list[Event]:
        """Return the events after event number ``since``, as a seat may know them."""
        first = whole(since)
        if first is None:
            raise OptionError(f"since: {short_repr(since)} is not the number of an event")
        return deepcopy(self.events_for(self._observer(seat))[max(first, 0) :])

    def events_for(self, observer: int) -> list[Event]:
        """Return the list of events that an observer has seen; do not change it. See History.events_for."""
        return self._history.events_for(self.game, observer)

    def witness(self, observer: int) -> Callable[[], list[Event]]:
        """Return a function that returns the events an observer has seen up to now, without later ones."""
        history, game, steps = self._history, self.game, len(self._history.steps)
        return lambda: history.events_for(game, observer)[: history.events_until(game, observer, steps)]

    def position(self) -> Position:
        """Return the complete state, ready for JSON: the truth, not for players."""
        return self.game.dump(self._s)

    def record(self) -> Json:
        """Return the whole game, ready for JSON; ``game.replay`` takes it back."""
        return {
            "game": self.game.id,
            "version": self.game.version,
            "seats": self.seats,
            "options": self.game.options_to_record(self._options),
            "start": deepcopy(self.start),
            "history": [[step.seat, step.text] for step in self._history.steps],
        }

    def conceal_for(self, seat: int) -> State:
        """Return a copy of the record with everything blanked out that the seat may not know."""
        return conceal_copy(self.game, self._s, seat)

    def rest(self) -> None:
        """Compress the history until the next step, to save memory with many tables or long games."""
        self._history.compress()

    def _current_listing(self) -> Listing | None:
        """Return the legal actions in the current position, if they have been asked for."""
        listing = self._listing
        return listing if listing is not None and listing.steps == len(self._history.steps) else None

    def last_decision(self, seat: int) -> int | None:
        """Return the index of the seat's last decision among the standing steps, or None."""
        return self._history.last_decision(self._check_seat(seat))

    def event_kinds_since(self, place: int) -> set[str]:
        """Return the kinds of public events from this index of the standing steps on."""
        steps = self._history.line[place:]
        return {event["kind"] for k in steps for event in self._history.events(self.game, k, SPECTATOR)}

    def _observer(self, seat: int | None) -> int:
        if seat is None:
            return SPECTATOR
        return self._check_seat(seat)

    def _check_seat(self, seat: object) -> int:
        number = whole(seat)
        if number is None or not 0 <= number < self.seats:
            raise OptionError(f"there is no seat {short_repr(seat)}; seats are 0 to {self.seats - 1}")
        return number
