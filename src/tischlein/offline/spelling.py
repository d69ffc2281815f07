"""Compares names on a device, as far as a browser's Unicode does."""

import unicodedata


class PageSpelling:
    """Names that differ only by case or form are the same."""

    def shown(self, name: str) -> str:
        return " ".join(name.split())

    def looks(self, name: str) -> str:
        return "".join(unicodedata.normalize("NFKC", name).lower().split())

    def line(self, text: str) -> str:
        return " ".join(text.split())
