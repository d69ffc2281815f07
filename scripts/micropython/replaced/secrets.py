"""Random numbers that nobody can foresee, from the browser."""

import js

WORD = 1 << 32


def randbelow(n):
    limit = WORD - WORD % n
    while True:
        x = 0
        for byte in js.tischlein.entropy(4):
            x = x * 256 + byte
        if x < limit:
            return x % n
