"""`tischlein doctor` names what is wrong with a set-up, and finds nothing wrong with a sound one."""

import json
import socket
import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from helpers.command import called
from helpers.server.serving import Live, serving
from tischlein.server.http.guards.address import LOOPBACK, ServerAddress

Edit = Callable[[bytes], bytes]


@contextmanager
def proxy(to: int, edit: Edit) -> Iterator[int]:
    """A proxy that changes the head of each request; yields its port."""

    class Relay(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            head = b""
            while b"\r\n\r\n" not in head:
                head += self.request.recv(65_536)
            with socket.create_connection((LOOPBACK, to)) as server:
                server.sendall(sent := edit(head))
                if b"\r\nupgrade:" not in sent.lower():
                    server.shutdown(socket.SHUT_WR)  # a plain request: the server closes after its answer
                while piece := server.recv(65_536):
                    self.request.sendall(piece)
                    if b" 101 " in piece[:20]:
                        return

    with socketserver.ThreadingTCPServer((LOOPBACK, 0), Relay) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


def forwarded(head: bytes) -> bytes:
    """As a proxy should: the visitor's address is added."""
    return head.replace(b"\r\n", b"\r\nX-Forwarded-For: 203.0.113.9\r\n", 1)


def found(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, str]]:
    """Run the command; return its exit code and how each part is."""
    capsys.readouterr()
    code = called("doctor", "--json", *words)
    findings = json.loads(capsys.readouterr().out)
    assert all(finding["advice"] for finding in findings if finding["state"] != "good")
    return code, {finding["subject"]: finding["state"] for finding in findings}


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    folder = tmp_path / "data"
    folder.mkdir(0o700)
    with serving(folder, address=ServerAddress("public", f"http://{LOOPBACK}")) as server:
        yield server


def asked(live: Live, edit: Edit, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, str]]:
    with proxy(live.port, edit) as port:
        url, data = f"http://{LOOPBACK}:{port}", str(live.file.parent)
        return found(capsys, "--data", data, "--port", str(live.port), "--public-url", url)


def test_a_sound_set_up(live: Live, capsys: pytest.CaptureFixture[str]) -> None:
    code, parts = asked(live, forwarded, capsys)
    page = parts.pop("page")  # a checkout may lack it
    names = {"folder", "disk", "store", "port", "address", "clock", "proxy", "sockets"}
    assert parts == dict.fromkeys(names, "good")
    assert code == (0 if page == "good" else 1)


@pytest.mark.parametrize(
    ("edit", "part"),
    [
        pytest.param(lambda head: head, "proxy", id="without the visitor's address"),
        pytest.param(
            lambda head: forwarded(head).replace(b"Upgrade: websocket\r\n", b""), "sockets", id="no upgrade"
        ),
        pytest.param(lambda head: b"" if b"websocket" in head else forwarded(head), "sockets", id="hangs up"),
        pytest.param(
            lambda head: forwarded(head).replace(b"Host: ", b"Host: elsewhere.example\r\nWas: "),
            "address",
            id="another name",
        ),
    ],
)
def test_a_proxy_that_is_set_up_wrongly(
    live: Live, edit: Edit, part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, parts = asked(live, edit, capsys)
    assert (code, parts[part]) == (1, "wrong")


def test_a_port_of_another_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socketserver.TCPServer((LOOPBACK, 0), socketserver.BaseRequestHandler) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        code, parts = found(capsys, "--data", str(tmp_path), "--port", str(other.server_address[1]))
        other.shutdown()
    assert (code, parts["port"]) == (1, "wrong")


def test_a_folder_that_others_may_enter(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tmp_path.chmod(0o755)
    _, parts = found(capsys, "--data", str(tmp_path))
    assert parts["folder"] == "warning"


def test_a_folder_that_cannot_be_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    assert called("doctor", "--data", str(tmp_path / "file" / "tables")) == 1
    assert f"wrong     folder: {tmp_path / 'file'} is not a folder\n" in capsys.readouterr().out


def test_a_file_that_is_not_a_store(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "tables.sqlite3").write_bytes(b"no database" * 100)
    code, parts = found(capsys, "--data", str(tmp_path))
    assert (code, parts["store"]) == (1, "wrong")


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("--public-url", "http://nowhere.invalid"), "address"),
        (("--public-url", "http://127.0.0.1:9"), "address"),
        (("--data", "postgresql://nobody@127.0.0.1:9/none"), "store"),
    ],
)
def test_what_does_not_answer(
    words: tuple[str, str], part: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, parts = found(capsys, *(() if words[0] == "--data" else ("--data", str(tmp_path))), *words)
    assert (code, parts[part]) == (1, "wrong")
