"""Running the server: on this machine only, in the local network, or behind a proxy."""

from __future__ import annotations

import asyncio
import gc
import os
import platform
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import FrameType

import uvicorn
from starlette.applications import Starlette

from tischlein.server import logs, openness
from tischlein.server.app import application
from tischlein.server.bots import own_bots
from tischlein.server.config import ServerConfig, checked_url, data_home, database
from tischlein.server.errors import ServeError
from tischlein.server.http.guards.address import LOOPBACK, ServerAddress, lan_host
from tischlein.server.http.guards.connections import bounded_protocol
from tischlein.server.store.store import Store
from tischlein.server.store.writer import NAME
from tischlein.server.ws.frames import bounded_sockets

PORT = 8077
EVERYWHERE = "0.0.0.0"  # noqa: S104 — only when the local network is asked for
# Larger than any message that is taken: what is between gets a typed answer, what is above closes the connection.
FRAME = 65_536
# A bot that thinks in Python must not hold up those who wait for an answer.
SWITCH = 0.001
# Tables and connections live for long and are many. Only what is new is looked through for circles, often and so quickly; all of it
# took a fifth of a second, in which everybody waited. The registry looks through all when many have gone.
COLLECT = (5_000, 1_000_000, 1_000_000)


def run(settings: ServerConfig, say: Callable[[str], None], browser: bool = False) -> None:
    """Serve until somebody stops it; ``say`` gets the address first."""
    logs.set_up(settings.log)
    bots = own_bots(settings.bots)
    folder = data_home(settings.data) if database(settings.data) is None else None
    settings, usual = as_left(settings, folder)
    with listen(EVERYWHERE if settings.lan else LOOPBACK, settings.port, usual) as listening:
        port: int = listening.getsockname()[1]
        local = f"http://{LOOPBACK}:{port}"
        address = address_for(settings, port)
        store = store_for(settings, port)
        store.lock()  # here, where a refusal is one sentence for whoever starts the server
        app = application(store, address, settings.limits, bots)
        sys.setswitchinterval(SWITCH)
        gc.freeze()  # what is loaded now stays
        gc.set_threshold(*COLLECT)
        with suppress(KeyboardInterrupt):
            asyncio.run(
                _serve(
                    app,
                    address,
                    listening,
                    lambda: _announce(address, local, say, browser),
                    lambda: None if folder is None else openness.remember(folder, port),
                    (LOOPBACK, *settings.trusted_proxies),
                )
            )


def as_left(settings: ServerConfig, folder: Path | None) -> tuple[ServerConfig, int]:
    """How to run, and at which port if any will do: a server that its page has opened to others stays open where they know it."""
    if folder is None:
        return settings, PORT
    if settings.lan is False:
        openness.forget(folder)
    port = openness.remembered(folder)
    if port is None or settings.lan is not None or settings.public_url is not None:
        return settings, port or PORT
    # Without a network there is nobody to be open for.
    return replace(settings, lan=lan_host() is not None), port


def store_for(settings: ServerConfig, port: int) -> Store:
    """The store that was chosen: a file of this server alone, or a database that it shares with others."""
    url = database(settings.data)
    if url is None and settings.peer_url is not None:
        raise ServeError(
            "--peer-url is for servers that share a database: name it with --data postgresql://…"
        )
    if url is None:
        return Store.file(data_home(settings.data) / NAME)
    if settings.peer_url is not None:
        return Store.shared(url, checked_url(settings.peer_url, "--peer-url"))
    return Store.shared(url, f"http://{(lan_host() if settings.lan else None) or LOOPBACK}:{port}")


def _announce(address: ServerAddress, local: str, say: Callable[[str], None], browser: bool) -> None:
    say(f"The table is set: {local}")
    if address.url is not None:
        say(f"For others:       {address.url}")
    say("Ctrl-C stops it; games that are not over go on next time.")
    if browser and has_screen():
        # In a thread of its own: a browser in a terminal would stop everything else.
        threading.Thread(target=webbrowser.open, args=(local,), daemon=True).start()


