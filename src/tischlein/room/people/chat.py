"""Short texts and reactions."""

from collections.abc import Sequence

from tischlein.engine.types import Json
from tischlein.room.refusal import Refusal
from tischlein.room.rows import NOBODY, ChatLine, columns_of, copy_of
from tischlein.room.step import Step


def say(step: Step, seat: int, message: Json) -> None:
    """Send a line to everybody at the table."""
    state = step.state
    _check(step)
    text = step.ports.spelling.clean_line(message["text"])
    if not text:
        raise Refusal("bad_message", problem="there is nothing in it")
    keep = step.ports.bounds.chat_kept
    number = state.chat[-1].n + 1 if state.chat else 1
    line = ChatLine(number, seat, state.names[seat], text, step.now.wall)
    writes = step.ensure_writes()
    writes.lines, writes.keep = [line], keep
    state.chat = [*state.chat, line][-keep:]
    step.all({"type": "chat", "line": columns_of(line)})


def react(step: Step, seat: int, message: Json) -> None:
    """Show a reaction without words; it is not stored."""
    _check(step)
    step.all({"type": "reaction", "seat": seat, "reaction": message["reaction"]})


def renumber_lines(lines: Sequence[ChatLine], places: dict[int, int]) -> list[ChatLine]:
    """Return the lines after seats have got new numbers; an author who has left keeps the name and has no seat."""
    found = [copy_of(line) for line in lines]
    for line in found:
        line.seat = places.get(line.seat, NOBODY)
    return found


def _check(step: Step) -> None:
    if not step.state.row.chat:
        raise Refusal("chat_off", 409)
    step.limit("talk")
