"""Disturb and kill a server in the middle of play, round after round, and look for lost or doubled data."""

from bench.server.crash.evenings import run

__all__ = ["run"]
