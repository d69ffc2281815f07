"""QR codes as a camera sees them."""

import re
from xml.etree import ElementTree

import httpx
import segno

from helpers.server.serving import PATIENCE


def qr(link: str) -> list[list[int]]:
    """The modules of a QR code, 1 for the dark ones."""
    return [list(row) for row in segno.make(link, error="m").matrix]


def shown(address: str) -> list[list[int]]:
    """The modules that a picture shows: its path goes along the dark ones, row by row, in a border of two."""
    picture = httpx.get(address, timeout=PATIENCE)
    assert picture.headers["content-type"] == "image/svg+xml"
    drawing = ElementTree.fromstring(picture.text)  # noqa: S314 — our own picture
    (path,) = drawing.iter("{http://www.w3.org/2000/svg}path")
    size = int(drawing.attrib["width"]) // 8 - 4
    modules = [[0] * size for _ in range(size)]
    x = y = 0.0
    for step, numbers in re.findall(r"([Mmh])([-\d. ]+)", path.attrib["d"]):
        across, down = [*map(float, numbers.split()), 0.0][:2]
        if step == "M":
            x, y = across, down
        elif step == "m":
            x, y = x + across, y + down
        else:
            for column in range(int(x), int(x + across)):
                modules[int(y) - 2][column - 2] = 1
            x += across
    return modules
