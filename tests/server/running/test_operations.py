"""For operators: whether a server is alive and ready, what it does and writes, and how it stops."""

import asyncio
import json
import logging
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import httpx
import psycopg
import pytest
import uvicorn
from sqlalchemy import Connection

from helpers.server.postgres import Postgres
from helpers.server.serving import (
    NOT_ENCRYPTED,
    PATIENCE,
    Live,
    ask,
    comes_to,
    dial,
    error,
    knock,
    play_on,
    seated,
    serving,
    set_table,
    sitting,
    want_table,
)
from helpers.server.stores import full_disk
from tischlein.server.http import health
from tischlein.server.logs import JsonLines
from tischlein.server.serve import Server
from tischlein.server.store import migrations
from tischlein.server.store.writer import driver_of
from tischlein.server.upkeep.check import check


def test_alive_and_ready(live: Live) -> None:
    for path in ("/healthz", "/readyz"):
        answer = live.get(path)
        assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


def test_a_load_balancer_asks_by_any_name(live: Live) -> None:
    assert live.get("/healthz", host="10.1.2.3:8077").status_code == 200
    assert live.get("/readyz", host="table-7.internal").status_code == 200
    assert live.get("/api/about", host="table-7.internal").status_code == 421


def test_a_full_disk_is_alive_but_not_ready(own: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if there is room for a few bytes, but not for what a move writes."""
    monkeypatch.setattr(health, "FRESH", 0.0)

    def fill(connection: Connection) -> None:
        """Use all free pages, and allow no more than there are."""
        while connection.exec_driver_sql("PRAGMA freelist_count").scalar():
            connection.exec_driver_sql("INSERT INTO about SELECT hex(randomblob(10)), hex(zeroblob(200))")
        connection.exec_driver_sql("PRAGMA max_page_count = 1")

    def empty(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA max_page_count = 10000")

    run = own.registry.store.run
    with full_disk(own.file, "log"):
        assert own.get("/readyz").status_code == 503
        assert own.get("/readyz").json() == {"status": "failing"}
        assert own.get("/healthz").status_code == 200
    assert own.get("/readyz").status_code == 200
    own.within(lambda: run(fill))
    assert own.get("/readyz").status_code == 503
    own.within(lambda: run(empty))
    assert own.get("/readyz").status_code == 200


async def test_a_table_that_is_refused_on_a_full_disk_leaves_nothing_behind(own: Live) -> None:
    """It is stored, and then its cards are not: nobody knows the code of such a lobby."""
    wish: dict[str, Any] = {"bots": [None, "random"]}
    with full_disk(own.file, "log"):
        answer = await want_table(own, **wish)
    assert error(answer) == (503, "store")
    assert own.registry.tables == {}
    assert (await want_table(own, **wish)).status_code == 201
    assert own.within(own.registry.store.count_tables) == 1


def test_a_store_that_cannot_be_read_is_not_alive(own: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "FRESH", 0.0)
    with closing(sqlite3.connect(own.file)) as connection:
        connection.execute("alter table tables rename to gone")
        assert own.get("/healthz").status_code == 503
        connection.execute("alter table gone rename to tables")
    assert own.get("/healthz").status_code == 200


def test_nobody_keeps_the_disk_busy_by_asking(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """For a moment the same answer holds for all; after that the store is asked again."""

    def probe() -> int:
        """Count the transactions of the database."""
        return int(live.run(changes))

    def changes(connection: Connection) -> int:
        return int(driver_of(connection).total_changes)

    monkeypatch.setattr(health, "FRESH", 0.0)
    live.get("/readyz")
    before = probe()
    monkeypatch.setattr(health, "FRESH", PATIENCE)
    for _ in range(5):
        assert live.get("/readyz").status_code == 200
    assert probe() == before
    monkeypatch.setattr(health, "FRESH", 0.0)
    live.get("/readyz")
    assert probe() != before


def numbers(live: Live) -> dict[str, float]:
    text = live.get("/metrics").text
    assert text.endswith("\n")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert all(re.fullmatch(r'[a-z_]+(\{[a-z]+="[^"]*"\})? [0-9.e+-]+', line) for line in lines)
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


async def test_metrics_count_what_happens_and_name_nobody(own: Live) -> None:
    async with seated(own, bots=[None, "random"], name="Quintessa", options={"starter": 0}) as ada:
        await ada.play("99")
        await play_on(ada, Random(1), 3)
        inside = numbers(own)
        assert inside["tischlein_sockets"] == 1
        assert inside["tischlein_tables"] == 1
        assert inside["tischlein_loop_lag_seconds"] >= 0
        text = own.get("/metrics").text
        for secret in (ada.code, ada.token, "Quintessa"):
            assert secret not in text
    found = numbers(own)
    assert found['tischlein_tables_total{game="lobo77"}'] == 1
    assert found['tischlein_decisions_total{game="lobo77"}'] >= 3
    assert found['tischlein_refused_total{code="unknown_action"}'] == 1
    assert found["tischlein_store_seconds_count"] > 3
    assert found['tischlein_store_seconds_bucket{le="+Inf"}'] == found["tischlein_store_seconds_count"]
    assert found["tischlein_store_failures_total"] == 0


def test_metrics_are_for_this_machine_only(live: Live) -> None:
    """A proxy on this machine passes on another client's address."""
    assert live.get("/metrics", **{"x-forwarded-for": "203.0.113.7"}).status_code == 404
    assert live.get("/metrics", host="evil.example").status_code == 421


async def test_people_hear_that_nothing_can_be_written(own: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk used to be nothing but a silent bot."""
    monkeypatch.setattr("tischlein.room.room.AFTER_FAILURE", 50)

    async with seated(own, bots=[None, "random", "random"], seats=3, options={"starter": 0}) as ada:
        await ada.asked()
        seq = ada.last["seq"]
        with full_disk(own.file, "log"):
            assert (await ada.play(ada.choices[0]))["code"] == "store"
            while ada.table["note"] is None:
                await ada.hear()
            assert "cannot write" in ada.table["note"]["en"]
            assert "nichts aufschreiben" in ada.table["note"]["de"]
            assert ada.last["seq"] == seq
        await ada.play(ada.choices[0])
        while ada.table["note"] is not None:
            await ada.hear()


def test_logs_for_programs_are_one_object_a_line() -> None:
    formatter = JsonLines()
    try:
        raise ValueError("two\nlines")
    except ValueError:
        record = logging.getLogger("tischlein.server").makeRecord(
            "tischlein.server", logging.ERROR, "file", 1, "table %s", ("ABC234",), sys.exc_info()
        )
    (line,) = formatter.format(record).splitlines()
    told = json.loads(line)
    assert (told["level"], told["message"], told["error"]) == (
        "error",
        "table ABC234",
        "ValueError: two\nlines",
    )
    assert "ValueError" in told["trace"]


async def test_logs_name_nobody_whatever_goes_wrong(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    address = "203.0.113.7"

    async def scene(live: Live) -> list[str]:
        made = await set_table(
            live, name="Quintessa", chat=True, bots=[None, "random"], options={"starter": 0}
        )
        secrets = [made["token"], "Quintessa", "Abracadabra", "wrong-key-wrong-key", address]
        for path in (f"/api/tables/{made['code']}/record", f"/nowhere?token={made['token']}"):
            await ask(live, "GET", path, key=made["token"])
        await ask(live, "POST", "/api/tables", content=f'{{"name": "Quintessa", "game": "{made["token"]}"')
        async with await knock(live, made["code"], additional_headers={"x-forwarded-for": address}) as socket:
            await socket.send(json.dumps({"type": "hello", "token": "wrong-key-wrong-key"}))
            assert json.loads(await socket.recv())["code"] == "bad_token"
        async with sitting(live, made) as ada:
            await ada.say("chat", text="Abracadabra")
            await ada.until("chat")
            with full_disk(live.file, "log"):
                assert (await ada.play(ada.choices[0]))["code"] == "store"
            with full_disk(live.file, "chat"):
                await ada.say("chat", text="Abracadabra")
                assert (await ada.until("refused"))["code"] == "store"
        return secrets

    caplog.set_level(logging.INFO)
    with serving(tmp_path) as live:
        secrets = await scene(live)
    lines = [JsonLines().format(record) for record in caplog.records if record.name != "httpx"]
    assert lines
    for line in lines:
        words = set(re.split(r"[^\w.+-]+", line))
        assert not words & set(secrets), line


def serve(folder: Path, *more: str) -> tuple["subprocess.Popen[str]", str]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tischlein", "serve", "--port", "0", "--data", str(folder), *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    if "json" in more:
        started: dict[str, str] = json.loads(process.stderr.readline())
        assert started["message"] == "started"
        return process, started["url"]
    return process, process.stdout.readline().split()[-1]


@pytest.mark.needs("postgresql")
def test_a_server_that_waits_for_another_says_so_and_can_be_stopped(postgres: Postgres) -> None:
    """Another one brings the store up to date, which may take minutes."""
    url = postgres.database()
    command = [sys.executable, "-m", "tischlein", "serve", "--port", "0", "--data", url]
    with closing(psycopg.connect(url)) as other:
        other.execute("SELECT pg_advisory_xact_lock(%s)", [migrations.LOCK])
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            assert process.stderr is not None
            assert "waiting for another server that prepares the database" in process.stderr.readline()
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == -signal.SIGINT
        finally:
            process.kill()
            said, errors = process.communicate()
    assert (said, errors) == ("", "")


async def test_asked_to_stop_it_says_goodbye_and_has_stored_everything(tmp_path: Path) -> None:
    process, url = serve(tmp_path, "--log", "json")

    async def scene() -> tuple[str, int]:
        async with httpx.AsyncClient(base_url=url, timeout=PATIENCE, verify=NOT_ENCRYPTED) as client:
            body = {"game": "lobo77", "seats": 2, "name": "Ada", "bots": [None, "random"], "pace": "instant"}
            made = (await client.post("/api/tables", json=body)).json()
        stopped, seq = False, 0
        async with await dial(f"{url}/api/tables/{made['code']}/socket") as socket:
            await socket.send(json.dumps({"type": "hello", "token": made["token"]}))
            while True:
                message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
                if message["type"] == "goodbye":
                    assert message["code"] == "closing"
                    return made["code"], seq
                if message["type"] == "accepted":
                    seq = message["seq"]
                    if not stopped:
                        process.send_signal(signal.SIGTERM)
                        stopped = True
                if message.get("actions") and not stopped:
                    play = {
                        "type": "play",
                        "id": f"m{message['seq']}",
                        "seq": message["seq"],
                        "action": message["actions"][0]["text"],
                    }
                    await socket.send(json.dumps(play))

    try:
        code, seq = await scene()
        assert process.wait(PATIENCE) in (
            0,
            -signal.SIGTERM,
        )  # ended by itself, or by the signal at the very end
    finally:
        process.kill()
        said, errors = process.communicate()
    assert "Traceback" not in errors
    lines = [json.loads(line) for line in errors.splitlines()]
    assert (said, lines[-1]["message"]) == ("", "stopped")
    report = check(tmp_path / "tables.sqlite3")
    assert report.damages == []
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as connection:
        (stored,) = connection.execute(
            "select max(seq) from log join tables on tables.id = log.table_id where code = ?", (code,)
        ).fetchone()
    assert stored >= seq


def test_the_first_process_of_a_container_ends_before_it_has_started_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """There a signal that is not handled does nothing."""
    for name in ("signal", "raise_signal"):
        monkeypatch.setattr(signal, name, lambda *_: None)
    monkeypatch.setattr(os, "_exit", sys.exit)
    with pytest.raises(SystemExit) as ended:
        Server(uvicorn.Config(lambda: None)).handle_exit(signal.SIGTERM, None)
    assert ended.value.code == 128 + signal.SIGTERM


def test_the_log_for_programs_says_what_went_on_after_a_crash_and_what_was_refused(tmp_path: Path) -> None:
    """Started, resumed with counts, refusals by code, stopped; and nothing that is not JSON."""
    process, url = serve(tmp_path, "--log", "json")
    try:
        with httpx.Client(base_url=url, timeout=PATIENCE, verify=NOT_ENCRYPTED) as client:
            body = {"game": "lobo77", "seats": 2, "name": "Ada", "bots": ["easy", "easy"], "pace": "human"}
            assert client.post("/api/tables", json=body).status_code == 201
            deadline = time.monotonic() + PATIENCE
            while entries(tmp_path) < 2 and time.monotonic() < deadline:
                time.sleep(0.1)
    finally:
        process.kill()  # without a word
        process.communicate()
    process, url = serve(tmp_path, "--log", "json")
    try:
        assert process.stderr is not None
        resumed = json.loads(process.stderr.readline())
        assert (resumed["message"], resumed["tables"]) == ("resumed", 1)
        assert resumed["entries"] >= 2
        assert resumed["seconds"] >= 0
    finally:
        process.terminate()
        said, errors = process.communicate()
    assert said == ""
    assert json.loads(errors.splitlines()[-1])["message"] == "stopped"


def entries(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "tables.sqlite3")) as connection:
        return int(connection.execute("SELECT count(*) FROM log").fetchone()[0])


async def test_refusals_are_logged_by_code_with_their_number(
    live: Live, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "tischlein.server")
    for _ in range(3):
        assert (await ask(live, "GET", "/api/tables/AAAAAA")).status_code == 404
    live.registry.minute = 0.01
    chore = asyncio.run_coroutine_threadsafe(live.registry._count_refusals(), live.loop)
    try:
        comes_to(
            lambda: [vars(one)["fields"] for one in caplog.records if one.message == "refused"],
            [{"counts": {"no_table": 3}}],
        )
    finally:
        chore.cancel()
