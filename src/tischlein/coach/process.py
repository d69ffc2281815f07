"""The coach in a process of its own: questions come in as lines of JSON, answers go out as lines of JSON.

It lets other processes go first, as much as its argument says. For advice it is told what the seat knows, and
nothing else. It ends when nobody is left to ask, and when nobody reads its answers.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from dataclasses import asdict
from typing import IO

from tischlein.coach.analysis import judged
from tischlein.coach.brief import brief, data_of_brief, tried
from tischlein.coach.review import review
from tischlein.engine.errors import TischleinError
from tischlein.engine.types import Json
from tischlein.games import GAMES


def answer(question: Json, say: Callable[..., None]) -> None:
    """Answer one question; ``say`` writes a line."""
    if question["kind"] == "review":
        found = review(
            question["record"], lambda done, steps: say(done=done, steps=steps), question["worlds"]
        )
        say(review=data_of_brief(brief(found)))
        return
    actions = tuple(question["actions"])
    known = bytes.fromhex(question["known"])
    analysis = judged(GAMES[question["game"]], known, question["seat"], actions, None, question["worlds"])
    say(choices=[asdict(tried(one)) for one in analysis.choices])


def serve(questions: IO[bytes], answers: IO[bytes]) -> None:
    """Answer until there are no more questions."""

    def say(**message: object) -> None:
        answers.write(json.dumps(message).encode() + b"\n")
        answers.flush()

    for line in questions:
        try:
            answer(json.loads(line), say)
        except TischleinError as error:
            say(error=str(error))


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[1]))
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # What is printed is for whoever runs the server, and no answer.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        serve(sys.stdin.buffer, answers)
    except BrokenPipeError:
        os._exit(0)  # nobody reads


if __name__ == "__main__":
    main()
