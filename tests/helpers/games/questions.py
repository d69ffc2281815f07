"""A net whose questions come in another order: it answers the same."""

from random import Random

from tischlein.bots.weights import encode_net, read
from tischlein.engine.game import Game


def in_another_order(game: Game, file: bytes) -> bytes:
    """The same net; nothing says that a file's questions are sorted by features."""
    net = read(game, file)
    order = list(range(len(net.arrays["feature"])))
    Random(3).shuffle(order)
    arrays = net.arrays | {name: net.arrays[name][order] for name in ("feature", "low", "high", "first")}
    return encode_net(game, arrays, net.header["trained"], net.header.get("lean", (0.0, 0.0)))
