"""What a row of the Qwixx sheet is likely to bring, and how near the end is.

The table is measured: the mean final points of rows that once looked like this, over 40 000 games of two to
five seats played by these rules of thumb (one move in forty at random), measured again until they grew no
stronger. Where a stage has too few such rows, the step from the next stage is that of a row with one cross
less. It says what players know: gaps cost most while there is much time left, the row with many crosses is
the one to go on with, and with fewer than five crosses near the end there is little left to hope for.
"""

from tischlein.cards import EMPTY
from tischlein.games.qwixx.rules.material import BEFORE_LAST, COLOURS, LAST_PLACE, MISSES, Qwixx

# Nothing can be crossed.
NOTHING = -100000
# The places that may be crossed in one play, the first of them as the lowest bit: their reach and their number. X10
SHAPES = (1, 3, 5, 7, 11, 13)
REACH = (1, 2, 3, 3, 4, 4)
SIZE = (1, 2, 2, 3, 3, 3)


def count(row: int) -> int:
    """Return how many of up to eleven places are marked."""
    row -= (row >> 1) & 0x555
    row = (row & 0x333) + ((row >> 2) & 0x333)
    return (row + (row >> 4) + (row >> 8)) & 0xF


def gone(row: int) -> int:
    """Return how many places are crossed or passed over."""
    places = 0
    while row >> places:
        places += 1
    return places


def worth(stage: int, crosses: int, passed: int) -> int:
    """Return the hundredths of a point that a row with this many crosses and places gone is likely to bring."""
    return WORTH[(stage * 12 + crosses) * 12 + passed]


