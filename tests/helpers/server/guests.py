"""Guests with keys of their own who play to the end, and everything that is stored then."""

import sqlite3
from contextlib import closing
from pathlib import Path

from helpers.server.serving import ENDING, Live, join, lay_out, set_table, sitting

ADA, BEN, EVE = "a" * 43, "b" * 43, "e" * 43


async def two_at_a_table(live: Live, key: str = ADA) -> tuple[str, list[str]]:
    """Ada and Ben, each with a key of their own: the code, and the keys to their seats."""
    made = await set_table(live, guest=key)
    joined = await join(live, made["code"], "Ben", guest=BEN)
    return made["code"], [made["token"], joined["token"]]


async def played(live: Live, code: str, tokens: list[str]) -> list[str]:
    """Play the end of a game, one decision each; returns every frame that was sent."""
    lay_out(live, code, ENDING)
    async with sitting(live, code, tokens[0]) as ada, sitting(live, code, tokens[1]) as ben:
        await ada.play("9")
        await ben.until("news")
        await ben.play("10")
        await ada.until("news", over=True)
        return ada.frames + ben.frames


async def finished(live: Live, key: str = ADA) -> tuple[str, list[str]]:
    """A table at which both have played: the code, and the keys to their seats."""
    code, tokens = await two_at_a_table(live, key)
    await played(live, code, tokens)
    return code, tokens


def stored(file: Path) -> str:
    with closing(sqlite3.connect(file)) as connection:
        return "\n".join(connection.iterdump())
