"""Metrics for Prometheus. Each server has its own registry, so that tests can run several."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from tilewise.server.ops.logs import LINES_LOST

LATENCIES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)


class Metrics:
    """The metrics of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.sockets = Gauge("tilewise_sockets", "Open sockets", registry=self.registry)
        self.connections = Gauge("tilewise_connections", "Open TCP connections", registry=self.registry)
        self.connections_refused = Counter(
            "tilewise_connections_refused", "Connections refused or closed by a limit", ["why"], registry=self.registry
        )
        self.rooms = Gauge("tilewise_rooms", "Rooms with a connected client", registry=self.registry)
        self.opened = Counter("tilewise_rooms_opened", "Rooms opened", registry=self.registry)
        self.commands = Counter(
            "tilewise_asks", "Commands by kind and result", ["ask", "answer"], registry=self.registry
        )
        self.seconds = Histogram(
            "tilewise_ask_seconds", "Seconds from a command to its answer", buckets=LATENCIES, registry=self.registry
        )
        self.bot_seconds = Histogram(
            "tilewise_bot_seconds",
            "Seconds a bot needs to act",
            ["bot"],
            buckets=LATENCIES,
            registry=self.registry,
        )
        self.late = Counter("tilewise_rooms_woken_late", "Rooms woken late, by the poll", registry=self.registry)
        self.registry.register(LINES_LOST)

    def page(self) -> bytes:
        """Return the metrics in the text format of Prometheus."""
        return generate_latest(self.registry)
