"""How a server is started: at which address, on which port, and where it keeps its tables."""

import asyncio
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from helpers.browser.qr_codes import qr, shown
from helpers.command import called
from helpers.server.serving import PATIENCE
from tischlein.server import serve
from tischlein.server.app import application
from tischlein.server.config import ServerConfig, check_url, data_home
from tischlein.server.errors import ServeError
from tischlein.server.http.guards.address import LOOPBACK, ServerAddress, is_loopback, lan_host
from tischlein.server.serve import address_for, listen
from tischlein.server.store.store import Store

COMMAND = (sys.executable, "-m", "tischlein")


@contextmanager
def running(data: Path, *arguments: str) -> Iterator[str]:
    """Run the command with this data folder, and return the address that it says."""
    command = [*COMMAND, *arguments, "--port", "0", "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
            assert found is not None
            yield found[0]
        finally:
            process.terminate()  # whatever has failed: leaving the block waits for its end
    assert (data / "tables.sqlite3").is_file()


@pytest.mark.long
def test_the_command_serves_with_bots_of_ones_own(tmp_path: Path) -> None:
    with running(tmp_path, "serve", "--bot", "tischlein.bots.uniform:Uniform") as address:
        about = httpx.get(f"{address}/api/about", timeout=PATIENCE).json()
        assert (about["reach"], about["may_open"]) == ("loopback", True)
        assert "uniform" in httpx.get(f"{address}/api/games", timeout=PATIENCE).json()[0]["levels"]


@pytest.mark.needs("network")
def test_the_command_opens_to_the_network_on_request(tmp_path: Path) -> None:
    with running(tmp_path, "play", "--no-browser") as address:
        body = {"game": "lobo77", "seats": 2, "name": "Ada"}
        code = httpx.post(f"{address}/api/tables", json=body, timeout=PATIENCE).json()["code"]
        opened = httpx.post(f"{address}/api/open", timeout=PATIENCE).json()
        expected = f"http://{lan_host()}:{address.rpartition(':')[2]}"
        assert (opened["reach"], opened["address"]) == ("lan", expected)
        assert httpx.get(f"{expected}/api/about", timeout=PATIENCE).json()["may_open"] is False
        assert shown(f"{address}/api/tables/{code}/qr.svg") == qr(f"{expected}/t/{code}")
    # The addresses that friends have hold after a restart, until the operator closes it.
    again, port = serve.as_left(ServerConfig(data=str(tmp_path)), tmp_path)
    assert (again.lan, address_for(again, port).url) == (True, expected)
    shut = ServerConfig(data=str(tmp_path), lan=False)
    assert serve.as_left(shut, tmp_path)[0].lan is False
    assert not serve.as_left(ServerConfig(data=str(tmp_path)), tmp_path)[0].lan


async def test_the_page_opens_the_server_to_the_network_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A place that cannot be used is refused; what was opened is served until the server has stopped."""
    second, free = listen(LOOPBACK, 0), iter((ServeError("in use"), None))
    url = f"http://{LOOPBACK}:{second.getsockname()[1]}/api/about"
    mains: list[serve.Server] = []

    class Main(serve.Server):
        def __init__(self, config: uvicorn.Config) -> None:
            super().__init__(config)
            mains.append(self)

    def elsewhere(host: str, port: int) -> socket.socket:
        problem = next(free)  # a second click would find no more
        if problem is not None:
            raise problem
        return second

    monkeypatch.setattr(serve, "Server", Main)
    monkeypatch.setattr(serve, "lan_host", lambda: "192.168.1.7")
    monkeypatch.setattr(serve, "listen", elsewhere)
    started, site = asyncio.Event(), ServerAddress()
    app = application(Store.file(tmp_path / "tables.sqlite3"), site)
    server = asyncio.create_task(serve._serve(app, site, listen(LOOPBACK, 0), started.set))
    await started.wait()
    with pytest.raises(ServeError):
        await site.open_to_lan()
    assert (site.reach, site.url) == ("loopback", None)
    await asyncio.gather(site.open_to_lan(), site.open_to_lan())
    assert site.reach == "lan"
    async with httpx.AsyncClient(timeout=PATIENCE) as client:
        assert (await client.get(url)).json()["reach"] == "lan"
    mains[0].should_exit = True
    await server
    async with httpx.AsyncClient(timeout=PATIENCE) as client:
        with pytest.raises(httpx.ConnectError):
            await client.get(url)


@pytest.mark.parametrize(
    "url", ["table.example.org", "ftp://x", "https://", "https://x/table", "https://x?y", "https://a b"]
)
def test_an_address_that_cannot_be_is_refused(url: str) -> None:
    with pytest.raises(ServeError, match="public-url"):
        check_url(url)
    assert check_url("https://table.example.org/") == "https://table.example.org"


def test_a_server_with_a_file_of_its_own_has_no_peers(tmp_path: Path) -> None:
    settings = ServerConfig(data=str(tmp_path), peer_url="http://10.0.0.7:8077")
    with pytest.raises(ServeError, match="share a database"):
        serve.store_for(settings, 8077)
    assert list(tmp_path.iterdir()) == []


def test_a_port_that_is_taken_is_named_and_the_usual_one_is_replaced() -> None:
    with listen(LOOPBACK, 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(ServeError, match=str(port)):
            listen(LOOPBACK, port)


def test_where_tables_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TISCHLEIN_DATA", str(tmp_path))
    assert data_home() == tmp_path
    monkeypatch.delenv("TISCHLEIN_DATA")
    monkeypatch.setenv("HOME", str(tmp_path))
    for set_to, kept_in in (
        ("", tmp_path / ".local/share"),
        ("data", tmp_path / ".local/share"),
        ("/data", Path("/data")),
    ):
        monkeypatch.setenv("XDG_DATA_HOME", set_to)
        assert data_home() == kept_in / "tischlein"


async def test_a_data_folder_is_made_with_all_that_is_missing_above_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    store = serve.store_for(ServerConfig(data="a/b/c"), 8077)
    store.lock()
    await store.close()
    assert (tmp_path / "a/b/c/tables.sqlite3").is_file()
    assert (tmp_path / "a/b/c").stat().st_mode & 0o077 == 0  # what people write to each other is in there


def test_a_home_that_is_no_folder_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "home"
    home.touch()
    for name in ("TISCHLEIN_DATA", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(home))
    assert called("serve", "--port", "0") == 2
    problem = f"tischlein: {home}/.local/share/tischlein: Not a directory; choose another one with --data\n"
    assert capsys.readouterr() == ("", problem)


def test_only_this_machine_opens_the_server() -> None:
    from starlette.datastructures import Address

    async def opener() -> Any: ...

    site = ServerAddress(opener=opener)
    assert site.may_open(Address("127.0.0.1", 1))
    assert site.may_open(Address("::1", 1))
    assert not site.may_open(Address("192.168.1.7", 1))
    assert not is_loopback(None)
    assert not is_loopback(Address("nowhere", 1))
    assert address_for(ServerConfig(public_url="https://x.example"), 1).reach == "public"
