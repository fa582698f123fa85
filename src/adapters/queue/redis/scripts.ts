/**
 * Lua scripts for changes that Redis must make in one step. Names, below a prefix: `line:<key>` holds the deliveries of
 * a key in order, the one at work first, each after `v` (vital) or `t`; `lines` the keys of all lines; `jobs` the texts
 * by delivery; `dead` the dead letters by delivery, `died` their deliveries in order; `seen:<delivery>` exists as long
 * as a delivery is remembered.
 */

/**
 * Puts several jobs, in order. KEYS: lines, jobs, dead, died, then line and seen of each job. ARGV: most jobs that may
 * wait, most of one person, seconds, then entry, delivery, key and text of each job, and the first characters of its
 * person's jobs (empty where that limit does not apply). Returns for each job the length of its line, or "doubled" or
 * "full".
 */
export const PUT_SCRIPT = `
local function crowded(alike, start)
  if #alike >= tonumber(ARGV[1]) then return true end
  if start == "" or #alike < tonumber(ARGV[2]) then return false end
  local own = 0
  for _, other in ipairs(alike) do
    local text = redis.call("HGET", KEYS[2], string.sub(other, 2))
    if text and string.sub(text, 1, #start) == start then own = own + 1 end
  end
  return own >= tonumber(ARGV[2])
end
local function put(line, seen, entry, delivery, key, text, start)
  if redis.call("EXISTS", seen) == 1 then return "doubled" end
  local alike = {}
  for _, other in ipairs(redis.call("LRANGE", line, 1, -1)) do
    if string.sub(other, 1, 1) == string.sub(entry, 1, 1) then alike[#alike + 1] = other end
  end
  if crowded(alike, start) then return "full" end
  redis.call("SET", seen, 1, "EX", ARGV[3])
  if redis.call("HDEL", KEYS[3], delivery) == 1 then redis.call("ZREM", KEYS[4], delivery) end
  redis.call("HSET", KEYS[2], delivery, text)
  local length = redis.call("RPUSH", line, entry)
  if length == 1 then redis.call("SADD", KEYS[1], key) end
  return length
end
local answers = {}
for nth = 1, (#KEYS - 4) / 2 do
  local at = 5 * nth - 1
  local line, seen = KEYS[2 * nth + 3], KEYS[2 * nth + 4]
  answers[nth] = put(line, seen, ARGV[at], ARGV[at + 1], ARGV[at + 2], ARGV[at + 3], ARGV[at + 4])
end
return answers`;

/** KEYS: line, jobs. Returns entry and text of the first job; nothing where none waits. */
export const FIRST_SCRIPT = `
local entry = redis.call("LINDEX", KEYS[1], 0)
if not entry then return {} end
return {entry, redis.call("HGET", KEYS[2], string.sub(entry, 2))}`;

/**
 * KEYS: line, lines, jobs, dead, died, seen. ARGV: entry, delivery, key, dead letter or nothing, most dead letters.
 * Takes the job out of its line, if it is still the first one: else another bot did it. Returns the new length of the
 * line, -1 where another bot did it; then delivery and text of each dead letter that was too many, a hundred at most.
 * Dead letters without an order were written by an older bot: they count as the oldest.
 */
export const LEAVE_SCRIPT = `
if redis.call("LINDEX", KEYS[1], 0) ~= ARGV[1] then return {-1} end
redis.call("LPOP", KEYS[1])
redis.call("HDEL", KEYS[3], ARGV[2])
local left = redis.call("LLEN", KEYS[1])
if left == 0 then redis.call("SREM", KEYS[2], ARGV[3]) end
local answer = {left}
if ARGV[4] == "" then return answer end
if redis.call("ZCARD", KEYS[5]) < redis.call("HLEN", KEYS[4]) then
  for _, old in ipairs(redis.call("HKEYS", KEYS[4])) do redis.call("ZADD", KEYS[5], "NX", 0, old) end
end
local last = redis.call("ZRANGE", KEYS[5], -1, -1, "WITHSCORES")[2] or 0
redis.call("ZADD", KEYS[5], tonumber(last) + 1, ARGV[2])
redis.call("HSET", KEYS[4], ARGV[2], ARGV[4])
redis.call("DEL", KEYS[6])
while #answer < 200 and redis.call("HLEN", KEYS[4]) > tonumber(ARGV[5]) do
  local oldest = redis.call("ZPOPMIN", KEYS[5])[1]
  if not oldest then break end
  local text = redis.call("HGET", KEYS[4], oldest)
  if redis.call("HDEL", KEYS[4], oldest) == 1 then
    answer[#answer + 1] = oldest
    answer[#answer + 1] = text
  end
end
return answer`;

/**
 * KEYS: line, lines, jobs, dead, died, seen. ARGV: entry, delivery, key, text, seconds. Returns the length of the line;
 * 0 where the dead letter is gone.
 */
export const REPLAY_SCRIPT = `
if redis.call("HDEL", KEYS[4], ARGV[2]) == 0 then return 0 end
redis.call("ZREM", KEYS[5], ARGV[2])
redis.call("SET", KEYS[6], 1, "EX", ARGV[5])
redis.call("HSET", KEYS[3], ARGV[2], ARGV[4])
redis.call("SADD", KEYS[2], ARGV[3])
return redis.call("RPUSH", KEYS[1], ARGV[1])`;

/** KEYS: dead, died. ARGV: delivery. Returns 1; 0 where the dead letter is gone. */
export const DISCARD_SCRIPT = `
redis.call("ZREM", KEYS[2], ARGV[1])
return redis.call("HDEL", KEYS[1], ARGV[1])`;
