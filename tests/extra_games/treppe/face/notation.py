"""Treppe in writing: a card is its number, an action names a row."""

from extra_games.treppe.rules import ACTIONS, KINDS, LEAVE, Treppe

NAMES = [str(kind + 1) for kind in range(KINDS)]
TEXTS = {action: "leave" if action == LEAVE else f"row {action + 1}" for action in range(ACTIONS)}


def outcomes(s: Treppe) -> list[tuple[str, int]]:
    """Return all cards in the order of the chance outcomes, each with how many can be turned up next."""
    return [(NAMES[kind], s.unseen[kind]) for kind in range(KINDS)]
