"""The command that installs an extra, for messages about a library that is missing."""

from pathlib import Path

# Of a clone; an installed package has no such script above it.
SETUP = Path(__file__).resolve().parents[3] / "scripts" / "setup.py"


def install_command(*extras: str) -> str:
    """Return the command that installs these extras: in a clone ``make setup``, elsewhere pip."""
    names = ",".join(extras)
    return f"make setup EXTRAS={names}" if SETUP.is_file() else f"pip install 'tischlein[{names}]'"
