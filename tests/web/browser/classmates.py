"""The rest of a class, without browsers: they join, play, choose and write chains, at random."""

import random
import threading
from contextlib import suppress
from typing import Any

import httpx

from ..conftest import client

PAUSE = 0.3
"""Seconds between two looks at the class; whoever looks so often is here."""
LONGEST = 30


class Classmate(threading.Thread):
    """A pupil who does whatever there is to do, until told to stop."""

    def __init__(self, url: str, code: str, number: int) -> None:
        """Joins a class.

        Args:
            url: The server.
            code: The class.
            number: Decides what they choose.
        """
        super().__init__(daemon=True)
        self._http, self._path = client(url), f"/api/classes/{code}"
        self._random, self._count = random.Random(number), 0
        self._http.post(f"{self._path}/join", json={}).raise_for_status()
        self._stops = threading.Event()
        self.start()

    def leaves(self) -> None:
        """Closes the connection."""
        self._stops.set()
        self.join()
        self._http.close()

    def run(self) -> None:
        """Looks at the class now and then, and does something."""
        version = ""
        while not self._stops.is_set():
            with suppress(httpx.HTTPError, KeyError, IndexError):
                state = self._http.get(self._path, params={"since": version, "wait": 1 if version else 0}).json()
                version = state["version"]
                task = state["task"]
                if task is not None and not state["paused"]:
                    getattr(self, f"_{task['kind']}", lambda task: None)(task)
            self._stops.wait(PAUSE)

    def _sends(self, path: str, headers: dict[str, str] | None = None, **body: Any) -> None:
        self._count += 1
        self._http.post(path, json={"id": f"c{self._count}", **body}, headers=headers)

    def _pairs(self, task: dict[str, Any]) -> None:
        path, headers = f"/api/matches/{task['match']}", {"authorization": f"Bearer {task['token']}"}
        state = self._http.get(path, headers=headers).json()
        if state["outcome"] is None and state["view"]["to_move"] in state["you"]:
            move = self._random.choice(state["view"]["options"])["notation"]
            self._sends(f"{path}/moves", headers, ply=state["ply"], move=move)

    def _position(self, task: dict[str, Any]) -> None:
        if task["stage"] == "asking" and task["pick"] is None:
            options = [option["notation"] for option in task["board"]["view"]["options"]]
            moves = {"activity": task["activity"], "step": task["step"], "move": self._random.choice(options)}
            self._sends(f"{self._path}/picks", **moves)

    def _chain(self, task: dict[str, Any]) -> None:
        chain = task["chain"]
        end = chain[-1] if chain else 12
        free = [one for one in range(2, task["high"] + 1) if one not in chain and (one % end == 0 or end % one == 0)]
        if free and len(chain) < LONGEST:
            self._sends(f"{self._path}/chains", activity=task["activity"], chain=[*chain, self._random.choice(free)])
