"""A club's server in ten minutes: the page is followed to the letter, from the built files, up to the certificate."""

import os
import re
import socket
import subprocess
from pathlib import Path

import pytest

from scripts.visit import visit

pytestmark = [pytest.mark.long, pytest.mark.needs("network")]
ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/operations.md").read_text("utf-8")
SECTION = PAGE.partition("## A club's server in ten minutes")[2].partition("\n## ")[0]
UNIT = (ROOT / "deploy/tischlein@.service").read_text("utf-8")
# Debian's own programs do as they are told; systemd's part is done here: it runs what the unit says, with the variables of its file.
DEBIAN = r"""
set -euo pipefail
sudo() { if [ "$1" = -u ]; then shift 2; fi; "$@"; }
apt-get() { true; }
useradd() { true; }
systemctl() {
  case "$*" in *caddy*) return;; esac
  if [[ "$1" =~ stop|restart ]]; then
    kill "$(cat pid)" || true
    while kill -0 "$(cat pid)" 2>/dev/null; do sleep 0.1; done
  fi
  if [[ "$1" != stop ]]; then
    set -a; . "$PLACE/etc/tischlein.env"; set +a
    install --directory --mode="$(sed -n 's/^StateDirectoryMode=//p' unit)" "$PLACE/var/lib/tischlein"
    eval "exec $(sed -n 's/^ExecStart=//p' unit | sed "s/%i/$PORT/")" > log 2>&1 < /dev/null &
    echo $! > pid
    curl --silent --fail --retry 60 --retry-delay 1 --retry-all-errors --output /dev/null "http://127.0.0.1:$PORT/readyz"
  fi
}
"""


def test_the_unit_on_the_page_is_the_one_in_deploy() -> None:
    (shown,) = re.findall(r"^```ini\n(.*?)^```$", SECTION, re.MULTILINE | re.DOTALL)
    assert shown.split() == "".join(line for line in UNIT.splitlines(True) if line[0] != "#").split()


def test_the_page_is_followed_to_the_letter(dist: Path, tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    place = tmp_path / "debian"
    for folder in ("opt", "etc/caddy", "var/lib"):
        (place / folder).mkdir(parents=True)
    (tmp_path / "unit").write_text(elsewhere(UNIT, place))
    environment = {**os.environ, "PIP_FIND_LINKS": str(dist), "PLACE": str(place), "PORT": port}
    environment.pop("PYTHONPATH", None)
    blocks = re.findall(r"^```sh\n(.*?)^```$", SECTION, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 5
    try:
        for number, block in enumerate(blocks):
            # No certificate here, so nobody comes by that name.
            script = elsewhere(block.replace(" --public-url https://table.example.org", ""), place)
            command = ["bash", "-c", DEBIAN + script.replace("8077", port)]
            subprocess.run(command, cwd=tmp_path, env=environment, check=True, timeout=300)
            if number == 2:
                wish = {"game": "lobo77", "seats": 2, "bots": ["random", "random"]}
                kept = visit(f"http://127.0.0.1:{port}", wish)
    finally:
        subprocess.run(
            ["bash", "-c", DEBIAN + "systemctl stop tischlein"], cwd=tmp_path, env=environment, check=False
        )
    found: list[str | Path] = [
        place / "opt/tischlein/bin/tischlein",
        "check",
        "--data",
        place / "var/lib/tischlein",
    ]
    assert kept["code"]
    assert "1 table" in subprocess.run(found, capture_output=True, text=True, check=True).stdout


def elsewhere(text: str, place: Path) -> str:
    """Return commands or a unit with another place instead of the root."""
    return re.sub(r"(?<![\w.])/(opt|etc|var)/", rf"{place}/\1/", text)
