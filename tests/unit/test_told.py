"""What somebody was told of a long game is kept in little room, and comes back as it was."""

import msgspec
import pytest

from tischlein.server.table.told import TOGETHER, Told


@pytest.mark.parametrize("length", [0, 1, TOGETHER, 2 * TOGETHER - 1, 2 * TOGETHER, 5 * TOGETHER + 3])
def test_nothing_is_lost_wherever_somebody_begins(length: int) -> None:
    texts = [b'{"seq": %d, "text": "one\\ntwo"}' % number for number in range(length)]
    told = Told()
    for text in texts:
        told.append(msgspec.Raw(text))
    assert len(told) == length
    for number in range(length + 2):
        assert [bytes(text) for text in told.since(number)] == texts[number:]
