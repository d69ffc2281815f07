"""The bot of the page that tells how to write one plays along."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs/write-a-bot.md"


@pytest.fixture(autouse=True, scope="session")
def my_bot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The example, saved where the page says: as ``my_bot.py`` in the folder one works in."""
    block = re.search(r"^```python\n(.*?)^```", PAGE.read_text("utf-8"), re.M | re.S)
    assert block is not None
    folder = tmp_path_factory.mktemp("my_bot")
    (folder / "my_bot.py").write_text(block[1], "utf-8")
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))
    sys.modules.pop("my_bot", None)
