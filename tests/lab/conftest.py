"""What several files of this suite share."""

from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar

import pytest


class WorkersHere:
    """Workers without processes: all is done here, and how many would have been started is kept."""

    started: ClassVar[list[int]] = []

    def __init__(self, workers: int) -> None:
        self.started.append(workers)

    def __enter__(self) -> "WorkersHere":
        return self

    def __exit__(self, *why: object) -> None: ...

    def map(self, work: Callable[..., object], tasks: Iterable[tuple[object, ...]]) -> Iterator[object]:
        return (work(*task) for task in tasks)


@pytest.fixture
def workers_here() -> type[WorkersHere]:
    WorkersHere.started.clear()
    return WorkersHere
