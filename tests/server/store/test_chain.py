"""A table whose log is not what was written: the check names it, and it stays closed."""

import logging
from pathlib import Path
from random import Random

import pytest

from helpers.server.serving import (
    Live,
    Message,
    ask,
    error,
    play_on,
    serving,
    set_table,
    sitting,
    turned_away,
)
from helpers.server.stores import change
from tischlein.server.upkeep.check import check

FILE = "tables.sqlite3"


async def evening(live: Live) -> list[Message]:
    made = [await set_table(live, game, bots=[None, "random"]) for game in ("lobo77", "qwixx")]
    for one in made:
        async with sitting(live, one) as ada:
            await play_on(ada, Random(1), 2)
    return made


async def test_a_damaged_table_stays_closed_and_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The operator is told once, people whenever they come; the other table goes on."""
    with serving(tmp_path) as live:
        broken, sound = await evening(live)
    spoilt = "update log set text = text || '1' where seq = 2 and table_id = (select id from tables where code = ?)"
    change(tmp_path / FILE, spoilt, broken["code"])
    (damage,) = check(tmp_path / FILE).damages
    assert (damage.table, damage.problem) == (
        broken["code"],
        "entry 2 of its log is not what was written: its hash differs",
    )

    with caplog.at_level(logging.ERROR), serving(tmp_path) as live:
        assert await turned_away(live, broken["code"], broken["token"]) == "damaged"
        answer = await ask(live, "GET", f"/api/tables/{broken['code']}")
        assert error(answer) == (500, "damaged")
        assert broken["code"] in answer.json()["error"]["text"]["de"]
        async with sitting(live, sound) as ada:
            await play_on(ada, Random(1), 2)
        assert "\ntischlein_damaged 1.0\n" in live.get("/metrics").text
    assert [record.getMessage() for record in caplog.records] == [
        f"table {broken['code']} is damaged and stays closed: {damage.problem}"
    ]
