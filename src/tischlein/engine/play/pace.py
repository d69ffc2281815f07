"""Choose the delay before a bot's decision, in milliseconds, so that people can see what is played."""

from collections.abc import Callable

# How long a person may still take an optional action before a bot plays on.
RACE = 2_000
# Before a standing answer is given.
ANSWER = 300
# Before a bot decides where people only watch; short for them, yet long enough not to take all of a server's time.
AMONG_BOTS = 25
# How long such a bot may think, in seconds.
AMONG_BOTS_SECONDS = 0.03


def hesitation(pace: str, optional: bool, again: bool, below: Callable[[int], int]) -> int:
    """Return the delay before a bot decides, longest for a turn's first decision; ``below`` draws a random number."""
    if pace == "instant":
        return 0
    if optional:
        return 120  # a bot does not miss it because another player is fast
    slowly = 3 if pace == "slow" else 1
    return slowly * (450 + below(351) if again else 900 + below(801))
