"""What people get is enough: everything is done with the files of a release alone, in empty folders without the repository."""

import hashlib
import json
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

import tischlein
from helpers.browser.browsing import HURRY, LIT, PATIENCE
from helpers.browser.file_host import file_host
from helpers.server.installed import Run
from scripts.page import npm_command
from scripts.release import NAME, SUMS
from scripts.setup import find_uv
from scripts.visit import visit

pytestmark = [pytest.mark.long, pytest.mark.needs("network")]
ROOT = Path(__file__).parents[2]
# Whatever card is in the hand is among these; the others are refused.
CARDS = "".join(f"{card}\n" for card in (*range(12), 22, 33, 44, 55, 66, 76, -10, "x2", "reverse"))
# As the package's README shows it, for every game.
PLAY = """
import { CHANCE, OVER, games, load } from 'tischlein-rules'
for (const id in games) {
  const rules = await load(id)
  rules.sow(7)
  const s = rules.open(2)
  while (rules.actor(s) !== OVER) {
    const seat = rules.actor(s)
    const actions = rules.legal(s, seat)
    const k = rules.below(seat === CHANCE ? rules.chances(s) : actions.length)
    rules.apply(s, seat, seat === CHANCE ? k : actions[k])
  }
  console.log(id)
}
"""


def test_the_sums_are_those_of_the_files(dist: Path) -> None:
    lines = [line.split() for line in (dist / SUMS).read_text("ascii").splitlines()]
    listed = {name: digest for digest, name in lines}
    found = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in dist.iterdir()
        if path.name != SUMS
    }
    assert listed == found
    ends = {".whl", ".tar.gz", ".tgz", "-website.zip", "-python.cdx.json", "-page.cdx.json"}
    assert {end for end in ends if any(name.endswith(end) for name in found)} == ends


def test_the_lists_name_what_is_inside(dist: Path) -> None:
    python, page = (json.loads((dist / f"{NAME}-{part}.cdx.json").read_text()) for part in ("python", "page"))
    assert {"numpy", "wasmtime", "starlette"} <= {part["name"] for part in python["components"]}
    assert "svelte" in {part["name"] for part in page["components"]}
    assert all(part.get("licenses") for part in page["components"])
    assert "file:" not in json.dumps([python, page])


def test_a_game_in_the_terminal(run: Run) -> None:
    said = run(
        "terminal",
        "lobo77",
        "--plain",
        "--lang",
        "en",
        "--seats",
        "2",
        "--bots",
        "random",
        "--pace",
        "0",
        said=f"{CARDS}\n" * 60,
    )
    assert "wins" in said


def test_one_command_without_a_clone(dist: Path, tmp_path: Path) -> None:
    """What README shows, with the wheel instead of its name in the registry, and without opening a browser."""
    (wheel,) = map(str, dist.glob("*.whl"))
    uvx = ["tool", "run", "--from", wheel, "tischlein"]
    pipx = ["tool", "run", "pipx", "run", "--spec", wheel, "tischlein"]
    for number, command in enumerate((uvx, pipx)):
        started = serving([find_uv(), *command, "play", "--no-browser"], tmp_path / str(number))
        with started as address, urlopen(address) as page:  # noqa: S310 — our own server
            assert b"<title>Tischlein</title>" in page.read()


@pytest.fixture
def served(run: Run) -> Path:
    """A record of a game that bots played at the installed server."""
    file = run.folder / "served.json"
    with serving([run.command, "serve"], run.folder / "data", run.clean) as address:
        file.write_bytes(bots_play(address))
    return file


def test_simulate_review_and_verify(run: Run, served: Path) -> None:
    assert (
        "quanto"
        in run(
            "simulate", "quanto", "--games", "200", "--seats", "4", "--bots", "medium", "--seed", "1"
        ).lower()
    )
    run.python(
        "import json, tischlein\n"
        "from pathlib import Path\n"
        "table = tischlein.game('lobo77').new(seats=2, seed=3)\n"
        "while not table.over:\n"
        "    table.play(table.waiting[0], table.actions(table.waiting[0])[0])\n"
        "Path('game.json').write_text(json.dumps(table.record()))\n"
    )
    assert json.loads(run("review", "game.json", "--json"))["game"] == "lobo77"
    assert "Nothing is wrong with this record" in run("verify", str(served), "--lang", "en")


@pytest.mark.needs("chromium")
def test_a_game_in_the_browser_at_the_server(run: Run, browser: Browser) -> None:
    with serving([run.command, "serve"], run.folder / "data", run.clean) as address:
        plays(browser, address, address)


@pytest.mark.needs("chromium")
def test_a_game_and_a_check_at_any_static_host(
    dist: Path, served: Path, browser: Browser, tmp_path: Path
) -> None:
    with zipfile.ZipFile(dist / f"{NAME}-website.zip") as packed:
        packed.extractall(tmp_path)
    with file_host(tmp_path) as address:
        plays(browser, address, f"{address}/play/")
        page = browser.new_page(locale="en-GB")
        page.goto(f"{address}/verify/")
        page.get_by_label("The saved game").set_input_files(served)
        expect(page.get_by_text("Nothing is wrong with this record.")).to_be_visible()
        page.close()


def test_node_and_a_bundler_take_the_npm_package(dist: Path, tmp_path: Path) -> None:
    (package,) = dist.glob("*.tgz")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "play.js").write_text(PLAY)
    command, environment = npm_command("install", "--no-audit", "--no-fund", str(package))
    subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True)
    node = shutil.which("node", path=environment["PATH"])
    assert node
    said = subprocess.run([node, "play.js"], cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    assert said.split() == list(tischlein.games())
    vite = ROOT / "web" / "node_modules" / "vite" / "bin" / "vite.js"
    (tmp_path / "index.html").write_text('<script type="module" src="play.js"></script>')
    subprocess.run([node, vite, "build", "--target", "esnext"], cwd=tmp_path, check=True, capture_output=True)
    assert len(list((tmp_path / "dist" / "assets").glob("*.wasm"))) == 4


@contextmanager
def serving(
    command: list[str | Path], data: Path, environment: dict[str, str] | None = None
) -> Iterator[str]:
    """Start an installed server; yield its address."""
    command = [*command, "--port", "0", "--data", data]
    with subprocess.Popen(
        command, cwd=data.parent, env=environment, stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            yield next(line.split()[-1] for line in server.stdout if "http://" in line)
        finally:
            server.terminate()


def bots_play(address: str) -> bytes:
    """Let bots play a game at the server, and return its record."""
    code = visit(address, {"game": "lobo77", "seats": 2, "bots": ["random", "random"]})["code"]
    with urlopen(f"{address}/api/tables/{code}/record") as answer:  # noqa: S310 — our own server
        return bytes(answer.read())


def plays(browser: Browser, host: str, address: str) -> None:
    """Open the page, and play a game with bots until its end; it asks nobody else for anything, and complains about nothing."""
    page = browser.new_page(locale="en-GB", viewport={"width": 360, "height": 740})
    elsewhere, complaints = watched(page, host)
    page.goto(address)
    page.get_by_role("button", name="Play now").first.click()
    expect(page.get_by_role("region", name="Table")).to_be_visible()
    page.evaluate(HURRY, [LIT, PATIENCE])
    page.close()
    assert (elsewhere, complaints) == ([], [])


def watched(page: Page, host: str) -> tuple[list[str], list[str]]:
    elsewhere: list[str] = []
    complaints: list[str] = []
    own = (host, host.replace("http", "ws", 1), "data:", "blob:")
    page.on("request", lambda request: None if request.url.startswith(own) else elsewhere.append(request.url))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    return elsewhere, complaints
