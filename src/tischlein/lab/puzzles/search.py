"""Look for a puzzle in one game between bots, and prove it.

A decision is screened twice: the net must prefer another action than rules of thumb, and a few deals must confirm that. Then the best
action is compared with every other one in many deals that the seat cannot tell from the true one, with the same luck for all. It must
lead all of them for sure, by both judges of the coach.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from tischlein.bots import Situation, bot, situation
from tischlein.bots.base import MOST_DECISIONS, dice
from tischlein.bots.learned import has_net, likings
from tischlein.bots.runtime import runtime
from tischlein.coach.analysis import half_of_interval, widened
from tischlein.coach.brief import RatedAction
from tischlein.coach.judge import Judge, judge_of, second_judge_of
from tischlein.engine.game import Game
from tischlein.engine.play.views import hint_of
from tischlein.engine.types import Json

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Deals for the screening, first few and then more; for the proof, and for the second opinion.
SCREENED = (48, 192)
PROVEN, CONFIRMED = 1024, 2048
# The best action must lead by this much of a win in the screening, and for sure in the proof.
HOPED, LEAD = 0.04, 0.03
# How often each level is asked.
ASKED = 16
# The search begins somewhere in the first decisions of a game, elsewhere in each: puzzles come from all its phases.
LATEST, SPREAD = 64, 37
LEVELS = ("medium", "hard")
SEATS = (2, 3, 4)
DIGITS = 4


@dataclass(frozen=True)
class Puzzle:
    """A decision as its seat knew it, and what each action is worth there."""

    seat: int
    known: str  # the concealed record, in hexadecimal digits
    played: str  # by rules of thumb
    lead: float  # of the best action over the second best
    spread: float  # half of its 95 % interval
    choices: list[RatedAction]  # the best first
    solved: dict[str, float]  # by level: the share that finds the best action

    def data(self) -> Json:
        """Ready for JSON."""
        return asdict(self)


@dataclass(frozen=True)
class Proof:
    """The lead of an action over each other one."""

    best: int  # its place
    values: NDArray[np.float64]  # [world, action]
    lead: float
    spread: float

    @property
    def holds(self) -> bool:
        """Return True if the action surely leads all others by enough to be clear."""
        return self.lead - self.spread > LEAD


def look_in(game: Game, seed: int, number: int) -> Puzzle | None:
    """Return the first puzzle of one game, None if it has none. The same numbers find the same one on every machine."""
    for asked, usual in _doubtful(game, seed * 1_000_003 + number):
        proof = _proof_of(asked, usual)
        if proof is not None:
            # Measured once more: the first that happens to hold looks clearer than it is.
            told = proved(game, asked.data, asked.seat, asked.actions, proof.best, PROVEN, "told")
            if told is not None:
                return _puzzle(asked, told, usual)
    return None


def _doubtful(game: Game, seed: int) -> Iterator[tuple[Situation, int]]:
    """Play a game; yield the decisions where the net prefers another action than rules of thumb, and what those choose."""
    seats = [n for n in SEATS if n in game.seats]
    table = game.new(seats=seats[seed % len(seats)], seed=seed)
    levels = [bot(name) for name in LEVELS]
    first = seed * SPREAD % LATEST
    for decision in range(MOST_DECISIONS):
        if table.over:
            return
        seat = table.actor
        now = situation(table, seat, seed=seed, iterations=1)
        usual = levels[0].choose(now)
        if decision >= first and len(now.actions) > 1 and _preferred(now) != usual:
            yield now, usual
        # The strong bot goes round the table from game to game.
        table.play(seat, usual if seat != seed % table.seats else levels[1].choose(now))


def _preferred(now: Situation) -> int | None:
    """Return what the net likes best; None where a game has none, and every decision is worth a look."""
    if not has_net(now.game):
        return None
    liked = likings(runtime(now.game), now)
    return now.actions[liked.index(max(liked))]


def _proof_of(asked: Situation, usual: int) -> Proof | None:
    """Return the proof that one action is clearly the best, and never found by rules of thumb."""
    judge = judge_of(asked.game, asked.seats)
    judge.forget()
    best = 0
    for worlds in SCREENED:
        found = judge.compare(asked.data, asked.seat, asked.actions, worlds, f"screened {worlds}").mean(0)
        best, second = sorted(range(len(asked.actions)), key=lambda k: -float(found[k]))[:2]
        if asked.actions[best] == usual or found[best] - found[second] < HOPED:
            return None
    if solved_by(LEVELS[0], asked, asked.actions[best]) > 0 or not _is_told(asked, best, usual):
        return None
    return proved(asked.game, asked.data, asked.seat, asked.actions, best, PROVEN)


def proved(
    game: Game, known: bytes, seat: int, actions: tuple[int, ...], best: int, worlds: int, label: str = ""
) -> Proof | None:
    """Compare the action at the place ``best`` with all others in new deals; None if it does not lead them clearly."""
    seats = game.layout.unpack(known).seats
    judge, other = judge_of(game, seats), second_judge_of(game, seats)
    judge.practise(known, seat, actions)
    proof = _lead(judge, known, seat, actions, best, worlds, f"proof {label}")
    if not proof.holds or other is None:
        return proof if proof.holds else None
    doubt = _lead(other, known, seat, actions, best, CONFIRMED * worlds // PROVEN, f"second opinion {label}")
    proof = Proof(best, proof.values, proof.lead, widened(proof.lead, proof.spread, doubt.lead))
    return proof if proof.holds else None


def _lead(
    judge: Judge, known: bytes, seat: int, actions: tuple[int, ...], best: int, worlds: int, label: str
) -> Proof:
    values = judge.compare(known, seat, actions, worlds, label)
    ahead = [values[:, best] - values[:, k] for k in range(len(actions)) if k != best]
    means = [float(one.mean()) for one in ahead]
    # The interval reaches down to the action that comes closest with its own one.
    least = min(mean - half_of_interval(one) for mean, one in zip(means, ahead, strict=True))
    return Proof(best, values, min(means), min(means) - least)


def _is_told(asked: Situation, best: int, usual: int) -> bool:
    """Return True if the coach can say something about the best action or the usual one: a count, or what comes of it."""
    game, record = asked.game, asked.game.layout.unpack(asked.data)
    return any(
        (game.face.count is not None and game.face.count(record, asked.seat, action))
        or hint_of(game, record, asked.seat, action)
        for action in (asked.actions[best], usual)
    )


def _puzzle(asked: Situation, proof: Proof, usual: int) -> Puzzle:
    best = asked.actions[proof.best]
    choices = [_tried(asked, action, proof.values[:, k]) for k, action in enumerate(asked.actions)]
    return Puzzle(
        seat=asked.seat,
        known=asked.data.hex(),
        played=asked.text(usual),
        lead=round(proof.lead, DIGITS),
        spread=round(proof.spread, DIGITS),
        choices=sorted(choices, key=lambda one: (one.action != best, -one.value, one.action)),
        solved={name: solved_by(name, asked, best) for name in LEVELS},
    )


def solved_by(level: str, asked: Situation, best: int) -> float:
    """Return the share of a level's bots, each with other dice, that find the best action."""
    player = bot(level)
    told = (replace(asked, rng=dice(k, asked.seat, asked.data)) for k in range(ASKED))
    return sum(player.choose(one) == best for one in told) / ASKED


def _tried(asked: Situation, action: int, values: NDArray[np.float64]) -> RatedAction:
    game, record = asked.game, asked.game.layout.unpack(asked.data)
    count = game.face.count(record, asked.seat, action) if game.face.count else None
    return RatedAction(
        action,
        asked.text(action),
        round(float(values.mean()), DIGITS),
        round(half_of_interval(values), DIGITS),
        len(values),
        dict(count) if count else None,
    )
