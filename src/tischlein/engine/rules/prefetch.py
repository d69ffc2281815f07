"""What generic code may tell a backend: it changes nothing but the speed."""

from tischlein.engine.types import Array


def soon(rows: Array, i: int) -> None:
    """Row ``i`` is needed next. The native backend has it brought near meanwhile; i may be one too many."""
