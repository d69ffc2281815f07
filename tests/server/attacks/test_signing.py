"""A server with a key signs what it tells: then the file that a player saves convinces others too."""

import re
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ed25519, x25519

from helpers.server.serving import Message, ask, seated, serving
from helpers.server.sharing import begun, codes, file_of, gathered, played
from tischlein.engine.extras import install_command
from tischlein.engine.play.chain import text_to_sign
from tischlein.server.errors import ServeError
from tischlein.server.signing import signer_of
from tischlein.verify import sentence, verify


def key_file(folder: Path, key: Any = None) -> str:
    file = folder / "key.pem"
    made = key or ed25519.Ed25519PrivateKey.generate()
    file.write_bytes(
        made.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    return str(file)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("signing")


@pytest.fixture(scope="module")
def game(folder: Path) -> tuple[Message, str]:
    """The file of a player, and the key that the server names."""
    signer = signer_of(key_file(folder))
    assert signer is not None
    return file_of(played(begun(gathered(signer=signer)))), signer.public


async def test_a_server_names_its_key_and_signs_what_it_tells(tmp_path: Path) -> None:
    signer = signer_of(key_file(tmp_path))
    assert signer is not None
    with serving(tmp_path, signer=signer) as live:
        async with seated(live, bots=[None, "random"]) as ada:
            about = (await ask(live, "GET", "/api/about")).json()
            assert about["key"] == ada.last["signer"] == signer.public
            assert ada.last["signature"]


@pytest.fixture
def saved(game: tuple[Message, str]) -> Message:
    return deepcopy(game[0])


def test_a_file_of_a_server_with_a_key_is_signed_to_its_end(
    saved: Message, game: tuple[Message, str]
) -> None:
    verdict = verify(saved)
    (signed,) = [one for one in verdict.findings if one.code == "signed"]
    assert (verdict.kind, signed.kind, signed.values["key"]) == ("good", "good", game[1])
    assert game[1] in sentence(signed, "en")


def test_every_message_was_signed_for_this_table_and_seat(saved: Message) -> None:
    receipt = saved["receipt"]
    (telling,) = receipt["told"]
    assert [head for _, head, _ in receipt["signed"]["heads"]] == [
        telling[told - 1] for told, _, _ in receipt["signed"]["heads"]
    ]
    for name, value in (("seat", 1), ("commitment", "00" * 32)):
        other = deepcopy(saved)
        other["receipt"][name] = value
        assert "signature" in codes(other, "unable")
    saved["receipt"]["signed"]["code"] = "OTHER"
    assert codes(saved, "unable") == ["signature"]


def test_a_player_cannot_make_up_what_the_server_told(saved: Message) -> None:
    """Others need not believe the player: made-up heads have no signature, or a wrong one."""
    receipt = saved["receipt"]
    (telling,) = receipt["told"]
    receipt["told"] = [[*telling[:5], *("ab" * 16 for _ in telling[5:])]]
    found = verify(saved)
    assert "unsigned" in codes(saved, "note")
    assert "signed" not in [one.code for one in found.findings]
    receipt["signed"]["heads"][-1][1] = "ab" * 16
    assert "signature" in codes(saved, "unable")


def test_two_tellings_that_the_server_has_signed_convict_it(saved: Message, folder: Path) -> None:
    """The signature of a false past is in the file, beside that of the true one."""
    receipt = saved["receipt"]
    (telling,) = receipt["told"]
    signer = signer_of(str(folder / "key.pem"))
    assert signer is not None
    false = [*telling[:5], "ab" * 16]
    text = text_to_sign(receipt["signed"]["code"], receipt["commitment"], receipt["seat"], 6, false[-1])
    receipt["told"].insert(0, false)
    receipt["signed"]["heads"].append([6, false[-1], signer.sign(text)])
    assert (codes(saved), codes(saved, "good")[-2:]) == (["retold"], ["signed", "rendered"])


def test_without_the_package_the_signatures_are_not_checked(
    saved: Message, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)
    assert (codes(saved, "note"), verify(saved).kind) == (["signatures"], "good")


@pytest.mark.parametrize(
    "signed",
    [
        7,
        {},
        {"key": "x", "code": "ABC", "heads": []},
        {"key": "00" * 32, "code": "A\nB", "heads": []},
        {"key": "00" * 32, "code": "ABC", "heads": [[0, "00" * 16, "00" * 64]]},
        {"key": "00" * 32, "code": "ABC", "heads": [[1, "00" * 16, "00"]]},
    ],
    ids=str,
)
def test_damaged_signatures_are_named(saved: Message, signed: object) -> None:
    saved["receipt"]["signed"] = signed
    (found,) = verify(saved).findings
    assert (found.code, found.values) == ("damaged", {"place": "receipt.signed"})


def test_a_key_that_is_none_is_refused_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert signer_of(None) is None
    with pytest.raises(ServeError, match="No such file"):
        signer_of(str(tmp_path / "nothing.pem"))
    (tmp_path / "text.pem").write_text("no key")
    for file in (str(tmp_path / "text.pem"), key_file(tmp_path, x25519.X25519PrivateKey.generate())):
        with pytest.raises(ServeError, match="openssl genpkey -algorithm ed25519"):
            signer_of(file)
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)
    with pytest.raises(ServeError, match=re.escape(install_command("sign"))):
        signer_of(key_file(tmp_path))
