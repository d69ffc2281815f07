"""Is anything lost, or there twice? Rounds of a server that has every kind of trouble in the middle of people's play."""

from bench.server.crash.evenings import run

__all__ = ["run"]
