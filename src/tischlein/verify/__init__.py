"""Check from a finished game's record alone whether it was dealt as the server had promised."""

from tischlein.verify.check import Finding, Verdict, verify
from tischlein.verify.sentences import sentence, summary

__all__ = ["Finding", "Verdict", "sentence", "summary", "verify"]
