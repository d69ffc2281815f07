"""Writes the page as plain files for any web host (`tischlein site`), for games on one device without a server."""

import hashlib
import json
import shutil
from pathlib import Path

import msgspec

import tischlein
from tischlein.engine.errors import TischleinError
from tischlein.engine.texts import LANGUAGES
from tischlein.engine.types import Json
from tischlein.games import GAMES
from tischlein.server.http.api.catalogue import catalogue, game_texts
from tischlein.server.http.guards.middleware import HEADERS
from tischlein.server.http.static import FOLDER
from tischlein.server.protocol.rest import About

POLICY = "content-security-policy"
# Headers that a page cannot set itself; hosts that read `_headers` send them.
ONLY_AS_HEADER = "frame-ancestors"
STAMPS = ("built-from",)


def write_site(folder: Path, at: str = "/") -> list[str]:
    """Write the site into a new or empty folder and return the names of its files; ``at`` is its path on the host."""
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise TischleinError(f"{folder} is not empty: choose a new folder, or empty this one")
    if not (FOLDER / "index.html").is_file():
        raise TischleinError("the page has not been built: `make page` does that")
    shutil.copytree(FOLDER, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(*STAMPS))
    offline = folder / "offline"
    answers = _answers()
    for name, answer in answers.items():
        (offline / name).write_bytes(msgspec.json.encode(answer))
    _keep_too(folder, answers)
    page = _mark_page((folder / "index.html").read_text("utf-8"))
    (folder / "verify").mkdir()
    # Hosts send 404.html for paths that are not files: the page shows what belongs there. A sceptic finds verify/ at any host.
    homes = {"index.html": ".", "verify/index.html": "..", "404.html": f"/{at.strip('/')}".rstrip("/")}
    for name, here in homes.items():
        (folder / name).write_text(page.replace('="/', f'="{here}/'), "utf-8")
    lines = [f"  {name}: {value}" for name, value in HEADERS.items()]
    (folder / "_headers").write_text("\n".join(["/*", *lines]) + "\n", "utf-8")
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def _answers() -> Json:
    """Write the answers of a server as files."""
    texts = {
        f"texts-{game.id}-{language}.json": game_texts(game, language)
        for game in GAMES.values()
        for language in LANGUAGES
    }
    about = About(tischlein.__version__, "public", "", may_open=False, ratings=False, key=None)
    return {"games.json": catalogue({}), "about.json": about, **texts}


def _keep_too(folder: Path, answers: Json) -> None:
    """Let the service worker cache these answers too; other answers make another version."""
    manifest = folder / "offline" / "manifest.json"
    listed = json.loads(manifest.read_bytes())
    listed["files"] = sorted({*listed["files"], *answers})
    listed["hashes"] |= {
        name: hashlib.sha256((folder / "offline" / name).read_bytes()).hexdigest() for name in answers
    }
    listed["version"] += "-" + hashlib.sha256(msgspec.json.encode(answers)).hexdigest()[:8]
    manifest.write_text(json.dumps(listed, indent=1) + "\n", "utf-8")
    worker = folder / "sw.js"
    _, _, rest = worker.read_text("utf-8").partition("\n")
    worker.write_text(f"const OFFLINE = '{listed['version']}'\n{rest}", "utf-8")


def _mark_page(page: str) -> str:
    """Tell the page that it has no server, and give it the security policy of one."""
    rules = [rule for rule in HEADERS[POLICY].split("; ") if not rule.startswith(ONLY_AS_HEADER)]
    metas = f'<meta http-equiv="{POLICY}" content="{"; ".join(rules)}" /><meta name="referrer" content="no-referrer" />'
    return page.replace("<html ", "<html data-site ", 1).replace("<head>", f"<head>{metas}", 1)
