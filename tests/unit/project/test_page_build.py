"""Playing fetches what the page is built with, and not what its tests need."""

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from scripts import page

WEB = page.ROOT / "web"
# What is there in the end; what only names types is gone by then.
IMPORTED = re.compile(r"^\s*(?:import|export) (?!type\b)(?:[^'\"]* from )?['\"]([^'\"]+)['\"]", re.MULTILINE)
OWN = (".", "/", "@/", "@rules/", "node:", "virtual:")
BUILD = ("svelte.config.js", "vite.config.ts")  # the linter and the tests have configurations of their own
# In place of npm: says what it was asked for.
NPM = "import pathlib, sys; pathlib.Path('node_modules').mkdir(exist_ok=True); print(*sys.argv[1:], file=open('asked', 'a'))"


def mark_as_built(root: Path) -> None:
    """Leave what a build leaves, for the sources as they are."""
    made = (root / page.STATIC / "index.html", root / page.LOADER / "built" / "index.js")
    for path in made:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}")
    (root / page.STATIC / page.STAMP).write_text(page.fingerprint_of(root))


def packages(sources: Iterable[Path]) -> set[str]:
    """The packages that these files name."""
    text = "\n".join(path.read_text("utf-8") for path in sources)
    names = {name for name in IMPORTED.findall(text) if not name.startswith(OWN)}
    return {"/".join(name.split("/")[: 2 if name.startswith("@") else 1]) for name in names}


def test_the_page_is_built_without_what_only_its_tests_need() -> None:
    asked = json.loads((WEB / "package.json").read_text("utf-8"))
    sources = packages(path for path in (WEB / "src").rglob("*") if path.suffix in (".ts", ".js", ".svelte"))
    built_with = packages(WEB / name for name in BUILD)
    assert "svelte" in sources
    assert sources <= set(page.SHIPPED), "their licences are listed"
    assert "vite" in built_with
    assert sources | built_with <= asked["dependencies"].keys()


def test_who_has_played_fetches_the_rest_for_the_tests_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "package-lock.json").write_text("{}")
    monkeypatch.setattr(page, "npm_command", lambda *asked: ([sys.executable, "-c", NPM, *asked], None))
    for tests in (False, False, True, True, False):
        page.fetch(tmp_path, tests=tests)
    asked = [line.split(" --no-audit")[0] for line in (tmp_path / "asked").read_text().splitlines()]
    assert asked == ["ci --omit=dev", "ci"]
    (tmp_path / "package-lock.json").write_text('{"packages": {}}')
    page.fetch(tmp_path, tests=False)
    assert len((tmp_path / "asked").read_text().splitlines()) == 3


def test_what_was_fetched_comes_again_where_only_the_page_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """MicroPython lies among what is fetched, and the page is not complete without it."""
    web, static, game = (
        tmp_path / "web",
        tmp_path / page.STATIC,
        tmp_path / "src/tischlein/games/any/__init__.py",
    )
    for path in (web / "package.json", web / "package-lock.json", static / "sw.js", game):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}")
    mark_as_built(tmp_path)
    fetched = tmp_path / page.MICROPYTHON
    npm = f"import pathlib; p = pathlib.Path({str(fetched)!r}); p.mkdir(parents=True); [(p / f'micropython.{{end}}').touch() for end in ('mjs', 'wasm')]"
    monkeypatch.setattr(page, "npm_command", lambda *asked: ([sys.executable, "-c", npm, *asked], None))
    # Rewriting all modules takes seconds, in which `make play` would say nothing.
    rewritten: list[list[str]] = []

    def bundle(_: Path, games: list[str]) -> dict[str, bytes]:
        rewritten.append(games)
        return {"any.py": b""}

    monkeypatch.setattr("scripts.micropython.bundle.bundle", bundle)
    monkeypatch.setattr(page, "modules", lambda _: {})
    page.build(tmp_path, tests=False)
    assert (tmp_path / page.OFFLINE / "micropython.wasm").is_file()
    assert (static / "index.html").read_text() == "{}"  # it was not built again
    page.build(tmp_path, tests=False)
    assert rewritten == [["any"]]
    game.write_text("{} # changed")
    page.build(tmp_path, tests=False)
    assert len(rewritten) == 2


@pytest.mark.parametrize(("asked", "fetched"), [([], [True]), (["page"], [])])
def test_only_make_page_fetches_for_the_tests_where_the_page_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: list[str], fetched: list[bool]
) -> None:
    """Of all that make test runs side by side, one part alone may take folders away."""
    (tmp_path / page.MICROPYTHON).mkdir(parents=True)
    (tmp_path / page.MICROPYTHON / page.INTERPRETER[-1]).touch()
    (tmp_path / "web" / "package.json").touch()
    mark_as_built(tmp_path)
    told: list[bool] = []
    monkeypatch.setattr(page, "ROOT", tmp_path)
    monkeypatch.setattr(page, "fetch", lambda web, step, tests=True: told.append(tests))
    monkeypatch.setattr(page, "build_offline", lambda *_: None)
    page.main(asked)
    assert told == fetched


def test_a_change_of_the_loader_builds_page_and_loader_again(tmp_path: Path) -> None:
    """The page imports the loader's sources."""
    source = tmp_path / page.LOADER / "loader.ts"
    source.parent.mkdir(parents=True)
    source.write_text("one")
    before = page.fingerprint_of(tmp_path)
    mark_as_built(tmp_path)
    assert page.fingerprint_of(tmp_path) == before
    source.write_text("two")
    assert page.fingerprint_of(tmp_path) != before
