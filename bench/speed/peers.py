"""Measure other engines for card games on the same core in the same run as ours.

All play random games in turns, and medians are compared, so that a machine that slows down slows all. A decision is an action
of a seat; chance outcomes cost time too, but are not counted. OpenSpiel is played in these ways:

* in Python, every step through its interface;
* in C++ by its uniform random bots (``evaluate_bots``), from the start;
* in C++ by the rollouts of its MCTSBot. They begin at a decision, so the deal is left out, which flatters them; and they do not
  say how many decisions they made, so the mean length of the bots' games from the same states stands for it;
* the same with the time that C++ needs for the deal: the bots' games from the start less those after the deal.

Beside these, our games through the adapter for OpenSpiel, and OpenSpiel's own games in Python, step by step through its interface.

All times are the processor's, of this thread: they stand still while other programs have the core.
"""

import importlib
import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import tischlein
from bench.common.turns import CORE_TIME, Clock, Progress, Steps, one_core, ours
from tischlein.engine.types import Json, Untyped

GAME: Final = "lobo77"
SEATS: Final = 4
INSTALL: Final = "pip install 'tischlein[peers]'"
REPEATS: Final = 5
SEED_STEP: Final = 1_000_003  # between turns; within a turn games take consecutive seeds
SPIEL_GAMES: Final[dict[str, dict[str, int]]] = {"crazy_eights": {"players": 4}, "hearts": {}, "spades": {}}
ROOTS: Final = 16  # dealt states that rollouts begin at, new ones in every turn
ROLLOUTS: Final = 200  # per search: enough to hide the call from Python
WITHOUT_DEAL: Final = "C++ rollouts, after the deal"
IN_PYTHON: Final = ("python_kuhn_poker", "python_liars_poker")  # of OpenSpiel

# Decisions per second, by how they were played.
Rates = dict[str, float]


@dataclass(frozen=True, slots=True)
class Contender:
    """A game of another library: ``rates(seconds, seed)`` measures it once, in one or more ways."""

    name: str
    module: str  # that it needs
    rates: Callable[[float, int], Rates]


def take_turns(
    contenders: Sequence[Contender], seconds: float, seed: int, progress: Progress | None, repeats: int
) -> list[Json]:
    """Measure all in turns on one core, and return rows; one that cannot be imported has a note instead of a rate."""
    absent = {one.name: note for one in contenders if (note := missing(one.module))}
    there = [one for one in contenders if one.name not in absent]
    tell = Steps(repeats * len(there), progress)
    found: dict[tuple[str, str], list[float]] = {}
    with one_core():  # before anything starts threads of its own
        for turn in range(repeats):
            for one in there:
                tell(one.name)
                for how, rate in one.rates(seconds / repeats, seed + SEED_STEP * turn).items():
                    found.setdefault((one.name, how), []).append(rate)
    tell("done")
    rows: list[Json] = [
        {"name": name, "how": how, "decisions_per_s": statistics.median(rates), "lowest": min(rates), "highest": max(rates), "note": ""}
        for (name, how), rates in found.items()
    ]  # fmt: skip
    empty = {"how": "", "decisions_per_s": None, "lowest": None, "highest": None}
    return rows + [{"name": name, **empty, "note": note} for name, note in absent.items()]


def missing(module: str) -> str:
    """Return why a module cannot be imported and how to install it, or nothing."""
    try:
        importlib.import_module(module)
    except ModuleNotFoundError as error:
        reason = "not installed" if error.name == module else f"lacks {error.name}"
    except ImportError as error:
        reason = f"cannot be imported ({error})"
    else:
        return ""
    return f"{reason}: {INSTALL}"


def rate(step: Callable[[], int], seconds: float, clock: Clock = CORE_TIME) -> float:
    """Take steps until the time is up, and return the decisions per second that they report."""
    decisions, begun = 0, clock()
    while True:
        decisions += step()
        spent = clock() - begun
        if spent >= seconds:
            return decisions / spent


def fastest(rows: Sequence[Json]) -> Json | None:
    """Return the quickest of some rows, if there is one."""
    rated = [row for row in rows if row["decisions_per_s"]]
    return max(rated, key=lambda row: float(row["decisions_per_s"]), default=None)


def run(seconds: float, seed: int, progress: Progress) -> Json:
    """Measure ours and theirs; ``ratio`` is ours to theirs."""
    play = ours(tischlein.game(GAME), SEATS, seed)
    play(seconds / 100)  # compiles
    mine = Contender("Tischlein", "tischlein", lambda seconds, seed: {"native": play(seconds)})
    own, *rows = take_turns([mine, *engines()], seconds, seed, progress, REPEATS)
    rows = [{**row, "ratio": row["decisions_per_s"] and own["decisions_per_s"] / row["decisions_per_s"]} for row in rows]  # fmt: skip
    return {
        "ours": {"game": GAME, "backend": "native", "seats": SEATS, **own},
        "rows": rows,
        "fastest": fastest(rows),
        "fastest_whole_games": fastest([row for row in rows if row["how"] != WITHOUT_DEAL]),
        "through_openspiel": take_turns(in_python(list(tischlein.games())), seconds, seed, progress, REPEATS),
    }


