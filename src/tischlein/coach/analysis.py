"""One decision: what each action is worth, judged only by what the seat knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from tischlein.coach.brief import RatedAction
from tischlein.coach.judge import judge_of, second_judge_of
from tischlein.engine.errors import OptionError
from tischlein.engine.game import Game
from tischlein.engine.intervals import FEWEST, RULE_OF_THREE, student
from tischlein.engine.play.table import Table
from tischlein.engine.rules.positions import short_repr, whole_number
from tischlein.engine.types import AnyJson, Json

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Worlds in which all actions are tried, and then those that may be best.
FIRST, SECOND = 64, 256
FINALISTS = 4
# Worlds that are added where these do not decide whether an action was a mistake.
THIRD = 768
# Worlds for a second opinion about a mistake, from a judge that works in another way.
CONFIRMED = 128
# More worlds where that does not confirm it: worlds differ much by chance, above all games that are played to the end.
ASKED_AGAIN = 384
# Within this many half-intervals of the border more worlds are worth their time, also to clear an action.
NEAR = 1.5
# A mistake is named only when it has cost more than this for sure.
NAMED = 0.015


@dataclass(frozen=True)
class Analysis:
    """The values of the actions of one decision, the best first."""

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
        """Return True if the action surely cost more than 1.5 % of a win."""
        return self.loss - self.spread > NAMED

    def data(self) -> Json:
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
        raise OptionError(f"table: {short_repr(table)} is not a table; game.new and game.at open one")
    actions = tuple(action.id for action in table.actions(seat))
    if not actions:
        raise OptionError(f"seat {seat} has nothing to decide now")
    number = whole_number("worlds", worlds, 1)
    return analyse_concealed(
        table.game, table.game.layout.pack(table.conceal_for(seat)), seat, actions, None, number
    )


def analyse_concealed(
    game: Game, known: bytes, seat: int, actions: tuple[int, ...], played: int | None, worlds: int = SECOND
) -> Analysis:
    """Analyse a concealed record; with the action that was played, also what it has cost."""
    import numpy as np

    s = game.layout.unpack(known)
    judge = judge_of(game, s.seats)
    described = {action: _action_text(game, known, seat, action) for action in actions}
    judge.practise(known, seat, actions)
    first = judge.compare(known, seat, actions, FIRST, "first")
    means = [float(first[:, k].mean()) for k in range(len(actions))]
    order = sorted(range(len(actions)), key=lambda k: -means[k])
    tried = {actions[k]: first[:, k] for k in order}
    if len(actions) == 1:
        only = _choice(actions[0], described, tried)
        return Analysis(seat, (only,), only if played is not None else None)
    favourite, *others = list(tried)[:FINALISTS]
    if played is not None and played not in (favourite, *others):
        others[-1] = played
    # Other worlds than those that have chosen them: the best of many by luck must not look better than it is.
    finalists = (favourite, *others)
    # Where the favourite was played there is no mistake: half as many worlds show well enough what the others bring.
    enough = worlds // 2 if played == favourite else worlds
    second = judge.compare(known, seat, finalists, max(2, enough), "second")
    tried = merge_values(tried, dict(zip(finalists, second.T, strict=True)), favourite)
    if played is None:
        return Analysis(seat, _rank_actions(described, tried))
    apart = tried[favourite] - tried[played]
    if played != favourite and is_unsure(float(apart.mean()), half_of_interval(apart)):
        both = favourite, played
        third = judge.compare(known, seat, both, THIRD * worlds // SECOND, "third")
        more = {action: np.concatenate([tried[action], third[:, k]]) for k, action in enumerate(both)}
        tried = merge_values(tried, more, favourite)
        apart = tried[favourite] - tried[played]
    ranked = _rank_actions(described, tried, favourite)
    done = _choice(played, described, tried)
    loss = float(apart.mean())
    if played == favourite or loss <= 0:
        return Analysis(seat, ranked, done)
    spread = half_of_interval(apart)
    if loss - spread > NAMED and (other := second_judge_of(game, s.seats)):
        ask = partial(other.compare, known, seat, (favourite, played))
        spread = widen_interval(loss, spread, second_opinion(ask, worlds))
    return Analysis(seat, ranked, done, loss, spread)


def merge_values(
    tried: Mapping[int, NDArray[np.float64]], again: Mapping[int, NDArray[np.float64]], favourite: int
) -> dict[int, NDArray[np.float64]]:
    """Return the values of actions where some have new ones, from other worlds.

    Other worlds have other luck, so old values cannot stand beside new ones as they are: they keep their proportion to the favourite.
    So an action that did worse than the favourite in the same worlds never gets ahead of it by luck.

    >>> import numpy as np
    >>> tried = {1: np.array([0.4]), 2: np.array([0.3]), 3: np.array([0.2])}
    >>> {action: values.tolist() for action, values in merge_values(tried, {1: np.array([0.2]), 2: np.array([0.1])}, 1).items()}
    {1: [0.2], 2: [0.1], 3: [0.1]}
    """
    before, after = float(tried[favourite].mean()), float(again[favourite].mean())
    share = after / before if before > 0 else 1.0
    return {
        action: again[action] if action in again else (values * share).clip(max=1.0)
        for action, values in tried.items()
    }


def second_opinion(ask: Callable[[int, str], NDArray[np.float64]], worlds: int) -> float:
    """Return the loss of the second of two actions by another judge, which is asked again before it clears the action.

    ``ask`` returns what both bring in a number of worlds.
    """
    import numpy as np

    tried = ask(max(8, CONFIRMED * worlds // SECOND), "confirmed")
    if (tried[:, 0] - tried[:, 1]).mean() <= NAMED:
        tried = np.concatenate([tried, ask(ASKED_AGAIN * worlds // SECOND, "asked again")])
    return float((tried[:, 0] - tried[:, 1]).mean())


def widen_interval(loss: float, spread: float, other: float) -> float:
    """Half of an interval that reaches as far as a second opinion about the loss, if that is lower.

    >>> widen_interval(0.05, 0.01, 0.07), round(widen_interval(0.05, 0.01, -0.02), 3)
    (0.01, 0.07)
    """
    return max(spread, loss - other)


def is_unsure(loss: float, spread: float) -> bool:
    """Return True if more worlds could change whether this is called a mistake."""
    return loss + spread > NAMED > loss - NEAR * spread


def _action_text(game: Game, known: bytes, seat: int, action: int) -> tuple[str, AnyJson | None]:
    """Return an action's text, and what can be counted about it."""
    count = game.face.count and game.face.count(game.layout.unpack(known), seat, action)
    return game.face.actions[action], count


