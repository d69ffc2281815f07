"""The words of a report: sentences, names and numbers in the reader's language."""

from tischlein.engine.texts import decimal, load_texts
from tischlein.engine.texts.templates import phrase
from tischlein.engine.types import AnyJson, Json
from tischlein.lab.report.numbers import ENDS
from tischlein.lab.report.sections import Picture, ReportSettings


class ReportWords:
    """Puts results into words."""

    def __init__(self, wanted: ReportSettings) -> None:
        self.wanted = wanted
        self.words = load_texts("tischlein.lab.texts", wanted.language)
        self.own = load_texts(wanted.game.face.texts, wanted.language) if wanted.game.face.texts else {}

    def say(self, name: str, **values: object) -> str:
        """Return a sentence of the report; ``a.b`` is b in the section a."""
        return phrase(self.words, name, values)

    def bin(self, label: str) -> str:
        translated: str = self.own.get("bins", {}).get(label, label)
        return translated

    def number(self, value: float, digits: int) -> str:
        return decimal(value, digits, self.wanted.language)

    def percents(self, row: AnyJson) -> list[str]:
        """Return a value and its interval in percent."""
        return [f"{self.number(100 * row[key], 1)} %" for key in ENDS]

    def picture(
        self, name: str, answer: str, spec: Json, header: list[str], rows: list[list[str]], **values: object
    ) -> Picture:
        """Return a picture with the title and the text that the words of the report have for it."""
        title, text = self.say(f"{name}.title"), self.say(f"{name}.text", **values)
        return Picture(name, title, answer, text, spec, header, rows)
