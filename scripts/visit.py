"""Play at a table of a server as a person who takes the first action each time."""

import json
import sys
from collections.abc import Callable
from typing import Any

from websockets.sync.client import connect

from bench.server.traffic import post


def visit(
    address: str,
    wish: dict[str, Any],
    enough: Callable[[dict[str, Any]], object] = lambda _: False,
    most: int | None = None,
) -> dict[str, str]:
    """Open a table and act, at most ``most`` times, until a message is enough; return the table's code and the seat's token."""
    made = post(f"{address}/api/tables", {"name": "Ada", "pace": "instant", **wish})
    asked, done = -1, 0
    with connect(
        f"{address.replace('http', 'ws', 1)}/api/tables/{made['code']}/socket", max_size=None
    ) as socket:
        socket.send(json.dumps({"type": "hello", "token": made["token"]}))
        while True:
            message = json.loads(socket.recv(timeout=60))
            if message["type"] in ("refused", "goodbye"):
                sys.exit(f"{wish['game']}: {message}")
            if message.get("over") or (done == most and message["type"] == "accepted") or enough(message):
                return {"code": made["code"], "token": made["token"]}
            if message.get("actions") and done != most and message["seq"] != asked:
                asked, done = message["seq"], done + 1
                action = message["actions"][0]["text"]
                socket.send(json.dumps({"type": "play", "id": f"m{done}", "seq": asked, "action": action}))
