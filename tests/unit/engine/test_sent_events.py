"""Events of a long game are kept in little memory, and come back as they were sent."""

import msgspec
import pytest

from tischlein.engine.play.growing import TOGETHER
from tischlein.server.table.encoding import SentEvents


@pytest.mark.parametrize("length", [0, 1, TOGETHER, 2 * TOGETHER - 1, 2 * TOGETHER, 5 * TOGETHER + 3])
@pytest.mark.parametrize("step", [1, 7, 5 * TOGETHER])
def test_nothing_is_lost_from_any_first_event_on(length: int, step: int) -> None:
    texts = [b'{"seq": %d, "text": "one\\ntwo"}' % number for number in range(length)]
    sent = SentEvents()
    for first in range(0, length, step):
        sent.extend([msgspec.Raw(text) for text in texts[first : first + step]])
    assert len(sent) == length
    for number in range(length + 2):
        assert [bytes(text) for text in sent.since(number)] == texts[number:]
