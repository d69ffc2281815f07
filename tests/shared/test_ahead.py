"""Within a turn a seat can tell by itself what follows from its own decision."""

from random import Random

from helpers.strategies import concealed, opened
from per_game import KITS, Kit
from tischlein.engine.play.ahead import ahead
from tischlein.engine.play.legality import legal_actions

GAMES, DECISIONS = 12, 40


def test_what_is_foreseen_is_what_the_table_tells() -> None:
    """From what the seat knows alone: the record after the decision, what happened, and what can be done then."""
    foreseen = {kit.game.id: sum(followed(kit, Random(n)) for n in range(GAMES)) for kit in KITS}
    assert min(sorted(foreseen.values())[1:]) > GAMES  # in most games a turn has several decisions


def followed(kit: Kit, rng: Random) -> int:
    """Play for a while; return how many decisions could be looked ahead."""
    table, found = opened(kit, rng), 0
    for _ in range(DECISIONS):
        if table.over:
            break
        seat = rng.choice(table.waiting)
        action = rng.choice(table.actions(seat))
        known, told = concealed(kit, table._s, seat), len(table.events(seat))
        before = kit.layout.pack(known)
        guess = ahead(kit.game, known, seat, action.id)
        assert kit.layout.pack(known) == before
        table.play(seat, action)
        if guess is None:
            continue
        after, events = guess
        assert kit.layout.pack(after) == kit.layout.pack(concealed(kit, table._s, seat))
        assert [{"seq": told + 1 + n, **event} for n, event in enumerate(events)] == table.events(seat, told)
        assert legal_actions(kit.game, after, seat) == table.actions(seat)
        assert table.waiting == (seat,)
        found += 1
    return found
