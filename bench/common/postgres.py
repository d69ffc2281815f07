"""Start a PostgreSQL server for a measurement, in a temporary folder."""

import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from bench.common.errors import BenchError

USER: Final = "postgres"


class OwnDatabase:
    """A PostgreSQL server in a folder of its own, with an empty database."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self._folder, self._programs = folder, programs
        self._data = str(folder / "data")
        self.url = f"postgresql://{USER}@/postgres?host={folder}"

    def create(self) -> None:
        how = ["-D", self._data, "-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync"]
        _run(self._folder, self._programs / "initdb", *how)

    def start(self) -> None:
        how = f"-h '' -k {self._folder}"
        log = f"{self._folder}/log"
        _run(self._folder, self._programs / "pg_ctl", "-D", self._data, "-w", "-l", log, "-o", how, "start")

    def kill(self) -> None:
        """End the server at once, as a crash does: it recovers at its next start."""
        self._end(signal.SIGQUIT)

    def stop(self) -> None:
        """Shut the server down, also if there are open connections."""
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        pid = int((self._folder / "data" / "postmaster.pid").read_text().split()[0])
        os.kill(pid, how)
        with suppress(ProcessLookupError):
            while True:
                os.kill(pid, 0)
                time.sleep(0.02)


@contextmanager
def own_database() -> Iterator[OwnDatabase]:
    """Start a server with an empty database; its files go with the folder."""
    programs = folder_of_programs()
    if programs is None:
        raise BenchError("PostgreSQL is not here: install its server")
    # Short, and readable by the user that PostgreSQL runs as: a socket lies in it.
    with tempfile.TemporaryDirectory(prefix="tischlein-") as name:
        folder = Path(name)
        if os.geteuid() == 0:
            shutil.chown(folder, USER)
        database = OwnDatabase(folder, programs)
        database.create()
        database.start()
        try:
            yield database
        finally:
            database.stop()


def folder_of_programs(installed: Path = Path("/usr/lib/postgresql")) -> Path | None:
    """Return the folder of PostgreSQL's programs, of the newest version; Debian keeps those of the server out of PATH."""
    found = [Path(path).resolve().parent for path in [shutil.which("initdb")] if path]
    # By number: 15 is newer than 9.6, and a folder may be called 17rc1.
    found += sorted(installed.glob("[0-9]*/bin"), key=lambda folder: _numbers(folder.parent.name))
    return next((folder for folder in reversed(found) if (folder / "initdb").exists()), None)


def _numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall("[0-9]+", version)]


def _run(folder: Path, program: Path, *arguments: str) -> None:
    # PostgreSQL refuses to run as root.
    as_user = ["runuser", "-u", USER, "--"] if os.geteuid() == 0 else []
    command = [*as_user, str(program), *arguments]
    with (folder / "output").open("w+") as output:
        # Into a file: the server would keep a pipe open.
        if subprocess.run(command, cwd=folder, stdout=output, stderr=output, check=False).returncode:
            output.seek(0)
            raise BenchError(f"{program.name} failed: {output.read().strip()[-300:]}")
