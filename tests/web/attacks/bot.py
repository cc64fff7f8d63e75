"""A bot written from docs/protocol.md alone: it imports nothing of Aliquot, and plays every game."""

import json
import random
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

SECONDS = 600
"""Seconds to wait for anything; a slow machine needs them."""


def legal_moves(view: dict[str, Any]) -> list[str]:
    """Return the notation of every listed move, the swap included."""
    options = [*view["options"], *([view["swap"]] if view["swap"] is not None else [])]
    return [option["notation"] for option in options]


@dataclass
class Bot:
    """A player of one seat over a socket. It connects again when it is cut off, and sends what was not answered."""

    server: str
    match: str
    token: str
    seed: int = 0
    patience: int = 5
    """The number of connections it tries."""
    last: int = 0
    """The number of the last event it has seen."""
    moves: list[str] = field(default_factory=list)
    """Its own moves."""
    unanswered: dict[str, dict[str, Any]] = field(default_factory=dict)
    kinds: list[str] = field(default_factory=list)
    """The kinds of the events it has seen."""

    def __post_init__(self) -> None:
        self._random, self._ids = random.Random(self.seed), count(1)
        self._state: dict[str, Any] = {}

    def play(self) -> dict[str, Any]:
        """Play until the end; return the outcome."""
        for _ in range(self.patience):
            try:
                return self._play()
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code in (4400, 4404, 1009, 1002, 1007):
                    raise
        raise TimeoutError("the server is not there")

    def _play(self) -> dict[str, Any]:
        address = f"{self.server.replace('http', 'ws', 1)}/api/matches/{self.match}/live"
        with connect(address, open_timeout=SECONDS, max_size=None) as live:
            live.send(json.dumps({"type": "hello", "token": self.token, "since": self.last}))
            for message in self.unanswered.values():
                live.send(json.dumps(message))
            while True:
                message = json.loads(live.recv(SECONDS))
                outcome = self._take(message)
                if outcome is not None:
                    return outcome
                if (move := self._choose()) is not None:
                    live.send(json.dumps(move))

    def _take(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Take in a message; return the outcome if the match is over."""
        match message["type"]:
            case "state":
                self._begin(message)
            case "event":
                if message["number"] != self.last + 1:
                    raise AssertionError(f"event {message['number']} after {self.last}")
                self._note(message)
                self._state.update({name: message[name] for name in message if name in self._state})
                if message["kind"] == "joined":
                    self._state["players"][message["seat"] - 1]["taken"] = True
            case "answer":
                self.unanswered.pop(message["id"], None)
                if message["result"] == "stale":
                    self._begin(message["state"])
                elif message["result"] == "refused" and message["code"] not in ("not-ready", "out-of-time"):
                    raise AssertionError(message["reason"])
        outcome: dict[str, Any] | None = self._state.get("outcome")
        return outcome

    def _begin(self, state: dict[str, Any]) -> None:
        self._state = state
        events = state["events"] or []
        while events and events[-1]["number"] < state["number"]:  # There are more than fit into one answer.
            path = f"{self.server}/api/matches/{self.match}/events?since={events[-1]['number']}"
            events = [*events, *httpx.get(path, timeout=SECONDS).json()["events"]]
        for event in events:
            self._note(event)
        self.last = max(self.last, state["number"])

    def _note(self, event: dict[str, Any]) -> None:
        self.last = max(self.last, event["number"])
        self.kinds.append(event["kind"])
        if event["seat"] in self._state["you"]:
            self.unanswered.pop(event["id"], None)

    def _choose(self) -> dict[str, Any] | None:
        """Return a random move, if it is this player's turn and nothing waits for an answer."""
        state = self._state
        is_ready = all(player["taken"] for player in state["players"])
        if self.unanswered or not is_ready or state["view"]["to_move"] not in state["you"]:
            return None
        move = self._random.choice(legal_moves(state["view"]))
        self.moves.append(move)
        message = {"type": "move", "id": f"b{next(self._ids)}", "ply": state["ply"], "move": move}
        self.unanswered[message["id"]] = message
        return message


@dataclass
class PollingBot:
    """A player of one seat with plain requests: it sends moves, and asks for events in long polls."""

    server: str
    match: str
    token: str
    seed: int = 0

    def play(self) -> dict[str, Any]:
        """Play until the end; return the outcome."""
        chance = random.Random(self.seed)
        headers = {"authorization": f"Bearer {self.token}"}
        path = f"/api/matches/{self.match}"
        with httpx.Client(base_url=self.server, headers=headers, timeout=SECONDS) as http:
            state = http.get(path).json()
            position, number = state, state["number"]
            for turn in count():
                while position["outcome"] is None and position["view"]["to_move"] in state["you"]:
                    move = chance.choice(legal_moves(position["view"]))
                    body = {"id": f"p{turn}", "ply": position["ply"], "move": move}
                    answer = http.post(f"{path}/moves", json=body).json()
                    if answer["result"] != "refused" or answer["code"] != "not-ready":
                        break
                    http.get(f"{path}/events", params={"since": number, "wait": 25})
                if position["outcome"] is not None:
                    outcome: dict[str, Any] = position["outcome"]
                    return outcome
                answer = http.get(f"{path}/events", params={"since": number, "wait": 25}).json()
                number = answer["events"][-1]["number"] if answer["events"] else number
                position = answer["position"] or position
        raise AssertionError("a match ends")
