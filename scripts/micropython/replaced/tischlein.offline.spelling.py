"""Compares names on a device: MicroPython knows the case of ASCII letters only, the browser that of all."""

import js


class PageSpelling:
    def shown(self, name):
        return " ".join(name.split())

    def looks(self, name):
        return "".join(js.tischlein.folded(name).split())

    def line(self, text):
        return " ".join(text.split())
