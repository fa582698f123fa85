/** A key that stands twice in one object of a JSON text: readers differ in which of the two they believe. */

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/** The keys of an object that is open, or null for a list; innermost last. */
type Open = (Set<unknown> | null)[];

/** The first such key; null where there is none. For a text that is JSON; linear in its length. Pure. */
export function repeatedKey(json: string): string | null {
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
