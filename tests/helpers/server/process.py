"""The server as people start it, in a process of its own."""

import signal
import subprocess
import sys
from pathlib import Path

from helpers.server.serving import PATIENCE
from tischlein.server.http.guards.address import LOOPBACK


class Process:
    """A server that is started again at the port that it had first."""

    def __init__(self, data: Path | str) -> None:
        self.data, self.port = str(data), 0
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start the server, and wait until it listens."""
        command = [sys.executable, "-m", "tischlein", "serve", "--port", str(self.port), "--data", self.data]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert "http://" in line
        self.port = int(line.rsplit(":", 1)[1])

    def end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(PATIENCE)
            assert self._process.stdout is not None
            self._process.stdout.close()
            self._process = None

    def signal(self, how: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(how)

    @property
    def runs(self) -> bool:
        return self._process is not None

    @property
    def url(self) -> str:
        return f"http://{LOOPBACK}:{self.port}"
