"""The shuffle over the wire: promises, shares, the deal, and the secret only after the end."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from helpers.serving import Live, Message, join, play_on, serving, set_table, sitting
from helpers.sharing import PATIENT, Player, codes, party, played, record_of, started
from tischlein.engine.play import fair
from tischlein.games import GAMES
from tischlein.verify import verify


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with serving(tmp_path_factory.mktemp("tables") / "tables.sqlite3", PATIENT) as live:
        yield live


@pytest.mark.parametrize("game", sorted(GAMES))
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


def test_who_takes_no_part_is_not_waited_for(live: Live) -> None:
    """The second person's program knows nothing of shares: the game starts when the first has revealed."""

    async def scene() -> None:
        made = await set_table(live)
        other = await join(live, made["code"], "Ben")
        async with (
            sitting(live, made["code"], made["token"]) as ada,
            sitting(live, made["code"], other["token"]) as ben,
        ):
            player = Player(ada)
            await player.promise()
            await ada.say("start")
            await player.reveal()
            await ben.until("welcome")
            await ada.until("welcome")
            await asyncio.gather(play_on(ada, Random(1)), play_on(ben, Random(2)))
        record = await record_of(live, made["code"])
        assert record["fair"]["promises"][1] is None
        assert verify(player.saved(record)).kind == "good"

    asyncio.run(scene())


def test_without_shares_a_game_starts_at_once_and_says_that_the_server_was_alone(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, bots=[None, "random"])
        async with sitting(live, made["code"], made["token"]) as ada:
            assert ada.table["state"] == "playing"
            await play_on(ada, Random(1))
        record = await record_of(live, made["code"])
        assert (verify(record).kind, codes(record, "note")) == ("note", ["server_alone"])

    asyncio.run(scene())


def test_alone_with_bots_the_table_waits_for_the_share_of_its_page(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, bots=[None, "random"], shares=True)
        async with sitting(live, made["code"], made["token"]) as ada:
            assert (ada.table["state"], ada.table["starting"]) == ("lobby", True)
            player = Player(ada)
            await ada.say("share", promise=fair.promise(player.share))
            await player.reveal()
            await ada.until("welcome")
            assert (ada.table["state"], ada.table["starting"]) == ("playing", False)
            await play_on(ada, Random(1))
        assert codes(player.saved(await record_of(live, made["code"])), "good")[-1] == "receipt"

    asyncio.run(scene())


def test_people_at_one_device_share_each(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, seats=2, hot_seat=["Ben"], shares=True)
        async with (
            sitting(live, made["code"], made["token"]) as ada,
            sitting(live, made["code"], made["others"][0]["token"]) as ben,
        ):
            players = [Player(ada), Player(ben)]
            for player in players:
                await player.guest.say("share", promise=fair.promise(player.share))
            await asyncio.gather(*(player.reveal() for player in players))
            for player in players:
                await player.guest.until("welcome")
            await played(players)
        record = await record_of(live, made["code"])
        assert all(record["fair"]["shares"])
        assert [verify(player.saved(record)).kind for player in players] == ["good", "good"]

    asyncio.run(scene())


def test_a_rematch_has_another_secret_and_other_shares(live: Live) -> None:
    async def scene() -> None:
        async with AsyncExitStack() as stack:
            code, players = await party(stack, live)
            await started(players)
            await played(players)
            await players[0].guest.say("rematch")
            following = (await players[0].guest.until("rematch"))["code"]
            tokens = [live.table(code).state.seats[seat].token_hash for seat in (0, 1)]
            assert [seat.token_hash for seat in live.table(following).state.seats] == tokens
            assert live.table(following).state.starting is not None
            first = (await record_of(live, code))["fair"]
            told = live.table(following).info()["fair"]
            assert told["commitment"] != fair.commitment(following, first["secret"])

    asyncio.run(scene())


def test_a_rematch_waits_for_those_who_shared(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live)
        other = await join(live, made["code"], "Ben")
        tokens = [made["token"], other["token"]]
        async with AsyncExitStack() as stack:
            players = [
                Player(await stack.enter_async_context(sitting(live, made["code"], token)))
                for token in tokens
            ]
            for player in players:
                await player.promise()
            await started(players)
            await played(players)
            await players[0].guest.say("rematch")
            code = (await players[0].guest.until("rematch"))["code"]
            again = [Player(await stack.enter_async_context(sitting(live, code, token))) for token in tokens]
            assert again[0].guest.table["starting"]
            for player in again:
                await player.guest.say("share", promise=fair.promise(player.share))
            await asyncio.gather(*(player.reveal() for player in again))
            for player in again:
                await player.guest.until("welcome")
            await played(again)
            assert verify(again[1].saved(await record_of(live, code))).kind == "good"

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
