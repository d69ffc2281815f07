"""Whole random games of Quando: no card is lost, positions come back, and secrets stay secret."""

import json
import random
from typing import Any

import pytest

from samples import SAMPLES
from tischlein.cards import EMPTY, SPECTATOR
from tischlein.engine.errors import UndoError
from tischlein.engine.play.legality import Action
from tischlein.engine.play.table import Table
from tischlein.games.quando import GAME, rules
from tischlein.games.quando.face.notation import lying
from tischlein.games.quando.rules.material import KIND_OF, KINDS, PICK, SIDES, everybody

# No rule bounds a round (Q26): who never knocks may play for ever.
CAP = 400


def options(luck: random.Random) -> dict[str, Any]:
    return {
        "knock_after": luck.choice(["two_plays", "two_cards"]),
        "knock_penalty_after_zeros": luck.choice([False, True]),
        "target": luck.choice([1, 5, 30]),
    }


def likes(luck: random.Random, actions: list[Action], patient: bool) -> Action:
    """Return what a patient player chooses, who lays all cards and never knocks or passes, for triplets and long rounds."""
    if patient:
        picks = [action for action in actions if action.id >= PICK]
        others = [action for action in actions if action.text not in ("knock", "pass")]
        laying = any(action.text.startswith("take") for action in actions)
        return luck.choice((picks if laying else others) or others or actions)
    return luck.choice(actions)


def check(table: Table, luck: random.Random) -> None:
    s = table._s
    found = sorted(KIND_OF[card & SIDES] for card in lying(s)) + [k for k in range(KINDS) if s.unseen[k]]
    assert sorted(found) == list(range(KINDS))
    assert s.rest + (s.top != EMPTY) + s.discard_size + sum(s.sizes) == KINDS
    again = GAME.at(json.loads(json.dumps(table.position())), chance=[])
    assert GAME.layout.pack(again._s) == GAME.layout.pack(s)
    for seat in range(table.seats):
        legal = {action.id for action in table.actions(seat)}
        work = [0] * rules.WORK
        assert legal == {action for action in range(rules.ACTIONS) if rules.why(s, seat, action, work) == 0}
    check_worlds(table, luck)


def check_worlds(table: Table, luck: random.Random) -> None:
    """Check that concealing an imagined world gives the same record, with every card in it once."""
    seat = luck.choice([SPECTATOR, *range(table.seats)])
    known = table.concealed(seat)
    world = GAME.layout.copy(known)
    rules.imagine(world, seat, [luck.randrange(1, 1 << 30) for _ in range(3)], [0] * rules.WORK)
    found = sorted(KIND_OF[card & SIDES] for card in lying(world)) + [
        k for k in range(KINDS) if world.unseen[k]
    ]
    assert sorted(found) == list(range(KINDS))
    rules.conceal(world, seat)
    assert GAME.layout.pack(world) == GAME.layout.pack(known)
    rules.conceal(world, seat)
    assert GAME.layout.pack(world) == GAME.layout.pack(known)


