"""Libraries that only an extra brings."""

import sys
from importlib import import_module
from importlib.util import find_spec

from tischlein.engine.errors import OptionError
from tischlein.engine.extras import install_command
from tischlein.engine.types import Untyped

# These have no release for Python 3.15 (November 2026), so no extra brings them there.
UP_TO_3_14 = ("pettingzoo", "pyspiel", "ray")


# The smallest extra that brings a library; "lab" brings all of them but the last two.
EXTRAS = {
    "gymnasium": "gym",
    "pettingzoo": "gym",
    "pyspiel": "openspiel",
    "pandas": "frames",
    "polars": "frames",
    "pyarrow": "frames",
    "altair": "plots",
    "vl_convert": "plots",
    "numba": "native",
    "ray": "cluster",
    "rlcard": "peers",
}


def need(*libraries: str) -> None:
    """Raise OptionError if libraries are missing, with all of their names and the smallest extras that bring them."""
    missing = [library for library in libraries if find_spec(library) is None]
    if not missing:
        return
    how = install_command(*dict.fromkeys(EXTRAS.get(library, "lab") for library in missing))
    if sys.version_info >= (3, 15) and (late := [one for one in missing if one in UP_TO_3_14]):
        have = "has" if len(late) == 1 else "have"
        how = f"{' and '.join(late)} {have} no release for Python 3.15 yet. Use Python 3.14, and there {how}"
    are = "is" if len(missing) == 1 else "are"
    raise OptionError(f"{' and '.join(missing)} {are} not installed: {how}")


def library(name: str) -> Untyped:
    """Return the module of a library that an extra brings."""
    need(name)
    return import_module(name)
