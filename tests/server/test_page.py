"""The page is served with its caching and its headers, at every address that it knows itself."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from helpers.serving import Live, serving, set_table
from tischlein.server import static
from tischlein.server.serve import LOOPBACK, ServeError, Wish, checked_url, data_home, listen, site_for
from tischlein.server.site import Site, is_loopback, lan_host


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page as the build leaves it, whatever has been built here."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Tischlein</title>")
    (folder / "assets" / "index-abc123.js").write_text("1" * 2000)
    (folder / "sw.js").write_text("1")
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setattr(static, "FOLDER", folder)
    return folder


def fetch(live: Live, *paths: str) -> list[httpx.Response]:
    async def all_of_them() -> list[httpx.Response]:
        async with live.client() as client:
            return [await client.get(path) for path in paths]

    return asyncio.run(all_of_them())


def test_files_are_cached_by_their_names(live: Live, built: Path) -> None:
    asset, worker, index = fetch(live, "/assets/index-abc123.js", "/sw.js", "/")
    assert "immutable" in asset.headers["cache-control"]
    assert asset.headers["content-encoding"] == "gzip"
    assert worker.headers["cache-control"] == index.headers["cache-control"] == "no-cache"


def test_every_address_of_the_page_is_the_page(live: Live, built: Path) -> None:
    for answer in fetch(live, "/", "/t/ABCDEF", "/rules/quando", "/settings"):
        assert answer.status_code == 200
        assert "<title>Tischlein</title>" in answer.text


def test_nothing_but_the_page_is_served(live: Live, built: Path) -> None:
    for answer in fetch(
        live, "/assets/none.js", "/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt"
    ):
        assert "secret" not in answer.text
        assert answer.status_code in (200, 404)
    (api,) = fetch(live, "/api/nothing")
    assert (api.status_code, api.json()["error"]["code"]) == (404, "no_page")


def test_without_a_built_page_the_server_says_so(live: Live, built: Path) -> None:
    (built / "index.html").unlink()
    (answer,) = fetch(live, "/")
    assert answer.status_code == 503
    assert "make page" in answer.text


def test_headers_allow_what_the_page_needs_and_nothing_else(live: Live, built: Path) -> None:
    for answer in fetch(live, "/", "/api/games", "/api/nothing", "/none.js"):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "script-src 'self';" in policy
        assert "unsafe-inline" not in policy.replace("style-src-attr 'unsafe-inline'", "")
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"


def test_the_link_carries_the_address_that_others_reach(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite3", site=Site("public", "https://table.example.org")) as live:
        about = fetch(live, "/api/about")[0].json()
        assert (about["reach"], about["address"], about["may_open"]) == (
            "public",
            "https://table.example.org",
            False,
        )
        code = asyncio.run(set_table(live, seats=2))["code"]
        (picture,) = fetch(live, f"/api/tables/{code}/qr.svg")
        assert picture.headers["content-type"] == "image/svg+xml"
        assert picture.text.startswith("<svg")

        async def refuse() -> int:
            async with live.client() as client:
                return (await client.post("/api/open")).status_code

        assert asyncio.run(refuse()) == 403


@pytest.mark.parametrize("arguments", [("serve",), ("play", "--no-browser")])
def test_the_command_serves_and_opens_to_the_network_on_request(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    command = [sys.executable, "-m", "tischlein", *arguments, "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:(\d+)", process.stdout.readline())
        assert found is not None
        about = httpx.get(f"{found[0]}/api/about").json()
        assert (about["reach"], about["may_open"]) == ("loopback", True)
        host = lan_host()
        if host is not None:
            opened = httpx.post(f"{found[0]}/api/open").json()
            assert (opened["reach"], opened["address"]) == ("lan", f"http://{host}:{found[1]}")
            assert httpx.get(f"{opened['address']}/api/about").json()["may_open"] is False
        process.terminate()
    assert (tmp_path / "tables.sqlite3").is_file()


@pytest.mark.parametrize(
    "url", ["table.example.org", "ftp://x", "https://", "https://x/table", "https://x?y", "https://a b"]
)
def test_an_address_that_cannot_be_is_refused(url: str) -> None:
    with pytest.raises(ServeError, match="public-url"):
        checked_url(url)
    assert checked_url("https://table.example.org/") == "https://table.example.org"


def test_a_port_that_is_taken_is_named_and_the_usual_one_is_replaced() -> None:
    with listen(LOOPBACK, 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(ServeError, match=str(port)):
            listen(LOOPBACK, port)


def test_where_tables_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TISCHLEIN_DATA", str(tmp_path))
    assert data_home() == tmp_path
    monkeypatch.delenv("TISCHLEIN_DATA")
    assert data_home().name == "tischlein"


def test_only_this_machine_opens_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    from starlette.datastructures import Address

    async def opener() -> Any: ...

    site = Site(opener=opener)
    assert site.may_open(Address("127.0.0.1", 1))
    assert site.may_open(Address("::1", 1))
    assert not site.may_open(Address("192.168.1.7", 1))
    assert not is_loopback(None)
    assert not is_loopback(Address("nowhere", 1))
    assert site_for(Wish(public_url="https://x.example"), 1).reach == "public"
