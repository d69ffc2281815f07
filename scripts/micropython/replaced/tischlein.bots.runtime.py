"""How good actions look: the compiled rules of thumb where the page has them, else the same in Python."""

import js


class Runtime:
    def __init__(self, game):
        self.game = game

    def rate(self, data, seat, actions):
        points = js.tischlein.rate(
            self.game.id, data.hex(), seat, ",".join([str(action) for action in actions])
        )
        if points is not None:
            return [int(point) for point in points.split(",")]
        heuristics = self.game.bots.heuristics
        s = self.game.layout.unpack(data)
        choices = list(actions) + [0] * (self.game.rules.ACTIONS + 1 - len(actions))
        points = [0] * len(choices)
        heuristics.rate(
            s, seat, choices, len(actions), points, [0] * max(self.game.rules.WORK, heuristics.WORK, 1)
        )
        return points[: len(actions)]


def runtime(game, backend="python"):
    return Runtime(game)
