"""Runs the server: for this machine only, in the local network, or behind a proxy."""

import asyncio
import gc
import logging
import os
import platform
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import FrameType

import uvicorn
from starlette.applications import Starlette

import tischlein
from tischlein.server import logs
from tischlein.server.app import application
from tischlein.server.bots import own_bots
from tischlein.server.config import PORT, ServerConfig, check_network, check_url, data_home, database
from tischlein.server.errors import ServeError
from tischlein.server.http.guards.address import LOOPBACK, ServerAddress, lan_host
from tischlein.server.http.guards.connections import limit_protocol
from tischlein.server.signing import signer_of
from tischlein.server.store.store import Store
from tischlein.server.store.writer import NAME
from tischlein.server.ws.frames import limit_sockets

logger = logging.getLogger("tischlein.server")

EVERYWHERE = "0.0.0.0"  # noqa: S104 — only when the local network is asked for
OPEN = "open-to-network"  # the file that remembers it
# Larger than the largest message: what is in between gets a typed answer, what is larger closes the connection.
FRAME = 65_536
# Connections that may wait to be accepted, and those that the event loop accepts before it looks after everybody else again: to welcome
# a client takes 2 ms.
BACKLOG = 1_024
ACCEPTED = 8
# A bot that computes in Python must not delay the event loop.
SWITCH = 0.001
# Tables and connections are many and live long: a full collection took a fifth of a second, in which everything waited. So only the
# young generation is collected by itself; the registry collects everything after many connections have ended.
COLLECT = (5_000, 1_000_000, 1_000_000)


def run(
    settings: ServerConfig,
    say: Callable[[str], None],
    browser: bool = False,
    prepare: Callable[[], None] = lambda: None,
) -> None:
    """Serve until a signal; ``say`` gets the address first. ``prepare`` is called when nothing in the settings was refused."""
    logs.set_up(settings.log)
    for proxy in settings.trusted_proxies:
        check_network(proxy)
    bots, signer = own_bots(settings.bots), signer_of(settings.signing_key)
    folder = data_home(settings.data) if database(settings.data) is None else None
    settings, usual = as_left(settings, folder)
    with listen(EVERYWHERE if settings.lan else LOOPBACK, settings.port, usual) as listening:
        port: int = listening.getsockname()[1]
        local = f"http://{LOOPBACK}:{port}"
        address = address_for(settings, port)
        store = store_for(settings, port)
        store.lock()  # before anything else, so that a refusal is one sentence
        prepare()
        app = application(store, address, settings.limits, bots, signer, settings.rating)
        sys.setswitchinterval(SWITCH)
        gc.freeze()  # modules stay
        gc.set_threshold(*COLLECT)
        with suppress(KeyboardInterrupt):
            asyncio.run(
                _serve(
                    app,
                    address,
                    listening,
                    lambda: _announce(address, local, None if settings.log == "json" else say, browser),
                    lambda: None if folder is None else remember_open(folder, port),
                    (LOOPBACK, *settings.trusted_proxies),
                )
            )


def as_left(settings: ServerConfig, folder: Path | None) -> tuple[ServerConfig, int]:
    """Return the configuration and the preferred port; a server that its page has opened stays open at its port."""
    if folder is None:
        return settings, PORT
    if settings.lan is False:
        (folder / OPEN).unlink(missing_ok=True)
    port = last_port(folder)
    if port is None or settings.lan is not None or settings.public_url is not None:
        return settings, port or PORT
    # Without a network it cannot be open.
    return replace(settings, lan=lan_host() is not None), port


