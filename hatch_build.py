"""The build hook: hatchling builds the page into the package before it puts the wheel together."""

import os
import sys
from contextlib import ExitStack, redirect_stdout, suppress
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the page, if its sources are there and have changed."""

    PLUGIN_NAME = "page"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # `make` builds the page by a step of its own.
        if os.environ.get("TISCHLEIN_PAGE") == "later":
            return
        sys.path.insert(0, self.root)
        try:
            from scripts.page import build
        finally:
            sys.path.remove(self.root)
        with ExitStack() as opened:
            # pip shows nothing of a build that takes a minute or two: the steps go to the terminal, if there is one.
            with suppress(OSError):
                terminal = opened.enter_context(open("/dev/tty", "w", encoding="utf-8"))
                opened.enter_context(redirect_stdout(terminal))
            build(Path(self.root), tests=False)
