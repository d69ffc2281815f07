"""A table: one game being played, with its history, its luck, and views for those who may see them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from tischlein.cards import CHANCE, OVER, SPECTATOR, UNKNOWN
from tischlein.engine.chance import Outcomes, Source
from tischlein.engine.errors import ChanceError, IllegalAction, OptionError, UndoError
from tischlein.engine.positions import plain, shown, whole
from tischlein.engine.texts import load_texts
from tischlein.engine.undo import last_decision, obstacle
from tischlein.engine.views import Standing, events_of, hint_of, scores_of, standings_of, view_of, winners_of

if TYPE_CHECKING:
    from tischlein.engine.game import Game


class Action(NamedTuple):
    """Something a seat may do: the id for programs, the text for people."""

    id: int
    text: str


class Reason(NamedTuple):
    """Why an action is not legal now; ``clause`` is empty where no rule of the game is involved."""

    code: str
    clause: str
    text: str


@dataclass(frozen=True)
class Step:
    """One entry of the history: who, what, and the record's bytes afterwards."""

    seat: int
    text: str
    action: int
    after: bytes
    undone: int = 0  # for an undo: how many steps it took back


@dataclass(eq=False)
class Table:
    """One game being played. ``Game.new``, ``Game.at`` and ``Game.replay`` make tables."""

    game: Game
    _options: dict[str, Any] = field(repr=False)
    start: dict[str, Any] | None = field(repr=False)  # None: a new game
    source: Source = field(repr=False)
    # Seats played by bots: their later decisions do not stand in the way of an undo.
    bots: set[int] = field(default_factory=set)
    _s: Any = field(default=None, repr=False)
    _opening: bytes = field(default=b"", repr=False)
    _steps: list[Step] = field(default_factory=list, repr=False)
    _line: list[int] = field(default_factory=list, repr=False)  # the steps that still stand
    _again: deque[str] = field(default_factory=deque, repr=False)  # luck that an undo took back
    _told: dict[int, list[dict[str, Any]]] = field(default_factory=dict, repr=False)
    _told_ends: dict[int, list[int]] = field(default_factory=dict, repr=False)  # events after each step

    # Opening

    @classmethod
    def fresh(cls, game: Game, seats: int, options: dict[str, Any], source: Source) -> Table:
        """A new game, before chance has decided anything."""
        s = game.blank(seats, options)
        game.rules.setup(s)
        table = cls(game, options, None, source)
        table._begin(s)
        return table

    @classmethod
    def placed(cls, game: Game, position: object, source: Source) -> Table:
        """A game at a position, before chance has decided anything."""
        table = cls(game, {}, None, source)
        table._begin(game.load(position))
        start = table.position()
        # While chance has to decide, a game stands between two positions: then the one that was given is the start.
        table.start = plain(position) if table._s.actor == CHANCE else start
        table._options = start["options"]
        return table

    def _begin(self, s: Any) -> None:
        self._s = s
        self._opening = self.game.layout.pack(s)

    # Looking

    @property
    def seats(self) -> int:
        seats: int = self._s.seats
        return seats

    @property
    def options(self) -> dict[str, Any]:
        """The rules that were chosen, all of them."""
        return dict(self._options)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return tuple(seat for seat in range(self.seats) if self._legal(seat))

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

    def standings(self) -> list[Standing]:
        """The sides from first to last, as they stand now; sides with the same result share a place."""
        events = self._standing_events() if self.game.ranking else []
        return standings_of(self.game, self._options, self.scores, self.winners, events)

    @property
    def history(self) -> list[tuple[int, str]]:
        """Everything that happened: (seat, text), chance with seat −1."""
        return [(step.seat, step.text) for step in self._steps]

    def actions(self, seat: int) -> list[Action]:
        """What a seat may do now."""
        seat = self._check_seat(seat)
        found = self._legal(seat)
        known = self.concealed(seat) if found else None
        return [Action(action, self.game.notation.action_text(known, seat, action)) for action in found]

    def hints(self, seat: int) -> dict[str, dict[str, Any]]:
        """What each action that a seat may do now would bring, by its text; docs/protocol.md explains the keys."""
        known = self.concealed(self._check_seat(seat))
        return {action.text: hint_of(self.game, known, seat, action.id) for action in self.actions(seat)}

    def why(self, seat: int, action: Action | int | str) -> Reason | None:
        """Return None when the action is legal now, else the reason against it."""
        return self._judge(seat, action)[2]

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat may know, ready for JSON; None is a spectator."""
        eyes = self._eyes(seat)
        return view_of(self.game, self.concealed(eyes), eyes)

    def events(self, seat: int | None, since: int = 0) -> list[dict[str, Any]]:
        """What happened after event number ``since``, as a seat may know it."""
        first = whole(since)
        if first is None:
            raise OptionError(f"since: {shown(since)} is not the number of an event")
        return deepcopy(self.told(self._eyes(seat))[max(first, 0) :])

    def told(self, eyes: int) -> list[dict[str, Any]]:
        """The list that grows with every event that these eyes see; to be read only."""
        told, ends = self._told.setdefault(eyes, []), self._told_ends.setdefault(eyes, [])
        for k in range(len(ends), len(self._steps)):
            for event in self._events_of(k, eyes):
                told.append({"seq": len(told) + 1, **event})
            ends.append(len(told))
        return told

    def witness(self, eyes: int) -> Callable[[], list[dict[str, Any]]]:
        """Return what tells, when it is called, what these eyes have seen up to now: later events are not in it."""
        steps = len(self._steps)

        def tell() -> list[dict[str, Any]]:
            told = self.told(eyes)
            return told[: self._told_ends[eyes][steps - 1]] if steps else []

        return tell

    def position(self) -> dict[str, Any]:
        """Everything, ready for JSON: the truth, not for players."""
        return self.game.dump(self._s)

    def record(self) -> dict[str, Any]:
        """The whole game, ready for JSON; ``game.replay`` takes it back."""
        return {
            "game": self.game.id,
            "version": self.game.version,
            "seats": self.seats,
            "options": self.options,
            "start": deepcopy(self.start),
            "history": [[step.seat, step.text] for step in self._steps],
        }

    def concealed(self, seat: int) -> Any:
        """A copy of the record with all that the seat may not know blanked out."""
        return self._conceal(self.game.layout.copy(self._s), seat)

    # Acting

    def play(self, seat: int, action: Action | int | str) -> None:
        """Carry out an action of a seat, and whatever chance decides after it; or raise IllegalAction and change nothing."""
        seat, found, reason = self._judge(seat, action)
        if reason is not None:
            raise IllegalAction(reason.text, reason.code, reason.clause)
        text = self.game.notation.action_text(self.concealed(seat), seat, found)
        mark = len(self._steps), len(self._line), deque(self._again), self.game.layout.pack(self._s)
        rolled: list[str] = []
        self._apply(seat, text, found)
        try:
            self.resolve_chance(rolled)
        except BaseException:
            # A source that fails leaves the table as it was, and what it has said before counts.
            del self._steps[mark[0] :], self._line[mark[1] :]
            self._again, self._s = mark[2] + deque(rolled), self.game.layout.unpack(mark[3])
            raise

    def undo(self, seat: int, consent: bool = False) -> None:
        """Go back to before the seat's last decision, or raise UndoError.

        Without consent only while nobody else has decided and nobody has learned anything since. Luck is never rolled
        again: outcomes that were taken back happen again, in order, as long as they are possible.
        """
        seat = self._check_seat(seat)
        place = last_decision(self, seat)
        if place is None:
            raise UndoError(f"seat {seat} has made no decision that could be taken back")
        if not consent:
            problem = obstacle(self, seat, place)
            if problem:
                raise UndoError(f"{problem}; everybody at the table has to agree to an undo now")
        taken_back = [self._steps[k] for k in self._line[place:]]
        self._again.extendleft(reversed([step.text for step in taken_back if step.seat == CHANCE]))
        before = self._steps[self._line[place - 1]].after if place else self._opening
        del self._line[place:]
        self._s = self.game.layout.unpack(before)
        self._steps.append(Step(seat, "undo", UNKNOWN, before, undone=len(taken_back)))

    # Copies, by copy.deepcopy or pickle: a record's class is made at run time, its bytes are not

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_s": self.game.layout.pack(self._s)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _s=state["game"].layout.unpack(state["_s"]))

    # Inside

    def _judge(self, seat: object, action: object) -> tuple[int, int, Reason | None]:
        """Return the seat and the action as plain numbers, and the reason against it."""
        actor = whole(seat)
        if actor is None or not 0 <= actor < self.seats:
            text = f"there is no seat {shown(seat)}; seats are 0 to {self.seats - 1}"
            return UNKNOWN, UNKNOWN, Reason("no_such_seat", "", text)
        found = self._action_id(actor, action)
        if found is None:
            text = f"{shown(action)} is no action of {self.game.name}"
            return actor, UNKNOWN, Reason("unknown_action", "", text)
        code = self.game.rules.why(self._s, actor, found, self._work())
        if code == 0:
            return actor, found, None
        name, clause = self.game.rules.REASONS[code]
        return actor, found, Reason(name, clause, self._reason_text(name, actor, found))

    def _action_id(self, seat: int, action: object) -> int | None:
        if isinstance(action, Action):
            action = action.id
        if isinstance(action, str):
            return self.game.notation.action_id(self.concealed(seat), seat, action)
        found = whole(action)
        return found if found is not None and 0 <= found < self.game.rules.ACTIONS else None

    def _reason_text(self, name: str, seat: int, action: int) -> str:
        known = self.concealed(seat)
        text = self.game.notation.action_text(known, seat, action)
        legal = ", ".join(option.text for option in self.actions(seat)) or "nothing"
        waiting = ", ".join(f"seat {other}" for other in self.waiting) or "nobody"
        template: str = load_texts(self.game.texts, "en")["reasons"][name]
        return template.format(action=text, seat=seat, legal=legal, waiting=waiting)

    def _legal(self, seat: int) -> list[int]:
        out = [0] * (self.game.rules.ACTIONS + 1)
        n = self.game.rules.legal(self._s, seat, out, self._work())
        return out[:n]

    def _work(self) -> list[int]:
        return [0] * self.game.rules.WORK

    def _apply(self, seat: int, text: str, action: int) -> None:
        self.game.rules.apply(self._s, seat, action, self._work())
        self._line.append(len(self._steps))
        self._steps.append(Step(seat, text, action, self.game.layout.pack(self._s)))

    def resolve_chance(self, rolled: list[str] | None = None) -> None:
        """Let chance decide whatever is left to it now; ``rolled`` collects what the source has said."""
        while self._s.actor == CHANCE:
            outcomes = self._outcomes()
            index = self._again_outcome(outcomes)
            if index is None:
                chosen = self.source.choose(outcomes)
                index = whole(chosen)
                if index is None or not 0 <= index < outcomes.n:
                    raise ChanceError(f"the source chose {shown(chosen)} out of {outcomes.n} outcomes")
                if rolled is not None:
                    rolled.append(outcomes.text(index))
            self._apply(CHANCE, outcomes.text(index), index)

    def _again_outcome(self, outcomes: Outcomes) -> int | None:
        while self._again:
            index = outcomes.find(self._again.popleft())
            if index is not None:
                return index
        return None

    def _outcomes(self) -> Outcomes:
        s, notation = self._s, self.game.notation
        return Outcomes(
            self.game.rules.chances(s),
            lambda index: notation.chance_text(s, index),
            lambda text: notation.chance_index(s, text),
        )

    def _conceal(self, s: Any, seat: int) -> Any:
        self.game.rules.conceal(s, seat)
        return s

    def _before(self, k: int) -> bytes:
        return self._steps[k - 1].after if k else self._opening

    def _events_of(self, k: int, eyes: int) -> list[dict[str, Any]]:
        step = self._steps[k]
        if step.undone:
            return [{"seat": step.seat, "kind": "undo", "steps": step.undone}]
        before = self._conceal(self.game.layout.unpack(self._before(k)), eyes)
        after = self._conceal(self.game.layout.unpack(step.after), eyes)
        seen = step.seat == eyes or (step.seat != CHANCE and self.game.open_action(step.action))
        return events_of(self.game, before, after, step.seat, step.action if seen else UNKNOWN, eyes)

    def _standing_events(self) -> list[dict[str, Any]]:
        """What everybody saw, without what was taken back."""
        return [event for k in self._line for event in self._events_of(k, SPECTATOR)]

    def _eyes(self, seat: int | None) -> int:
        if seat is None:
            return SPECTATOR
        return self._check_seat(seat)

    def _check_seat(self, seat: object) -> int:
        number = whole(seat)
        if number is None or not 0 <= number < self.seats:
            raise OptionError(f"there is no seat {shown(seat)}; seats are 0 to {self.seats - 1}")
        return number
