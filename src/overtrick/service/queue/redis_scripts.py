"""The scripts that Redis runs, each atomically: everything that changes a job.

A job is a hash `PREFIX:job:ID`, its events a list `PREFIX:events:ID`. A script is called for many jobs at once: ARGV
has the prefix, the number of values a job, and these values one job after the other; the answer has one a job.
"""

import hashlib
from typing import NamedTuple

_BEFORE = """
local prefix, width = ARGV[1], tonumber(ARGV[2])
local function job_of(id) return prefix .. ':job:' .. id end
local function events_of(id) return prefix .. ':events:' .. id end
local function queue(lane) return prefix .. ':queue:' .. lane end
local function record(id, number, text, most)
  redis.call('RPUSH', events_of(id), text)
  redis.call('XADD', prefix .. ':all-events', 'MAXLEN', '~', most, '*', 'event', id .. ' ' .. number .. ' ' .. text)
end
local function enqueue(lane, id, kind, body, hash, deadline, stage)
  return redis.call('XADD', queue(lane), '*', 'id', id, 'kind', kind, 'body', body, 'hash', hash,
    'deadline', deadline, 'stage', stage)
end
local function withdraw(lane, entry)
  redis.call('XACK', queue(lane), 'workers', entry)
  redis.call('XDEL', queue(lane), entry)
end
local function finish(id, state, keep)
  local lane, entry = unpack(redis.call('HMGET', job_of(id), 'lane', 'entry'))
  redis.call('HSET', job_of(id), 'state', state)
  withdraw(lane, entry)
  redis.call('EXPIRE', job_of(id), keep)
  redis.call('EXPIRE', events_of(id), keep)
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
local function each(id, kind, body, lane, hash, deadline, size, lives)
  local by_hash = prefix .. ':hash:' .. hash
  local known = redis.call('GET', by_hash)
  if known then
    local state = redis.call('HGET', job_of(known), 'state')
    if state and state ~= 'failed' and state ~= 'cancelled' then
      if known ~= id then redis.call('HINCRBY', job_of(known), 'askers', 1) end
      return known
    end
  end
  if redis.call('XLEN', queue(lane)) >= tonumber(size) then return '' end
  local entry = enqueue(lane, id, kind, body, hash, deadline, 0)
  redis.call('HSET', job_of(id), 'kind', kind, 'hash', hash, 'deadline', deadline, 'lane', lane,
    'entry', entry, 'state', 'queued', 'tries', 0, 'askers', 1)
  redis.call('EXPIRE', job_of(id), lives)
  redis.call('SET', by_hash, id, 'EX', lives)
  return id
end
"""

_TAKE = """
local function each(id, held)
  local state, entry, tries = unpack(redis.call('HMGET', job_of(id), 'state', 'entry', 'tries'))
  if ended(state) or entry ~= held then return -1 end
  redis.call('HSET', job_of(id), 'state', 'running')
  return tonumber(tries)
end
"""

_BEGIN = """
local function each(id)
  if ended(redis.call('HGET', job_of(id), 'state')) then return 0 end
  return redis.call('HINCRBY', job_of(id), 'tries', 1)
end
"""

_POST = """
local function each(id, number, text, final, keep, most)
  if ended(redis.call('HGET', job_of(id), 'state')) then return 0 end
  local count = redis.call('LLEN', events_of(id))
  if number == '-1' or tonumber(number) >= count then
    record(id, count, text, most)
    if final ~= '' then
      finish(id, final, keep)
    elseif count == 0 then
      redis.call('EXPIRE', events_of(id), math.max(1, redis.call('TTL', job_of(id))))
    end
  end
  return 1
end
"""

_CANCEL = """
local function each(id, state, keep, most)
  if ended(redis.call('HGET', job_of(id), 'state')) then return 0 end
  if redis.call('HINCRBY', job_of(id), 'askers', -1) <= 0 then
    record(id, redis.call('LLEN', events_of(id)), state .. ' {}', most)
    finish(id, state, keep)
  end
  return 1
end
"""

_REQUEUE = """
local function each(id, lane, held, tries, body, stage)
  local state, entry, before, kind, hash, deadline =
    unpack(redis.call('HMGET', job_of(id), 'state', 'entry', 'lane', 'kind', 'hash', 'deadline'))
  if ended(state) or entry ~= held then return 0 end
  withdraw(before, entry)
  local new = enqueue(lane, id, kind, body, hash, deadline, stage)
  redis.call('HSET', job_of(id), 'entry', new, 'lane', lane, 'state', 'queued')
  if tries ~= '' then redis.call('HSET', job_of(id), 'tries', tries) end
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


PUT, TAKE, BEGIN, POST, CANCEL, REQUEUE = map(_script, (_PUT, _TAKE, _BEGIN, _POST, _CANCEL, _REQUEUE))
