"""What Prometheus is told. Each server has its own registry, so that tests can have many."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

LATENCIES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)


class Metrics:
    """Counters and clocks of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.sockets = Gauge("tilewise_sockets", "Sockets that are open", registry=self.registry)
        self.rooms = Gauge("tilewise_rooms", "Rooms with somebody connected", registry=self.registry)
        self.opened = Counter("tilewise_rooms_opened", "Rooms opened", registry=self.registry)
        self.asked = Counter("tilewise_asks", "Asks by kind and answer", ["ask", "answer"], registry=self.registry)
        self.seconds = Histogram(
            "tilewise_ask_seconds", "From an ask to its answer", buckets=LATENCIES, registry=self.registry
        )
        self.bot_seconds = Histogram(
            "tilewise_bot_seconds", "How long bots think", ["bot"], buckets=LATENCIES, registry=self.registry
        )
        self.late = Counter("tilewise_rooms_woken_late", "Rooms looked after by the poll", registry=self.registry)

    def page(self) -> bytes:
        """The text that Prometheus reads."""
        return generate_latest(self.registry)
