"""Rate limits that all nodes share through Redis. Without Redis, each node counts alone."""

import time
from collections.abc import Sequence
from hashlib import sha256

import structlog
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

TIMEOUT_SECONDS = 0.5
PAUSE_SECONDS = 5.0
"""How long a node counts alone after Redis has failed."""

TAKE = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local left = {}
for i, key in ipairs(KEYS) do
    local rate, burst = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
    local kept = redis.call('HMGET', key, 'tokens', 'at')
    local tokens, at = tonumber(kept[1] or burst), tonumber(kept[2] or now)
    left[i] = math.min(burst, tokens + math.max(0, now - at) * rate)
    if left[i] < 1 then return 0 end
end
for i, key in ipairs(KEYS) do
    local rate, burst = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
    redis.call('HSET', key, 'tokens', left[i] - 1, 'at', now)
    redis.call('EXPIRE', key, math.ceil(burst / rate) + 1)
end
return 1
"""
"""Take a token from each of several buckets, or from none."""

SharedBucket = tuple[str, float, float]
"""The name of a bucket, its tokens per second and its size."""

log = structlog.get_logger()


class SharedLimits:
    """Token buckets in Redis. The keys are digests, so that Redis holds no addresses."""

    def __init__(self, url: str) -> None:
        no_retry = Retry(NoBackoff(), 0)
        self._redis = Redis.from_url(
            url, socket_connect_timeout=TIMEOUT_SECONDS, socket_timeout=TIMEOUT_SECONDS, retry=no_retry
        )
        self._take = self._redis.register_script(TAKE)
        self._failed_at = -PAUSE_SECONDS

    async def take(self, buckets: Sequence[SharedBucket]) -> bool:
        """Take a token from each bucket; return False if one is empty. If Redis fails, the answer is True."""
        if time.monotonic() - self._failed_at < PAUSE_SECONDS:
            return True
        rates = [number for _, per_second, burst in buckets for number in (per_second, burst)]
        try:
            return bool(await self._take(keys=[_key(name) for name, _, _ in buckets], args=rates))
        except (RedisError, OSError, TimeoutError) as error:
            self._failed_at = time.monotonic()
            log.warning("redis is not responding; this node counts alone", problem=str(error))
            return True

    async def close(self) -> None:
        """Close the connection to Redis."""
        await self._redis.aclose()


def _key(name: str) -> str:
    return f"tilewise:limit:{sha256(name.encode()).hexdigest()[:32]}"
