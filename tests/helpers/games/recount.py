"""What the lab counts, counted once more from what a table tells: cards as text, events and views, nothing of the rules."""

from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import groupby
from typing import Any

from helpers.games.simulated import Step, Story

# By the name of a column, by what it is counted by: a seat, a bin, or nothing ("").
Counts = defaultdict[str, Counter[Any]]


def counts() -> Counts:
    return defaultdict(Counter)


# LOBO 77


def lobo77(story: Story) -> Counts:
    found = counts()
    owed = ""
    for step in story.steps:
        before = step.position["total"]
        place = str(before) if before >= 0 else "below 0"
        (played,) = step.kinds("play")
        if step.position["played"] == 0:
            owed = "two" if step.position["discard"][-1:] == ["x2"] else "one"
            found["turns"][owed] += 1
        found["faced"][place] += 1
        found["doubles"][step.seat] += played["card"] == "x2"
        found["reverses"][step.seat] += played["card"] == "reverse"
        if step.kinds("chip", "out"):
            found["paid"][place] += 1
            found["turns_paid"][owed] += 1
            found["chips_lost"]["above 77" if played["total"] > 77 else str(played["total"])] += 1
        elif any(_costs(before + _worth(card)) for card in step.position["hands"][step.seat]):
            found["escapes"][place] += 1
        for event in step.kinds("round_end"):
            total = event["total"]
            how = "at 77" if total == 77 else "above 77" if total > 77 else "nobody had a card"
            found["round_ends"][how] += 1
            found["rounds"][""] += 1
        if step.kinds("game_end"):
            found["round_ends"]["one player was left"] += 1
            found["rounds"][""] += 1
    return found


def _worth(card: str) -> int:
    return 0 if card in ("x2", "reverse") else int(card)


def _costs(total: int) -> bool:
    return total > 77 or total in (11, 22, 33, 44, 55, 66, 77)


# Quando


def quando(story: Story) -> Counts:
    found = counts()
    knocked: tuple[int, str] | None = None  # in this round: who, and with which sum
    declined: dict[int, str] = {}
    for step in story.steps:
        fronts = sum(_front(card) for card in step.position["hands"][step.seat])
        place = str(fronts) if fronts < 30 else "30 or more"
        laid = [_front(card) for card in step.position["picked"]]
        if step.action == "knock":
            knocked = step.seat, place
            found["knocks"][step.seat] += 1
            found["knocked"][place] += 1
        elif "knock" in step.legal and step.seat not in declined:
            declined[step.seat] = place
            found["declined"][place] += 1
        elif step.action.startswith("take") and not step.position["penalty"]:
            found["triplets"][step.seat] += len(laid) == 3 and len(set(laid)) == 1
        for event in step.kinds("round_end"):
            _end_of_round(found, event, knocked, declined)
            knocked, declined = None, {}
    return found


def _front(card: str) -> int:
    return int(card.partition("/")[0])


def _end_of_round(
    found: Counts, event: dict[str, Any], knocked: tuple[int, str] | None, declined: dict[int, str]
) -> None:
    sums, gained = event["sums"], event["gained"]
    found["rounds"][""] += 1
    by_zeros = "only zeros, after a knock" if knocked else "only zeros"
    found["round_ends"][by_zeros if event["by"] == "zeros" else "a knock"] += 1
    for seat, place in declined.items():
        found["declined_points"][place] += gained[seat]
        found["declined_others"][place] += sum(gained) - gained[seat]
    if knocked:
        seat, place = knocked
        found["knocked_points"][place] += gained[seat]
        found["knocked_others"][place] += sum(gained) - gained[seat]
        if all(sums[seat] < sums[other] for other in range(len(sums)) if other != seat):
            found["knocks_won"][seat] += 1
            found["knocked_won"][place] += 1


# Quanto


def quanto(story: Story) -> Counts:
    found = counts()
    for step in story.steps:
        left = len(step.position["draw"]) // 10
        stage = "80 or more" if left >= 8 else f"{10 * left}–{10 * left + 9}"
        for event in step.events:
            _quanto_event(found, event, stage)
    for player in story.end["players"]:
        if player["quanto"]:
            found["left_as"][str(player["quanto"]["tile"])] += 1
    return found


