"""Libraries that only the extra "lab" brings."""

from importlib import import_module

from tischlein.engine.errors import OptionError
from tischlein.engine.types import Untyped

INSTALL = "pip install 'tischlein[lab]'"


def library(module: str, name: str) -> Untyped:
    """Return a module, or raise OptionError that calls it by name if it is not installed."""
    try:
        return import_module(module)
    except ImportError:
        raise OptionError(f"{name} is not installed: {INSTALL}") from None
