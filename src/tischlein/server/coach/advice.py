"""Advice at running tables, from one child process that gets only what the seat knows."""

from collections import Counter

import msgspec

from tischlein.coach.brief import RatedAction
from tischlein.room.step import CoachRequest
from tischlein.server.coach.process import CoachProcess
from tischlein.server.config import Limits


class AdviceService:
    """Asks the coach one question after another."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._process = CoachProcess(limits)
        self._waiting: Counter[str] = Counter()  # by address

    def has_room(self, payer: str) -> bool:
        """Return False if too many questions are waiting, in all or from this address."""
        limits = self._limits
        return (
            self._waiting.total() < limits.advice_waiting and self._waiting[payer] < limits.advice_per_address
        )

    async def ask(self, question: CoachRequest) -> list[RatedAction]:
        """Return the value of each action, best first."""
        self._waiting[question.payer] += 1
        try:
            answer = await self._process.ask(
                {
                    "kind": "advice",
                    "game": question.game,
                    "known": question.concealed.hex(),
                    "seat": question.seat,
                    "actions": [number for number, _ in question.actions],
                    "worlds": self._limits.advice_worlds,
                },
                self._limits.advice_seconds,
            )
        finally:
            self._waiting[question.payer] -= 1
            self._waiting += Counter()  # drops zeros
        return msgspec.convert(answer, list[RatedAction])

    async def close(self) -> None:
        """Stop at once."""
        await self._process.kill()
