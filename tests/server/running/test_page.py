"""The page is served with its caching and its headers, at every address that it knows itself."""

import re
from pathlib import Path

import httpx
import pytest

from helpers.browser.qr_codes import qr, shown
from helpers.server.serving import Guest, Live, ask, dial, error, serving, set_table
from scripts.page import LICENCES, SHIPPED
from tischlein.server.http import static
from tischlein.server.http.guards import hosts
from tischlein.server.http.guards.address import LOOPBACK, ServerAddress


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
    return [live.get(path) for path in paths]


def test_the_page_comes_with_the_licences_of_what_it_contains(live: Live) -> None:
    (answer,) = fetch(live, f"/{LICENCES}")
    assert all(f"\n{name} " in f"\n{answer.text}" for name in SHIPPED)
    assert answer.text.count("SIL OPEN FONT LICENSE") >= 2
    assert answer.text.count("WITHOUT WARRANTY OF ANY KIND") >= len(SHIPPED) - 2


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
    assert error(api) == (404, "no_page")


def test_without_a_built_page_the_server_says_so(live: Live, built: Path) -> None:
    (built / "index.html").unlink()
    (answer,) = fetch(live, "/")
    assert answer.status_code == 503
    assert "make page" in answer.text


def test_headers_allow_what_the_page_needs_and_nothing_else(live: Live, built: Path) -> None:
    for answer in fetch(live, "/", "/api/games", "/api/nothing", "/none.js"):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "script-src 'self' 'wasm-unsafe-eval';" in policy  # compiled rules, no eval
        assert "unsafe-inline" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"


@pytest.mark.parametrize(
    ("site", "host", "known"),
    [
        (ServerAddress(), "localhost:8077", True),
        (ServerAddress(), "127.0.0.1:8077", True),
        (ServerAddress(), "[::1]:8077", True),
        (ServerAddress(), "192.168.1.7:8077", False),
        (ServerAddress(), "rebound.example:8077", False),
        (ServerAddress(), "localhost.rebound.example", False),
        (ServerAddress(), "", False),
        (ServerAddress("lan", "http://192.168.1.7:8077"), "192.168.1.7:8077", True),
        (
            ServerAddress("lan", "http://192.168.1.7:8077"),
            "10.0.0.7:8077",
            True,
        ),  # another network of the same machine
        (ServerAddress("lan", "http://192.168.1.7:8077"), "Dining-Room.local:8077", True),
        (ServerAddress("lan", "http://192.168.1.7:8077"), "dining-room", True),
        (ServerAddress("lan", "http://192.168.1.7:8077"), "dining-room.rebound.example", False),
        (ServerAddress("lan", "http://192.168.1.7:8077"), "rebound.example:8077", False),
        (ServerAddress("public", "https://table.example.org"), "table.example.org", True),
        (ServerAddress("public", "https://table.example.org"), "TABLE.example.org.:443", True),
        (ServerAddress("public", "https://table.example.org"), "127.0.0.1:8077", True),
        (ServerAddress("public", "https://table.example.org"), "10.0.0.7:8077", False),
        (ServerAddress("public", "https://table.example.org"), "other.example.org", False),
    ],
)
def test_the_server_answers_to_its_own_names(
    site: ServerAddress, host: str, known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosts._own_names.cache_clear()
    monkeypatch.setattr("socket.gethostname", lambda: "dining-room")
    assert site.knows(host) is known
    hosts._own_names.cache_clear()


async def test_a_foreign_name_that_points_here_is_turned_away(live: Live, built: Path) -> None:
    made = await set_table(live)
    headers = {"host": f"rebound.example:{live.port}"}
    page = await ask(live, "GET", "/", headers=headers)
    assert (page.status_code, "rebound.example" in page.text) == (421, True)
    assert f"http://localhost:{live.port}" in page.text
    api = await ask(
        live, "POST", "/api/tables", json={}, headers={**headers, "origin": f"http://{headers['host']}"}
    )
    assert error(api) == (421, "foreign_host")
    url = f"ws://rebound.example:{live.port}/api/tables/{made['code']}/socket"
    async with await dial(url, host=LOOPBACK, port=live.port) as socket:
        goodbye = await Guest(socket).hear()
        assert (goodbye["type"], goodbye["code"]) == ("goodbye", "foreign_host")


def test_the_start_page_that_was_built_is_light(live: Live) -> None:
    """Everything that it needs before anything is clicked, as it goes over the line."""
    assert (static.FOLDER / "index.html").is_file(), "make page"
    wanted, seen, total = ["/"], set[str](), 0
    while wanted:
        path = wanted.pop()
        if path in seen:
            continue
        seen.add(path)
        answer = live.get(path, **{"accept-encoding": "gzip"})
        assert answer.status_code == 200, path
        total += answer.num_bytes_downloaded
        packed = answer.headers.get("content-encoding") == "gzip"
        assert packed or path.endswith((".woff2", ".png", ".svg")) or len(answer.content) < 500, path
        if path.startswith("/assets/"):
            assert "immutable" in answer.headers["cache-control"]
        if path == "/":
            wanted += re.findall(r'(?:href|src)="(/(?:assets|icons/icon.svg)[^"]*)"', answer.text)
        elif path.endswith(".js"):
            wanted += [
                f"/assets/{name}" for name in re.findall(r'(?:from|import)\s?"\./([^"]+)"', answer.text)
            ]
        elif path.endswith(".css"):
            wanted += [f"/assets/{name}" for name in re.findall(r"url\(\./([^)]+)\)", answer.text)]
    assert {path.rpartition(".")[2] for path in seen} == {"/", "js", "css", "svg", "woff2"}
    assert total < 150_000


async def test_the_link_is_the_one_of_the_request_where_no_other_is_known(live: Live) -> None:
    code = (await set_table(live))["code"]
    assert shown(f"{live.url}/api/tables/{code}/qr.svg") == qr(f"{live.url}/t/{code}")


async def test_the_link_carries_the_address_that_others_reach(tmp_path: Path) -> None:
    with serving(tmp_path, address=ServerAddress("public", "https://table.example.org")) as live:
        about = fetch(live, "/api/about")[0].json()
        assert (about["reach"], about["address"], about["may_open"]) == (
            "public",
            "https://table.example.org",
            False,
        )
        code = (await set_table(live))["code"]
        assert shown(f"{live.url}/api/tables/{code}/qr.svg") == qr(f"https://table.example.org/t/{code}")

        async def refuse() -> int:
            return (await ask(live, "POST", "/api/open")).status_code

        assert (await refuse()) == 403
