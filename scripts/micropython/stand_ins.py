"""What MicroPython lacks and the rewritten modules ask for; part of the bundle as it is."""

import hashlib
import json
from collections import OrderedDict, namedtuple  # noqa: F401

MISSING = object()
ITERABLE = (list, tuple, dict, set, range)


def merged(*parts):
    found = OrderedDict()
    for part in parts:
        for key, value in part.items() if isinstance(part, dict) else part:
            found[key] = value
    return found


def listed(*parts):
    found = []
    for part in parts:
        found.extend(part)
    return found


def tupled(*parts):
    return tuple(listed(*parts))


def cache(function):
    kept = {}

    def asked(*arguments):
        if arguments not in kept:
            kept[arguments] = function(*arguments)
        return kept[arguments]

    return asked


def deepcopy(value, memo=None):
    if isinstance(value, dict):
        return OrderedDict([(key, deepcopy(inner)) for key, inner in value.items()])
    if isinstance(value, list):
        return [deepcopy(inner) for inner in value]
    if isinstance(value, tuple):
        return tuple([deepcopy(inner) for inner in value])
    return value


def get_close_matches(word, possibilities, n=3):
    return []  # nobody types names there


class Counter(dict):
    def __init__(self, things=()):
        super().__init__()
        self.update(things)

    def __getitem__(self, key):
        return self.get(key, 0)

    def update(self, things):
        for thing in things:
            self[thing] = self.get(thing, 0) + 1

    def total(self):
        return sum(self.values())


class Hint:
    def __init__(self, metadata):
        self.__metadata__ = metadata


class _Annotated:
    def __getitem__(self, parts):
        inner = parts[0].__metadata__ if isinstance(parts[0], Hint) else ()
        return Hint(inner + parts[1:])


Annotated = _Annotated()


def get_type_hints(record, include_extras=False):
    return OrderedDict(record.HINTS)


def islice(things, n):
    found = []
    for thing in things:
        found.append(thing)
        if len(found) == n:
            break
    return found


def index(value):
    if isinstance(value, int):
        return value
    raise TypeError(value)


def tee(things):
    kept = list(things)
    return iter(kept), iter(kept)


def sliced(things, start, stop, step):
    n = len(things)
    if start is None:
        start = 0 if step > 0 else n - 1
    elif start < 0:
        start += n
    if stop is None:
        stop = n if step > 0 else -1
    elif stop < 0:
        stop += n
    found = [things[k] for k in range(start, min(stop, n), step)]
    if isinstance(things, str):
        return "".join(found)
    return tuple(found) if isinstance(things, tuple) else found


def bit_length(number):
    n = 0
    while number:
        number >>= 1
        n += 1
    return n


def removeprefix(text, prefix):
    return text[len(prefix) :] if text.startswith(prefix) else text


def isascii(text):
    return all(ord(char) < 128 for char in text)


def hexdigest(digested):
    return digested.digest().hex()


def hmac_digest(key, text, name):
    if len(key) > 64:
        key = hashlib.sha256(key).digest()
    key = key + bytes(64 - len(key))
    inner = hashlib.sha256(bytes([byte ^ 0x36 for byte in key]) + text).digest()
    return hashlib.sha256(bytes([byte ^ 0x5C for byte in key]) + inner).digest()


def dumps(value, ensure_ascii=False, separators=(", ", ": "), sort_keys=False):
    return json.dumps(in_order(value) if sort_keys else value, separators=separators)


def in_order(value):
    if isinstance(value, dict):
        return OrderedDict([(key, in_order(value[key])) for key in sorted(value)])
    return [in_order(inner) for inner in value] if isinstance(value, (list, tuple)) else value
