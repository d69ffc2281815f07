"""The finished games of a guest: kept for the holder of the key, for nobody else, and gone when the guest wants it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from helpers.server.evenings import one_decision_each, opened
from helpers.server.guests import ADA, BEN, EVE, finished, played, stored, two_at_a_table
from helpers.server.serving import (
    Live,
    Message,
    ask,
    error,
    join,
    serving,
    set_table,
    sitting,
    turned_away,
    want_table,
)
from tischlein.server.config import Rate
from tischlein.server.store import results
from tischlein.server.table.tokens import hash_token
from tischlein.server.upkeep.check import check

GONE = "d" * 43  # a guest who deletes everything


@pytest.fixture
def cleared(tmp_path: Path) -> Iterator[Live]:
    """A server that has forgotten the guest in the end: nothing stored names them, and all of it is sound."""
    file = tmp_path / "tables.sqlite3"
    with serving(file) as live:
        yield live
    assert hash_token(GONE) not in stored(file)
    assert check(file).damages == []


async def asked(live: Live, key: str | None, what: str = "games") -> Any:
    return await ask(live, "GET" if what == "games" else "POST", f"/api/guest/{what}", key)


async def games(live: Live, key: str) -> list[Message]:
    answer = await asked(live, key)
    assert answer.status_code == 200, answer.text
    found: list[Message] = answer.json()
    return found


async def test_only_the_key_opens_the_games(live: Live) -> None:
    """With it a finished game is found again."""
    code, tokens = await two_at_a_table(live)
    assert code not in [game["code"] for game in await games(live, ADA)]
    await played(live, code, tokens)
    for key, you in ((ADA, 0), (BEN, 1)):
        game = (await games(live, key))[0]
        assert (game["code"], game["game"], game["you"]) == (code, "lobo77", you)
        assert (game["names"], game["bots"]) == (["Ada", "Ben"], [False, False])
        assert sorted(seat for row in game["standings"] for seat in row["seats"]) == [0, 1]
        assert [row["won"] for row in game["standings"]] == [True, False]
    assert await games(live, EVE) == []
    # The key to the seat, the hash of the key, and what is none at all.
    for wrong in (tokens[0], hash_token(ADA)):
        assert await games(live, wrong) == []
    for none in (None, "short", ADA + "!", "x" * 65):
        answer = await asked(live, none)
        assert error(answer) == (401, "no_key")
    assert (await asked(live, EVE, "forget")).json() == {"games": 0}
    assert (await asked(live, hash_token(ADA), "forget")).json() == {"games": 0}
    assert code in [game["code"] for game in await games(live, ADA)]


async def test_nothing_that_leaves_the_server_names_the_guest(live: Live) -> None:
    code, tokens = await two_at_a_table(live)
    frames = await played(live, code, tokens)
    for path in (f"/api/tables/{code}", f"/api/tables/{code}/record", f"/api/tables/{code}/replay"):
        frames.append((await ask(live, "GET", path)).text)
    frames.append((await ask(live, "POST", "/api/mine", json={"tokens": tokens})).text)
    frames.append(json.dumps(await games(live, BEN)))
    for secret in (ADA, BEN, hash_token(ADA), hash_token(BEN)):
        assert not [frame for frame in frames if secret in frame]
    kept = stored(live.file)
    assert hash_token(ADA) in kept
    assert ADA not in kept


async def test_a_game_that_goes_on_is_not_kept_after_everything_was_deleted(live: Live) -> None:
    key = "d" * 43
    made = await set_table(live, guest=key)
    joined = await join(live, made["code"], "Ben", guest=BEN)
    await asked(live, key, "forget")
    await played(live, made["code"], [made["token"], joined["token"]])
    assert await games(live, key) == []
    assert made["code"] in [game["code"] for game in await games(live, BEN)]


async def test_no_seat_says_whose_it_was_after_everything_was_deleted(cleared: Live) -> None:
    """A lobby, a running game and a finished one go on, and are sound."""
    over, waiting, going = [await two_at_a_table(cleared, GONE) for _ in range(3)]
    await played(cleared, *over)
    async with sitting(cleared, going[0], going[1][0]) as ada:
        await ada.say("start")
        await ada.until("welcome")
        assert hash_token(GONE) in stored(cleared.file)
        await asked(cleared, GONE, "forget")
        assert hash_token(GONE) not in stored(cleared.file)
        await ada.say("leave")
        await ada.until("goodbye")
    async with sitting(cleared, waiting[0], waiting[1][0]) as ada:
        await ada.say("leave")
        await ada.until("goodbye")
    await join(cleared, waiting[0], "Cleo")
    async with sitting(cleared, over[0], over[1][1]) as ben:
        await ben.say("rematch")
        await ben.until("rematch")
    assert await games(cleared, GONE) == []
    assert [game["code"] for game in await games(cleared, BEN)] == [over[0]]


async def test_a_guest_who_has_told_another_server_is_named_at_no_table(cleared: Live) -> None:
    """As if this server had not been asked itself: it still knows the guest, and writes what it knows."""
    code, tokens = await two_at_a_table(cleared, GONE)
    forget_elsewhere(cleared)
    async with sitting(cleared, code, tokens[1]) as ben, sitting(cleared, code, tokens[0]) as ada:
        await ada.say("swap", seat=0, other=1)
        assert (await ada.until("refused"))["code"] == "store"
        await ada.say("swap", seat=0, other=1)
        await ada.until("welcome")
        await ada.say("start")
        await ada.until("welcome")
        await ben.say("leave")
        await ben.until("goodbye")


async def test_a_guest_who_has_told_another_server_is_not_moved_to_a_seat_by_a_start(cleared: Live) -> None:
    """Where an open seat is closed, who sat after it is stored in a row that named nobody."""
    made = await set_table(cleared, seats=3)
    await join(cleared, made["code"], "Dan", seat=2, guest=GONE)
    forget_elsewhere(cleared)
    async with sitting(cleared, made["code"], made["token"]) as ada:
        await ada.say("start", empty="close")
        assert (await ada.until("refused"))["code"] == "store"
        await ada.say("start", empty="close")
        while (await ada.until("welcome"))["table"]["state"] != "playing":
            pass


def forget_elsewhere(live: Live) -> None:
    live.within(lambda: live.registry.store.run(lambda c: results.forget(c, hash_token(GONE))))
    assert hash_token(GONE) not in stored(live.file)


async def test_a_rematch_names_nobody_whom_the_store_has_cleared(cleared: Live) -> None:
    """A table that was read just before may still name them in memory."""
    code, tokens = await finished(cleared, GONE)
    forget_elsewhere(cleared)
    async with sitting(cleared, code, tokens[1]) as ben:
        await ben.say("rematch")
        following = cleared.registry.tables[(await ben.until("rematch"))["code"]]
    assert [seat.guest for seat in following.state.seats] == [None, hash_token(BEN)]


async def test_seats_of_tables_that_are_not_open_are_cleared_too(tmp_path: Path) -> None:
    file, key = tmp_path / "tables.sqlite3", GONE
    with serving(file) as live:
        code, _ = await finished(live, key)
    assert hash_token(key) in stored(file)
    with serving(file) as live:
        assert code not in live.registry.tables
        assert (await asked(live, key, "forget")).json() == {"games": 1}
        assert (await ask(live, "GET", f"/api/tables/{code}/record")).status_code == 200
    assert hash_token(key) not in stored(file)
    assert check(file).damages == []


async def test_unknown_keys_leave_nothing_behind(live: Live) -> None:
    before = stored(live.file)
    for n in range(5):
        assert (await asked(live, f"{n}" * 43, "forget")).json() == {"games": 0}
    assert stored(live.file) == before


async def test_weak_keys_are_refused(live: Live) -> None:
    for weak in ("", "Ada", "a" * 31, "a" * 65, "ä" * 43, 7):
        assert (await want_table(live, guest=weak)).status_code == 400, weak


@pytest.mark.limits(replays=Rate(1e-06, 2))
async def test_a_client_that_asks_too_often_is_slowed_down(
    own: Live,
) -> None:
    answers = [(await asked(own, EVE, what)).status_code for what in ("games", "forget", "games")]
    assert answers == [200, 200, 429]


async def test_nothing_that_was_deleted_is_left_in_the_file_or_its_log(tmp_path: Path) -> None:
    """Neither the keys' hashes, also that of the seat of a finished game, nor the name in a group; not in free pages either."""
    file, name = tmp_path / "tables.sqlite3", "Penelope the Great"
    with serving(file) as live:
        code, tokens = await finished(live, GONE)
        made = await ask(live, "POST", "/api/groups", GONE, json={"group": "Monday", "name": name})
        assert made.status_code == 201
        secret = [hash_token(GONE).encode(), hash_token(tokens[0]).encode(), name.encode()]
        parts = [file, file.with_name(f"{file.name}-wal")]

        def written() -> bytes:
            return b"".join(part.read_bytes() for part in parts if part.exists())

        assert [one in written() for one in secret] == [True] * 3
        await asked(live, GONE, "forget")
        assert [one in written() for one in secret] == [False] * 3
        # The other player's seat is as it was, and the game is sound.
        assert hash_token(tokens[1]).encode() in written()
        assert (await ask(live, "GET", f"/api/tables/{code}/record")).status_code == 200
        assert await turned_away(live, code, tokens[0]) == "bad_token"
    assert check(file).damages == []


async def test_an_evening_that_is_over_keeps_no_key_of_who_has_deleted_everything(live: Live) -> None:
    evening = await opened(live, rounds=1, seats=2)
    token = await evening.join("Ada", guest=GONE)
    other = await evening.join("Ben")
    await evening.lead("start")
    await asked(live, GONE, "forget")
    assert hash_token(token) in stored(live.file)
    await one_decision_each(live, evening, [token, other])
    await evening.until(lambda info: info["state"] == "over")

    def data() -> str:
        found = live.within(lambda: live.registry.store.evening(evening.code))
        assert found is not None
        return msgspec.json.encode(found.evening).decode()

    assert hash_token(token) not in data()
    assert hash_token(other) in data()
