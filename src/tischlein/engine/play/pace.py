"""How long those hesitate who decide by themselves, at a server and without one: people want to see what is played. In milliseconds."""

from collections.abc import Callable

# What a person who may still do something optional gets, before a bot plays on.
RACE = 2_000
# Until a standing answer is given.
ANSWER = 300
# Until a bot decides where people only look on: they need not wait for minutes, and bots must not take a server's whole time.
AMONG_BOTS = 25
# What such a bot may think for, in seconds.
AMONG_BOTS_SECONDS = 0.03


def hesitation(pace: str, optional: bool, again: bool, below: Callable[[int], int]) -> int:
    """Until a bot decides, which is longest for a turn's first decision; ``below`` draws a number from 0 on."""
    if pace == "instant":
        return 0
    if optional:
        return 120  # a bot does not miss it because somebody else is quick
    slowly = 3 if pace == "slow" else 1
    return slowly * (450 + below(351) if again else 900 + below(801))