def remember_open(folder: Path, port: int) -> None:
    """Remember that the page has opened the server to the local network, for the next start at the same port."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / OPEN).write_text(f"{port}\n", "ascii")


def last_port(folder: Path) -> int | None:
    """Return the port at which the server was open last, None if it was not."""
    try:
        port = int((folder / OPEN).read_text("ascii"))
    except (OSError, ValueError):
        return None
    return port if 0 < port < 65_536 else None


def store_for(settings: ServerConfig, port: int) -> Store:
    """Return the chosen store: a file of this server alone, or a database shared with others."""
    url = database(settings.data)
    if url is None and settings.peer_url is not None:
        raise ServeError(
            "--peer-url is for servers that share a database: name it with --data postgresql://…"
        )
    if url is None:
        return Store.file(data_home(settings.data) / NAME)
    if settings.peer_url is not None:
        return Store.on_postgres(url, check_url(settings.peer_url, "--peer-url"))
    return Store.on_postgres(url, f"http://{(lan_host() if settings.lan else None) or LOOPBACK}:{port}")


def _announce(address: ServerAddress, local: str, say: Callable[[str], None] | None, browser: bool) -> None:
    if say is None:
        logs.note(logger, "started", url=local, public_url=address.url, version=tischlein.__version__)
    else:
        say(f"The table is set: {local}")
        if address.url is not None:
            say(f"For others:       {address.url}")
        say("Ctrl-C stops it; games that are not over go on next time.")
    if browser and has_screen():
        # In a thread: a text browser in the terminal would block.
        threading.Thread(target=webbrowser.open, args=(local,), daemon=True).start()


def has_screen() -> bool:
    """Return True if there is a screen for a browser."""
    if platform.system() != "Linux":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def address_for(settings: ServerConfig, port: int) -> ServerAddress:
    """Return the address of the server."""
    if settings.public_url is not None:
        return ServerAddress("public", check_url(settings.public_url))
    if settings.lan:
        host = lan_host()
        if host is None:
            raise ServeError("this machine is in no network: start without --lan")
        return ServerAddress("lan", f"http://{host}:{port}")
    return ServerAddress("loopback")


def listen(host: str, port: int | None, usual: int = PORT) -> socket.socket:
    """Return a listening socket; without a chosen port any free one if the usual one is taken."""
    for choice in [usual, PORT, 0] if port is None else [port]:
        # With the protocol, since asyncio sets TCP_NODELAY only where it knows that this is TCP.
        opened = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name == "posix":
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            opened.bind((host, choice))
            opened.listen(BACKLOG)
        except OSError as error:
            opened.close()
            problem = error
        else:
            return opened
    raise ServeError(f"port {port} cannot be used: {problem.strerror}")


async def _serve(
    app: Starlette,
    address: ServerAddress,
    listening: socket.socket,
    started: Callable[[], None],
    opened: Callable[[], None] = lambda: None,
    proxies: tuple[str, ...] = (LOOPBACK,),
) -> None:
    main = Server(uvicorn_config(app, proxies=proxies))
    port: int = listening.getsockname()[1]

    async def open_to_lan() -> str:
        host = lan_host()
        if host is None:
            raise ServeError("this machine is in no network")
        await main.listen_too(listen(host, port))
        opened()
        return f"http://{host}:{port}"

    if address.reach == "loopback":
        address.opener = open_to_lan
    main.started_hook = started
    await main.serve([listening])
    if not main.started:
        raise ServeError("the server could not start, see above")


class Server(uvicorn.Server):
    """A server that reports its start, and tells clients before it stops."""

    started_hook: Callable[[], None] | None = None

    async def listen_too(self, listening: socket.socket) -> None:
        """Serve at one more address, until this server stops."""
        make: Callable[..., asyncio.Protocol] = self.config.http_protocol_class
        state, given = self.server_state, self.lifespan.state
        self.servers.append(
            await asyncio.get_running_loop().create_server(
                lambda: make(config=self.config, server_state=state, app_state=given), sock=listening
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for one in sockets or ():
            one.listen(BACKLOG)  # asyncio takes the number that it accepts at a time for this one, too
        if self.started and self.started_hook is not None:
            self.started_hook()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if not self.started:
            # It may be waiting for the database. Preparing it is one transaction, so nothing needs to be finished.
            signal.signal(sig, signal.SIG_DFL)
            signal.raise_signal(sig)
            os._exit(128 + sig)  # process 1 of a container ignores signals without a handler
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # No new connections: a load balancer tries another server.
        for server in self.servers:
            server.close()
        # Before uvicorn closes the connections, tell clients why.
        await self.config.app.state.registry.farewell()  # type: ignore[union-attr]  # it is the Starlette application
        await super().shutdown(sockets)
        logs.note(logger, "stopped")


def uvicorn_config(app: Starlette, proxies: tuple[str, ...] = (LOOPBACK,)) -> uvicorn.Config:
    """Return the configuration of uvicorn."""
    app.state.rate_limits.trust(proxies)
    return uvicorn.Config(
        app,
        lifespan="on",
        log_config=None,  # ours is used
        log_level="warning",
        access_log=False,
        server_header=False,
        http=limit_protocol(app.state.rate_limits),
        ws=limit_sockets(app.state.rate_limits.limits),
        ws_max_size=FRAME,
        ws_max_queue=32,
        # Messages are short: compressing each costs more time and memory than it saves.
        ws_per_message_deflate=False,
        # Forwarded addresses count only from a proxy on this machine, or one that the operator names.
        proxy_headers=True,
        forwarded_allow_ips=list(proxies),
        timeout_graceful_shutdown=3,
        backlog=ACCEPTED,
        h11_max_incomplete_event_size=32_768,
    )
