"""A client for the table in about sixty lines: sets a table, plays a whole game against bots, prints what happens.

    python examples/client.py http://127.0.0.1:8077 lobo77

It needs the package `websockets`, and nothing of Tischlein: docs/protocol.md says everything else that it knows.
"""

import json
import random
import sys
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import connect


def post(url: str, body: dict[str, Any]) -> Any:
    """Send JSON, get JSON."""
    request = Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})  # noqa: S310 — the address is the caller's
    with urlopen(request) as answer:  # noqa: S310 — likewise
        return json.load(answer)


def get(url: str) -> Any:
    with urlopen(url) as answer:  # noqa: S310 — likewise
        return json.load(answer)


def play(server: str, game: str) -> list[int]:
    """Play one game at random, and return the seats that won."""
    info = next(entry for entry in get(f"{server}/api/games") if entry["id"] == game)
    seats, level = info["seats"][0], info["levels"][1]
    wish = {"game": game, "seats": seats, "name": "Client", "pace": "instant"}
    table = post(f"{server}/api/tables", {**wish, "bots": [None] + [level] * (seats - 1)})
    address = f"{server.replace('http', 'ws', 1)}/api/tables/{table['code']}/socket"
    with connect(address, max_size=None) as socket:
        socket.send(json.dumps({"type": "hello", "token": table["token"]}))
        now: dict[str, Any] = {}
        waiting_for_answer = False
        for text in socket:
            message = json.loads(text)
            if message["type"] in ("refused", "goodbye"):
                raise SystemExit(f"{message['code']}: {message['text']['en']}")
            if message["type"] == "accepted":
                waiting_for_answer = False
            if message["type"] in ("welcome", "news"):
                now = message
                for event in message["events"]:
                    print(event)
            if now["over"]:
                print("points", now["scores"], "winners", now["winners"])
                winners: list[int] = now["winners"]
                return winners
            if now["actions"] and not waiting_for_answer:
                action = random.choice(now["actions"])["text"]
                move = {"type": "play", "id": f"move {now['seq']}", "seq": now["seq"], "action": action}
                socket.send(json.dumps(move))
                waiting_for_answer = True
    raise SystemExit("the server has gone")


if __name__ == "__main__":
    play(sys.argv[1].rstrip("/"), sys.argv[2])
