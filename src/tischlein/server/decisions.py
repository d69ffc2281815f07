"""Find out who made the decisions of a seat, and for whom a game counts."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from tischlein.engine.play.history import UNDO
from tischlein.room.rows import BY_CLOCK


@dataclass(frozen=True, slots=True)
class Decisions:
    """The decisions of a seat in a game: by its person, and by bots that stood in."""

    person: int = 0
    bots: int = 0
    answers: int = 0  # standing answers that the person gave

    @property
    def any(self) -> bool:
        """Return True if the person has decided at all."""
        return self.person + self.answers > 0

    @property
    def counts(self) -> bool:
        """Return True if the game counts for the person: this is the one rule for ratings, seasons, head to head and own statistics.

        It counts, with the final result of the seat, for everybody who made at least half of the seat's decisions, whoever leaves
        and whenever: leaving, a timeout or coming back changes nothing but who decides from then on. A person who made fewer neither
        wins nor loses by it, and the others' results still count. What a clock decides counts for neither side, and so do standing
        answers. In an evening, where all tables wait for one another, it is enough to have decided at all (``any``): what a bot then
        makes of the cards stands. A person who never decided was absent.
        """
        return self.any and self.person >= self.bots


def count_decisions(
    log: Iterable[tuple[int, str, str | None]], answers: Collection[str]
) -> dict[int, Decisions]:
    """Return who made the decisions of each seat.

    An entry is a seat, a text and the id of the message that it came with. ``answers`` are texts that may be given by themselves.
    """
    made: Counter[tuple[int, str]] = Counter()
    for seat, text, message_id in log:
        if seat < 0 or text == UNDO or message_id == BY_CLOCK:
            continue
        if text in answers:
            made[seat, "answers"] += message_id is not None
        else:
            made[seat, "bots" if message_id is None else "person"] += 1
    return {
        seat: Decisions(made[seat, "person"], made[seat, "bots"], made[seat, "answers"])
        for seat in {seat for seat, _ in made}
    }
