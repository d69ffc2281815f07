"""The log of a server: lines for people, or one JSON object per line for programs.

Messages name tables by their codes and nothing else: no tokens, no cards, no addresses, no texts of people.
"""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Literal

LogStyle = Literal["text", "json"]


class JsonLines(logging.Formatter):
    """Formats a record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = f"{record.exc_info[0].__name__}: {record.exc_info[1]}"
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up(style: LogStyle) -> None:
    """Send all log records to standard error, in this style."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if style == "json" else logging.Formatter("%(levelname)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    # What is only worth a line for programs: start and end, what was resumed, and what was refused how often.
    logging.getLogger("tischlein.server").setLevel(logging.INFO if style == "json" else logging.WARNING)


def note(logger: logging.Logger, message: str, **fields: object) -> None:
    """Log something for programs, with fields of its own in the JSON object."""
    logger.info(message, extra={"fields": fields})
