"""What games say about bots: shares with intervals that are right, and ratings that find known strengths."""

import random

import numpy as np

from tischlein.lab.arena import contest as arena
from tischlein.lab.arena import ratings
from tischlein.lab.arena.contest import PlayedGame
from tischlein.lab.intervals import Mean


def invented(strengths: list[float], deals: int, seed: int, ties: float = 0.0) -> list[PlayedGame]:
    """Games whose results are drawn from known strengths."""
    rng = random.Random(seed)
    found = []
    for one in range(len(strengths)):
        for other in range(one + 1, len(strengths)):
            for deal in range(deals):
                for change in (0, 1):
                    lineup = arena.lineup((one, other), change, 2)
                    won = rng.random() < strengths[one] / (strengths[one] + strengths[other])
                    winner = one if won else other
                    shares = tuple(0.5 if rng.random() < ties else float(who == winner) for who in lineup)
                    if sum(shares) != 1:
                        shares = (0.5, 0.5)
                    found.append(PlayedGame((one, other), deal, change, lineup, (0, 0), shares, 1, True))
    return found


def rated(games: list[PlayedGame], bots: int) -> list[Mean]:
    """Return the ratings where every bot has met another."""
    found = [rating for rating in ratings.ratings(games, bots) if rating]
    assert len(found) == bots
    return found


def test_an_interval_holds_the_truth_as_often_as_it_says() -> None:
    held = 0
    for seed in range(100):
        (pairing,) = ratings.pairings(invented([3, 1], deals=80, seed=seed))
        held += abs(pairing.win_share.value - 0.75) <= pairing.win_share.half_width
    assert 88 <= held <= 99


def test_deals_that_all_agree_prove_no_certainty() -> None:
    (pairing,) = ratings.pairings(invented([1, 0], deals=60, seed=3))
    assert (pairing.win_share.value, round(pairing.win_share.half_width, 3)) == (1.0, 0.077)
    (single,) = ratings.pairings(invented([1, 0], deals=1, seed=3))
    assert (single.win_share.half_width, single.verdict) == (1, "even")
    games = [PlayedGame((0, 1), 0, 0, (0, 1), (9, 4), (1.0, 0.0), 9, True)] * 2
    (points,) = ratings.pairings(games)
    assert (points.points.half_width, points.lead.half_width) == (5, 10)


def test_who_has_never_lost_may_be_much_stronger_or_only_stronger() -> None:
    sure, unsure = (rated(invented([strength, 1], deals=50, seed=3), 2)[0] for strength in (3, 1e9))
    assert sure.half_width < 60 < 150 < unsure.half_width < unsure.value + unsure.half_width


def test_two_deals_leave_a_rating_open() -> None:
    true = 400 * np.log10(3) / 2
    held = 0
    for seed in range(20):
        rating, _ = rated(invented([3, 1], deals=2, seed=seed), 2)
        held += abs(rating.value - true) <= rating.half_width
    assert held >= 19
    assert all(np.isfinite(one.half_width) for one in rated(invented([3, 1], deals=1, seed=1), 2))


def test_ratings_find_known_strengths() -> None:
    found = rated(invented([10, 1, 1], deals=1_000, seed=1), 3)
    assert abs(found[0].value - found[1].value - 400) < 40
    assert abs(found[1].value - found[2].value) < 30
    assert abs(sum(rating.value for rating in found)) < 1e-6
    assert all(0 < rating.half_width < 60 for rating in found)


def test_ratings_with_ties_and_without_a_single_loss_stay_finite() -> None:
    tied = rated(invented([2, 1], deals=200, seed=2, ties=0.5), 2)
    assert tied[0].value > tied[1].value
    perfect = rated(invented([1, 0], deals=50, seed=3), 2)
    assert np.isfinite([rating.value for rating in perfect]).all()


def test_chance_is_the_share_of_the_seats() -> None:
    games = [
        PlayedGame((0, 1), 0, 0, (0, 1, 0), (3, 1, 2), (1.0, 0.0, 0.0), 9, True),
        PlayedGame((0, 1), 0, 1, (1, 0, 1), (3, 1, 2), (1.0, 0.0, 0.0), 9, False),
    ]
    (pairing,) = ratings.pairings(games)
    assert (pairing.win_share.value, pairing.chance, pairing.unfinished) == (0.5, 0.5, 1)
    assert (pairing.points.value, pairing.other_points.value) == (1.75, 1.75)
