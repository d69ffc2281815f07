"""Fill templates with values to make sentences; docs/texts.md explains templates to translators.

Plain functions on strings, lists and dicts: nothing here knows a language or a game.
"""

from collections.abc import Callable, Mapping

from tischlein.engine.types import Text, Value

Values = Mapping[str, Value]
# Conditions on a value other than equality.
ASKED = frozenset(("min", "max", "not", "given", "all", "begins"))


def number(value: int) -> str:
    """Return a number with a real minus sign.

    >>> number(-10)
    '−10'
    """
    return str(value).replace("-", "−")


def to_words(name: str) -> str:
    """Return a name of the code as words.

    >>> to_words("round_end")
    'round end'
    """
    return name.replace("_", " ")


def choose_variant(text: Text, values: Values) -> Values | None:
    """Return the first variant of a text whose conditions fit, None if there is none.

    A text is a template, a dict with a template under ``text``, or a list of such dicts with conditions under ``when``.

    >>> choose_variant([{"when": {"n": 1}, "text": "one"}, {"text": "many"}], {"n": 2})
    {'text': 'many'}
    """
    if text is None:
        return None
    if isinstance(text, str):
        return {"text": text}
    for variant in text if isinstance(text, list) else [text]:
        when = variant.get("when")
        if when is None or fits(when, values):
            found: Values = variant
            return found
    return None


def fits(when: Values, values: Values) -> bool:
    """Return True if the values meet all conditions; one that begins with @ names another value.

    >>> fits({"left": {"max": 0}}, {"left": 0}), fits({"options": {"teams": True}}, {"options": {"teams": False}})
    (True, False)
    >>> fits({"owner": "@seat"}, {"owner": 2, "seat": 2})
    True
    """
    for key in when:
        wanted, value = when[key], values.get(key)
        if isinstance(wanted, str):
            if wanted.startswith("@"):
                wanted = values.get(wanted[1:])
            elif isinstance(value, str):  # the most frequent case
                if value != wanted:
                    return False
                continue
        if not _meets(wanted, value):
            return False
    return True


def _meets(wanted: Value, value: Value) -> bool:
    if isinstance(wanted, list):
        return any(_meets(one, value) for one in wanted)
    if isinstance(wanted, dict):
        if not ASKED.isdisjoint(wanted):
            return all(_answers(key, wanted[key], value) for key in wanted)
        return isinstance(value, dict) and fits(wanted, value)
    if isinstance(value, list):
        return wanted in value
    return type(value) is type(wanted) and bool(value == wanted)


def _answers(asked: str, wanted: Value, value: Value) -> bool:
    if asked == "not":
        return not _meets(wanted, value)
    if asked == "begins":
        return isinstance(value, str) and value.startswith(wanted)
    if asked == "given":
        return wanted is (value is not None and value is not False and value != [] and value != "")
    if asked == "all":
        return wanted is (isinstance(value, list) and value != [] and all(value))
    size = amount(value)
    return size is not None and (size <= wanted if asked == "max" else size >= wanted)


def amount(value: object) -> int | None:
    """Return a number, or the length of a list."""
    if isinstance(value, (list, tuple)):
        return len(value)
    return value if isinstance(value, int) else None


class Placeholder:
    """A placeholder in braces: ``{key}``, with ``@`` or ``*`` in front, or with a singular and a plural form."""

    def __init__(self, inner: str) -> None:
        key, _, forms = inner.partition("|")
        self.name = key.lstrip("@*")
        self.mark = key[: len(key) - len(self.name)]
        self.forms = tuple(forms.split("|", 1)) if forms else ()

    def form(self, value: object) -> str:
        """Return the singular or plural form for a number, or for the length of a list."""
        one, many = self.forms
        return one if amount(value) == 1 else many


class Forms:
    """A part in brackets: one form for the person whom the sentence is about, and one for others.

    ``@owner`` in front asks about the person on that seat instead.
    """

    def __init__(self, inner: str) -> None:
        self.person, forms = "", inner
        if forms.startswith("@"):
            self.person, _, forms = forms[1:].partition(" ")
        depth = 0
        for at in range(len(forms)):
            depth += {"{": 1, "}": -1}.get(forms[at], 0)
            if forms[at] == "|" and depth == 0:
                self.for_you, self.for_others = forms[:at], forms[at + 1 :]
                return
        raise ValueError(f"[{forms}] has only one form")


