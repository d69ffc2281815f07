"""Guests with keys of their own who play to the end, and everything that is stored then."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

from helpers.server.serving import Live, join, play_on, set_table, sitting

ADA, BEN, EVE = "a" * 43, "b" * 43, "e" * 43


async def two_at_a_table(live: Live, key: str = ADA) -> tuple[str, list[str]]:
    """Ada and Ben, each with a key of their own: the code, and the keys to their seats."""
    made = await set_table(live, guest=key)
    joined = await join(live, made["code"], "Ben", guest=BEN)
    return made["code"], [made["token"], joined["token"]]


async def played(live: Live, code: str, tokens: list[str]) -> list[str]:
    """Play it to the end; returns every frame that was sent."""
    async with sitting(live, code, tokens[0]) as ada, sitting(live, code, tokens[1]) as ben:
        await ada.say("start")
        await asyncio.gather(ada.until("welcome"), ben.until("welcome"))
        await asyncio.gather(play_on(ada, Random(1)), play_on(ben, Random(2)))
        return ada.frames + ben.frames


async def finished(live: Live, key: str = ADA) -> tuple[str, list[str]]:
    """A table at which both have played: the code, and the keys to their seats."""
    code, tokens = await two_at_a_table(live, key)
    await played(live, code, tokens)
    return code, tokens


def stored(file: Path) -> str:
    with closing(sqlite3.connect(file)) as connection:
        return "\n".join(connection.iterdump())
