"""The command `tischlein` in this process: starting another one takes longer than what is tested."""

import pytest

from tischlein.cli import main


def called(*words: str) -> int:
    """Run the command, and return its exit code."""
    with pytest.raises(SystemExit) as ended:
        main(words)
    code = ended.value.code
    assert isinstance(code, int)
    return code
