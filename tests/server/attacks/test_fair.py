"""The shuffle over the wire: promises, shares, the deal, and the secret only after the end."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from helpers.server.serving import Live, Message, play_on, serving, set_table, sitting
from helpers.server.sharing import PATIENT, Player, party, played, record_of, started
from samples import with_long
from tischlein.engine.play import fair
from tischlein.games import GAMES
from tischlein.verify import verify


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with serving(tmp_path_factory.mktemp("tables") / "tables.sqlite3", PATIENT) as live:
        yield live


@pytest.mark.parametrize("game", with_long(GAMES, "lobo77"))  # tests/unit checks records of all games
def test_a_whole_game_is_verified_by_everybody(live: Live, game: str) -> None:
    async def scene() -> None:
        async with AsyncExitStack() as stack:
            code, players = await party(stack, live, max(2, GAMES[game].seats[0]), game=game)
            await started(players)
            await played(players)
            record = await record_of(live, code)
            for player in players:
                verdict = verify(player.saved(record))
                assert [(one.kind, one.code) for one in verdict.findings] == [
                    ("good", "commitment"), ("good", "shares"), ("good", "numbers"), ("good", "deal"), ("good", "receipt"),
                ]  # fmt: skip

    asyncio.run(scene())


def test_nothing_of_the_secret_leaves_while_the_game_runs(live: Live) -> None:
    """Not the secret, not the key, no share of anybody, in no frame and in no answer."""

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            code, players = await party(stack, live, spectators="rounds")
            watcher = await stack.enter_async_context(sitting(live, code))
            await started(players)
            for _ in range(6):
                guest = next((p.guest for p in players if p.guest.last["actions"]), None)
                if guest is not None:
                    await guest.play(guest.choices[0])
                for player in players:
                    await player.guest.say("sync", since=0)
                    await player.guest.until("welcome")
            await watcher.say("ping")
            await watcher.until("pong")
            hosted = live.table(code)
            assert hosted.state.row.secret is not None
            assert hosted.state.row.shuffle is not None
            assert hosted.state.row.state == "playing"
            key = fair.key(hosted.state.row.secret, code, "lobo77", **hosted.state.row.shuffle)
            hidden = [hosted.state.row.secret, key.hex(), *(player.share for player in players)]
            seen = [frame for guest in (watcher, *(p.guest for p in players)) for frame in guest.frames]
            async with live.client() as client:
                for path in ("", "/record", "/replay", "/replay?seat=0"):
                    seen.append((await client.get(f"/api/tables/{code}{path}")).text)
                    seen.append(
                        (
                            await client.get(
                                f"/api/tables/{code}{path}", headers={"Authorization": "Bearer x"}
                            )
                        ).text
                    )
            assert any(hosted.state.row.code in text for text in seen)
            assert [value for value in hidden if any(value in text for text in seen)] == []
            assert [text for text in seen if '"draws"' in text] == []

    asyncio.run(scene())


def test_after_a_restart_the_shuffle_goes_on_where_it_was(tmp_path: Path) -> None:
    """Half of the game before and half after: the whole of it follows from one secret."""
    file = tmp_path / "tables.sqlite3"
    made: Message = {}
    player: list[Player] = []

    async def before(live: Live) -> None:
        made.update(await set_table(live, bots=[None, "random"], shares=True))
        async with sitting(live, made["code"], made["token"]) as ada:
            player.append(Player(ada))
            await ada.say("share", promise=fair.promise(player[0].share))
            await player[0].reveal()
            await ada.until("welcome")
            await play_on(ada, Random(1), 4)

    async def after(live: Live) -> None:
        async with sitting(live, made["code"], made["token"]) as ada:
            assert ada.table["fair"]["commitment"] == player[0].commitment
            await play_on(ada, Random(2))
            player[0].guest = ada
        assert verify(player[0].saved(await record_of(live, made["code"]))).kind == "good"

    for scene in (before, after):
        with serving(file, PATIENT) as live:
            asyncio.run(scene(live))
