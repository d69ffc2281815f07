"""The four ways to run a game's rules: as they are, compiled for this machine, for a GPU, or for browsers."""

from functools import cache
from typing import Protocol

from tischlein.engine.backends.base import Backend, Batch
from tischlein.engine.errors import OptionError, did_you_mean
from tischlein.engine.extras import install_command
from tischlein.engine.rules.contract import Rules
from tischlein.engine.rules.positions import short_repr
from tischlein.engine.types import Module

NAMES = ("python", "native", "cuda", "wasm")
EXTRAS = {"native": "native", "cuda": "gpu"}  # those that bring what a backend needs
__all__ = ["NAMES", "Backend", "Batch", "check_installed", "load"]

_loaded: dict[tuple[str, int], Backend] = {}


class HasRules(Protocol):
    """A game, as far as backends ask."""

    @property
    def rules(self) -> Rules: ...


def load(game: HasRules | Rules, name: str) -> Backend:
    """Return a backend for a game, or its rules module; Numba is imported only for those that need it.

    >>> from tischlein.games.lobo77 import rules
    >>> load(rules, "python").layout.size
    360
    """
    given: Module = game
    rules: Rules = given.rules if hasattr(given, "rules") else given
    if not hasattr(rules, "RECORD"):
        raise OptionError(
            f"{short_repr(rules)} is neither a game nor a rules module; tischlein.game(id) returns a game"
        )
    key = (name, id(rules))
    if key not in _loaded:
        check_installed(name)
        _loaded[key] = _make(rules, name)
    return _loaded[key]


@cache
def check_installed(name: str) -> None:
    """Raise OptionError if a backend needs an extra that is not installed."""
    from tischlein.engine.backends.wasm.modules import has_compiler

    if name in EXTRAS and not has_compiler():
        raise OptionError(f"the backend {name} needs Numba: {install_command(EXTRAS[name])}")


def _make(rules: Rules, name: str) -> Backend:
    if name == "python":
        from tischlein.engine.backends.python import Python

        return Python(rules)
    if name == "native":
        from tischlein.engine.backends.native import Native

        return Native(rules)
    if name == "cuda":
        from tischlein.engine.backends.cuda import Cuda

        return Cuda(rules)
    if name == "wasm":
        from tischlein.engine.backends.wasm.backend import Wasm

        return Wasm(rules)
    raise OptionError(
        f"there is no backend {name!r}; choose from {', '.join(NAMES)}{did_you_mean(name, NAMES)}"
    )