def has_screen() -> bool:
    """Is there a screen on which a browser could open?"""
    if platform.system() != "Linux":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def address_for(settings: ServerConfig, port: int) -> ServerAddress:
    """What the server knows about its own address."""
    if settings.public_url is not None:
        return ServerAddress("public", checked_url(settings.public_url))
    if settings.lan:
        host = lan_host()
        if host is None:
            raise ServeError("this machine is in no network: start without --lan")
        return ServerAddress("lan", f"http://{host}:{port}")
    return ServerAddress("loopback")


def listen(host: str, port: int | None, usual: int = PORT) -> socket.socket:
    """A socket that listens; without a wish any free port will do when the usual one is taken."""
    for choice in [usual, PORT, 0] if port is None else [port]:
        # Named, since asyncio sends small answers at once only where it sees that this is TCP.
        opened = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name == "posix":
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            opened.bind((host, choice))
            opened.listen(1024)
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
        second, ready = Second(uvicorn_config(app, lifespan="off")), asyncio.Event()
        second.started_hook = ready.set
        task = asyncio.create_task(second.serve([listen(host, port)]))
        main.more[second] = task
        # The address is for others: it is given away when somebody answers there.
        task.add_done_callback(lambda _: ready.set())
        await ready.wait()
        if not second.started:
            raise ServeError(f"nothing answers at {host}")
        opened()
        return f"http://{host}:{port}"

    if address.reach == "loopback":
        address.opener = open_to_lan
    main.started_hook = started
    try:
        await main.serve([listening])
    finally:
        await main.stop_others()  # here too: it may have ended without a shutdown
    if not main.started:
        raise ServeError("the server could not start, see above")


class Server(uvicorn.Server):
    """Tells when it has started, and says goodbye before it stops."""

    started_hook: Callable[[], None] | None = None

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        # Other places where the same application listens, while it does.
        self.more: dict[Second, asyncio.Task[None]] = {}

    async def stop_others(self) -> None:
        for second in self.more:
            second.should_exit = True
        await asyncio.gather(*self.more.values(), return_exceptions=True)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and self.started_hook is not None:
            self.started_hook()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if not self.started:
            # It may wait for minutes until the store is up to date. That is done as a whole or not at all, so there is nothing to end well.
            signal.signal(sig, signal.SIG_DFL)
            signal.raise_signal(sig)
            os._exit(128 + sig)  # the first process of a container hears no signal that it does not handle
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Nobody new: a load balancer tries another server.
        for server in self.servers:
            server.close()
        # Before uvicorn closes the connections: people hear why, and that everything is kept.
        await self.config.app.state.registry.farewell()  # type: ignore[union-attr]  # it is the Starlette application
        # Before the store is closed: what still arrives elsewhere is answered.
        await self.stop_others()
        await super().shutdown(sockets)


class Second(Server):
    """Listens in another place for the same application; signals are for the first one."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def uvicorn_config(
    app: Starlette, lifespan: str = "on", proxies: tuple[str, ...] = (LOOPBACK,)
) -> uvicorn.Config:
    """How uvicorn runs the application."""
    app.state.rate_limits.trust(proxies)
    return uvicorn.Config(
        app,
        lifespan=lifespan,  # type: ignore[arg-type]  # one of its literals
        log_config=None,  # as everything else that is logged
        log_level="warning",
        access_log=False,
        server_header=False,
        http=bounded_protocol(app.state.rate_limits),
        ws=bounded_sockets(app.state.rate_limits.limits),
        ws_max_size=FRAME,
        ws_max_queue=32,
        # Messages are short and each is for one seat: compressing them would cost more time and memory than the table.
        ws_per_message_deflate=False,
        # A forwarded address counts only from a proxy on this machine, or one that the operator names.
        proxy_headers=True,
        forwarded_allow_ips=list(proxies),
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=32_768,
    )