def engines() -> list[Contender]:
    """Return the engines for card games that are compared with ours."""
    spiel = [
        Contender(f"OpenSpiel {game}", "pyspiel", partial(play_openspiel, game, options))
        for game, options in SPIEL_GAMES.items()
    ]
    return [*spiel, Contender("RLCard uno", "rlcard", play_rlcard)]


def in_python(games: Sequence[str]) -> list[Contender]:
    """Return games of ours for two, and OpenSpiel's own, in Python."""
    names = [*(f"tischlein_{game}(seats=2)" for game in games), *IN_PYTHON]
    return [Contender(name, "pyspiel", partial(play_in_python, name)) for name in names]


# OpenSpiel


def play_in_python(name: str, seconds: float, seed: int) -> Rates:
    """Play random games that are written in Python, with legal actions and outcomes asked for."""
    for module in ("tischlein.adapters.openspiel", "open_spiel.python.games"):  # they register their games
        importlib.import_module(module)
    loaded, rng = importlib.import_module("pyspiel").load_game(name), random.Random(seed)
    return {"Python": rate(lambda: played(loaded.new_initial_state(), rng), seconds)}


def play_openspiel(game: str, options: dict[str, int], seconds: float, seed: int) -> Rates:
    """Play random games of OpenSpiel in all ways."""
    spiel = importlib.import_module("pyspiel")
    loaded, rng = spiel.load_game(game, options), random.Random(seed)
    roots = [_dealt(loaded, rng) for _ in range(ROOTS)]
    decisions, whole_s, games = _by_bots(spiel, [loaded.new_initial_state] * ROOTS, seconds, seed)
    dealt_decisions, dealt_s, dealt_games = _by_bots(spiel, [root.clone for root in roots], seconds, seed)
    length = dealt_decisions / dealt_games
    # The first simulation of a search evaluates the root itself, so one simulation is exactly this number of games.
    evaluator = spiel.RandomRolloutEvaluator(ROLLOUTS, seed)
    bot, turns = spiel.MCTSBot(loaded, evaluator, 1.0, 1, 1, False, seed, False), iter(range(1 << 60))

    def search() -> int:
        bot.mcts_search(roots[next(turns) % ROOTS])
        return round(ROLLOUTS * length)

    after_deal = rate(search, seconds)
    deal_s = max(0.0, whole_s / games - dealt_s / dealt_decisions * decisions / games)
    return {
        "Python": rate(lambda: played(loaded.new_initial_state(), rng), seconds),
        "C++ games": decisions / whole_s,
        WITHOUT_DEAL: after_deal,
        "C++ rollouts with the deal": length / (length / after_deal + deal_s),
    }


def played(state: Untyped, rng: random.Random, look: Callable[[Untyped], object] | None = None) -> int:
    """Play to the end at random, and return the number of decisions; ``look`` is called at each."""
    decisions = 0
    while (player := state.current_player()) != -4:  # the end
        if player < 0:
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, shares)[0])
        else:
            if look:
                look(state)
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
    return decisions


def _dealt(loaded: Untyped, rng: random.Random) -> Untyped:
    state = loaded.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.chance_outcomes())[0])
    return state


def _by_bots(
    spiel: Untyped, starts: Sequence[Callable[[], Untyped]], seconds: float, seed: int
) -> tuple[int, float, int]:
    """Let OpenSpiel's random bots play; return decisions, read from the histories while the clock stands, seconds and games."""
    seats = starts[0]().num_players()
    bots = [spiel.make_uniform_random_bot(seat, seed + seat) for seat in range(seats)]
    decisions, spent, games = 0, 0.0, 0
    while spent < seconds:
        states = [start() for start in starts]
        begun = time.thread_time()
        for state in states:
            spiel.evaluate_bots(state, bots, seed + games)
            games += 1
        spent += time.thread_time() - begun
        decisions += sum(step.player >= 0 for state in states for step in state.full_history())
    return decisions, spent, games


# RLCard


def play_rlcard(seconds: float, seed: int) -> Rates:
    """Play random games of RLCard's Uno, which is for two, every step through its environment."""
    table, rng = importlib.import_module("rlcard").make("uno", config={"seed": seed}), random.Random(seed)

    def play() -> int:
        state, _ = table.reset()
        decisions = 0
        while not table.is_over():
            state, _ = table.step(rng.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return {"Python": rate(play, seconds)}
