"""Figures of one server for Prometheus."""

from collections.abc import Callable, Iterator

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from aliquot.web.server.workers import Workers

_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds of the move latency's buckets, in seconds."""
_RESULTS = ("accepted", "already", "stale", "refused")
"""Results a move can be answered with."""

# A time stamp beside every counter says nothing here: all of them start with the server.
disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics(Collector):
    """The counters, gauges and the histogram of one application, in a registry of its own."""

    def __init__(self, live: Callable[[], int], transactions: Callable[[], int], workers: Workers) -> None:
        """Start counting from zero.

        Args:
            live: Returns the number of matches in memory.
            transactions: Returns the number of database transactions so far.
            workers: The processes for turns and questions.
        """
        self._live, self._transactions, self._workers = live, transactions, workers
        self._registry = registry = CollectorRegistry()
        self.created = Counter("aliquot_matches_created", "Matches created.", registry=registry)
        self.forgotten = Counter("aliquot_matches_forgotten", "Unfinished matches removed.", registry=registry)
        self.sockets = Gauge("aliquot_sockets", "Open WebSockets.", registry=registry)
        self.dropped = Counter("aliquot_readers_dropped", "Clients dropped for reading too slowly.", registry=registry)
        self._unfinished = Gauge("aliquot_matches_unfinished", "Unfinished matches stored.", registry=registry)
        self._stored = Gauge("aliquot_matches_stored", "Matches stored.", registry=registry)
        moves = Counter("aliquot_moves", "Moves answered, by result.", ["result"], registry=registry)
        self._moves = {result: moves.labels(result) for result in _RESULTS}
        self._seconds = Histogram(
            "aliquot_move_seconds",
            "Time from the arrival of an accepted move to its answer.",
            buckets=_BUCKETS,
            registry=registry,
        )
        self._refusals = Counter("aliquot_refusals", "Requests refused, by status.", ["status"], registry=registry)
        registry.register(self)

    def count_move(self, result: str, seconds: float) -> None:
        """Count a move, and if it was accepted the time from its arrival to its answer."""
        self._moves[result].inc()
        if result == "accepted":
            self._seconds.observe(seconds)

    def count_refusal(self, status: int) -> None:
        """Count a request that was refused."""
        self._refusals.labels(str(status)).inc()

    def collect(self) -> Iterator[CounterMetricFamily | GaugeMetricFamily]:
        """Return the figures that other parts of the server keep."""
        yield GaugeMetricFamily("aliquot_matches_live", "Matches in memory.", self._live())
        yield CounterMetricFamily("aliquot_transactions", "Database transactions.", self._transactions())
        waiting = GaugeMetricFamily("aliquot_oracle_waiting", "Turns and questions that wait or run.", labels=["kind"])
        for kind, count in self._workers.waiting.items():
            waiting.add_metric([kind], count)
        yield waiting

    def text(self, unfinished: int, stored: int) -> bytes:
        """Return everything in Prometheus' text format.

        Args:
            unfinished: Unfinished matches in the database.
            stored: All matches in the database.
        """
        self._unfinished.set(unfinished)
        self._stored.set(stored)
        return generate_latest(self._registry)
