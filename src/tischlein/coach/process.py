"""The coach in a child process of low priority. For advice it gets what the seat knows, and nothing else."""

import os
import sys
from dataclasses import asdict

from tischlein.bots.child import Answer, Progress, serve
from tischlein.coach.analysis import analyse_concealed
from tischlein.coach.review import brief, review, round_shares
from tischlein.engine.types import Json, JsonValue
from tischlein.games import GAMES


def answer(question: Json, progress: Progress) -> JsonValue:
    """Return a review of a record, or the choices of a seat."""
    if question["kind"] == "review":
        return asdict(brief(review(question["record"], progress, question["worlds"], question["seats"])))
    actions = tuple(question["actions"])
    known = bytes.fromhex(question["known"])
    analysis = analyse_concealed(
        GAMES[question["game"]], known, question["seat"], actions, None, question["worlds"]
    )
    return [asdict(round_shares(one)) for one in analysis.choices]


def prepare(nice: int) -> Answer:
    """Let other processes go first, as much as ``nice`` says."""
    if hasattr(os, "nice"):
        os.nice(nice)
    return answer


if __name__ == "__main__":
    serve(lambda: prepare(int(sys.argv[1])))
