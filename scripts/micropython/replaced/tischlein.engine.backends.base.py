"""Of the backends only how a seed is split."""

_MASK = 0xFFFFFFFF


def words_of(seed: int) -> tuple[int, int]:
    return seed & _MASK, (seed >> 32) & _MASK