def fill_template(template: str, field: Callable[[Placeholder], str], is_you: Callable[[str], bool]) -> str:
    """Fill a template: ``field`` returns the text for ``{key}``, ``is_you`` tells whether a person is
    addressed.

    >>> values = {"name": "Ada", "n": 1}
    >>> fill_template("[You have|{name} has] {n} {n|chip|chips}.", lambda one: one.form(1) if one.forms else str(values[one.name]), bool)
    'Ada has 1 chip.'
    """
    made = []
    for piece in pieces(template):
        if isinstance(piece, str):
            made.append(piece)
        elif isinstance(piece, Placeholder):
            made.append(field(piece))
        else:
            made.append(
                fill_template(piece.for_you if is_you(piece.person) else piece.for_others, field, is_you)
            )
    return "".join(made)


# A cache: each template is parsed once.
_pieces_of: dict[str, list[str | Placeholder | Forms]] = {}


def pieces(template: str) -> list[str | Placeholder | Forms]:
    """Return the pieces of a template: placeholders, forms in brackets, and plain text."""
    found = _pieces_of.get(template)
    if found is None:
        found, at = [], 0
        while at < len(template):
            kind = template[at]
            if kind in "{[":
                end = template.index("}" if kind == "{" else "]", at)
                inner = template[at + 1 : end]
                found.append(Placeholder(inner) if kind == "{" else Forms(inner))
                at = end + 1
            else:
                ends = [end for end in (template.find("{", at), template.find("[", at)) if end >= 0]
                end = min(ends) if ends else len(template)
                found.append(template[at:end])
                at = end
        _pieces_of[template] = found
    return found


def with_values(template: str, values: Values) -> str:
    """Fill a template that is about no person, with values written as they are.

    >>> with_values("{n} {n|second|seconds} left", {"n": 1})
    '1 second left'
    """

    def field(part: Placeholder) -> str:
        value = values[part.name]
        if part.forms:
            return part.form(value)
        return number(value) if isinstance(value, int) else str(value)

    return fill_template(template, field, lambda person: False)


def phrase(texts: Values, path: str, values: Values) -> str:
    """Fill the template at a path such as ``section.name``; it is about no person.

    >>> phrase({"clock": {"left": "{n} {n|second|seconds} left"}}, "clock.left", {"n": 1})
    '1 second left'
    """
    return with_values(at(texts, path), values)


def match_notation(
    texts: Values, written: str, is_known: Callable[[str], bool] = lambda text: False
) -> tuple[Text, dict[str, Value]] | None:
    """Return the text for a notation, by itself or by a pattern, and the values that the pattern found.

    In a pattern ``{card}`` and ``{row}`` stand for a text that ``is_known``, any other ``{key}`` for a
    number.

    >>> match_notation({"r{n}": "red {n}"}, "r12")
    ('red {n}', {'n': 12})
    """
    if written in texts:
        return texts[written], {}
    for pattern in texts:
        values = _read(pattern, written, is_known) if "{" in pattern else None
        if values is not None:
            return texts[pattern], values
    return None


def _read(pattern: str, written: str, is_known: Callable[[str], bool]) -> dict[str, Value] | None:
    values: dict[str, Value] = {}
    literal, _, rest = pattern.partition("{")
    while written.startswith(literal):
        written = written[len(literal) :]
        if not rest:
            return values if not written else None
        key, _, rest = rest.partition("}")
        literal, _, rest = rest.partition("{")
        end = written.find(literal) if literal else len(written)
        if end < 0:
            return None
        part = written[:end]
        if key in ("card", "row"):
            if not is_known(part):
                return None
            values[key] = part
        elif part.lstrip("-").isdigit():
            values[key] = int(part)
        else:
            return None
        written = written[len(part) :]
    return None


def at(values: Value, path: str) -> Value:
    """Return the value under a key, or under a path such as ``me.chips``; ``first`` and ``rest`` are parts of a list.

    >>> at({"cards": ["7", "3", "4"]}, "cards.rest")
    ['3', '4']
    """
    if "." not in path:
        return values.get(path) if isinstance(values, dict) else None
    for key in path.split("."):
        if isinstance(values, list):
            values = values[1:] if key == "rest" else values[0] if values and key == "first" else None
        else:
            values = values.get(key) if isinstance(values, dict) else None
    return values


def capitalise(found: Values, sentence: str) -> str:
    """Capitalise a sentence that begins with a card; a person's name stays as the person writes it."""
    template: str = found["text"]
    is_card = template.startswith("{") and not template.startswith(("{name", "{@", "{*", "{with"))
    return sentence[:1].upper() + sentence[1:] if is_card else sentence
