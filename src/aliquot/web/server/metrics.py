"""What operators want to know, as Prometheus reads it."""

from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aliquot.web.live.lobby import Lobby

_BOUNDS = tuple(0.001 * 2 ** (step / 4) for step in range(56))
"""Bounds of latency, in seconds, each a fifth above the last: from 1 ms to 14 s."""


class Metrics:
    """Counts what happens in one server."""

    def __init__(self, lobby: "Lobby") -> None:
        """Counts from nothing."""
        self._hall = lobby
        self.created = 0
        """Games set up."""
        self.forgotten = 0
        """Games removed."""
        self.sockets = 0
        """Sockets open now."""
        self.dropped = 0
        """Readers dropped for being slow."""
        self.results: Counter[str] = Counter()
        """What moves were answered with."""
        self.refused: Counter[str] = Counter()
        """Requests refused, by status."""
        self._latencies = [0] * (len(_BOUNDS) + 1)

    def answered(self, result: str, seconds: float) -> None:
        """Counts a move and the time from its arrival to its answer."""
        self.results[result] += 1
        if result == "accepted":
            self._latencies[bisect_left(_BOUNDS, seconds)] += 1

    def latency(self, share: float) -> float:
        """The time within which that share of accepted moves was answered, in seconds; 0 where there were none."""
        wanted, seen = share * sum(self._latencies), 0
        if not wanted:
            return 0.0
        for bound, count in zip((*_BOUNDS, _BOUNDS[-1] * 2), self._latencies, strict=True):
            seen += count
            if seen >= wanted:
                return bound
        return _BOUNDS[-1]

    def text(self, unfinished: int, stored: int) -> str:
        """Everything, a line each."""
        lobby = self._hall
        gauges: list[tuple[str, str, str, float]] = [
            ("aliquot_matches_live", "gauge", "", len(lobby.rooms)),
            ("aliquot_matches_unfinished", "gauge", "", unfinished),
            ("aliquot_matches_stored", "gauge", "", stored),
            ("aliquot_matches_created_total", "counter", "", self.created),
            ("aliquot_matches_forgotten_total", "counter", "", self.forgotten),
            ("aliquot_sockets", "gauge", "", self.sockets),
            ("aliquot_readers_dropped_total", "counter", "", self.dropped),
            ("aliquot_transactions_total", "counter", "", lobby.writer.transactions),
            ("aliquot_oracle_waiting", "gauge", "", lobby.workers.waiting),
        ]
        for result in ("accepted", "already", "stale", "refused"):
            gauges.append(("aliquot_moves_total", "counter", f'{{result="{result}"}}', self.results[result]))
        for status, count in sorted(self.refused.items()):
            gauges.append(("aliquot_refusals_total", "counter", f'{{status="{status}"}}', count))
        for share in (0.5, 0.99):
            gauges.append(("aliquot_move_seconds", "gauge", f'{{quantile="{share}"}}', round(self.latency(share), 6)))
        lines, told = [], set()
        for name, kind, labels, value in gauges:
            if name not in told:
                told.add(name)
                lines.append(f"# TYPE {name} {kind}")
            lines.append(f"{name}{labels} {value:g}")
        return "\n".join(lines) + "\n"
