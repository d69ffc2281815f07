"""Run `tischlein play` for `make play`, and build the page first if it has changed.

    python -m scripts.play [ARGUMENTS]

Help and wrong arguments are answered at once: nothing is built before the server could start.
"""

import sys
from collections.abc import Sequence
from typing import Any


def main(arguments: Sequence[str]) -> None:
    from scripts import page
    from tischlein import cli

    def build() -> None:
        page.main(["page"])
        print("Starting the server ...", flush=True)

    def play(browser: bool, **settings: Any) -> None:
        cli.run_server(settings, browser, build)

    cli.play.callback = play
    cli.main(["play", *arguments])


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)
