"""A default install brings these packages, and no others."""

import re
from importlib.metadata import requires

from packaging.requirements import Requirement

BROUGHT = {
    "anyio",
    "click",
    "h11",
    "idna",
    "markdown-it-py",
    "mdurl",
    "msgspec",
    "numpy",
    "prometheus-client",
    "pygments",
    "rich",
    "segno",
    "sqlalchemy",
    "starlette",
    "typing-extensions",
    "uvicorn",
    "wasmtime",
    "websockets",
}


def brought_by(package: str) -> set[str]:
    """Return the packages that one needs here without extras, and all that these need."""
    found: set[str] = set()
    left = [package]
    while left:
        for line in requires(left.pop()) or ():
            needed = Requirement(line)
            name = re.sub(r"[-_.]+", "-", needed.name).lower()
            if name not in found and (needed.marker is None or needed.marker.evaluate({"extra": ""})):
                found.add(name)
                left.append(name)
    return found


def test_what_a_default_install_brings() -> None:
    assert brought_by("tischlein") <= BROUGHT
