/** Finds a key that stands twice in one object of a JSON text: parsers differ in which of the two they take. */

/**
 * An unclosed string, which no JSON text has, counts as one that reaches to the end: otherwise each quote in it would
 * be tried as a first one, in quadratic time.
 */
const TOKEN = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[{}[\]:]/gs;

/** The keys of an open object, or null for a list; innermost last. */
type Open = (Set<unknown> | null)[];

/**
 * Gives the first repeated key; null where there is none. `value`: the parsed text, which holds a repeated key once.
 * Linear in the text's length: a text without repetitions, as all of GitHub's are, is only counted. Pure.
 */
export function repeatedKey(json: string, value: object): string | null {
  return keysIn(json) === membersOf(value) ? null : firstRepeated(json);
}

/** Outside of strings a JSON text has only white space at or below the blank. */
const [BLANK, COLON, BACKSLASH] = [0x20, 0x3a, 0x5c];

/** Counts the strings of the text that are keys: a colon follows them. */
function keysIn(json: string): number {
  let count = 0;
  for (let quote = json.indexOf('"'); quote !== -1; ) {
    let next = endOf(json, quote) + 1;
    while (json.charCodeAt(next) <= BLANK) next += 1;
    if (json.charCodeAt(next) === COLON) count += 1;
    quote = json.indexOf('"', next);
  }
  return count;
}

/** Gives the end of the string that begins there: the first quote with an even number of backslashes before it. */
function endOf(json: string, quote: number): number {
  let end = json.indexOf('"', quote + 1);
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end;
}

function isEscaped(json: string, at: number): boolean {
  let first = at;
  while (json.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}

/** Counts the keys of the value in all its objects. */
function membersOf(value: object): number {
  let count = 0;
  const open: object[] = [value];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const parts: readonly unknown[] = Object.values(one);
    if (!Array.isArray(one)) count += parts.length;
    for (const part of parts) if (typeof part === "object" && part !== null) open.push(part);
  }
  return count;
}

function firstRepeated(json: string): string | null {
  const open: Open = [];
  let last = "";
  for (const [token] of json.matchAll(TOKEN)) {
    if (token.startsWith('"')) last = token;
    else if (token !== ":") step(open, token);
    else if (isThere(open, JSON.parse(last))) return JSON.parse(last);
  }
  return null;
}

function step(open: Open, bracket: string): void {
  if (bracket === "{") open.push(new Set());
  else if (bracket === "[") open.push(null);
  else open.pop();
}

/** Remembers the key otherwise. */
function isThere(open: Open, key: unknown): boolean {
  const keys = open.at(-1);
  if (keys?.has(key)) return true;
  keys?.add(key);
  return false;
}
