"""OpenSpiel's observers: observations by public and private information, as tensors and as texts.

Public information is what a spectator knows; a player's private information is what its own view has besides.

| information | without recall | with perfect recall |
|---|---|---|
| public and one player's | text and tensor | text: the player's information state |
| public | text and tensor | text: what a spectator has seen |
| public and all players' | text and tensor, one row for each player | text |
| one player's, or all players' | text | no observer |
"""

from __future__ import annotations

import json

import numpy as np
import pyspiel

from tischlein.adapters.episode import Episode
from tischlein.cards import CHANCE, SPECTATOR
from tischlein.engine.errors import OptionError
from tischlein.engine.play.views import view_of
from tischlein.engine.types import Json, Untyped

private = pyspiel.PrivateInfoType


def observer_of(episode: Episode, kind: Untyped, params: Untyped) -> Observer | None:
    """Return the observer of a type, or None for a type that has none; OpenSpiel's default is what one player knows now."""
    if params:
        raise OptionError(f"observations have no parameters, but were given {params}")
    wanted = pyspiel.IIGObservationType(perfect_recall=False) if kind is None else kind
    if not wanted.public_info and (wanted.perfect_recall or wanted.private_info == private.NONE):
        return None
    return Observer(episode, wanted)


class Observer:
    """Writes observations of one type. A fixed tensor cannot hold a whole game, so perfect recall has texts only."""

    def __init__(self, episode: Episode, kind: Untyped) -> None:
        self._episode, self._kind = episode, kind
        self.tensor: Untyped = None
        self.dict: dict[str, Untyped] = {}
        if kind.perfect_recall or not kind.public_info:
            return
        rows = episode.seats if kind.private_info == private.ALL_PLAYERS else 1
        self._rows = np.zeros((rows, episode.game.rules.OBSERVED), np.float32)
        self.tensor = self._rows.reshape(-1)
        self.dict = {"observation": self._rows if rows > 1 else self.tensor}

    def set_from(self, state: Untyped, player: int) -> None:
        """Write the tensor."""
        if self.tensor is None:
            what = "information states have" if self._kind.perfect_recall else "private information alone has"
            raise OptionError(f"{what} no tensor, only text; observations have one")
        one = self._episode.game
        for row, observer in zip(self._rows, self._observers(player), strict=True):
            out = [0] * one.rules.OBSERVED
            if state.point is not None:
                one.rules.observe(state.conceal_for(observer), observer, out)
            row[:] = out

    def string_from(self, state: Untyped, player: int) -> str:
        """Return the text."""
        if self._kind.perfect_recall:
            return "\n".join(state.information(observer) for observer in self._observers(player))
        if state.point is None:
            return "chance decides" if self._kind.public_info else ""
        public = self._view(state, SPECTATOR)
        if self._kind.private_info == private.NONE:
            return _as_text(public)
        if self._kind.private_info == private.SINGLE_PLAYER:
            own = self._view(state, player)
            return _as_text(own if self._kind.public_info else _besides(own, public))
        every = {str(seat): self._view(state, seat) for seat in range(self._episode.seats)}
        hidden = {seat: _besides(view, public) for seat, view in every.items()}
        return _as_text({**public, "private": hidden} if self._kind.public_info else hidden)

    def _observers(self, player: int) -> list[int]:
        """Return whose knowledge is written: seats, or the spectator."""
        if self._kind.private_info == private.NONE:
            return [SPECTATOR]
        every = self._kind.private_info == private.ALL_PLAYERS
        return list(range(self._episode.seats)) if every else [player]

    def _view(self, state: Untyped, observer: int) -> Json:
        """Return a view, or where chance decides the features: views are made for decisions."""
        game, known = self._episode.game, state.conceal_for(observer)
        if state.point.record.actor == CHANCE:
            out = [0] * game.rules.OBSERVED
            game.rules.observe(known, observer, out)
            return {one.name: value for one, value in zip(self._episode.features, out, strict=True)}
        view = view_of(game, known, observer)
        return {name: value for name, value in view.items() if name != "options"}


def _besides(own: Json, public: Json) -> Json:
    """Return the private part of a view: the keys whose values differ from the public view."""
    return {
        name: value
        for name, value in own.items()
        if name != "you" and (name not in public or public[name] != value)
    }


def _as_text(found: Json) -> str:
    return json.dumps(found, separators=(",", ":")) if found else ""
