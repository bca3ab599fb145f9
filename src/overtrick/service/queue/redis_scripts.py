"""The scripts that Redis runs, each atomically: everything that changes a job.

A job is a hash `PREFIX:job:ID`, its events a list `PREFIX:events:ID`. A script is called for many jobs at once: ARGV
has the prefix, the number of values a job, and these values one job after the other; the answer has one a job. Times
are those of the clock of Redis, so that the clocks of servers and workers do not matter. Each script but CANCEL may be
repeated: the second time it changes nothing.
"""

import hashlib
from typing import NamedTuple

_BEFORE = """
local prefix, width = ARGV[1], tonumber(ARGV[2])
local function job_of(id) return prefix .. ':job:' .. id end
local function events_of(id) return prefix .. ':events:' .. id end
local function queue(lane) return prefix .. ':queue:' .. lane end
local function now()
  local time = redis.call('TIME')
  return tonumber(time[1]) + tonumber(time[2]) / 1000000
end
local function record(id, number, text, most)
  redis.call('RPUSH', events_of(id), text)
  local all = prefix .. ':all-events'
  redis.call('XADD', all, 'MAXLEN', '~', most, '*', 'event', id .. ' ' .. number .. ' ' .. text)
  redis.call('EXPIRE', all, 3600)
end
local function enqueue(lane, id, kind, body, hash, stage)
  return redis.call('XADD', queue(lane), '*', 'id', id, 'kind', kind, 'body', body, 'hash', hash, 'stage', stage)
end
local function lane_of(lane, id, asker, most)
  if lane ~= 'batch' or (asker or '') == '' then return lane end
  local own = prefix .. ':asker:' .. asker
  if redis.call('SISMEMBER', own, id) == 0 then
    if redis.call('SCARD', own) >= tonumber(most) then return 'bulk' end
    redis.call('SADD', own, id)
    redis.call('EXPIRE', own, 3600)
  end
  return lane
end
local function withdraw(lane, entry)
  redis.call('XACK', queue(lane), 'workers', entry)
  redis.call('XDEL', queue(lane), entry)
end
local function forget(id)
  local by_hash = prefix .. ':hash:' .. (redis.call('HGET', job_of(id), 'hash') or '')
  if redis.call('GET', by_hash) == id then redis.call('DEL', by_hash) end
  redis.call('DEL', job_of(id), events_of(id))
end
local function finish(id, state, keep, results)
  local lane, entry, asker = unpack(redis.call('HMGET', job_of(id), 'lane', 'entry', 'asker'))
  redis.call('HSET', job_of(id), 'state', state)
  if (asker or '') ~= '' then redis.call('SREM', prefix .. ':asker:' .. asker, id) end
  withdraw(lane, entry)
  redis.call('EXPIRE', job_of(id), keep)
  redis.call('EXPIRE', events_of(id), keep)
  if redis.call('RPUSH', prefix .. ':finished', id) > tonumber(results) then
    forget(redis.call('LPOP', prefix .. ':finished'))
  end
end
local function ended(state)
  return not state or state == 'done' or state == 'failed' or state == 'cancelled'
end
"""

_AFTER = """
local answers = {}
for first = 3, #ARGV, width do
  answers[#answers + 1] = each(unpack(ARGV, first, first + width - 1))
end
return answers
"""

_PUT = """
-- A job is wanted for so many seconds more; who asked before may want it longer.
local function wanted_for(id, by_hash, seconds, keep)
  local deadline = math.max(now() + seconds, tonumber(redis.call('HGET', job_of(id), 'deadline') or 0))
  local lives = math.max(0, math.ceil(deadline - now())) + keep
  redis.call('HSET', job_of(id), 'deadline', string.format('%.3f', deadline))
  redis.call('EXPIRE', job_of(id), lives)
  redis.call('SET', by_hash, id, 'EX', lives)
end
local function each(id, kind, body, lane, hash, seconds, size, keep, asker, most)
  local by_hash = prefix .. ':hash:' .. hash
  local known = redis.call('GET', by_hash)
  if known then
    local state = redis.call('HGET', job_of(known), 'state')
    if state and state ~= 'failed' and state ~= 'cancelled' then
      if known ~= id then
        redis.call('HINCRBY', job_of(known), 'askers', 1)
        if state ~= 'done' then wanted_for(known, by_hash, seconds, keep) end
      end
      return known
    end
  end
  if redis.call('XLEN', queue(lane)) >= tonumber(size) then return '' end
  lane = lane_of(lane, id, asker, most)
  if redis.call('XLEN', queue(lane)) >= tonumber(size) then return '' end
  local entry = enqueue(lane, id, kind, body, hash, 0)
  redis.call('HSET', job_of(id), 'kind', kind, 'hash', hash,
    'lane', lane, 'entry', entry, 'state', 'queued', 'tries', 0, 'failures', 0, 'askers', 1, 'asker', asker)
  wanted_for(id, by_hash, seconds, keep)
  return id
end
"""

