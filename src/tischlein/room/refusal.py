"""A refusal: an answer to a player that says why nothing was done."""

from tischlein.engine.play.wording import own_text
from tischlein.engine.texts import LANGUAGES, load_texts

TEXTS = "tischlein.room.texts"


# Where the words of refusals are; hosts add those of their own.
CATALOGUES = [TEXTS]


class Refusal(Exception):  # noqa: N818 — an answer, not a failure
    """Something that is not carried out. ``code`` is for programs, ``text`` for people, ``clause`` names the rule."""

    def __init__(
        self,
        code: str,
        status: int = 400,
        clause: str = "",
        text: dict[str, str] | None = None,
        **values: object,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.clause = clause
        self.values = values
        self._text = text

    @property
    def text(self) -> dict[str, str]:
        """Return the reason in both languages."""
        return self._text or own_text(self._catalogue(), "refused." + self.code, **self.values)

    def _catalogue(self) -> str:
        for package in CATALOGUES:
            if self.code in load_texts(package, LANGUAGES[0])["refused"]:
                return package
        raise KeyError(self.code)


def note(name: str, **values: object) -> dict[str, str]:
    """Return a note about a table in both languages."""
    return own_text(TEXTS, "note." + name, **values)
