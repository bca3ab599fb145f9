"""The scripts that Redis runs, each as a whole: everything that changes a job.

A job is a hash `PREFIX:job:ID`, its events a list `PREFIX:events:ID`; ARGV[1] is the prefix, ARGV[2] the id.
"""

_TELL = """
local function tell(prefix, id, number, text, most)
  redis.call('RPUSH', prefix .. ':events:' .. id, text)
  redis.call('XADD', prefix .. ':news', 'MAXLEN', '~', most, '*', 'job', id, 'n', number, 'event', text)
end
local function finish(prefix, id, state, kept)
  local job = prefix .. ':job:' .. id
  local lane, entry = unpack(redis.call('HMGET', job, 'lane', 'entry'))
  redis.call('HSET', job, 'state', state)
  redis.call('XACK', prefix .. ':queue:' .. lane, 'workers', entry)
  redis.call('XDEL', prefix .. ':queue:' .. lane, entry)
  redis.call('EXPIRE', job, kept)
  redis.call('EXPIRE', prefix .. ':events:' .. id, kept)
end
local function ended(state)
  return not state or state == 'done' or state == 'failed' or state == 'cancelled'
end
"""

_PUT = """
local prefix, id, kind, body, lane, hash, deadline, bound, lives = unpack(ARGV)
local known = redis.call('GET', KEYS[1])
if known then
  local state = redis.call('HGET', prefix .. ':job:' .. known, 'state')
  if state and state ~= 'failed' and state ~= 'cancelled' then
    if known ~= id then redis.call('HINCRBY', prefix .. ':job:' .. known, 'askers', 1) end
    return {known, known == id and 1 or 0}
  end
end
if redis.call('XLEN', KEYS[2]) >= tonumber(bound) then return {'', 0} end
local entry = redis.call('XADD', KEYS[2], '*', 'id', id, 'kind', kind, 'body', body, 'hash', hash, 'deadline', deadline)
local job = prefix .. ':job:' .. id
redis.call('HSET', job, 'kind', kind, 'body', body, 'hash', hash, 'deadline', deadline, 'lane', lane, 'entry', entry,
  'state', 'queued', 'tries', 0, 'askers', 1)
redis.call('EXPIRE', job, lives)
redis.call('SET', KEYS[1], id, 'EX', lives)
return {id, 1}
"""

_TAKE = """
local job = ARGV[1] .. ':job:' .. ARGV[2]
local state, entry = unpack(redis.call('HMGET', job, 'state', 'entry'))
if ended(state) or entry ~= ARGV[3] then return -1 end
redis.call('HSET', job, 'state', 'running')
return tonumber(redis.call('HGET', job, 'tries'))
"""

_BEGIN = """
local job = ARGV[1] .. ':job:' .. ARGV[2]
if ended(redis.call('HGET', job, 'state')) then return 0 end
return redis.call('HINCRBY', job, 'tries', 1)
"""

_POST = """
local prefix, id, number, text, final, kept, most = unpack(ARGV)
if ended(redis.call('HGET', prefix .. ':job:' .. id, 'state')) then return 0 end
local told = redis.call('LLEN', prefix .. ':events:' .. id)
if number == '-1' then number = told end
if tonumber(number) >= told then
  tell(prefix, id, told, text, most)
  if final ~= '' then
    finish(prefix, id, final, kept)
  elseif told == 0 then
    redis.call('EXPIRE', prefix .. ':events:' .. id, math.max(1, redis.call('TTL', prefix .. ':job:' .. id)))
  end
end
return 1
"""

_CANCEL = """
local prefix, id, text, kept, most = unpack(ARGV)
local job = prefix .. ':job:' .. id
if ended(redis.call('HGET', job, 'state')) then return 0 end
if redis.call('HINCRBY', job, 'askers', -1) <= 0 then
  tell(prefix, id, redis.call('LLEN', prefix .. ':events:' .. id), text .. ' {}', most)
  finish(prefix, id, text, kept)
end
return 1
"""

_REQUEUE = """
local prefix, id, lane, held, tries = unpack(ARGV)
local job = prefix .. ':job:' .. id
local state, entry, before, kind, body, hash, deadline =
  unpack(redis.call('HMGET', job, 'state', 'entry', 'lane', 'kind', 'body', 'hash', 'deadline'))
if ended(state) or entry ~= held then return 0 end
redis.call('XACK', prefix .. ':queue:' .. before, 'workers', entry)
redis.call('XDEL', prefix .. ':queue:' .. before, entry)
local new = redis.call('XADD', KEYS[1], '*', 'id', id, 'kind', kind, 'body', body, 'hash', hash, 'deadline', deadline)
redis.call('HSET', job, 'entry', new, 'lane', lane, 'state', 'queued')
if tries ~= '' then redis.call('HSET', job, 'tries', tries) end
return 1
"""

SCRIPTS = {
    name: _TELL + text
    for name, text in (
        ("put", _PUT),
        ("take", _TAKE),
        ("begin", _BEGIN),
        ("post", _POST),
        ("cancel", _CANCEL),
        ("requeue", _REQUEUE),
    )
}
