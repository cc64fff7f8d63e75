"""A model behind OpenAI's interface, on loopback: it plays well and badly, is slow, and fails."""

import json
import re
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

LISTED = re.compile(r"Legal moves: ([^.\n]*)\.")
BAD_REPLIES = (
    "",
    "I would rather not play this game.",
    "It must be 7, I think.",
    "<answer>2</answer> or perhaps <answer>3</answer>",
    "<answer>everything: 2, 3, 4, 5</answer>",
    "Let me think about that for a while. <answer>",
)
"""Nothing, a refusal, no tags, two answers, a list, and a reply that was cut off."""


def first_move(prompt: str) -> str:
    """Reply with the first legal move that the prompt lists."""
    found = LISTED.findall(prompt)
    return f"<answer>{found[-1].split(',')[0]}</answer>" if found else "I see no moves."


class Model:
    """A server that answers every request for a completion with what `reply` makes of the last message."""

    def __init__(self) -> None:
        """Listen on a free port of loopback."""
        self.reply: Callable[[str], str] = first_move
        self.failures: list[int] = []
        """Statuses to answer the next requests with, before any other answer."""
        self.delay = 0.0
        self.requests = 0
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    @property
    def url(self) -> str:
        """The address of the interface."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        model = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                """Say nothing."""

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                model.requests += 1
                time.sleep(model.delay)
                if model.failures:
                    self._send(model.failures.pop(0), {"error": {"message": "Try again.", "type": "server_error"}})
                    return
                text = model.reply(_text(body["messages"][-1]["content"]))
                if body.get("stream"):
                    self._stream(body, text)
                else:
                    self._send(200, _completion(body, text))

            def _send(self, status: int, document: dict[str, Any]) -> None:
                data = json.dumps(document).encode()
                self.send_response(status)
                self.send_header("content-type", "application/json")
                self.send_header("retry-after", "0")
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def _stream(self, body: dict[str, Any], text: str) -> None:
                self.send_response(200)
                self.send_header("content-type", "text/event-stream")
                self.end_headers()
                base = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": body.get("model")}
                delta = {"role": "assistant", "content": text}
                for part in (
                    {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
                    {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
                    {"choices": [], "usage": _USAGE},
                ):
                    self.wfile.write(b"data: " + json.dumps({**base, **part}).encode() + b"\n\n")
                self.wfile.write(b"data: [DONE]\n\n")
                self.close_connection = True

        return Handler


_USAGE = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}


def _completion(body: dict[str, Any], text: str) -> dict[str, Any]:
    message = {"role": "assistant", "content": text}
    return {
        "id": "1",
        "object": "chat.completion",
        "created": 0,
        "model": body.get("model"),
        "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
        "usage": _USAGE,
    }


def _text(content: Any) -> str:
    """Return the text of a message, which may come in parts."""
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)