@pytest.mark.parametrize("seats", GAME.seats)
def test_random_games_keep_the_laws(seats: int) -> None:
    for game in range(SAMPLES.examples // 10):
        luck = random.Random(f"{seats} {game}")
        table = GAME.new(seats, seed=game, **options(luck))
        patient = luck.random() < 0.5
        decisions = 0
        while not table.over and decisions < CAP:
            if luck.random() < 0.07:
                check(table, luck)
            (seat,) = table.waiting
            table.play(seat, likes(luck, table.actions(seat), patient and luck.random() < 0.95))
            decisions += 1
        check(table, luck)
        replayed = GAME.replay(json.loads(json.dumps(table.record())))
        assert replayed.position() == table.position()
        if table.over:
            lowest = min(table.scores)
            assert table.winners == [seat for seat in range(seats) if table.scores[seat] == lowest]
        for eyes in (None, 0):
            kinds = {event["kind"] for event in table.events(eyes)}
            assert kinds >= {"lot", "deal", "uncover"}


def test_a_move_costs_the_same_late_in_a_long_round() -> None:
    """Nothing in the record grows with the history: after a thousand moves it is as large as before."""
    table = GAME.new(4, seed=3)
    luck = random.Random(3)
    turned_over = 0
    for _ in range(1000):
        (seat,) = table.waiting
        choices = [action for action in table.actions(seat) if action.text != "knock"]
        # One card a turn, always the visible side, and never only zeros: such a round does not end.
        singles = [action for action in choices if action.id < PICK] or choices
        table.play(seat, luck.choice([a for a in singles if a.text != "pick 0/?"] or singles))
        turned_over += table._s.discard_size == 0
    assert turned_over > 5
    assert len(GAME.layout.pack(table._s)) == GAME.layout.size <= 1024
    assert max(card >> 8 for card in lying(table._s)) <= everybody(table._s) >> 8


def test_undo_takes_a_pick_back_but_not_a_draw() -> None:
    hands = [["5/6", "5/7"], ["7/8"]]
    table = GAME.at({"game": "quando", "seats": 2, "hands": hands, "draw": ["10/9", "10/8"]})
    before = table.position()
    table.play(0, "pick 5/?")
    table.undo(0)
    assert table.position() == before
    table.play(0, "pick 5/?")
    table.play(0, "take hidden")
    with pytest.raises(UndoError, match="has become known"):
        table.undo(0)
    table = GAME.at({"game": "quando", "seats": 2, "hands": hands})
    table.play(0, "pick 5/?")
    with pytest.raises(UndoError, match="has become known"):
        table.undo(0)


def test_events_tell_what_happened_and_no_more() -> None:
    hands = [["8/1", "8/2", "8/3", "6/5"], ["0/4", "9/2"], ["9/3"]]
    position = {"game": "quando", "seats": 3, "hands": hands, "draw": ["10/9", "10/8"], "discard": ["7/4"]}
    table = GAME.at(position, chance=[])
    for text in ("pick 8/?", "pick 8/?", "pick 8/?", "take hidden", "flip 0/?", "take visible"):
        table.play(table.waiting[0], text)
    told = [{k: v for k, v in event.items() if k != "seq"} for event in table.events(0)]
    assert told == [
        {"seat": 0, "kind": "play", "card": "8/?"},
        {"seat": 0, "kind": "play", "card": "8/?"},
        {"seat": 0, "kind": "play", "card": "8/?"},
        {"seat": 0, "kind": "draw", "card": "9/10", "side": "hidden"},
        {"seat": None, "kind": "uncover", "card": "10/?"},
        {"seat": 0, "kind": "triplet", "number": 8},
        {"seat": 1, "kind": "flip", "card": "4/0", "place": 0},
        {"seat": 2, "kind": "draw", "card": "10/8", "side": "visible"},
        {"seat": None, "kind": "turn_over", "cards": 4, "card": "4/7"},
    ]
    shown = [event["card"] for event in table.events(None) if event["kind"] in ("play", "draw")]
    assert shown == ["8/?", "8/?", "8/?", "?/10", "10/?"]


def test_events_of_a_round_that_ends_by_zeros_with_a_triplet() -> None:
    hands = [["9/1", "9/2", "9/3", "0/4"], ["8/1", "0/2"]]
    position = {
        "game": "quando",
        "seats": 2,
        "hands": hands,
        "draw": ["0/5", "10/8"],
        "options": {"target": 5},
    }
    table = GAME.at(position, chance=[])
    for text in ("pick 9/?", "pick 9/?", "pick 9/?", "take visible"):
        table.play(0, text)
    told = [(event["kind"], event.get("by")) for event in table.events(1)][3:]
    assert told == [("draw", None), ("uncover", None), ("round_end", "zeros"), ("game_end", None)]
    table = GAME.at({**position, "draw_ordered": False}, chance=["8/10"])
    for text in ("pick 9/?", "pick 9/?", "pick 9/?", "take visible"):
        table.play(0, text)
    assert [(event["kind"], event.get("by")) for event in table.events(None)][3:] == told


def test_events_of_a_last_round() -> None:
    hands = [["8/1", "8/2", "8/3", "6/5"], ["0/4", "7/0", "9/2"]]
    position = {
        "game": "quando",
        "seats": 2,
        "hands": hands,
        "draw": ["10/9", "10/8"],
        "plays": [2, 2],
        "turn": 1,
    }
    table = GAME.at(position, seed=1)
    table.play(1, "knock")
    for text in ("pick 8/?", "pick 8/?", "pick 8/?", "take visible"):
        table.play(0, text)
    table.play(1, "flip 0/?")
    for eyes in (None, 0, 1):
        told = [
            event
            for event in table.events(eyes)
            if event["kind"] in ("knock", "flip", "round_end", "shuffle")
        ]
        assert [event["kind"] for event in told] == ["knock", "flip", "round_end", "shuffle"]
        assert (told[1]["card"], told[1]["place"]) == ("4/0", 0)
        assert (told[2]["by"], told[2]["sums"], told[2]["gained"]) == ("knock", [16, 20], [0, 25])
        assert told[3]["cards"] == 9
