"""Libraries that only an extra brings."""

import sys
from importlib import import_module
from importlib.util import find_spec

from tischlein.engine.errors import OptionError
from tischlein.engine.types import Untyped

# These have no release for Python 3.15 (November 2026), so no extra brings them there.
UP_TO_3_14 = ("pettingzoo", "pyspiel", "ray")


def need(library: str, extra: str = "lab") -> None:
    """Raise OptionError if a library is missing, and say how to install it."""
    if find_spec(library) is None:
        how = f"pip install 'tischlein[{extra}]'"
        if library in UP_TO_3_14 and sys.version_info >= (3, 15):
            how = f"it has no release for Python 3.15 yet. Use Python 3.14, and there {how}"
        raise OptionError(f"{library} is not installed: {how}")


def library(name: str) -> Untyped:
    """Return the module of a library of the extra "lab"."""
    need(name)
    return import_module(name)
