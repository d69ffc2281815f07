"""The exponential function in the dialect, with floats.

Every system's library has one, and they differ in the last bit. A search that is to find the same on every machine, compiled by
whatever, takes this one: additions, multiplications and one division, which are the same everywhere. The method and the numbers of its
rational function are those of Sun's fdlibm (``e_exp.c``); the error is below the last bit.
"""

from math import floor

# Beyond these, 0 and infinity would be near; comparing chances does not get there.
LEAST, MOST = -700.0, 700.0
_LOG2_E = 1.44269504088896338700
# The natural logarithm of 2, in two parts; the first one times a small integer is exact.
_LN_2_HIGH = 6.93147180369123816490e-01
_LN_2_LOW = 1.90821492927058770002e-10
_P1 = 1.66666666666666019037e-01
_P2 = -2.77777777770155933842e-03
_P3 = 6.61375632143793436117e-05
_P4 = -1.65339022054652515390e-06
_P5 = 4.13813679705723846039e-08


def exponential(x: float) -> float:
    """Return e to the power of x, for x from −700 to 700; beyond that as there.

    >>> exponential(0.0), round(exponential(1.0), 12), exponential(-1e9) == exponential(LEAST)
    (1.0, 2.718281828459, True)
    """
    x = min(max(x, LEAST), MOST)
    twos = floor(x * _LOG2_E + 0.5)
    high = x - twos * _LN_2_HIGH
    low = twos * _LN_2_LOW
    rest = high - low
    square = rest * rest
    c = rest - square * (_P1 + square * (_P2 + square * (_P3 + square * (_P4 + square * _P5))))
    return (1.0 - ((low - rest * c / (2.0 - c)) - high)) * power_of_two(int(twos))


def power_of_two(n: int) -> float:
    """Return 2 to the power of n, exactly, for n from −1022 to 1023.

    >>> power_of_two(-3), power_of_two(10)
    (0.125, 1024.0)
    """
    power = 1.0
    factor = 2.0
    if n < 0:
        factor = 0.5
        n = -n
    while n > 0:
        if n & 1:
            power *= factor
        factor *= factor
        n >>= 1
    return power
