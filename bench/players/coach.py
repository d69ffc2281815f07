"""Check the coach where the best is known, where a blunder was planted, where strong bots play, and in sum.

* Exact: how often the coach's best action is the best one, in random tiny positions that can be solved.
* Planted: how often an action is called a mistake that is a blunder by playing it to the end.
* Alarms: how often a decision of ``expert`` is called a mistake.
* Luck: its mean over many games must be zero, and luck and skill must add up to the result.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from time import process_time
from typing import Final

from bench.common.turns import Progress, Steps
from research.exact import EQUAL, Solution, Solver, packed
from research.tiny import DEALT
from tischlein.adapters.worlds import NotSolvable
from tischlein.bots import Bot, bot, situation
from tischlein.bots.base import MOST_DECISIONS
from tischlein.coach.analysis import analyse_concealed
from tischlein.coach.judge import Judge
from tischlein.coach.review import review_table
from tischlein.engine.errors import PositionError
from tischlein.engine.game import Game
from tischlein.engine.play.table import Table
from tischlein.engine.types import Json
from tischlein.lab.intervals import Mean

# Below this it does not matter much what is chosen.
MARGIN: Final = 0.02
# The most positions below a tiny one, and decisions of it that are asked: one tree must not speak for all.
NODES: Final = 4000
OF_ONE: Final = 6
# A blunder is worse by this much in this number of worlds, and surely by half of it.
BLUNDER: Final = 0.1
TRIED: Final = 192
SURE_OF_BLUNDERS: Final = 3.3
# One in this number of decisions is sampled, so that a sample comes from several games.
ONE_IN: Final = 6
STRONG: Final = "expert,iterations=200"
USUAL: Final = "medium,backend=native"


def run(
    games: Sequence[Game],
    decisions: int,
    whole_games: int,
    seats: int,
    seed: int,
    timed: bool,
    progress: Progress,
) -> Json:
    """Measure the coach in these games; the result is JSON-ready."""
    tell = Steps(5 * len(games), progress)
    rows = [validity(game, decisions, whole_games, seats, seed, timed, tell) for game in games]
    tell("done")
    return {"strong": STRONG, "validity": rows}


def validity(
    game: Game,
    decisions: int,
    whole_games: int,
    seats: int,
    seed: int,
    timed: bool,
    tell: Callable[[str], None],
) -> Json:
    """Measure the coach in one game."""
    tell(f"{game.name}: tiny positions")
    right = [is_right(game, solved) for solved in tiny_decisions(game, decisions, seed)]
    tell(f"{game.name}: planted blunders")
    found = list(found_blunders(game, seats, decisions // 2, seed))
    tell(f"{game.name}: strong play")
    accused = list(accusations(game, seats, decisions, seed))
    tell(f"{game.name}: luck")
    luck, rounding = lucks(game, whole_games, seed)
    # From a whole win that chance gave to one that it took.
    mean = Mean.within(luck, -1.0, 1.0)
    tell(f"{game.name}: time")
    return {
        "game": game.id,
        "seats": seats,
        "exact": len(
            right
        ),  # decisions whose best action is known and better than the rest by more than MARGIN
        "exact_right": sum(right),
        "planted": len(found),
        "planted_found": sum(found),
        "strong": len(accused),  # decisions of a strong player
        "strong_accused": sum(accused),
        "games": len(luck),  # whose luck was added up
        "luck": mean.value,  # of the first seat
        "luck_spread": mean.half_width,
        "rounding": rounding,  # by which a sum differs at most
        "review_cpu_s": review_time(game, seats, seed) if timed else None,  # of a whole game
    }


def review_time(game: Game, seats: int, seed: int) -> float:
    """Return the processor time of the review of a game."""
    table = game.new(seats=seats, seed=seed)
    for _ in decided(table, bot(USUAL), seed):
        pass
    begun = process_time()
    review_table(table)
    return process_time() - begun


def tiny_decisions(game: Game, most: int, seed: int, nodes: int = NODES) -> Iterator[Solution]:
    """Yield solved decisions of random tiny positions in which the choice matters; none for a game without such positions."""
    if game.id not in DEALT:
        return
    rng, left = Random(f"tiny {game.id} {seed}"), most
    while left > 0:
        solver = Solver(game, nodes)
        try:
            root = packed(game, DEALT[game.id](rng))
            solver.solve(root)
        except (NotSolvable, PositionError):
            continue
        ahead = [solved for solved in solver.decisions() if solved.margin > MARGIN]
        rng.shuffle(ahead)
        ahead.sort(key=lambda solved: solved.data != root)
        for solved in ahead[: min(OF_ONE, left)]:
            left -= 1
            yield solved


def is_right(game: Game, solved: Solution) -> bool:
    """Return True if the coach's best action is as good as the best one."""
    known = game.layout.unpack(solved.data)
    game.rules.conceal(known, solved.seat)
    found = analyse_concealed(game, game.layout.pack(known), solved.seat, tuple(solved.actions), None)
    return solved.actions[found.best.action] > max(solved.actions.values()) - EQUAL


