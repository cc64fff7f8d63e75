"""The server of a static site in a process of its own, where its stand-ins disturb nobody: JSON in, JSON out."""

import asyncio
import json
import sys
from typing import Any

from aliquot.web.worker import stand_ins


async def answer(requests: list[dict[str, Any]]) -> list[Any]:
    """Carry out requests, or messages of a line to the match that was created last, in order."""
    stand_ins.install()
    from aliquot.web.worker.server import Server
    from aliquot.web.worker.store import MemoryStorage

    storage = MemoryStorage()
    servers = [Server(storage, "http://host/site", "/site") for _ in range(2)]
    for server in servers:
        await server.start()
    answers: list[Any] = []
    match = ""
    for asked in requests:
        server = servers[asked.get("window", 0)]
        target = asked["target"].replace("MATCH", match)
        form = [(name, value) for name, value in asked["form"]] if "form" in asked else None
        body = json.dumps(asked["json"]).encode() if "json" in asked else asked.get("body", "").encode()
        headers = {"accept": asked.get("accept", "application/json")}
        status, headers, content = await server.respond(asked.get("method", "GET"), target, headers, body, form)
        if status == 201:
            match = json.loads(content)["match"]
        # A computer thinks in the background.
        await asyncio.sleep(0.05)
        answers.append([status, headers, content.decode()])
    return answers


if __name__ == "__main__":
    json.dump(asyncio.run(answer(json.load(sys.stdin))), sys.stdout)
