"""A web host that knows nothing but files."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any


class _Host(ThreadingHTTPServer):
    """Serves a page that asks for many files at once, and may be closed before it has them."""

    request_queue_size = 128

    def handle_error(self, *args: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(*args)


@contextmanager
def file_host(folder: Path) -> Iterator[str]:
    """Serve the files of a folder; yield the address."""

    class Files(SimpleHTTPRequestHandler):
        def __init__(self, *args: Any) -> None:
            super().__init__(*args, directory=str(folder))

        def log_message(self, *args: Any) -> None:
            pass

        def end_headers(self) -> None:
            # As many hosts do; a browser may also forget files with a hash in their names.
            self.send_header("cache-control", "no-store" if "/assets/" in self.path else "max-age=600")
            super().end_headers()

    with _Host(("127.0.0.1", 0), Files) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
