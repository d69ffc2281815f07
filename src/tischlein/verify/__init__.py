"""Check from a finished game's record alone whether it was dealt as the server had promised."""

from tischlein.games import GAMES
from tischlein.verify.check import Finding, Verdict, check
from tischlein.verify.sentences import sentence, summary
from tischlein.verify.signatures import are_valid

__all__ = ["Finding", "Verdict", "sentence", "summary", "verify"]


def verify(record: object) -> Verdict:
    """Check a record: secret, shares, every chance outcome, the rules, and a player's receipt."""
    return check(record, GAMES, are_valid)
