"""Counting in Redis, for many servers: one script, which Redis runs atomically, takes all or nothing.

redis.io/docs/latest/develop/interact/programmability/eval-intro. Imported only where REDIS_URL is set.
"""

from __future__ import annotations

from functools import cache

import redis

from playground.rates.limit import CountingError, Wanted, key_of, wait_if_impossible

_TIMEOUT = 1.0  # seconds; after that the database counts
_PREFIX = "playground:rate:"

# KEYS: one for each limit. ARGV: the time (negative: Redis's own), then seconds, cost and slack of each limit.
# Returns the wait as text, because Redis truncates numbers. A key expires when its client's limit is full again.
_SCRIPT = """
local now = tonumber(ARGV[1])
if now < 0 then
  local time = redis.call('TIME')
  now = tonumber(time[1]) + tonumber(time[2]) / 1000000
end
local ahead, wait = {}, 0
for number, key in ipairs(KEYS) do
  local first = 3 * number - 1
  local seconds, cost, slack = tonumber(ARGV[first]), tonumber(ARGV[first + 1]), tonumber(ARGV[first + 2])
  local from = math.max(tonumber(redis.call('GET', key) or '0'), now)
  ahead[number] = from + cost
  local over = ahead[number] - now - seconds
  if over > slack then wait = math.max(wait, math.min(over, seconds)) end
end
if wait == 0 then
  for number, key in ipairs(KEYS) do
    local life = math.ceil((ahead[number] - now) * 1000)
    redis.call('SET', key, string.format('%.17g', ahead[number]), 'PX', math.max(life, 1))
  end
end
return string.format('%.17g', wait)
"""


def take(url: str, client: str, wanted: Wanted, now: float | None = None) -> float:
    """As `in_database.take`, in the Redis at ``url``, by its clock. Raises CountingError if it does not answer."""
    if never := wait_if_impossible(wanted):
        return never
    keys = [_PREFIX + key_of(client, limit) for limit, _ in wanted]
    numbers = [(limit.seconds, limit.cost(units), limit.slack) for limit, units in wanted]
    flat = [repr(number) for three in numbers for number in three]
    try:
        return float(_script(url)(keys=keys, args=[repr(-1 if now is None else now), *flat]))
    except redis.RedisError as error:
        raise CountingError(type(error).__name__) from error


@cache
def _script(url: str) -> redis.commands.core.Script:
    """The script, and a pool of connections to ``url`` that all threads share."""
    connected = redis.Redis.from_url(
        url, socket_timeout=_TIMEOUT, socket_connect_timeout=_TIMEOUT, decode_responses=True
    )
    return connected.register_script(_SCRIPT)
