"""Beute in writing: a bid is its number, a prize has a sign."""

from extra_games.beute.rules import BIDS, VALUES, Beute

NAMES = [str(bid + 1) for bid in range(BIDS)]
PRIZE_NAMES = [f"{value:+}" for value in VALUES]
TEXTS = dict(enumerate(NAMES))  # choose a bid


def outcomes(s: Beute) -> list[tuple[str, int]]:
    """Return all prizes in the order of the chance outcomes, each with 1 if it can be turned up next."""
    return list(zip(PRIZE_NAMES, s.unseen, strict=True))
