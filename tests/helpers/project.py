"""A copy of the project with one game more, made as docs/adding-a-game.md says."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import tischlein
from helpers.chosen import DRAFTS
from samples import SAMPLES

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path(tischlein.__file__).parent
PAGES = [ROOT / "docs" / name for name in ("adding-a-game.md", "prove-a-game.md", "game-face.md")]
# The files that the pages show, by their names, and the commands.
BLOCKS = [
    (name, text)
    for page in PAGES
    for name, text in re.findall(r"^`([\w/.]+)`\n\n```\w+\n(.*?)^```", page.read_text("utf-8"), re.M | re.S)
]
COMMANDS, PROOF = (re.findall(r"^\$ (.*)$", page.read_text("utf-8"), re.M) for page in PAGES[:2])
# Seconds, a little less than a test may take: proving a whole game is for the long run.
PATIENCE = 1700 if SAMPLES.name == "full" else 280


class Project:
    """Another tree, in which the game is known; everything else is linked."""

    def __init__(self, root: Path, *, page: bool = False) -> None:
        self.root = root
        left_out = ["screenshots", *([] if page else ["static"])]
        # With the bytecode, which fits the copies too: otherwise each command would compile the package again.
        shutil.copytree(PACKAGE, root / "src/tischlein", ignore=shutil.ignore_patterns(*left_out))
        shutil.copytree(
            ROOT / "tests", root / "tests", ignore=shutil.ignore_patterns("__pycache__", *left_out)
        )
        for (
            name
        ) in DRAFTS:  # a game that is being written next to these tests may have the name of the page's
            shutil.rmtree(root / "src/tischlein/games" / name)
            registry = root / "src/tischlein/games/__init__.py"
            lines = [
                line for line in registry.read_text("utf-8").splitlines() if f".{name} import" not in line
            ]
            registry.write_text(
                re.sub(rf"\b{name.upper()}, |, {name.upper()}\b", "", "\n".join(lines)), "utf-8"
            )
        made = {"src", "tests", "build", "dist"}
        for name in [path.name for path in ROOT.iterdir() if path.name not in made and path.name[0] != "."]:
            (root / name).symlink_to(ROOT / name)
        self.run(COMMANDS[0])

    def write_extra_game(self, name: str) -> None:
        """Make a draft with the command of the page, and write the files of a game in tests/extra_games over it."""
        self.run(COMMANDS[0].replace("hoch", name))
        source, target = self.root / "tests/extra_games" / name, self.root / "src/tischlein/games" / name
        for path in sorted(source.rglob("*")):
            if path.suffix in (".py", ".toml"):
                place = target / path.relative_to(source)
                place.parent.mkdir(exist_ok=True)
                place.write_text(path.read_text("utf-8").replace("extra_games.", "tischlein.games."), "utf-8")
        shutil.rmtree(source)
        kit = self.root / f"tests/per_game/{name}.py"
        kit.write_text(kit.read_text("utf-8").replace("extra_games.", "tischlein.games."), "utf-8")

    @property
    def environment(self) -> dict[str, str]:
        path = [self.root / "src", self.root, os.environ.get("PYTHONPATH", "")]
        return {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(str, path)),
            "PYTHONIOENCODING": "utf-8",
            "PYTHONDONTWRITEBYTECODE": "1",
            # The pages speak of the quick samples; the large ones of one more game would take many minutes.
            "TISCHLEIN_SAMPLES": "quick",
        }

    def words(self, command: str) -> list[str]:
        """Return the words of a command, with the tools of this environment."""
        first, *rest = command.split()
        return [sys.executable, "-m", first, *rest]

    def run(self, command: str, typed: str = "") -> str:
        """Return what a command prints in a fresh interpreter."""
        done = subprocess.run(
            self.words(command),
            cwd=self.root,
            env=self.environment,
            input=typed,
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
        return done.stdout

    @contextmanager
    def serving(self) -> Iterator[str]:
        """Yield the address of a server of this project, while it runs."""
        command = self.words(f"{COMMANDS[-3]} --no-browser --port 0 --data {self.root / 'data'}")
        with subprocess.Popen(
            command, cwd=self.root, env=self.environment, stdout=subprocess.PIPE, encoding="utf-8"
        ) as server:
            try:
                assert server.stdout is not None
                yield server.stdout.readline().split()[-1]
            finally:
                server.terminate()
