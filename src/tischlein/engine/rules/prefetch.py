"""A hint from generic code to a backend that changes nothing but the speed."""

from tischlein.engine.types import Array


def soon(rows: Array, i: int) -> None:
    """Announce that row ``i`` is needed next; the native backend prefetches it. i may be one past the end."""
