"""What somebody was sent of a long game is kept in little room, and comes back as it was."""

import msgspec
import pytest

from tischlein.server.table.encoding import TOGETHER, SentEvents


@pytest.mark.parametrize("length", [0, 1, TOGETHER, 2 * TOGETHER - 1, 2 * TOGETHER, 5 * TOGETHER + 3])
def test_nothing_is_lost_wherever_somebody_begins(length: int) -> None:
    texts = [b'{"seq": %d, "text": "one\\ntwo"}' % number for number in range(length)]
    sent = SentEvents()
    for text in texts:
        sent.append(msgspec.Raw(text))
    assert len(sent) == length
    for number in range(length + 2):
        assert [bytes(text) for text in sent.since(number)] == texts[number:]