def decided(table: Table, player: Bot, seed: int) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Play a game to its end, and yield the seat, its action and all legal ones before each decision with a choice."""
    for _ in range(MOST_DECISIONS):
        if table.over:
            return
        seat = table.actor
        now = situation(table, seat, seed=seed)
        action = player.choose(now)
        if len(now.actions) > 1:
            yield seat, action, now.actions
        table.play(seat, action)


def sampled(
    game: Game, seats: int, player: Bot, seed: int
) -> Iterator[tuple[bytes, int, int, tuple[int, ...]]]:
    """Yield decisions of many games, without end: what the seat knows, the seat, its action and all legal ones."""
    rng = Random(f"decisions {game.id} {seed}")
    number = seed * 1_000
    while True:
        number += 1
        table = game.new(seats=seats, seed=number)
        for seat, action, actions in decided(table, player, number):
            if rng.randrange(ONE_IN) == 0:
                yield game.layout.pack(table.conceal_for(seat)), seat, action, actions


def found_blunders(game: Game, seats: int, most: int, seed: int) -> Iterator[bool]:
    """Yield for planted blunders whether each is called a mistake."""
    to_the_end = Judge(game, seats, MOST_DECISIONS)
    left = most
    for known, seat, _, actions in sampled(game, seats, bot(USUAL), seed):
        if left == 0:
            return
        tried = to_the_end.compare(known, seat, actions, TRIED, "blunders")
        means = tried.mean(0)
        best, worst = int(means.argmax()), int(means.argmin())
        apart = tried[:, best] - tried[:, worst]
        unsure = SURE_OF_BLUNDERS * float(apart.std(ddof=1)) / TRIED**0.5
        if apart.mean() > BLUNDER and apart.mean() - unsure > BLUNDER / 2:
            left -= 1
            yield analyse_concealed(game, known, seat, actions, actions[worst]).is_mistake


def accusations(game: Game, seats: int, most: int, seed: int) -> Iterator[bool]:
    """Yield for decisions of a strong bot whether each is called a mistake."""
    for number, (known, seat, action, actions) in enumerate(sampled(game, seats, bot(STRONG), seed)):
        if number == most:
            return
        yield analyse_concealed(game, known, seat, actions, action).is_mistake


def lucks(game: Game, games: int, seed: int) -> tuple[list[float], float]:
    """Return the first seat's luck in games against a random bot, and the largest error of a sum."""
    players: list[Bot] = [bot(USUAL), bot("random")]
    found, rounding = [], 0.0
    for number in range(games):
        table = game.new(seats=2, seed=seed * 1_000 + number)
        while not table.over:
            seat = table.actor
            table.play(seat, players[(seat + number) % 2].choose(situation(table, seat, seed=number)))
        one, other = review_table(table, worlds=0).players
        found.append(one.luck)
        for player in (one, other):
            total = player.start + player.luck + player.own + player.others
            rounding = max(rounding, abs(total - player.result))
    return found, rounding
