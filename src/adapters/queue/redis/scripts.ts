/**
 * What must happen in Redis in one step. Names, below a prefix: `line:<key>` holds the deliveries of a key in order, the one in hand first,
 * each after `v` (vital) or `t`; `lines` the keys of all lines; `jobs` the texts by delivery; `dead` the graves by delivery; `seen:<delivery>`
 * is there as long as a delivery is remembered.
 */

/** KEYS: line, lines, jobs, dead, seen. ARGV: entry, delivery, key, text, most that may wait, seconds. Gives the line's length, or a word. */
export const PUT = `
if redis.call("EXISTS", KEYS[5]) == 1 then return "doubled" end
local alike = 0
for _, entry in ipairs(redis.call("LRANGE", KEYS[1], 1, -1)) do
  if string.sub(entry, 1, 1) == string.sub(ARGV[1], 1, 1) then alike = alike + 1 end
end
if alike >= tonumber(ARGV[5]) then return "full" end
redis.call("SET", KEYS[5], 1, "EX", ARGV[6])
redis.call("HDEL", KEYS[4], ARGV[2])
redis.call("HSET", KEYS[3], ARGV[2], ARGV[4])
redis.call("SADD", KEYS[2], ARGV[3])
return redis.call("RPUSH", KEYS[1], ARGV[1])`;

/** KEYS: line, jobs. Gives entry and text of the first job; nothing where none waits. */
export const FIRST = `
local entry = redis.call("LINDEX", KEYS[1], 0)
if not entry then return {} end
return {entry, redis.call("HGET", KEYS[2], string.sub(entry, 2))}`;

/**
 * KEYS: line, lines, jobs, dead, seen. ARGV: entry, delivery, key, grave or nothing. Takes the job out of its line, if it is still the first
 * one: else another bot did it. Gives the line's length then, -1 for the other bot.
 */
export const LEAVE = `
if redis.call("LINDEX", KEYS[1], 0) ~= ARGV[1] then return -1 end
redis.call("LPOP", KEYS[1])
redis.call("HDEL", KEYS[3], ARGV[2])
if ARGV[4] ~= "" then
  redis.call("HSET", KEYS[4], ARGV[2], ARGV[4])
  redis.call("DEL", KEYS[5])
end
local left = redis.call("LLEN", KEYS[1])
if left == 0 then redis.call("SREM", KEYS[2], ARGV[3]) end
return left`;

/** KEYS: line, lines, jobs, dead, seen. ARGV: entry, delivery, key, text, seconds. Gives the line's length; 0 where it is dead no more. */
export const REPLAY = `
if redis.call("HDEL", KEYS[4], ARGV[2]) == 0 then return 0 end
redis.call("SET", KEYS[5], 1, "EX", ARGV[5])
redis.call("HSET", KEYS[3], ARGV[2], ARGV[4])
redis.call("SADD", KEYS[2], ARGV[3])
return redis.call("RPUSH", KEYS[1], ARGV[1])`;
