"""One decision: what each action is worth, judged only by what the seat knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tischlein.coach.judge import Judge, judge_of
from tischlein.engine.errors import OptionError
from tischlein.engine.game import Game
from tischlein.engine.table import Table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Worlds in which all actions are tried, and then those that may be best.
FIRST, SECOND = 64, 256
FINALISTS = 4
# Half of a 95 % interval, in standard errors.
SURE = 1.96
# A mistake is named only when it has cost more than this for sure.
NAMED = 0.015


@dataclass(frozen=True)
class RatedAction:
    """An action and what it would bring."""

    action: int
    text: str
    value: float  # the chance to win
    spread: float  # half of its 95 % interval
    worlds: int  # in which it was tried


@dataclass(frozen=True)
class Analysis:
    """What the actions of one decision are worth, the best first."""

    seat: int
    choices: tuple[RatedAction, ...]
    played: RatedAction | None = None  # what was done
    loss: float = 0.0  # of the played action against the best
    spread: float = 0.0  # half of its 95 % interval

    @property
    def best(self) -> RatedAction:
        return self.choices[0]

    @property
    def is_mistake(self) -> bool:
        """Has the action for sure cost more than 1.5 % of a win?"""
        return self.loss - self.spread > NAMED

    def data(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "seat": self.seat,
            "played": self.played.text if self.played else None,
            "best": self.best.text,
            "loss": round(self.loss, 4),
            "spread": round(self.spread, 4),
            "mistake": self.is_mistake,
            "choices": [
                {
                    "action": one.text,
                    "value": round(one.value, 4),
                    "spread": round(one.spread, 4),
                    "worlds": one.worlds,
                }
                for one in self.choices
            ],
        }


def analyse(table: Table, seat: int, worlds: int = SECOND) -> Analysis:
    """Return what each legal action of a seat is worth, from what the seat knows.

    Every action is tried in the same imagined worlds with the same luck; all seats play on by one fixed policy that sees only its own
    cards. A seat that may not act raises OptionError.

    >>> import tischlein
    >>> table = tischlein.game("lobo77").at({
    ...     "game": "lobo77", "seats": 2, "total": 70, "hands": [["0", "10"], ["8", "9"]], "chips": [0, 0]})
    >>> found = analyse(table, 0)
    >>> found.best.text, round(found.choices[-1].value, 2)
    ('0', 0.0)
    """
    actions = tuple(action.id for action in table.actions(seat))
    if not actions:
        raise OptionError(f"seat {seat} has nothing to decide now")
    return judged(table.game, table.game.layout.pack(table.concealed(seat)), seat, actions, None, worlds)


def judged(
    game: Game, known: bytes, seat: int, actions: tuple[int, ...], played: int | None, worlds: int = SECOND
) -> Analysis:
    """The same for a concealed record; with the action that was played, what it has cost."""
    s = game.layout.unpack(known)
    judge = judge_of(game, s.seats)
    texts = {action: game.notation.action_text(s, seat, action) for action in actions}
    if len(actions) == 1:
        only = RatedAction(actions[0], texts[actions[0]], *_alone(judge, known, seat, actions))
        return Analysis(seat, (only,), only if played is not None else None)
    judge.practise(known, seat, actions)
    first = judge.compare(known, seat, actions, FIRST, "first")
    means = first.mean(0)
    order = sorted(range(len(actions)), key=lambda k: -means[k])
    finalists = order[:FINALISTS]
    if played is not None and actions.index(played) not in finalists:
        finalists[-1] = actions.index(played)
    # Other worlds than those that have chosen them: the best of many by luck must not look better than it is.
    chosen = tuple(actions[k] for k in finalists)
    second = judge.compare(known, seat, chosen, max(2, worlds), "second")
    found = {actions[k]: _choice(actions[k], texts, first[:, k]) for k in order}
    found |= {action: _choice(action, texts, second[:, k]) for k, action in enumerate(chosen)}
    favourite = chosen[0]
    ranked = [found[favourite], *(one for one in _ranked(found) if one.action != favourite)]
    if played is None:
        return Analysis(seat, tuple(_ranked(found)))
    apart = second[:, 0] - second[:, chosen.index(played)]
    loss = float(apart.mean())
    if played == favourite or loss <= 0:
        return Analysis(seat, tuple(ranked), found[played])
    return Analysis(seat, tuple(ranked), found[played], loss, _half(apart))


def _ranked(found: dict[int, RatedAction]) -> list[RatedAction]:
    return sorted(found.values(), key=lambda one: -one.value)


def _choice(action: int, texts: dict[int, str], values: NDArray[np.float64]) -> RatedAction:
    return RatedAction(action, texts[action], float(values.mean()), _half(values), len(values))


def _half(values: NDArray[np.float64]) -> float:
    return float(SURE * values.std(ddof=1) / len(values) ** 0.5)


def _alone(judge: Judge, known: bytes, seat: int, actions: tuple[int, ...]) -> tuple[float, float, int]:
    values = judge.compare(known, seat, actions, FIRST, "first")[:, 0]
    return float(values.mean()), _half(values), FIRST
