"""A default install brings these packages, and no others; all that is shipped or brought may be passed on."""

import json
import re
from importlib.metadata import metadata, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from scripts.page import SHIPPED

ROOT = Path(__file__).parents[3]

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
# Permissive ones, and the fonts'.
FREE = {"MIT", "BSD", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "Apache-2.0", "LLVM-exception", "PSF-2.0", "Zlib", "CC0-1.0", "OFL-1.1"}  # fmt: skip


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


def licences_of(package: str) -> set[str]:
    """Return the licences that an installed package names."""
    about = metadata(package)
    fields = ("License-Expression", "License")
    named = next((about[field] for field in fields if field in about), "")
    if not named or len(named) > 100:
        named = " AND ".join(one for one in about.get_all("Classifier") or () if one.startswith("License"))
    named = re.sub(r"License :: OSI Approved :: (\w+)[^;]*?License", r"\1", named)
    return set(re.split(r" (?:AND|OR|WITH) ", named.replace("(", "").replace(")", "")))


@pytest.mark.parametrize("package", sorted(brought_by("tischlein")))
def test_an_installed_package_is_free(package: str) -> None:
    assert licences_of(package) <= FREE


def test_the_parts_of_the_page_are_free() -> None:
    packages = json.loads((ROOT / "web/package-lock.json").read_text("utf-8"))["packages"]
    assert {packages[f"node_modules/{name}"]["license"] for name in SHIPPED} <= FREE
