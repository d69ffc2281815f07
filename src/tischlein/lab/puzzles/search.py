"""Look for the hardest puzzle in a part of a game between bots, and prove it.

Each decision with several choices is screened: a few deals, and then more, must prefer another action than rules of thumb play. What is left is
ordered by how seldom ``hard`` finds it. Then the best action is compared with every other one in many deals that the seat cannot tell from the
true one, with the same luck for all. It must lead all of them for sure, by both judges of the coach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from tischlein.bots import Situation, bot, situation
from tischlein.bots.base import MOST_DECISIONS, bot_rng
from tischlein.bots.learned import has_net, policy_logits
from tischlein.bots.runtime import runtime
from tischlein.coach.analysis import half_of_interval, widen_interval
from tischlein.coach.brief import RatedAction
from tischlein.coach.judge import judge_of, second_judge_of
from tischlein.coach.moves import continue_line
from tischlein.engine.game import Game
from tischlein.engine.play.views import hint_of
from tischlein.engine.play.whole_moves import move_of
from tischlein.engine.types import Count, Json

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Deals for the screening, first few and then more, and the share of a win by which the best action must lead in each.
SCREENED = ((8, 0.02), (32, 0.04), (128, 0.06))
# Deals in which the second judge must not prefer another action either, before anything is proved.
DOUBTED = 128
# Deals for the proof, and for the second opinion at most; there the best action must lead for sure by this share of a win.
PROVEN, CONFIRMED = 1024, 2048
LEAD = 0.03
# A puzzle leads by more than this, so that its answer is clear to a person.
CLEAR = 0.1
# Deals after which a proof looks for the first time whether more can change anything; then after twice as many each time.
FIRST_LOOK = 256
# What the judge practises before each proof differs by these labels; the figures of the last one are told.
PRACTICES = ("", "second", "third", "told")
# With fewer choices, guessing is too easy.
CHOICES = 3
# The beginning, the middle and the end of a game, in turn.
PHASES = 3
SEATS = (2, 3, 4)
# How often each level is asked, with other dice each time; before the proof, often enough to put the candidates in order.
ASKED = {"medium": 16, "hard": 8, "expert": 1}
GLANCES = 4
# Games that ``expert`` plays on before it decides: about what a second is enough for.
THOUGHT = 1000
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
    line: list[str]  # the whole move that begins with the best action
    instead: list[str]  # and with that of rules of thumb

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

    @property
    def fails(self) -> bool:
        """Return True if the action surely does not lead all others by enough to be clear."""
        return self.lead + self.spread < LEAD


@dataclass(frozen=True)
class Candidate:
    """A decision in which some deals prefer another action than rules of thumb play."""

    asked: Situation
    usual: int  # what rules of thumb play
    best: int  # the place of the action that some deals prefer
    lead: float


def look_in(game: Game, seed: int, number: int) -> Puzzle | None:
    """Return the hardest puzzle of a part of a game, None if there is none. The same numbers find the same one on every machine."""
    doubts = [doubt for doubt in _doubts(game, seed, number) if _is_fit(doubt)]
    shares = [share_solving("hard", one.asked, one.asked.actions[one.best], GLANCES) for one in doubts]
    for k in sorted(range(len(doubts)), key=lambda k: (shares[k], -doubts[k].lead)):
        asked = doubts[k].asked
        proof = prove_repeatedly(game, asked.data, asked.seat, asked.actions, doubts[k].best)
        if proof is not None and proof.lead > CLEAR:
            found = _puzzle(asked, proof, doubts[k].usual)
            if reason_for(game, found.known, found.seat, found.line, found.instead) is not None:
                return found
    return None


def _doubts(game: Game, seed: int, number: int) -> Iterator[Candidate]:
    """Play a game and screen the decisions in one part of it."""
    decisions = _play_game(game, seed * 1_000_003 + number, number // PHASES)
    phase = number % PHASES
    part = decisions[len(decisions) * phase // PHASES : len(decisions) * (phase + 1) // PHASES]
    for asked, usual in part:
        if len(asked.actions) >= CHOICES and (found := _screen(asked, usual)) is not None:
            yield Candidate(asked, usual, *found)


def _play_game(game: Game, seed: int, number: int) -> list[tuple[Situation, int]]:
    """Play a game by rules of thumb, one seat by what the net likes best; return each decision, and what rules of thumb play there."""
    seats = [n for n in SEATS if n in game.seats]
    table = game.new(seats=seats[number % len(seats)], seed=seed)
    medium = bot("medium")
    strong = number // len(seats) % table.seats
    decisions: list[tuple[Situation, int]] = []
    while not table.over and len(decisions) < MOST_DECISIONS:
        now = situation(table, table.actor, seed=seed, iterations=THOUGHT, late_events=True)
        usual = medium.choose(now)
        decisions.append((now, usual))
        table.play(now.seat, _net_choice(now) if now.seat == strong and has_net(game) else usual)
    return decisions


def _net_choice(now: Situation) -> int:
    """Return the action that the net gives the highest value."""
    liked = policy_logits(runtime(now.game), now)
    return now.actions[liked.index(max(liked))]


def _screen(asked: Situation, usual: int) -> tuple[int, float] | None:
    """Return the place of an action that seems clearly better than all others, and its lead; None if rules of thumb play it."""
    judge = judge_of(asked.game, asked.seats)
    judge.forget()
    best, lead = 0, 0.0
    for worlds, hoped in SCREENED:
        found = judge.compare(asked.data, asked.seat, asked.actions, worlds, f"screened {worlds}").mean(0)
        best, second = sorted(range(len(asked.actions)), key=lambda k: -float(found[k]))[:2]
        lead = float(found[best] - found[second])
        if asked.actions[best] == usual or lead < hoped:
            return None
    other = second_judge_of(asked.game, asked.seats)
    if other is not None:
        also = other.compare(asked.data, asked.seat, asked.actions, DOUBTED, "doubted").mean(0)
        if also.argmax() != best:
            return None
    return best, lead


def _is_fit(doubt: Candidate) -> bool:
    """Return True if rules of thumb never find the best action, and the coach can say something about it or the usual one."""
    asked = doubt.asked
    game, record = asked.game, asked.game.layout.unpack(asked.data)
    return share_solving("medium", asked, asked.actions[doubt.best]) == 0 and any(
        (game.face.count is not None and game.face.count(record, asked.seat, action))
        or hint_of(game, record, asked.seat, action)
        for action in (asked.actions[doubt.best], doubt.usual)
    )


def prove_repeatedly(
    game: Game, known: bytes, seat: int, actions: tuple[int, ...], best: int
) -> Proof | None:
    """Prove an action once after each practice of the judge, in other deals each time; return the last proof, or None unless all hold.

    The first proof that happens to hold looks clearer than it is, and its interval does not contain what depends on the practice. So the
    last one is told, and all must agree with it.
    """
    proofs: list[Proof] = []
    for label in PRACTICES:
        proof = prove(game, known, seat, actions, best, PROVEN, label)
        if proof is None:
            return None
        proofs.append(proof)
    told = proofs[-1]
    agree = all(abs(one.lead - told.lead) <= one.spread + told.spread for one in proofs)
    return told if agree else None


def prove(
    game: Game, known: bytes, seat: int, actions: tuple[int, ...], best: int, worlds: int, label: str = ""
) -> Proof | None:
    """Compare the action at the place ``best`` with all others in new deals; None if it does not lead them clearly."""
    seats = game.layout.unpack(known).seats
    judge, other = judge_of(game, seats), second_judge_of(game, seats)
    judge.practise(known, seat, actions, label)
    asked = partial(judge.compare, known, seat, actions)
    proof = _compare(asked, best, worlds, f"proof {label}", lambda one: one.fails)
    if not proof.holds or other is None:
        return proof if proof.holds else None
    asked = partial(other.compare, known, seat, actions)
    most = CONFIRMED * worlds // PROVEN
    doubt = _compare(asked, best, most, f"second opinion {label}", lambda one: one.fails or one.holds)
    proof = Proof(best, proof.values, proof.lead, widen_interval(proof.lead, proof.spread, doubt.lead))
    return proof if proof.holds else None


def _compare(
    ask: Callable[[int, str], NDArray[np.float64]],
    best: int,
    worlds: int,
    label: str,
    is_enough: Callable[[Proof], bool],
) -> Proof:
    """Compare an action with all others in at most ``worlds`` deals, and in fewer if those are enough."""
    import numpy as np

    values = ask(min(FIRST_LOOK, worlds), label)
    while not is_enough(found := _lead(values, best)) and (left := worlds - len(values)):
        more = ask(min(len(values), left), f"{label} {len(values)}")
        values = np.concatenate([values, more])
    return found


def _lead(values: NDArray[np.float64], best: int) -> Proof:
    ahead = [values[:, best] - values[:, k] for k in range(values.shape[1]) if k != best]
    means = [float(one.mean()) for one in ahead]
    # The interval reaches down to the action that comes closest with its own one.
    least = min(mean - half_of_interval(one) for mean, one in zip(means, ahead, strict=True))
    return Proof(best, values, min(means), min(means) - least)


def _puzzle(asked: Situation, proof: Proof, usual: int) -> Puzzle:
    best = asked.actions[proof.best]
    choices = [_after_action(asked, action, proof.values[:, k]) for k, action in enumerate(asked.actions)]
    return Puzzle(
        seat=asked.seat,
        known=asked.data.hex(),
        played=asked.text(usual),
        lead=round(proof.lead, DIGITS),
        spread=round(proof.spread, DIGITS),
        choices=sorted(choices, key=lambda one: (one.action != best, -one.value, one.action)),
        line=continue_line(asked.game, asked.data, asked.seat, best),
        instead=continue_line(asked.game, asked.data, asked.seat, usual),
        solved={name: share_solving(name, asked, best) for name in ASKED},
    )


def reason_for(game: Game, known: str, seat: int, line: list[str], instead: list[str]) -> Count | None:
    """Return why the first move is better than the other one, in cards; None where there is nothing to say."""
    if game.face.reason is None:
        return None
    data = bytes.fromhex(known)
    moves = (move_of(game, data, seat, texts) for texts in (line, instead))
    return game.face.reason(game.layout.unpack(data), seat, *moves)


def share_solving(level: str, asked: Situation, best: int, times: int = 0) -> float:
    """Return the share of a level's bots, each with other dice, that find the best action."""
    player = bot(level)
    times = times or ASKED[level]
    told = (replace(asked, rng=bot_rng(k, asked.seat, asked.data)) for k in range(times))
    return sum(player.choose(one) == best for one in told) / times


def _after_action(asked: Situation, action: int, values: NDArray[np.float64]) -> RatedAction:
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