Described = Mapping[int, tuple[str, AnyJson | None]]


def _rank_actions(
    described: Described, tried: Mapping[int, NDArray[np.float64]], favourite: int | None = None
) -> tuple[RatedAction, ...]:
    """Return the best first, or else the favourite, which is what a played action is measured against.

    Equal actions keep the order of the first round, in which those that were tried again lead.
    """
    found = (_choice(action, described, tried) for action in tried)
    return tuple(sorted(found, key=lambda one: (one.action != favourite, -round(one.value, 9))))


def _choice(action: int, described: Described, tried: Mapping[int, NDArray[np.float64]]) -> RatedAction:
    text, count = described[action]
    values = tried[action]
    return RatedAction(action, text, float(values.mean()), half_of_interval(values), len(values), count)


def half_of_interval(values: NDArray[np.float64]) -> float:
    """Return half of the 95 % interval of the mean of values between 0 and 1, or of their differences.

    >>> import numpy as np
    >>> round(half_of_interval(np.array([0.4, 0.6, 0.4, 0.6])), 3), half_of_interval(np.array([1.0, 1.0, 1.0, 1.0]))
    (0.182, 0.75)
    """
    n = len(values)
    if n < FEWEST and values.min() == values.max():
        return min(1.0, RULE_OF_THREE / n)
    return float(student(n) * values.std(ddof=1) / n**0.5)
