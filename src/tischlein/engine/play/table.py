"""A table, on which one game is played, and the game that opens it.

Questions about a table are in ``progress``; this module changes it. A game opens tables and a table knows its
game, so both are in this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass

from tischlein.cards import CHANCE
from tischlein.engine.errors import (
    ChanceError,
    IllegalAction,
    OptionError,
    PositionError,
    RecordError,
    TischleinError,
    UndoError,
)
from tischlein.engine.play.chance import Outcomes, Retracing, Source, source
from tischlein.engine.play.history import UNDO, Bookmark, History
from tischlein.engine.play.legality import Action, Listing, judge, work_of
from tischlein.engine.play.progress import Progress
from tischlein.engine.play.replay import Record, impossible, read_record
from tischlein.engine.play.undo import obstacle
from tischlein.engine.rules.declaration import Declaration
from tischlein.engine.rules.positions import plain, short_repr, whole
from tischlein.engine.types import Namespace, Options, OptionValue


@dataclass(slots=True, eq=False)  # not frozen, which takes four times as long: every move makes one
class Mark:
    """A state of a table to return to, as long as nobody has seen a later one."""

    past: Bookmark
    source: object
    listing: Listing | None


class Table(Progress):
    """One game being played. ``Game.new``, ``Game.at`` and ``Game.replay`` make tables."""

    game: Game

    # Opening

    @classmethod
    def fresh(cls, game: Game, seats: int, options: dict[str, OptionValue], source: Source) -> Table:
        """Return a new game before its first chance outcome."""
        s = game.begin(seats, options)
        return cls(game, options, None, source, s, History(game.layout.pack(s)))

    @classmethod
    def from_position(cls, game: Game, position: object, source: Source) -> Table:
        """Return a game at a position before its next chance outcome."""
        s = game.load(position)
        table = cls(
            game, game.check_options(game.options_of(s)), None, source, s, History(game.layout.pack(s))
        )
        # A pending chance outcome has no position of its own: the given position is the start.
        table.start = plain(position) if s.actor == CHANCE else table.position()
        return table

    # Acting

    def play(self, seat: int, action: Action | int | str) -> None:
        """Carry out an action of a seat and the chance outcomes after it, or raise IllegalAction and change nothing."""
        listing = self._current_listing()
        known = None if listing is None else listing.find(seat, action)
        if known is not None:
            found, text = known
        else:
            seat, found, reason = judge(self.game, self._s, seat, action)
            if reason is not None:
                raise IllegalAction(reason.text, reason.code, reason.clause)
            text = self.game.face.actions[found]
        mark = self._history.bookmark()
        self._apply(seat, text, found)
        try:
            self.resolve_chance()
        except BaseException:
            # If the source fails, the table stays unchanged; the outcomes it has given before are kept.
            self._history.back_to(mark, rolled=True)
            self._s = self.game.layout.unpack(self._history.now)
            raise

    def undo(self, seat: int, consent: bool = False) -> None:
        """Go back to before the seat's last decision, or raise UndoError.

        Without consent this works only while nobody else has decided or learned anything since. With consent,
        the caller has asked everyone. Chance outcomes that were taken back happen again, in order, as long as
        they are possible.
        """
        seat = self._check_seat(seat)
        place = self._history.last_decision(seat)
        if place is None:
            raise UndoError(f"seat {seat} has made no decision that can be taken back")
        if not consent:
            people = set(range(self.seats)) - self.bots
            problem = obstacle(self.game, self._history, seat, place, people)
            if problem:
                raise UndoError(f"{problem}; everyone at the table has to agree to an undo now")
        self._s = self.game.layout.unpack(self._history.take_back(seat, place))

    def follow(self, seat: object, text: str) -> None:
        """Carry out one entry of a record, also a chance outcome or an undo, or raise an error and change nothing."""
        if whole(seat) == CHANCE:
            self._follow_chance(text)
        elif self._s.actor == CHANCE:
            raise RecordError("chance has to decide first")
        elif text == UNDO:
            self.undo(seat, consent=True)  # type: ignore[arg-type]  # undo checks the seat itself
        else:
            actor, found, reason = judge(self.game, self._s, seat, text)
            if reason is not None:
                raise RecordError(reason.text)
            self._apply(actor, text, found)

    def _follow_chance(self, text: str) -> None:
        if self._s.actor != CHANCE:
            raise RecordError("chance has nothing to decide here")
        mark, outcomes = self._history.bookmark(), self._outcomes()
        try:
            again = self._history.next_taken_back(outcomes)
            index = outcomes.find(text)
            if index is None:
                raise RecordError("this cannot happen here")
            if again is not None and outcomes.text(again) != text:
                raise RecordError(f"{outcomes.text(again)!r} was taken back and has to happen again")
            if again is None and isinstance(self.source, Retracing):
                self.source.retrace(outcomes, text)
            self._apply(CHANCE, text, index)
        except BaseException:
            self._history.back_to(mark, rolled=False)  # what was taken back still has to happen again
            raise

    # Trying

    def mark(self) -> Mark:
        """Return what ``back_to`` needs to put the table back to this moment."""
        source = getattr(self.source, "mark", None)
        return Mark(self._history.bookmark(), source and source(), self._listing)

    def back_to(self, mark: Mark) -> None:
        """Put the table back to a mark as if nothing had been played or taken back since.

        A source that cannot be put back does not roll again: what it has said happens again, as long as it is possible.
        """
        rewind = getattr(self.source, "back_to", None)
        self._history.back_to(mark.past, rolled=rewind is None)
        if rewind is not None:
            rewind(mark.source)
        self._s = self.game.layout.unpack(self._history.now)
        self._listing = mark.listing

    # Copies: cheap, and they share nothing that changes

    def clone(self) -> Table:
        """Return an independent copy of the table with the same chance outcomes ahead."""
        return self.__deepcopy__({})

    def __copy__(self) -> Table:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, object]) -> Table:
        s = self.game.layout.copy(self._s)
        copied = Table(
            self.game, self.options, self.start, self.source, s, self._history.copy(), set(self.bots)
        )
        memo[id(self)] = copied  # a source may know its table
        copied.start, copied.source = deepcopy(self.start, memo), deepcopy(self.source, memo)
        return copied

    def __getstate__(self) -> Namespace:
        # For pickle: a record's class is made at run time, its bytes are not.
        return {**self.__dict__, "_s": self.game.layout.pack(self._s), "_listing": None}

    def __setstate__(self, state: Namespace) -> None:
        self.__dict__.update(state, _s=state["game"].layout.unpack(state["_s"]))

    def __repr__(self) -> str:
        decisions = sum(self._history.steps[k].seat >= 0 for k in self._history.line)
        who = " and ".join(f"seat {seat}" for seat in (self.winners if self.over else self.waiting))
        state = f"won by {who}" if self.over else f"waiting for {who or 'chance'}"
        scores = ", ".join(map(str, self.scores))
        return f"<Table of {self.game.name}: {self.seats} seats, scores {scores}, {state}, {decisions} decisions>"

    # Inside

    def _apply(self, seat: int, text: str, action: int) -> None:
        try:
            self.game.rules.apply(self._s, seat, action, work_of(self.game))
            after = self.game.layout.pack(self._s)
        except BaseException:
            # If rules fail halfway, or a value does not fit its field, the record stays unchanged.
            self._s = self.game.layout.unpack(self._history.now)
            raise
        self._history.add(seat, text, action, after)

    def resolve_chance(self) -> None:
        """Resolve the pending chance outcomes."""
        while self._s.actor == CHANCE:
            outcomes = self._outcomes()
            index = self._history.next_taken_back(outcomes)
            if index is None:
                chosen = self.source.choose(outcomes)
                index = whole(chosen)
                if index is None or not 0 <= index < outcomes.n:
                    raise ChanceError(f"the source chose {short_repr(chosen)} out of {outcomes.n} outcomes")
            self._apply(CHANCE, outcomes.text(index), index)

    def _outcomes(self) -> Outcomes:
        s, game = self._s, self.game
        return Outcomes(
            game.rules.chances(s),
            lambda index: game.chance_text(s, index),
            lambda text: game.chance_index(s, text),
            game.rules.drawn_for(s),
            s.seats + 1,
            game.two_sided,
        )


@dataclass(frozen=True, eq=False)
class Game(Declaration):
    """One of the games; ``new``, ``at`` and ``replay`` make tables."""

    def __repr__(self) -> str:
        options = ", ".join(self.options) or "none"
        return f"<Game {self.id}: {self.name}, {self.seats[0]} to {self.seats[-1]} seats, options: {options}>"

    def new(
        self,
        seats: int | None = None,
        seed: int | None = None,
        chance: Iterable[str] | Source | None = None,
        **options: OptionValue,
    ) -> Table:
        """Open a table; raise OptionError for missing or bad seats and for bad options."""
        game, chosen = self.with_design(options)
        table = Table.fresh(game, game.check_seats(seats), game.check_options(chosen), source(seed, chance))
        table.resolve_chance()
        return table

    def at(
        self, position: object, seed: int | None = None, chance: Iterable[str] | Source | None = None
    ) -> Table:
        """Open a table at a position; PositionError names what is wrong with it."""
        table = Table.from_position(self._design_of(position, PositionError), position, source(seed, chance))
        table.resolve_chance()
        return table

    def replay(
        self, record: object, seed: int | None = None, chance: Iterable[str] | Source | None = None
    ) -> Table:
        """Return the table that ``table.record()`` was taken from, or raise RecordError.

        Chance outcomes after the last entry come from the seed or the source.
        """
        game = self._design_of(record, RecordError)
        read = read_record(game, record)
        table = game._open_record(read, source(seed, chance))
        for k, entry in enumerate(read.history):
            try:
                table.follow(*entry)
            except TischleinError as error:
                raise impossible(k, entry, error) from error
        if table.actor == CHANCE:
            raise RecordError("history: it ends while chance has to decide")
        return table

    def with_design(self, options: Options) -> tuple[Game, dict[str, OptionValue]]:
        """Return the game with the design numbers among these options, and the remaining options."""
        if not isinstance(options, Mapping):
            raise OptionError(f"options: {short_repr(options)} is not a dict of options by name")
        names = [name for name in options if name in self.design]
        if not names:
            return self, dict(options)
        from tischlein.engine.rules.design import make_variant

        rest = {name: value for name, value in options.items() if name not in names}
        return make_variant(self, {**self.changed, **{name: options[name] for name in names}}), rest

    def _design_of(self, given: object, problem: type[TischleinError]) -> Game:
        """Return the game that a position or a record was made with."""
        options = given.get("options") if isinstance(given, Mapping) else None
        try:
            return self.with_design(options)[0] if isinstance(options, Mapping) else self
        except OptionError as error:
            raise problem(str(error)) from None

    def _open_record(self, record: Record, source: Source) -> Table:
        try:
            if record.start is None:
                return Table.fresh(self, record.seats, record.options, source)
            table = Table.from_position(self, record.start, source)
        except TischleinError as error:
            raise RecordError(f"the record does not open: {error}") from error
        if (table.seats, self.options_in_record(table.options)) != (
            record.seats,
            self.options_in_record(record.options),
        ):
            raise RecordError("seats and options disagree with the start position")
        return table
