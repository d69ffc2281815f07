"""Which code has played a game: what is kept of it is not mixed with what other code plays."""

import json
from pathlib import Path

import pytest

import tischlein
from tischlein.bots import weights
from tischlein.engine.backends.wasm.modules import code_in
from tischlein.lab import fingerprint as code

# What versions of Python parse in different ways: parameters of types, and formats that end with a value.
ANY_PYTHON = '''
class Any:
    def told(self, value: float, digits: int = 2) -> str:
        """A docstring is not part of it."""
        return f"{value:.{digits}} of {value!r:>{digits}}"
'''


def test_levels_are_other_code_when_rules_of_thumb_are() -> None:
    codes = {name: code.code_of("medium", tischlein.game(name)) for name in tischlein.games()}
    assert len(set(codes.values())) == len(codes)
    assert code.code_of("medium,backend=native", tischlein.game("qwixx")) == codes["qwixx"]


def test_another_net_is_other_code(monkeypatch: pytest.MonkeyPatch) -> None:
    game = tischlein.game("lobo77")
    data = (Path(tischlein.__file__).parent / "games" / "lobo77" / weights.NAME).read_bytes()
    before = code.code_of("hard", game)
    first, _, parts = data.partition(b"\n")
    other = weights.read(game, weights.add_checksum(json.loads(first), parts[:-1] + bytes([parts[-1] ^ 1])))
    monkeypatch.setattr(code, "net_of", lambda game: other)
    assert code.code_of("hard", game) != before


def test_what_drives_a_game_and_what_is_counted_belong_to_its_code() -> None:
    package = Path(tischlein.__file__).parent
    for game in tischlein.games().values():
        names = {path.relative_to(package).as_posix() for path in code.sources_of("medium", game)}
        rules, counted = f"games/{game.id}/rules/__init__.py", f"games/{game.id}/lab.py"
        assert {"cards.py", "engine/rules/drive.py", rules, counted} <= names


def test_every_version_of_python_gives_the_same_code(tmp_path: Path) -> None:
    source = tmp_path / "any.py"
    source.write_text(ANY_PYTHON, "utf-8")
    assert code_in(source) == "981c4e3ed4635a4c0762680d8cabd3be"
