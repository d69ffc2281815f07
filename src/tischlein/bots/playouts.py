"""Rate actions by short random games, where a game has no rules of thumb.

Plain Python on the rules alone: it needs no word from the game's author, nothing compiled, and it runs wherever a table runs.
"""

from tischlein.bots.base import Situation
from tischlein.cards import CHANCE, OVER, below
from tischlein.engine.game import Game
from tischlein.engine.types import State

# The budget of a decision: games for all actions together, and steps of each. With 60 steps a decision took 1.4 to
# 1.5 times as long, and `medium` won no more games against `random` (two listed games without their rules of thumb, 60 games each).
GAMES = 64
STEPS = 30
WIN = 1000  # points for a game that is won for sure
LEAD = 40  # points at most for being ahead, which decide where nothing is won yet


def rate(situation: Situation, actions: tuple[int, ...], games: int) -> list[int]:
    """Return how good each of these legal actions looks to the seat, by at most ``games`` games for each.

    All actions are tried in the same worlds, each of which the seat cannot tell from the true one.
    """
    game, rng = situation.game, situation.rng
    rules, layout = game.rules, game.layout
    work, cells = [0] * max(rules.WORK, 1), [0] * (max(rules.ACTIONS, rules.MAX_SEATS) + 1)
    games = max(1, min(games, GAMES // len(actions)))
    points = [0] * len(actions)
    for _ in range(games):
        world = layout.unpack(situation.data)
        rules.imagine(world, situation.seat, rng, work)
        for k, action in enumerate(actions):
            s = layout.copy(world)
            rules.apply(s, situation.seat, action, work)
            play_on(game, s, rng, cells, work)
            points[k] += worth(game, s, situation.seat, cells)
    return [point // games for point in points]


def play_on(game: Game, s: State, rng: list[int], cells: list[int], work: list[int]) -> None:
    """Let everybody act at random for some steps, at most to the end."""
    rules = game.rules
    for _ in range(STEPS):
        actor = int(s.actor)
        if actor == OVER:
            return
        if actor == CHANCE:
            rules.apply(s, CHANCE, below(rng, rules.chances(s)), work)
        else:
            n = rules.legal(s, actor, cells, work)
            rules.apply(s, actor, cells[below(rng, n)], work)


def worth(game: Game, s: State, seat: int, cells: list[int]) -> int:
    """Return the value of a position for a seat: its share of the win at the end, and its lead."""
    sign = -1 if game.scoring.low_wins else 1
    game.rules.scores(s, cells)
    scores = [sign * int(score) for score in cells[: s.seats]]
    others = max(score for other, score in enumerate(scores) if other != seat) if len(scores) > 1 else 0
    lead = scores[seat] - others
    points = LEAD * lead // (abs(lead) + 5)
    if s.actor == OVER:
        game.rules.payoff(s, cells)
        shares = [int(share) for share in cells[: s.seats]]
        points += WIN * shares[seat] // max(1, sum(shares))
    return points
