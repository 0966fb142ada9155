"""Estimate what a number of players needs, from the measured costs of one action. See docs/scaling.md."""

import math

from msgspec.structs import replace

from tilewise.core.value import Value

TARGET = 0.6
"""The share of a core that is planned for. The rest is for peaks."""
SOCKETS_PER_NODE = 20_000
PRESENCE_SECONDS = 10.0
"""How often each node reports the people in each of its rooms."""
MOST_NOTIFICATIONS = 0.3
"""The share of a node's core that notifications of other nodes may take."""
DATABASE_CORES = 16
"""More than this in one PostgreSQL server is unusual."""
STORAGE_GB = 100
"""A month's growth that deserves a plan."""
MONTH_DAYS = 30
OVERHEAD = 1.05
"""Bytes on the wire for each byte of a message: headers of TCP, IP and TLS."""


class Usage(Value):
    """How people use a server."""

    players: int
    """People who play at the same time."""
    seats: float = 2.0
    """People in each match."""
    bots: float = 1.0
    """Bots in each match."""
    turn_seconds: float = 15.0
    """The average length of a turn, of people and bots alike."""
    drafts: float = 5.0
    """How often a player's unfinished move is sent in each turn."""
    reviewed: float = 0.2
    """The share of games that are reviewed afterwards."""
    busy_hours: float = 8.0
    """How many hours at this number of players a day amounts to."""


class Costs(Value):
    """What an action costs. The defaults are measured on one core of a small machine."""

    action_ms: float = 2.1
    """Processor time of a node for a turn, with its updates to four seats."""
    draft_ms: float = 0.4
    """The same for a draft."""
    notification_us: float = 25.0
    """Processor time of a node for a notification about a room of other nodes."""
    presence_us: float = 0.9
    """The same for a room in the regular report of another node."""
    database_ms: float = 0.6
    """Processor time of PostgreSQL for a command or a draft."""
    redis_us: float = 40.0
    """Processor time of Redis for a message, for each node that receives it."""
    update_bytes: float = 3600.0
    draft_bytes: float = 320.0
    match_kb: float = 150.0
    """Memory of a node for a match with its sockets."""
    turns: float = 100.0
    """Turns of a game."""
    game_kb: float = 120.0
    """Kilobytes in the database for a game."""
    bot_ms: float = 10.0
    """Processor time of a bot for a turn."""
    review_seconds: float = 13.5
    """Processor time of a review."""


class Capacity(Value):
    """The resources that the players need at the same time, and in a month."""

    matches: int
    turns_per_second: float
    nodes: int | None
    """None: the notifications of other nodes alone would fill a node."""
    nodes_if_sharded: int
    """With a Redis channel for each room, so that a node is notified only of its own rooms."""
    memory_gb: float
    """Of all nodes together."""
    database_cores: float
    """Of PostgreSQL. A single node with SQLite needs none of them."""
    writes_per_second: float
    redis_cores: float
    """Of all Redis servers together; 0 for a single node, which needs no Redis."""
    bot_cores: int
    review_cores: int
    megabits_per_second: float
    traffic_tb_a_month: float
    rows_millions_a_month: float
    storage_gb_a_month: float
    limits: tuple[str, ...]
    """Limits that are reached, with what to do."""


def capacity(usage: Usage, costs: Costs) -> Capacity:
    """Estimate the resources that the players need."""
    matches = math.ceil(usage.players / usage.seats)
    everyone = usage.seats + usage.bots
    turns = matches / usage.turn_seconds
    drafts = turns * usage.drafts * usage.seats / everyone
    games = turns / costs.turns
    sent = (turns * costs.update_bytes + drafts * costs.draft_bytes) * usage.seats * OVERHEAD
    busy_seconds = usage.busy_hours * 3600 * MONTH_DAYS
    nodes, sharded, deliveries = _nodes(usage, costs, turns, drafts)
    found = Capacity(
        matches=matches,
        turns_per_second=turns,
        nodes=nodes,
        nodes_if_sharded=sharded,
        memory_gb=matches * costs.match_kb / 1e6,
        database_cores=(turns + drafts) * costs.database_ms / 1000 / TARGET,
        writes_per_second=turns + drafts,
        redis_cores=deliveries * costs.redis_us / 1e6 / TARGET,
        bot_cores=math.ceil(turns * usage.bots / everyone * costs.bot_ms / 1000 / TARGET),
        review_cores=math.ceil(games * usage.reviewed * costs.review_seconds / TARGET),
        megabits_per_second=sent * 8 / 1e6,
        traffic_tb_a_month=sent * busy_seconds / 1e12,
        rows_millions_a_month=turns * busy_seconds / 1e6,
        storage_gb_a_month=games * busy_seconds * costs.game_kb / 1e6,
        limits=(),
    )
    return replace(found, limits=tuple(advice for is_reached, advice in _limits(found) if is_reached))


def _nodes(usage: Usage, costs: Costs, turns: float, drafts: float) -> tuple[int | None, int, float]:
    """Return the nodes needed today and with sharded notifications, and the deliveries of Redis per second.

    A match has a node for each of its people in the worst case. Each of them reports its people regularly.
    """
    own = (turns * costs.action_ms + drafts * costs.draft_ms) / 1000
    least = math.ceil(usage.players / SOCKETS_PER_NODE)
    if least == 1 and own <= TARGET:
        return 1, 1, 0.0
    published = turns + drafts
    reported = turns * usage.turn_seconds * usage.seats / PRESENCE_SECONDS
    received = (published * costs.notification_us + reported * costs.presence_us) / 1e6
    others = max(1.0, usage.seats - 1)
    sharded = max(2, least, math.ceil((own + received * others) / TARGET))
    if received > MOST_NOTIFICATIONS:
        return None, sharded, published * others
    nodes = max(2, least, math.ceil(own / (TARGET - received)))
    return nodes, sharded, published * nodes


def _limits(found: Capacity) -> tuple[tuple[bool, str], ...]:
    """Return each limit and whether it is reached, in the order in which a growing server meets them."""
    return (
        (found.nodes != 1, "One node is full: use PostgreSQL, Redis and several nodes."),
        (found.bot_cores > 1, "One bot process is too slow: set bot_workers, best on machines of their own."),
        (found.review_cores > 1, "One help process is too slow: set help_workers, best on machines of their own."),
        (found.storage_gb_a_month > STORAGE_GB, "The log grows fast: set keep_days, or partition entries by time."),
        (found.nodes is None, "Notifications alone fill every node: give each room a Redis channel of its own."),
        (found.redis_cores > 1, "One Redis is full: spread the channels over several."),
        (
            found.database_cores > DATABASE_CORES,
            "One PostgreSQL is full: keep drafts in Redis, then split the rooms over several databases.",
        ),
    )
