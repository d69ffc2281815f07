"""Compares names on a device, as far as a browser's Unicode does."""

import unicodedata


class PageSpelling:
    """Names that differ only by case or form are the same."""

    def clean_name(self, name: str) -> str:
        return " ".join(name.split())

    def skeleton(self, name: str) -> str:
        return "".join(unicodedata.normalize("NFKC", name).lower().split())

    def clean_line(self, text: str) -> str:
        return " ".join(text.split())
