"""Compares names on a device: MicroPython knows the case of ASCII letters only, the browser that of all."""

import js


class PageSpelling:
    def clean_name(self, name):
        return " ".join(name.split())

    def skeleton(self, name):
        return "".join(js.tischlein.folded(name).split())

    def clean_line(self, text):
        return " ".join(text.split())
