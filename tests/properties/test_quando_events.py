"""What the events of Quando tell, and what may be taken back."""

from tischlein.games.quando import GAME


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
