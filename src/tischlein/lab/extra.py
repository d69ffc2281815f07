"""Libraries that only an extra brings."""

from importlib import import_module
from importlib.util import find_spec

from tischlein.engine.errors import OptionError
from tischlein.engine.types import Untyped


def need(library: str, extra: str = "lab") -> None:
    """Raise OptionError if a library is missing, and say how to install it."""
    if find_spec(library) is None:
        raise OptionError(f"{library} is not installed: pip install 'tischlein[{extra}]'")


def library(name: str) -> Untyped:
    """Return the module of a library of the extra "lab"."""
    need(name)
    return import_module(name)
