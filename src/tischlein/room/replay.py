"""A page of a replay: what one pair of eyes saw of a game."""

from collections.abc import Callable

from tischlein.engine.play.snapshot import Excerpt, frames
from tischlein.engine.play.wording import Wording
from tischlein.engine.types import Json
from tischlein.room.state import State

FRAMES = 500  # in one page, at most


def replay_page(
    state: State,
    part: Excerpt,
    seat: int | None,
    own: int | None,
    lang: str | None,
    after: int,
    limit: int = FRAMES,
    stop_if: Callable[[], None] = lambda: None,
) -> Json:
    """Return the frames after a number of steps; ``own`` is the asker's seat."""
    # Only the seat itself is called "you".
    you = seat if seat == own else None
    wording = Wording(state.game, state.marked_names, you, lang or state.row.lang)
    found, following = frames(part, seat, wording, after, limit, stop_if)
    return {
        "game": state.row.game,
        "seats": len(state.seats),
        "seat": seat,
        "names": state.names,
        "complete": state.row.state == "over",
        "frames": found,
        "next": following,
    }
