"""Play random games with other engines for card games, and time them.

A decision is an action of a seat; chance outcomes are never counted, but how many there are per decision is
reported, because they cost time too. Games are random from the first deal to the end. What is measured:

============================  =================================================================================
Python                        the game played through the peer's Python interface
C++ rollouts, after the deal  OpenSpiel's MCTSBot with one simulation: its RandomRolloutEvaluator then plays n
                              games from the state it is given. That state must be a seat's decision, so the deal
                              is left out: this flatters the peer
C++ rollouts with the deal    the same, plus the time C++ needs for the deal (the difference between C++ games
                              from the start and C++ games from dealt states). The nearest to what ours does
C++ games                     OpenSpiel's evaluate_bots with its uniform random bots, from the start
============================  =================================================================================

Rollouts do not say how many decisions they made. Their number is the mean length of C++ random games from the
same dealt states, times the number of rollouts; `count_error` is the relative standard error of that estimate.
Everywhere else decisions are counted one by one. A clone is timed twice: as called from Python, and, among the
rollouts after the deal, in C++, where only a bound from above can be had.

All times are the processor's, of this thread: they stand still while other programs have the core.
"""

from __future__ import annotations

import importlib
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tischlein.engine.types import Untyped

OPENSPIEL_GAMES: Final[dict[str, dict[str, int]]] = {
    "crazy_eights": {"players": 4},
    "hearts": {},
    "spades": {},
}
ROOTS: Final = 16  # dealt states that rollouts start from, new ones in every turn
ROLLOUTS: Final = 200  # per search: enough to hide the call from Python, few enough to keep to the budget
BATCH: Final = 2 * ROOTS  # C++ games between two looks at the clock
CLONES: Final = 2000

PYTHON: Final = "Python"
AFTER_DEAL: Final = "C++ rollouts, after the deal"
WITH_DEAL: Final = "C++ rollouts with the deal"
CPP_GAMES: Final = "C++ games"

Random = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Row:
    """One peer, played one way; a peer that could not be measured has no rate and a note that says why."""

    name: str
    how: str
    seats: int = 0
    decisions: int = 0
    games: int = 0
    seconds: float = 0.0
    decisions_per_s: float | None = None
    lowest: float | None = None  # of the turns
    highest: float | None = None
    chance_per_decision: float | None = None
    count_error: float = 0.0
    whole_games: bool = True
    state_bytes: int | None = None
    clone_ns: float | None = None
    ratio: float | None = None  # ours / theirs
    note: str = ""


# --- OpenSpiel through Python ---------------------------------------------------------------------------------


def openspiel_python(game: str, seconds: float, seed: int = 1) -> Row:
    """Play random games of OpenSpiel, every step through its Python interface."""
    spiel = importlib.import_module("pyspiel")
    loaded = spiel.load_game(game, OPENSPIEL_GAMES[game])
    draw = random.Random(seed).random
    decisions = chances = games = 0
    start = time.thread_time()
    while True:
        made, sampled = _play(loaded.new_initial_state(), draw)
        decisions, chances, games = decisions + made, chances + sampled, games + 1
        spent = time.thread_time() - start
        if spent >= seconds:
            break
    states = _decision_states(loaded.new_initial_state(), draw)
    return Row(
        name=f"OpenSpiel {game}",
        how=PYTHON,
        seats=loaded.num_players(),
        decisions=decisions,
        games=games,
        seconds=spent,
        decisions_per_s=decisions / spent,
        chance_per_decision=chances / decisions,
        state_bytes=_state_bytes(states),
        clone_ns=_clone_ns(states),
    )


def _play(state: Untyped, draw: Random) -> tuple[int, int]:
    """Play to the end at random; the numbers of decisions and of chance outcomes."""
    decisions = chances = 0
    while True:
        player = state.current_player()  # one call tells decision, chance and end apart
        if player >= 0:
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
            decisions += 1
        elif player == -1:
            state.apply_action(_outcome(state.chance_outcomes(), draw()))
            chances += 1
        else:
            return decisions, chances


def _outcome(outcomes: Sequence[tuple[int, float]], point: float) -> int:
    """Return the outcome on which a point in [0, 1) falls."""
    for outcome, probability in outcomes:
        point -= probability
        if point < 0.0:
            return outcome
    return outcomes[-1][0]  # the probabilities may add up to a hair less than 1


