"""Legal actions of a seat, and the reason against every other action."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tischlein.cards import UNKNOWN
from tischlein.engine.play.views import view_of
from tischlein.engine.rules.declaration import Declaration
from tischlein.engine.rules.positions import short_repr, whole
from tischlein.engine.texts import words_for
from tischlein.engine.texts.words import Verbatim
from tischlein.engine.types import State

# Reasons that the table itself gives; they belong to no game's rules.
OWN_REASONS = frozenset({"no_such_seat", "unknown_action"})


class Action(NamedTuple):
    """A legal action: the id for programs, the text for people."""

    id: int
    text: str


class Reason(NamedTuple):
    """Why an action is not legal now; ``clause`` is empty where no rule of the game is involved."""

    code: str
    clause: str
    text: str


def legal_ids(game: Declaration, s: State, seat: int) -> list[int]:
    """Return the ids of all legal actions of a seat."""
    out = [0] * (game.rules.ACTIONS + 1)
    n = game.rules.legal(s, seat, out, work_of(game))
    return out[:n]


def legal_actions(game: Declaration, s: State, seat: int) -> list[Action]:
    """Return all legal actions of a seat."""
    texts = game.face.actions
    return [Action(action, texts[action]) for action in legal_ids(game, s, seat)]


class Listing:
    """The legal actions of every seat that may act after a number of steps."""

    def __init__(self, game: Declaration, s: State, steps: int) -> None:
        self.steps = steps
        found = {seat: legal_actions(game, s, seat) for seat in range(s.seats)}
        self.actions = {seat: legal for seat, legal in found.items() if legal}

    def find(self, seat: object, action: object) -> Action | None:
        """Return the listed action that equals this one, if it is legal for the seat; its id is a plain int."""
        if not isinstance(action, Action) or type(seat) is not int:
            return None
        return next((one for one in self.actions.get(seat, []) if one == action), None)


def seats_to_act(game: Declaration, actions: Mapping[int, Sequence[Action]]) -> set[int]:
    """Return the seats that the table waits for: those with an action that they may not leave undone."""
    return {
        seat
        for seat, legal in actions.items()
        if len(actions) == 1 or any(action.text not in game.turns.optional for action in legal)
    }


def judge(game: Declaration, s: State, seat: object, action: object) -> tuple[int, int, Reason | None]:
    """Return the seat and the action as integers, and why the action is illegal (None if it is legal)."""
    actor = whole(seat)
    if actor is None or not 0 <= actor < s.seats:
        text = f"there is no seat {short_repr(seat)}; seats are 0 to {s.seats - 1}"
        return UNKNOWN, UNKNOWN, Reason("no_such_seat", "", text)
    found = _action_id(game, action)
    if found is None:
        text = f"{short_repr(action)} is not an action of {game.name}"
        return actor, UNKNOWN, Reason("unknown_action", "", text)
    code = game.rules.why(s, actor, found, work_of(game))
    if code == 0:
        return actor, found, None
    name, clause = game.rules.REASONS[code]
    return actor, found, Reason(name, clause, _reason_text(game, s, name, actor, found))


def conceal_copy(game: Declaration, s: State, seat: int) -> State:
    """Return a copy of the record with all that the seat may not know blanked out."""
    copy = game.layout.copy(s)
    game.rules.conceal(copy, seat)
    return copy


def work_of(game: Declaration) -> list[int]:
    """Return the scratch space that the rules ask for."""
    return [0] * game.rules.WORK


def _action_id(game: Declaration, action: object) -> int | None:
    if isinstance(action, Action):
        action = action.id
    if isinstance(action, str):
        return game.action_ids.get(action)
    found = whole(action)
    return found if found is not None and 0 <= found < game.rules.ACTIONS else None


def _reason_text(game: Declaration, s: State, name: str, seat: int, action: int) -> str:
    """Return the reason for programs: in English, with seat numbers and actions in the notation."""
    words, known = words_for(game, "en"), conceal_copy(game, s, seat)
    waiting = sorted(game.turns.waiting(known)) if known.actor >= 0 else []
    # Most reasons do not depend on the view, and making a view takes longer than everything else.
    view = {"you": seat, "seats": s.seats, "waiting": waiting}
    if words.reason_looks(name):
        view = view_of(game, known, seat)
    text = words.reason(name, game.face.actions[action], view)
    legal = ", ".join(option.text for option in legal_actions(game, s, seat))
    return f"{text} {words.say('possible', legal=Verbatim(legal))}" if legal else text
