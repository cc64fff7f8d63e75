"""The log: one JSON object a line on standard error, whatever happens."""

import json
import logging
import sys
import threading
from typing import Any


class JsonFormatter(logging.Formatter):
    """Formats a record as one line of JSON.

    A message that is a dictionary is logged as it is; any other becomes the field `message`, with its level, its
    logger and the traceback of an exception.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        entry: dict[str, Any]
        if isinstance(record.msg, dict):
            entry = record.msg
        else:
            entry = {"level": record.levelname.lower(), "logger": record.name, "message": record.getMessage()}
        if record.exc_info:
            entry = {**entry, "traceback": self.formatException(record.exc_info)}
        return json.dumps(entry, default=str)


def set_up_log() -> None:
    """Log everything to standard error as JSON: requests, warnings, and exceptions that nobody catches."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("aliquot.web").setLevel(logging.INFO)
    logging.captureWarnings(True)
    log = logging.getLogger("aliquot.web")

    def log_exception(kind: Any, error: Any, trace: Any) -> None:
        log.critical("The server has crashed.", exc_info=(kind, error, trace))

    def log_thread_exception(caught: threading.ExceptHookArgs) -> None:
        if caught.exc_value is not None:
            trace = (caught.exc_type, caught.exc_value, caught.exc_traceback)
            log.critical("A thread has crashed.", exc_info=trace)

    def log_unraisable(caught: "sys.UnraisableHookArgs") -> None:
        log.error("An exception could not be raised.", exc_info=caught.exc_value)

    sys.excepthook = log_exception
    threading.excepthook = log_thread_exception
    sys.unraisablehook = log_unraisable
