"""What a round of Quando costs, and who has won. Q19 to Q22"""

from tischlein.cards import CHANCE, OVER, Cells
from tischlein.games.quando.rules.material import (
    DONE,
    END,
    FRONT,
    KNOCK_PENALTY,
    SEEN,
    ZEROS,
    Quando,
    everybody,
)


def sum_of(s: Quando, seat: int) -> int:
    """Return the sum of the fronts in a hand. Q19"""
    hand = s.hands[seat]
    total = 0
    for place in range(s.sizes[seat]):
        total += hand[place] & FRONT
    return total


def end_round(s: Quando) -> None:
    """Lay all hands open and score them; everything stays where it is until the next deal begins. Q19 to Q22"""
    lay_open(s)
    lowest = sum_of(s, 0)
    for seat in range(1, s.seats):
        total = sum_of(s, seat)
        if total < lowest:
            lowest = total
    at_lowest = 0
    for seat in range(s.seats):
        at_lowest += sum_of(s, seat) == lowest
    knock_counts = s.phase != ZEROS or s.knock_penalty_after_zeros == 1  # Q21
    s.phase = END
    s.actor = CHANCE
    for seat in range(s.seats):
        total = sum_of(s, seat)
        if seat == s.knocked and knock_counts:
            # Lowest alone, or five points more. Q20
            if total > lowest or at_lowest > 1:
                s.points[seat] += total + KNOCK_PENALTY
        elif total > lowest:
            s.points[seat] += total
        if s.points[seat] >= s.target:
            s.phase = DONE
            s.actor = OVER


def lay_open(s: Quando) -> None:
    """Show all fronts to all players, who have seen the backs in the other hands; own backs stay unseen. Q4, Q23"""
    for seat in range(s.seats):
        others = everybody(s) & ~(SEEN << seat)
        for place in range(s.sizes[seat]):
            s.hands[seat][place] |= others


def scores(s: Quando, out: Cells) -> None:
    """Write the points per seat; low ones are good. Q22"""
    for seat in range(s.seats):
        out[seat] = s.points[seat]


def payoff(s: Quando, out: Cells) -> None:
    """Write 1 for every seat with the fewest points, at the end; ties share the win. Q22"""
    fewest = s.points[0]
    for seat in range(1, s.seats):
        if s.points[seat] < fewest:
            fewest = s.points[seat]
    for seat in range(s.seats):
        out[seat] = 1 if s.phase == DONE and s.points[seat] == fewest else 0
