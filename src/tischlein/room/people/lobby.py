"""What is allowed to whom, and only before the start."""

from tischlein.room.refusal import Refusal
from tischlein.room.state import State


def check_host(state: State, by: int) -> None:
    """Refuse what only the host may do."""
    if state.row.host != by:
        raise Refusal("not_host", 403)


def check_lobby(state: State) -> None:
    """Refuse what is possible only before the start, and at no table with a shared deal: there all seats are fixed."""
    if state.row.state != "lobby" or state.row.deal is not None:
        raise Refusal("not_in_lobby", 409)
    if state.starting is not None:
        raise Refusal("starting", 409)