def _quanto_event(found: Counts, event: dict[str, Any], stage: str) -> None:
    seat, kind, tile = event["seat"], event["kind"], str(event.get("tile"))
    cards = len(event.get("cards", ()))
    if kind == "capture" and "owner" not in event:
        _both(found, ("takes", seat, "cards_taken"), cards)
        _both(found, ("takes_at", stage, "taken_at"), cards)
    elif kind == "capture" and event["owner"] == seat:
        _both(found, ("claimed", seat, "cards_claimed"), cards)
        _both(found, ("claimed_as", tile, "claimed_cards"), cards)
    elif kind == "capture":
        _both(found, ("stolen", seat, "cards_stolen"), cards)
        found["stolen_as"][tile] += 1
    elif kind == "quanto" and event["new"]:
        found["formed"][seat] += 1
        found["formed_as"][tile] += 1
    elif kind == "quanto":
        found["served"][seat] += 1
    elif kind == "discard" and event["card"] == "1":
        found["thieves"][seat] += 1
        found["thieves_at"][stage] += 1
    elif kind == "discard":
        found["discards"][seat] += 1
    elif kind == "rob":
        found["cards_robbed"][seat] += 1
        found["robbed_at"][stage] += 1
    elif kind == "rest":
        found["last_cards"][""] += cards


def _both(found: Counts, what: tuple[str, Any, str], cards: int) -> None:
    """Once more, and the cards that came with it."""
    times, by, sums = what
    found[times][by] += 1
    found[sums][by] += cards


# Qwixx


def qwixx(story: Story) -> Counts:
    found = counts()
    for active, steps in groupby(story.steps, lambda step: step.position["turn"]):
        found["turns"][""] += 1
        _qwixx_turn(found, active, list(steps))
    closed = 0
    for player in story.end["players"]:
        locks = sum(row["locked"] for row in player["rows"].values())
        closed = max(closed, locks)
        for colour in ("red", "yellow", "green", "blue"):
            _qwixx_row(found, colour, player["sheet"][colour], player["rows"][colour]["locked"])
    found["ends"]["closed rows" if closed >= 2 else "misses"] += 1
    return found


def _qwixx_turn(found: Counts, active: int, steps: list[Step]) -> None:
    gap = ""  # in step 3, if nothing was crossed before it
    settled = False
    for step in steps:
        p = step.position
        if p["step"] == 3 and not gap and not p["crossed"]["step2"]:
            gaps = [_gap(p["sheets"][active], card) for card in p["hands"][active]]
            gap = str(min((one for one in gaps if one is not None), default="no cross possible"))
        for event in step.kinds("cross"):
            found["crosses"][event["seat"]] += 1
            found["closed"][event["seat"]] += event["lock"]
        for event in step.kinds("miss"):
            found["misses"][event["seat"]] += 1
            found["missed"][gap] += 1
        if gap and not settled and step.kinds("cross"):
            found["crossed"][gap] += 1
            settled = True


def _places(colour: str, numbers: list[int]) -> list[int]:
    """Counted from the left, from 0: two rows go up, two go down."""
    return [number - 2 if colour[0] in "ry" else 12 - number for number in numbers]


def _gap(sheet: dict[str, list[int]], card: str) -> int | None:
    """How many numbers a cross with this card would skip; None if there may be none."""
    colour = next(name for name in ("red", "yellow", "green", "blue") if name[0] == card[0])
    crossed = _places(colour, sheet[colour])
    (place,) = _places(colour, [int(card[1:])])
    last = max(crossed, default=-1)
    if place <= last or (place == 10 and len(crossed) < 5):
        return None
    return place - last - 1


def _qwixx_row(found: Counts, colour: str, numbers: list[int], locked: bool) -> None:
    crosses = len(numbers) + locked
    points = crosses * (crosses + 1) // 2
    found["colour_points"][colour] += points
    if numbers:
        first = str(min(_places(colour, numbers)) + 1)
        found["opened"][first] += 1
        found["opened_points"][first] += points
        found["opened_closed"][first] += locked


RECOUNTS: dict[str, Callable[[Story], Counts]] = {
    "lobo77": lobo77,
    "quando": quando,
    "quanto": quanto,
    "qwixx": qwixx,
}
