"""Remembers that a server was opened to the local network from its page, for the next start at the same port."""

from __future__ import annotations

from pathlib import Path

NAME = "open-to-network"


def remember(folder: Path, port: int) -> None:
    """Remember that the server is open at a port."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / NAME).write_text(f"{port}\n", "ascii")


def remembered(folder: Path) -> int | None:
    """Return the port at which the server was open last, None if it was not."""
    try:
        port = int((folder / NAME).read_text("ascii"))
    except (OSError, ValueError):
        return None
    return port if 0 < port < 65_536 else None


def forget(folder: Path) -> None:
    """Forget that the server was open."""
    (folder / NAME).unlink(missing_ok=True)