def hurry(s: Qwixx) -> int:
    """Return the stage of the game, 0 the last: how near the first player is to two closed rows, or to four misses."""
    nearest = 12
    for seat in range(s.seats):
        first = 6
        second = 6
        for colour in range(COLOURS):
            row = int(s.rows[seat][colour])
            left = LAST_PLACE + 1 - gone(row)
            need = max(BEFORE_LAST + 1 - count(row), (left + 1) // 2) if left > 0 else 0
            if need < first:
                second = first
                first = need
            elif need < second:
                second = need
        nearest = min(nearest, first + second, 3 * (MISSES - int(s.misses[seat])))
    return STAGES[nearest]


def gain(stage: int, crosses: int, passed: int, held: int) -> int:
    """Return how much more a row is worth after the best play of these cards; NOTHING where none can be crossed."""
    best = NOTHING
    now = worth(stage, crosses, passed)
    held >>= passed
    while held > 0:
        if held & 1:
            for k in range(len(SHAPES)):
                if held & SHAPES[k] == SHAPES[k]:
                    end = passed + REACH[k]
                    n = crosses + SIZE[k]
                    if end <= LAST_PLACE or n > BEFORE_LAST:
                        best = max(best, worth(stage, n, end) - now)
        held >>= 1
        passed += 1
    return best


def fits(crosses: int, passed: int, made: int, first: int, places: int) -> bool:
    """Return True if these places may be crossed after the crosses already made in this step. X3, X4, X10"""
    n = count(places)
    last = gone(places) - 1
    lowest = 0
    while places >> lowest & 1 == 0:
        lowest += 1
    if lowest < passed or (last == LAST_PLACE and crosses + n - 1 < BEFORE_LAST):
        return False
    if first == EMPTY:
        first = lowest
    return last - first + 1 - n - made <= 1


# By the distance from the end that `hurry` finds.
STAGES = (0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4)

# Five stages, the last of the game first; in each a line for every number of crosses, a column for every number of places gone.
# fmt: off
WORTH = (
     520,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,
       0,  880,  770,  660,  570,  510,  380,  300,  240,  180,  100,    0,
       0,    0, 1290, 1140, 1030,  920,  780,  660,  520,  400,  300,    0,
       0,    0,    0, 1750, 1620, 1500, 1360, 1170,  970,  740,  600,    0,
       0,    0,    0,    0, 2330, 2120, 2000, 1870, 1650, 1400, 1000,    0,
       0,    0,    0,    0,    0, 2970, 2750, 2630, 2390, 2170, 1900,    0,
       0,    0,    0,    0,    0,    0, 3580, 3340, 3170, 2920, 2610, 2800,
       0,    0,    0,    0,    0,    0,    0, 4380, 4020, 3770, 3430, 3600,
       0,    0,    0,    0,    0,    0,    0,    0, 5000, 4670, 4370, 4500,
       0,    0,    0,    0,    0,    0,    0,    0,    0, 5890, 5440, 5500,
       0,    0,    0,    0,    0,    0,    0,    0,    0,    0, 6470, 6600,
       0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0, 7800,

     890,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,
       0, 1340, 1140,  970,  900,  730,  520,  390,  300,  220,  100,    0,
       0,    0, 1810, 1620, 1440, 1260, 1080,  850,  610,  460,  300,    0,
       0,    0,    0, 2320, 2150, 2020, 1800, 1600, 1270,  820,  600,    0,
       0,    0,    0,    0, 3000, 2750, 2560, 2370, 2140, 1840, 1010,    0,
       0,    0,    0,    0,    0, 3620, 3410, 3220, 2940, 2720, 2390,    0,
       0,    0,    0,    0,    0,    0, 4330, 4050, 3830, 3560, 3160, 2800,
       0,    0,    0,    0,    0,    0,    0, 5060, 4730, 4440, 4010, 3600,
       0,    0,    0,    0,    0,    0,    0,    0, 5670, 5390, 5020, 4500,
       0,    0,    0,    0,    0,    0,    0,    0,    0, 6550, 6150, 5500,
       0,    0,    0,    0,    0,    0,    0,    0,    0,    0, 7140, 6600,
       0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0, 7800,

    1170,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,
       0, 1670, 1440, 1230, 1160,  900,  610,  430,  330,  230,  100,    0,
       0,    0, 2160, 1980, 1750, 1530, 1310,  980,  650,  480,  300,    0,
       0,    0,    0, 2720, 2490, 2290, 2060, 1840, 1460,  860,  600,    0,
       0,    0,    0,    0, 3390, 3110, 2830, 2620, 2350, 2040, 1020,    0,
       0,    0,    0,    0,    0, 4030, 3730, 3490, 3160, 2890, 2540,    0,
       0,    0,    0,    0,    0,    0, 4750, 4380, 4060, 3720, 3360, 2800,
       0,    0,    0,    0,    0,    0,    0, 5460, 4990, 4660, 4150, 3600,
       0,    0,    0,    0,    0,    0,    0,    0, 6080, 5660, 5260, 4500,
       0,    0,    0,    0,    0,    0,    0,    0,    0, 6970, 6420, 5500,
       0,    0,    0,    0,    0,    0,    0,    0,    0,    0, 7560, 6600,
       0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0, 7800,

    1410,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,
       0, 1960, 1730, 1480, 1480, 1150,  750,  480,  350,  230,  100,    0,
       0,    0, 2490, 2270, 2030, 1770, 1560, 1190,  680,  500,  300,    0,
       0,    0,    0, 3100, 2830, 2580, 2300, 2040, 1670,  870,  610,    0,
       0,    0,    0,    0, 3720, 3450, 3100, 2880, 2600, 2230, 1030,    0,
       0,    0,    0,    0,    0, 4360, 4040, 3790, 3370, 3150, 2730,    0,
       0,    0,    0,    0,    0,    0, 5030, 4710, 4370, 3930, 3610, 2800,
       0,    0,    0,    0,    0,    0,    0, 5730, 5320, 4960, 4370, 3600,
       0,    0,    0,    0,    0,    0,    0,    0, 6360, 5980, 5560, 4500,
       0,    0,    0,    0,    0,    0,    0,    0,    0, 7250, 6740, 5500,
       0,    0,    0,    0,    0,    0,    0,    0,    0,    0, 7830, 6600,
       0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0, 7800,

    1580,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,
       0, 2180, 1960, 1690, 1690, 1370,  890,  550,  380,  250,  110,    0,
       0,    0, 2740, 2540, 2260, 1990, 1770, 1380,  740,  520,  320,    0,
       0,    0,    0, 3360, 3080, 2810, 2520, 2250, 1860,  930,  640,    0,
       0,    0,    0,    0, 3960, 3690, 3330, 3100, 2810, 2420, 1100,    0,
       0,    0,    0,    0,    0, 4600, 4280, 4020, 3590, 3360, 2920,    0,
       0,    0,    0,    0,    0,    0, 5270, 4950, 4600, 4150, 3820, 2800,
       0,    0,    0,    0,    0,    0,    0, 5970, 5560, 5190, 4590, 3600,
       0,    0,    0,    0,    0,    0,    0,    0, 6600, 6220, 5800, 4500,
       0,    0,    0,    0,    0,    0,    0,    0,    0, 7490, 6980, 5500,
       0,    0,    0,    0,    0,    0,    0,    0,    0,    0, 8070, 6600,
       0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0, 7800,
)
# fmt: on
