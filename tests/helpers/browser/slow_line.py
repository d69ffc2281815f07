"""A line between a page and its server that is as slow as a test likes."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import WebSocketRoute


class SlowLine:
    """Holds back what either side says until it is let go."""

    def __init__(self) -> None:
        self.holds = False
        self.passed: list[str] = []  # the types of all messages that came through
        self._held: list[tuple[Callable[[str], Any], str]] = []

    def open(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        page.on_message(lambda text: self._take(server.send, str(text)))
        server.on_message(lambda text: self._take(page.send, str(text)))

    def _take(self, send: Callable[[str], Any], text: str) -> None:
        self._held.append((send, text))
        if not self.holds:
            self.let_go()

    def let_go(self) -> None:
        self.holds = False
        while self._held:
            send, text = self._held.pop(0)
            self.passed.append(json.loads(text)["type"])
            send(text)
