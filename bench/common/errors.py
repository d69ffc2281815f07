"""What can go wrong when measuring."""

from tischlein.engine.errors import TischleinError


class BenchError(TischleinError):
    """A measurement that must not be believed, or could not be made."""
