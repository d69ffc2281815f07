"""The game in a terminal: bots move, the person types, until one of them has had enough."""

from dataclasses import replace

from tischlein.terminal.host import Setup
from tischlein.terminal.screen import Screen
from tischlein.terminal.session import Session


def play(setup: Setup, screen: Screen) -> None:
    """Play one game after the other until the person leaves."""
    session = None
    try:
        while session is None or play_one(session, screen):
            if session is not None:
                # The same company, other cards; a seed stands for a series of games.
                setup = replace(session.setup, seed=None if setup.seed is None else setup.seed + 1)
            session = Session(setup)
    except KeyboardInterrupt:
        screen.renew()
        screen.console.print()
    screen.farewell(setup.language if session is None else session.setup.language)


def play_one(session: Session, screen: Screen) -> bool:
    """Play one game; return whether there shall be another."""
    screen.welcome(session)
    while True:
        while session.mode == "bot":
            screen.beat(session)
            session.step()
        over = session.mode == "over"
        if over:
            screen.ending(session)
        else:
            screen.table(session)
        reply = _answer(session, screen, over)
        if reply in ("quit", "again"):
            return reply == "again"


def _answer(session: Session, screen: Screen, over: bool) -> str:
    """Ask until something has happened."""
    while True:
        line = screen.ask(session.phrases("prompt.again" if over else "prompt.act"))
        if line is None:
            return "quit"
        reply = session.submit(line)
        if reply.kind == "refused":
            screen.refusal(session)
        elif reply.kind == "page" and reply.page is not None:
            screen.page(reply.page, session)
            return "done"
        else:
            return reply.kind
