"""The command of an environment that holds the wheel alone."""

import os
import subprocess
from pathlib import Path


class Run:
    """Runs the installed command in an empty folder, away from the sources."""

    def __init__(self, command: Path, folder: Path) -> None:
        self.command, self.folder = command, folder
        self.clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}

    def __call__(self, *arguments: str, said: str | None = None) -> str:
        """Return what the command prints; ``said`` is what is typed."""
        ended = subprocess.run(
            [self.command, *arguments],
            cwd=self.folder,
            env=self.clean,
            input=said,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            timeout=300,
        )
        return ended.stdout

    def python(self, program: str) -> None:
        """Run a program with the environment's Python."""
        python = self.command.with_name("python")
        subprocess.run([python, "-W", "error", "-c", program], cwd=self.folder, env=self.clean, check=True)
