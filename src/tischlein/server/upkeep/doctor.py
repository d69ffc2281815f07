"""Examine a set-up for ``tischlein doctor``: page, folder, store, port, and the way through a proxy. Nothing is changed."""

import os
import shutil
import socket
import ssl
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from pathlib import Path
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from tischlein.server.clock import now
from tischlein.server.config import PORT, check_url, data_home, database
from tischlein.server.errors import StoreError
from tischlein.server.http.guards.address import LOOPBACK
from tischlein.server.http.static import FOLDER
from tischlein.server.store import queries
from tischlein.server.store.engines import FILE, reading_engine_for
from tischlein.server.store.writer import NAME

PATIENCE = 10.0  # seconds for each answer
ROOM = 200_000_000  # bytes that a disk should have left
OLDEST_POSTGRESQL = 13
DRIFT = 60.0  # seconds that two clocks may differ
SOCKET = "/api/tables/AAAAAA/socket"  # there need not be such a table
UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGlzY2hsZWluIGRvY3Rvcg==",
}


class Examined(NamedTuple):
    """The result of one examination, with advice."""

    subject: str
    state: Literal["good", "warning", "wrong"]
    text: str
    advice: str = ""


def examine(data: str | None, port: int | None, public_url: str | None) -> Iterator[Examined]:
    """Yield a finding for each part of the set-up."""
    yield _page()
    url = database(data)
    if url is None:
        yield from _folder(data_home(data))
    yield _database(url) if url is not None else _file(data_home(data) / NAME)
    yield _port(port or PORT)
    if public_url is not None:
        yield from _proxy(check_url(public_url))


def _page() -> Examined:
    if (FOLDER / "index.html").exists():
        return Examined("page", "good", "the page is in the package")
    return Examined("page", "wrong", "this install has no page", "in a checkout `make page` builds it")


def _folder(folder: Path) -> Iterator[Examined]:
    there = folder
    while not there.exists():
        there = there.parent
    if not there.is_dir():
        yield Examined("folder", "wrong", f"{there} is not a folder", "choose another one with --data")
        return
    if not os.access(there, os.W_OK | os.X_OK):
        advice = f"make the server's user the owner of {there}, or choose another folder with --data"
        yield Examined("folder", "wrong", f"{there} cannot be written by this user", advice)
        return
    if there != folder:
        yield Examined("folder", "good", f"{folder} will be made")
    elif os.name == "posix" and folder.stat().st_mode & 0o077:
        advice = f"`chmod 700 {folder}` keeps them out"
        yield Examined("folder", "warning", f"other users of this machine may enter {folder}", advice)
    else:
        yield Examined("folder", "good", f"{folder} is the server's own")
    free = shutil.disk_usage(there).free
    if free < ROOM:
        advice = "make room: moves that cannot be stored are refused"
        yield Examined("disk", "wrong", f"{free / 1e6:.0f} MB are left", advice)
    else:
        yield Examined("disk", "good", f"{free / 1e9:.1f} GB are left")


def _file(file: Path) -> Examined:
    if not file.exists():
        return Examined("store", "good", "there are no tables yet")
    engine = reading_engine_for(f"{FILE}{file}")
    try:
        with engine.connect() as connection:
            return Examined("store", "good", f"{queries.count_tables(connection)} tables are stored")
    except SQLAlchemyError as error:
        return Examined("store", "wrong", f"{file} cannot be read: {error}", "`tischlein check` says more")
    finally:
        engine.dispose()


def _database(url: str) -> Examined:
    try:
        engine = reading_engine_for(url)
        try:
            with engine.connect() as connection:
                version = int(connection.execute(text("show server_version_num")).scalar_one()) // 10_000
        finally:
            engine.dispose()
    except (SQLAlchemyError, StoreError) as error:
        reason = str(getattr(error, "orig", error)).strip().splitlines()[0]
        return Examined("store", "wrong", reason, "check the address, the user and pg_hba.conf")
    if version < OLDEST_POSTGRESQL:
        advice = f"version {OLDEST_POSTGRESQL} or later is needed"
        return Examined("store", "wrong", f"this is PostgreSQL {version}", advice)
    return Examined("store", "good", f"PostgreSQL {version} answers")


def _port(port: int) -> Examined:
    try:
        answer = _ask(HTTPConnection(LOOPBACK, port, timeout=PATIENCE), "/readyz")
    except ConnectionRefusedError:
        return Examined("port", "good", f"port {port} is free")
    except (OSError, HTTPException):
        answer = None
    if answer is None or answer.status not in (200, 503):
        return Examined("port", "wrong", f"another program uses port {port}", "choose another with --port")
    if answer.status == 200:
        return Examined("port", "good", f"a server answers at port {port}, and can store moves")
    advice = "its log says why; most often the disk is full or read-only"
    return Examined("port", "wrong", f"a server answers at port {port}, but cannot store moves", advice)


def _proxy(url: str) -> Iterator[Examined]:
    parts = urlsplit(url)
    host = parts.hostname or ""
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection

    def request(path: str, headers: dict[str, str] | None = None) -> HTTPResponse:
        return _ask(kind(host, parts.port, timeout=PATIENCE), path, headers)

    problem = advice = ""
    try:
        answer = request("/api/about")
        if answer.status == 421:
            problem = "the server does not know this name"
            advice = "pass the Host header on, and start it with --public-url"
        elif answer.status != 200:
            problem = f"{url} answers with {answer.status}"
            advice = "start the server, and let the proxy pass everything on to it"
    except socket.gaierror:
        problem, advice = f"there is no host {host}", "add it to your DNS zone, and wait until it is known"
    except ssl.SSLError as error:
        problem = f"the certificate of {host} is refused: {error.reason}"
        advice = "a new one takes the proxy up to a minute; else renew it, or check its name"
    except (OSError, HTTPException) as error:
        problem = f"{url} does not answer: {error}"
        advice = "start the proxy, and open its port in the firewall"
    if problem:
        yield Examined("address", "wrong", problem, advice)
        return
    yield Examined("address", "good", f"{url} leads to a Tischlein server")
    yield _clock(answer)
    if request("/metrics").status == 200:
        advice = "let the proxy set X-Forwarded-For; a proxy on another machine also needs --trusted-proxy"
        yield Examined("proxy", "wrong", "the server takes visitors for users of its own machine", advice)
    else:
        yield Examined("proxy", "good", "the server sees the addresses of visitors")
    try:
        passes = request(SOCKET, {**UPGRADE, "Origin": url}).status == 101
    except (OSError, HTTPException):  # some proxies hang up
        passes = False
    if passes:
        yield Examined("sockets", "good", "WebSockets pass the proxy")
    else:
        advice = "pass the headers Upgrade and Connection on, with HTTP/1.1"
        yield Examined("sockets", "wrong", "WebSockets do not pass the proxy", advice)


def _clock(answer: HTTPResponse) -> Examined:
    date = answer.getheader("Date")
    apart = abs(parsedate_to_datetime(date).timestamp() - now() / 1000) if date else 0.0
    if apart > DRIFT:
        problem = f"this clock and the server's differ by {apart:.0f} s"
        return Examined("clock", "wrong", problem, "set it by NTP: the deal of the day follows it")
    return Examined("clock", "good", "the clock is right")


def _ask(connection: HTTPConnection, path: str, headers: dict[str, str] | None = None) -> HTTPResponse:
    try:
        connection.request("GET", path, headers=headers or {})
        answer = connection.getresponse()
        if answer.status != 101:
            answer.read()
        return answer
    finally:
        connection.close()
