"""All worlds of cases so small that they can be listed."""

import json
from collections import Counter
from functools import cache

from per_game import Kit, Position, SmallWorld
from tischlein.cards import SPECTATOR


def key(kit: Kit, position: Position) -> str:
    """Return the same text for positions that are the same."""
    return json.dumps(kit.canonical(position), sort_keys=True)


@cache
def all_worlds(kit: Kit, case: SmallWorld) -> Counter[str]:
    """Return every world that the seat cannot tell from the true one, with its number of ways, by the reference."""
    eyes = None if case.eyes == SPECTATOR else case.eyes

    def knows(position: Position) -> object:
        return kit.reference.at(position, chance=lambda outcomes: outcomes[0]).known(eyes)

    start = kit.game.at(case.position, seed=1).position()
    truth = knows(start)
    worlds = Counter(key(kit, world) for world in kit.worlds(case, start) if knows(world) == truth)
    assert len(worlds) > 1 or not case.places
    assert key(kit, start) in worlds
    return worlds
