"""One decision: what each action is worth, judged only by what the seat knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tischlein.coach.judge import judge_of
from tischlein.engine.errors import OptionError
from tischlein.engine.game import Game
from tischlein.engine.positions import shown
from tischlein.engine.table import Table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Worlds in which all actions are tried, and then those that may be best.
FIRST, SECOND = 64, 256
FINALISTS = 4
# Worlds that are added where these do not decide whether an action was a mistake.
THIRD = 768
# What a net calls a mistake is played to the end in so many worlds, by rules of thumb: a second opinion.
CONFIRMED, TO_THE_END = 128, 20_000
# So near to the border, in halves of an interval, more worlds are worth their time: also to take an accusation back.
NEAR = 1.5
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
    count: Mapping[str, Any] | None = None  # what can be counted about it: see the game's ``count``


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
                    "count": dict(one.count) if one.count else None,
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
    if not isinstance(table, Table):
        raise OptionError(f"table: {shown(table)} is no table; game.new and game.at open one")
    actions = tuple(action.id for action in table.actions(seat))
    if not actions:
        raise OptionError(f"seat {seat} has nothing to decide now")
    return judged(table.game, table.game.layout.pack(table.concealed(seat)), seat, actions, None, worlds)


def judged(
    game: Game, known: bytes, seat: int, actions: tuple[int, ...], played: int | None, worlds: int = SECOND
) -> Analysis:
    """The same for a concealed record; with the action that was played, what it has cost."""
    import numpy as np

    s = game.layout.unpack(known)
    judge = judge_of(game, s.seats)
    told = {action: _told(game, known, seat, action) for action in actions}
    if len(actions) == 1:
        alone = judge.compare(known, seat, actions, FIRST, "first")[:, 0]
        only = _choice(actions[0], told, alone)
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
    found = {actions[k]: _choice(actions[k], told, first[:, k]) for k in order}
    found |= {action: _choice(action, told, second[:, k]) for k, action in enumerate(chosen)}
    favourite = chosen[0]
    ranked = [found[favourite], *(one for one in _ranked(found) if one.action != favourite)]
    if played is None:
        return Analysis(seat, tuple(_ranked(found)))
    apart = second[:, 0] - second[:, chosen.index(played)]
    if is_unsure(float(apart.mean()), _half(apart)):
        more = judge.compare(known, seat, (favourite, played), THIRD * worlds // SECOND, "third")
        apart = np.concatenate([apart, more[:, 0] - more[:, 1]])
    loss = float(apart.mean())
    if played == favourite or loss <= 0:
        return Analysis(seat, tuple(ranked), found[played])
    spread = _half(apart)
    if judge.learned and loss - spread > NAMED:
        other = judge_of(game, s.seats, TO_THE_END).compare(
            known, seat, (favourite, played), max(8, CONFIRMED * worlds // SECOND), "confirmed"
        )
        spread = widened(loss, spread, float((other[:, 0] - other[:, 1]).mean()))
    return Analysis(seat, tuple(ranked), found[played], loss, spread)


def widened(loss: float, spread: float, other: float) -> float:
    """Half of an interval that reaches as far as a second opinion about the loss, if that is lower.

    >>> widened(0.05, 0.01, 0.07), round(widened(0.05, 0.01, -0.02), 3)
    (0.01, 0.07)
    """
    return max(spread, loss - other)


def is_unsure(loss: float, spread: float) -> bool:
    """Could more worlds change whether this is called a mistake?"""
    return loss + spread > NAMED > loss - NEAR * spread


def _told(game: Game, known: bytes, seat: int, action: int) -> tuple[str, Mapping[str, Any] | None]:
    """An action's text, and what can be counted about it."""
    s = game.layout.unpack(known)
    return game.notation.action_text(s, seat, action), game.count(s, seat, action) if game.count else None


def _ranked(found: dict[int, RatedAction]) -> list[RatedAction]:
    return sorted(found.values(), key=lambda one: -one.value)


def _choice(
    action: int, told: dict[int, tuple[str, Mapping[str, Any] | None]], values: NDArray[np.float64]
) -> RatedAction:
    text, count = told[action]
    return RatedAction(action, text, float(values.mean()), _half(values), len(values), count)


def _half(values: NDArray[np.float64]) -> float:
    return float(SURE * values.std(ddof=1) / len(values) ** 0.5)