_TAKE = """
local function each(id, held)
  local state, entry, tries, failures, deadline =
    unpack(redis.call('HMGET', job_of(id), 'state', 'entry', 'tries', 'failures', 'deadline'))
  if ended(state) or entry ~= held then return {-1, 0, 0} end
  redis.call('HSET', job_of(id), 'state', 'running')
  return {tonumber(tries), tonumber(failures), math.floor((deadline - now()) * 1000)}
end
"""

_BEGIN = """
local function each(id, tries)
  local state, before = unpack(redis.call('HMGET', job_of(id), 'state', 'tries'))
  if ended(state) or tonumber(before) >= tonumber(tries) then return 0 end
  redis.call('HSET', job_of(id), 'tries', tries)
  return 1
end
"""

_POST = """
local function each(id, number, text, final, keep, most, results)
  if ended(redis.call('HGET', job_of(id), 'state')) then return 0 end
  local count = redis.call('LLEN', events_of(id))
  if number == '-1' or tonumber(number) >= count then
    record(id, count, text, most)
    if final ~= '' then
      finish(id, final, keep, results)
    elseif count == 0 then
      redis.call('EXPIRE', events_of(id), math.max(1, redis.call('TTL', job_of(id))))
    end
  end
  return 1
end
"""

_CANCEL = """
local function each(id, state, keep, most, results)
  if ended(redis.call('HGET', job_of(id), 'state')) then return 0 end
  if redis.call('HINCRBY', job_of(id), 'askers', -1) <= 0 then
    record(id, redis.call('LLEN', events_of(id)), state .. ' {}', most)
    finish(id, state, keep, results)
  end
  return 1
end
"""

_REQUEUE = """
local function each(id, lane, held, tries, failures, body, stage, most)
  local state, entry, before, kind, hash, asker =
    unpack(redis.call('HMGET', job_of(id), 'state', 'entry', 'lane', 'kind', 'hash', 'asker'))
  if ended(state) or entry ~= held then return 0 end
  lane = lane_of(lane, id, asker, most)
  withdraw(before, entry)
  local new = enqueue(lane, id, kind, body, hash, stage)
  redis.call('HSET', job_of(id), 'entry', new, 'lane', lane, 'state', 'queued', 'tries', tries, 'failures', failures)
  return 1
end
"""

_BEAT = """
local function each(worker, report)
  redis.call('HSET', prefix .. ':workers', worker, string.format('%.3f', now()) .. ' ' .. report)
  return 1
end
"""

_SWEEP = """
local function each(lane, seconds)
  local workers = prefix .. ':workers'
  local all = redis.call('HGETALL', workers)
  for index = 1, #all, 2 do
    if now() - tonumber(string.match(all[index + 1], '^%S+')) > tonumber(seconds) then
      redis.call('HDEL', workers, all[index])
    end
  end
  local consumers = redis.pcall('XINFO', 'CONSUMERS', queue(lane), 'workers')
  for _, about in ipairs(consumers) do
    local consumer = {}
    for index = 1, #about, 2 do consumer[about[index]] = about[index + 1] end
    if consumer.pending == 0 and consumer.idle > 1000 * seconds then
      redis.call('XGROUP', 'DELCONSUMER', queue(lane), 'workers', consumer.name)
    end
  end
  return 1
end
"""


class RedisScript(NamedTuple):
    """A script and the name by which Redis knows it once it has run it."""

    text: str
    sha: str


def _script(text: str) -> RedisScript:
    whole = _BEFORE + text + _AFTER
    return RedisScript(whole, hashlib.sha1(whole.encode(), usedforsecurity=False).hexdigest())


PUT, TAKE, BEGIN, POST, CANCEL, REQUEUE, BEAT, SWEEP = map(
    _script, (_PUT, _TAKE, _BEGIN, _POST, _CANCEL, _REQUEUE, _BEAT, _SWEEP)
)
