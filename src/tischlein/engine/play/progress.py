"""A game in progress, to be looked at: what a seat may know and do, what has happened, how it stands."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field

from tischlein.cards import OVER, SPECTATOR
from tischlein.engine.errors import OptionError
from tischlein.engine.play.chance import Source
from tischlein.engine.play.history import History, Opened
from tischlein.engine.play.legality import Action, Listing, Reason, concealed, judge, legal_actions, legal_ids
from tischlein.engine.play.undo import happened_since
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
from tischlein.engine.rules.positions import shown, whole
from tischlein.engine.types import Event, Hint, Json, OptionValue, Position, State, View


@dataclass(eq=False, repr=False)
class Progress:
    """What can be asked of a table; nothing in here changes it."""

    game: Declaration
    _options: dict[str, OptionValue]
    start: Position | None  # None: a new game
    source: Source
    _s: State
    _history: History
    # Seats played by bots. Who plays with them alone may undo across their decisions.
    bots: set[int] = field(default_factory=set)
    _listing: Listing | None = None  # the last one that was asked for

    @property
    def seats(self) -> int:
        seats: int = self._s.seats
        return seats

    @property
    def options(self) -> dict[str, OptionValue]:
        """The rules that were chosen, all of them."""
        return dict(self._options)

    @property
    def starter(self) -> int | None:
        """The seat that began this game; None where the game does not say so, or the table began at a position."""
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
        """The options for another game of the same people: the same rules, and the start moves on by one seat."""
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
        """Of those waiting, the one who comes first where games are played move by move; −2 when the game is over."""
        actor: int = self._s.actor
        return actor

    @property
    def over(self) -> bool:
        done: bool = self._s.actor == OVER
        return done

    @property
    def scores(self) -> list[int]:
        """Points as the game counts them, now."""
        return scores_of(self.game, self._s)

    @property
    def winners(self) -> list[int]:
        """The seats that have won; empty until the end."""
        return winners_of(self.game, self._s)

    def is_out(self, seat: int) -> bool:
        """Has this seat nothing left to decide, while others play on?"""
        return self.game.turns.is_out(self._s, self._check_seat(seat))

    def standings(self) -> list[Standing]:
        """The sides from first to last, as they stand now; sides with the same result share a place."""
        events = self._history.standing_events(self.game, SPECTATOR) if self.game.scoring.ranking else []
        return standings_of(self.game, self._options, self.scores, self.winners, events)

    @property
    def history(self) -> list[tuple[int, str]]:
        """Everything that happened: (seat, text), chance with seat −1."""
        return [(step.seat, step.text) for step in self._history.steps]

    @property
    def past(self) -> History:
        """Every step with the record after it, to be read only: the truth, not for players."""
        return self._history

    def actions(self, seat: int) -> list[Action]:
        """What a seat may do now."""
        return legal_actions(self.game, self._s, self._check_seat(seat))

    def all_actions(self) -> dict[int, list[Action]]:
        """What every seat that may act now may do."""
        listing = self._listed()
        if listing is None:
            listing = self._listing = Listing(self.game, self._s, len(self._history.steps))
        return {seat: legal[:] for seat, legal in listing.actions.items()}

    def hints(self, seat: int) -> dict[str, Hint]:
        """What each action that a seat may do now would bring, by its text; docs/protocol.md explains the keys."""
        known = self.concealed(self._check_seat(seat))
        return {action.text: hint_of(self.game, known, seat, action.id) for action in self.actions(seat)}

    def cards(self, seat: int) -> dict[str, str]:
        """The card that each action of a seat is about, by the action's text; actions that are about no card are left out."""
        known = self.concealed(self._check_seat(seat))
        return cards_of(self.game, known, seat, self.actions(seat), view_of(self.game, known, seat))

    def why(self, seat: int, action: Action | int | str) -> Reason | None:
        """Return None when the action is legal now, else the reason against it."""
        return judge(self.game, self._s, seat, action)[2]

    def view(self, seat: int | None) -> View:
        """What a seat may know, ready for JSON; None is a spectator."""
        eyes = self._eyes(seat)
        return view_of(self.game, self.concealed(eyes), eyes)

    def events(self, seat: int | None, since: int = 0) -> list[Event]:
        """What happened after event number ``since``, as a seat may know it."""
        first = whole(since)
        if first is None:
            raise OptionError(f"since: {shown(since)} is not the number of an event")
        return deepcopy(self.seen_events(self._eyes(seat))[max(first, 0) :])

    def seen_events(self, eyes: int, known: State = None, opened: Opened | None = None) -> list[Event]:
        """The list that grows with every event that these eyes see; to be read only. The rest: see History.seen_events."""
        return self._history.seen_events(self.game, eyes, known, opened)

    def witness(self, eyes: int) -> Callable[[], list[Event]]:
        """Return what tells, when it is called, what these eyes have seen up to now: later events are not in it."""
        history, steps = self._history, len(self._history.steps)
        return lambda: history.seen_events(self.game, eyes)[: history.seen_until(eyes, steps)]

    def position(self) -> Position:
        """Everything, ready for JSON: the truth, not for players."""
        return self.game.dump(self._s)

    def record(self) -> Json:
        """The whole game, ready for JSON; ``game.replay`` takes it back."""
        return {
            "game": self.game.id,
            "version": self.game.version,
            "seats": self.seats,
            "options": self.game.recorded(self._options),
            "start": deepcopy(self.start),
            "history": [[step.seat, step.text] for step in self._history.steps],
        }

    def concealed(self, seat: int) -> State:
        """A copy of the record with all that the seat may not know blanked out."""
        return concealed(self.game, self._s, seat)

    def known(self, eyes: int) -> State:
        """The same for whoever reads it only: it need not be made again where actions have just been read from it."""
        listing = self._listed()
        found = None if listing is None else listing.known.get(eyes)
        return self.concealed(eyes) if found is None else found

    def rest(self) -> None:
        """Take less room until the next step: for tables that are many, and games that are long."""
        self._history.squeeze()
        if self._listing is not None:
            self._listing.known = {}

    def _listed(self) -> Listing | None:
        """What every seat may do in this very position, if somebody has asked for it."""
        listing = self._listing
        return listing if listing is not None and listing.steps == len(self._history.steps) else None

    def last_decision(self, seat: int) -> int | None:
        """Return where the seat decided last, in the line of what was not taken back; None if there is nothing to undo."""
        return self._history.last_decision(self._check_seat(seat))

    def happened_since(self, place: int) -> set[str]:
        """Return the kinds of events, as everybody saw them, from this place in that line on."""
        return happened_since(self.game, self._history, place)

    def _eyes(self, seat: int | None) -> int:
        if seat is None:
            return SPECTATOR
        return self._check_seat(seat)

    def _check_seat(self, seat: object) -> int:
        number = whole(seat)
        if number is None or not 0 <= number < self.seats:
            raise OptionError(f"there is no seat {shown(seat)}; seats are 0 to {self.seats - 1}")
        return number
