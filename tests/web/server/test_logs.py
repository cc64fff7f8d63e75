"""The log: every line is one JSON object, whoever writes it."""

import json
import logging
import subprocess
import sys

from aliquot.web.server.logs import JsonFormatter

PROGRAM = """
import asyncio, gc, logging, threading, warnings
from aliquot.web.server.logs import set_up_log
set_up_log()
logging.getLogger("aliquot.web").info({"path": "/"})
logging.getLogger("uvicorn.error").warning("Invalid %s", "HTTP request\\nreceived.")
warnings.warn("deprecated")
try:
    1 / 0
except ZeroDivisionError:
    logging.getLogger("uvicorn.error").exception("A fault.")
threading.Thread(target=lambda: 1 / 0).start()
async def forget():
    asyncio.get_running_loop().create_future().set_exception(ValueError("nobody asks"))
    gc.collect()
asyncio.run(forget())
class Odd:
    def __del__(self):
        raise ValueError("too late")
Odd()
1 / 0
"""


def test_every_line_is_json() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    assert lines[:2] == [
        {"path": "/"},
        {"level": "warning", "logger": "uvicorn.error", "message": "Invalid HTTP request\nreceived."},
    ]
    assert "deprecated" in lines[2]["message"]
    assert sum("ZeroDivisionError" in line.get("traceback", "") for line in lines) == 3
    assert any("nobody asks" in line.get("traceback", "") for line in lines)
    assert any("too late" in line.get("traceback", "") for line in lines)


def test_what_json_cannot_hold_becomes_text() -> None:
    record = logging.makeLogRecord({"msg": {"error": ValueError("x")}})
    assert json.loads(JsonFormatter().format(record)) == {"error": "x"}
