"""Names of people and bots at a table."""

import unicodedata

# Letters and marks of Unicode that show nothing: fillers, the blank of Braille, an empty note head, what stands for an object, joiners
# and variation selectors.
UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\U00016fe4\U0001d159") | {
    chr(code) for code in (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
}
MARKS = 2  # on one letter, one above the other
VOWELS = 4  # vowel signs and enclosing circles on one letter; some languages need several
# Greek capitals that look like Latin ones, while their small letters look like others.
GREEK_CAPITALS = str.maketrans("\u0396\u0397\u039c\u039d\u03a5", "ZHMNY")
# What looks like a Latin letter after casefolding; i, l and 1 look alike as capitals or in some fonts.
LOOKS_LIKE: dict[int, str] = {
    # Cyrillic
    0x0430: "a", 0x0435: "e", 0x043E: "o", 0x0440: "p", 0x0443: "y", 0x0455: "s", 0x0441: "c", 0x0445: "x", 0x0456: "l",
    0x0458: "j", 0x04BB: "h", 0x0501: "d", 0x051B: "q", 0x051D: "w", 0x0432: "b", 0x043A: "k", 0x043C: "m", 0x043D: "h",
    0x0442: "t", 0x0433: "r", 0x044C: "b", 0x043F: "n", 0x04CF: "l", 0x0451: "e",
    # Greek
    0x03B1: "a", 0x03B2: "b", 0x03B3: "y", 0x03B5: "e", 0x03B7: "n", 0x03B9: "l", 0x03BA: "k", 0x03BD: "v", 0x03BF: "o",
    0x03C1: "p", 0x03C4: "t", 0x03C5: "u", 0x03C7: "x", 0x03C9: "w", 0x03BC: "u",
    # Armenian
    0x0585: "o", 0x057D: "u", 0x0570: "h", 0x0578: "n", 0x0581: "g",
    # Latin letters, digits and signs
    0x0131: "l", 0x0261: "g", 0x0251: "a", 0x217C: "l", 0x0030: "o", 0x0031: "l", 0x007C: "l", 0x0035: "s", 0x0033: "e",
    0x0021: "l", 0x0069: "l",
    # Cherokee
    **dict(zip(map(ord, "ᎠᎡᎢᎥᎪᎫᎬᎳᎷᎻᎽᏀᏂᏃᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏴ"), "drtlajewmhyghzbrwsvslcpkdb", strict=True)),  # noqa: RUF001
    # Lisu, whose letters are Latin capitals, and small capitals: the letter is in the name
    **{
        code: unicodedata.name(chr(code)).rpartition(" ")[2][0].lower().replace("i", "l")
        for code in (*range(0xA4D0, 0xA4F8), *range(0x1D00, 0x1D24), 0x0262, 0x026A, 0x0274, 0x0280, 0x028F, 0x0299, 0x029C, 0x029F)
    },
}  # fmt: skip


def clean_name(name: str) -> str:
    """Return a name as it is shown; empty if it has neither letters nor digits."""
    found = " ".join(_bare(unicodedata.normalize("NFC", name)).split())
    return found if any(char.isalnum() for char in found) else ""


def few_marks(text: str) -> str:
    """Return a text with few marks above and below each letter: more of them would cover the lines around."""
    kept: list[str] = []
    marks = vowels = 0
    for char in text:
        marks = marks + 1 if unicodedata.combining(char) else 0
        vowels = vowels + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        if marks <= MARKS and vowels <= VOWELS:
            kept.append(char)
    return "".join(kept)


def _bare(name: str) -> str:
    """Return a name without invisible characters, and then with few combining marks."""
    return few_marks("".join(filter(_visible, name)))


def _visible(char: str) -> bool:
    # Control and format characters could reverse a line or hide in it; fillers and selectors are invisible.
    return unicodedata.category(char)[0] != "C" and char not in UNSEEN


def skeleton(name: str) -> str:
    """Return the skeleton of a name: two names with the same skeleton look alike.

    >>> skeleton("ADA ") == skeleton("ada"), skeleton("O1ga") == skeleton("Olga"), skeleton("Ada") == skeleton("Ida")
    (True, True, False)
    """
    shown = _bare(unicodedata.normalize("NFKC", name).translate(GREEK_CAPITALS).casefold())
    return "".join(shown.translate(LOOKS_LIKE).split())