def _dealt(loaded: Untyped, draw: Random) -> Untyped:
    """Return a new game up to its first decision."""
    state = loaded.new_initial_state()
    while state.is_chance_node():
        state.apply_action(_outcome(state.chance_outcomes(), draw()))
    return state


def _decision_states(state: Untyped, draw: Random) -> list[Untyped]:
    """Return copies of all states of one random game in which a seat decides."""
    states = []
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(_outcome(state.chance_outcomes(), draw()))
            continue
        states.append(state.clone())
        actions = state.legal_actions()
        state.apply_action(actions[int(draw() * len(actions))])
    return states


def _clone_ns(states: Sequence[Untyped]) -> float:
    """Return the mean time of clone() over a game's decisions, with the call from Python and the copy's end."""
    rounds = max(1, CLONES // len(states))
    start = time.thread_time_ns()
    for _ in range(rounds):
        for state in states:
            state.clone()
    return (time.thread_time_ns() - start) / (rounds * len(states))


def _state_bytes(states: Sequence[Untyped]) -> int | None:
    """Return the heap that one more copy takes, averaged over a game's decisions; None where malloc cannot be asked."""
    rounds = max(1, CLONES // len(states))
    before = _heap_in_use()
    copies = [state.clone() for state in states for _ in range(rounds)]
    after = _heap_in_use()
    if before is None or after is None or after <= before:
        return None
    return round((after - before) / len(copies))


def _heap_in_use() -> int | None:
    """Return the bytes handed out by glibc's malloc (Python's own small objects live elsewhere)."""
    if not sys.platform.startswith("linux"):
        return None
    import ctypes

    class MallInfo2(ctypes.Structure):
        _fields_ = [(f"field{i}", ctypes.c_size_t) for i in range(10)]

    try:
        ask = ctypes.CDLL(None).mallinfo2
    except (OSError, AttributeError):
        return None
    ask.restype = MallInfo2
    return int(ask().field7)  # uordblks


# --- OpenSpiel in C++ -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Games:
    """C++ games by random bots: how long each was, and the time of all of them."""

    lengths: list[int]
    chances: int
    seconds: float

    @property
    def decisions(self) -> int:
        return sum(self.lengths)


def openspiel_cpp(game: str, seconds: float, seed: int = 1) -> list[Row]:
    """Play random games of OpenSpiel in C++: rollouts after the deal, the same with the deal, and whole games."""
    spiel = importlib.import_module("pyspiel")
    loaded = spiel.load_game(game, OPENSPIEL_GAMES[game])
    draw = random.Random(seed).random
    roots = [_dealt(loaded, draw) for _ in range(ROOTS)]
    whole = _bot_games(spiel, loaded, lambda _: loaded.new_initial_state(), seconds, seed)
    dealt = _bot_games(spiel, loaded, lambda i: roots[i % ROOTS].clone(), seconds, seed)
    after_deal = _rollouts(spiel, loaded, roots, dealt, seconds, seed)
    # Games differ in length: compare the whole games with dealt ones of the same number of decisions.
    deal = max(0.0, whole.seconds - dealt.seconds * whole.decisions / dealt.decisions) / len(whole.lengths)
    with_deal_seconds = after_deal.seconds + deal * after_deal.games
    with_deal = replace(
        after_deal,
        how=WITH_DEAL,
        seconds=with_deal_seconds,
        decisions_per_s=after_deal.decisions / with_deal_seconds,
        chance_per_decision=whole.chances / whole.decisions,
        whole_games=True,
        clone_ns=None,
    )
    games = Row(
        name=after_deal.name,
        how=CPP_GAMES,
        seats=after_deal.seats,
        decisions=whole.decisions,
        games=len(whole.lengths),
        seconds=whole.seconds,
        decisions_per_s=whole.decisions / whole.seconds,
        chance_per_decision=whole.chances / whole.decisions,
    )
    return [after_deal, with_deal, games]


def _bot_games(
    spiel: Untyped, loaded: Untyped, start: Callable[[int], Untyped], seconds: float, seed: int
) -> _Games:
    """Let OpenSpiel's random bots play; decisions are read from the histories while the clock stands."""
    bots = [spiel.make_uniform_random_bot(seat, seed + seat) for seat in range(loaded.num_players())]
    lengths: list[int] = []
    chances, spent = 0, 0.0
    end = time.thread_time() + seconds
    while not lengths or time.thread_time() < end:
        played = []
        begun = time.thread_time()
        for i in range(len(lengths), len(lengths) + BATCH):
            state = start(i)
            spiel.evaluate_bots(state, bots, seed + i)
            played.append(state)
        spent += time.thread_time() - begun
        for state in played:
            steps = state.full_history()
            decisions = sum(step.player >= 0 for step in steps)
            lengths.append(decisions)
            chances += len(steps) - decisions
    return _Games(lengths, chances, spent)


def _rollouts(
    spiel: Untyped, loaded: Untyped, roots: Sequence[Untyped], dealt: _Games, seconds: float, seed: int
) -> Row:
    """Time rollouts from dealt states, as many decisions each as the bots' games from the same state had."""
    search = _searcher(spiel, loaded, ROLLOUTS, seed)
    searches = 0
    start = time.thread_time()
    while True:
        search(roots[searches % ROOTS])
        searches += 1
        spent = time.thread_time() - start
        if spent >= seconds:
            break
    decisions, error = estimate(dealt.lengths, searches)
    # BATCH is a multiple of ROOTS, so the bots' games began at every root equally often.
    dealing = sum(len(root.full_history()) for root in roots) * len(dealt.lengths) // ROOTS
    return Row(
        name=f"OpenSpiel {loaded.get_type().short_name}",
        how=AFTER_DEAL,
        seats=loaded.num_players(),
        decisions=round(decisions),
        games=searches * ROLLOUTS,
        seconds=spent,
        decisions_per_s=decisions / spent,
        chance_per_decision=(dealt.chances - dealing) / dealt.decisions,
        count_error=error,
        whole_games=False,
        clone_ns=_forced_ns(spiel, loaded, seed),
    )


def _searcher(spiel: Untyped, loaded: Untyped, rollouts: int, seed: int) -> Callable[[Untyped], Untyped]:
    """Return a function that plays that many random games from a state, all in C++.

    The first simulation of a search evaluates the root itself, so one simulation is exactly `rollouts` games.
    """
    evaluator = spiel.RandomRolloutEvaluator(rollouts, seed)
    bot = spiel.MCTSBot(loaded, evaluator, 1.0, 1, 1, False, seed, False)
    search: Callable[[Untyped], Untyped] = bot.mcts_search
    return search


def estimate(lengths: Sequence[int], searches: int) -> tuple[float, float]:
    """Estimate the decisions in some searches, and the relative standard error of that number.

    `lengths[i]` is the length of a sampled game from root i modulo ROOTS; the searches take the roots in turn.
    The error has two parts: each root's mean is itself sampled, and the rollouts scatter around the true mean.
    """
    total = variance = 0.0
    for root in range(ROOTS):
        sample = lengths[root::ROOTS]
        rollouts = ROLLOUTS * len(range(root, searches, ROOTS))
        spread = statistics.variance(sample)
        total += rollouts * statistics.fmean(sample)
        variance += rollouts**2 * spread / len(sample) + rollouts * spread
    return total, variance**0.5 / total


def _forced_ns(spiel: Untyped, loaded: Untyped, seed: int) -> float:
    """Time a C++ rollout that has one forced decision left: a copy and little else, so a bound from above."""
    draw = random.Random(seed).random
    search = _searcher(spiel, loaded, CLONES, seed)
    while True:
        last = _decision_states(loaded.new_initial_state(), draw)[-1]
        actions = last.legal_actions()
        if len(actions) == 1 and last.child(actions[0]).is_terminal():
            break
    start = time.thread_time_ns()
    search(last)
    return (time.thread_time_ns() - start) / CLONES


# --- RLCard ---------------------------------------------------------------------------------------------------


def rlcard_uno(seconds: float, seed: int = 1) -> Row:
    """Play random games of RLCard's Uno (two seats, it offers no other number), every step through its environment."""
    environment = importlib.import_module("rlcard").make("uno", config={"seed": seed})
    draw = random.Random(seed).random
    decisions = games = 0
    start = time.thread_time()
    while True:
        state, _ = environment.reset()
        while not environment.is_over():
            actions = list(state["legal_actions"])
            state, _ = environment.step(actions[int(draw() * len(actions))])
            decisions += 1
        games += 1
        spent = time.thread_time() - start
        if spent >= seconds:
            break
    return Row(
        name="RLCard uno",
        how=PYTHON,
        seats=environment.num_players,
        decisions=decisions,
        games=games,
        seconds=spent,
        decisions_per_s=decisions / spent,
    )
