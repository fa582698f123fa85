/** The JSON in a model's text: the text itself, or the objects that stand in it, among prose or in a code fence. */

/** The most places where an object may begin that are tried. */
const MOST_TRIED = 20;

/**
 * The values that the text may mean, the likeliest first: all of it, else each whole object in it, from the first on.
 * Empty where there is none. A byte order mark does not count.
 */
export function jsonIn(text: string): readonly unknown[] {
  const whole = parsed(text.replace("\uFEFF", "").trim());
  if (whole !== undefined) return [whole];
  const found: unknown[] = [];
  let at = text.indexOf("{");
  for (let tried = 0; at !== -1 && tried < MOST_TRIED; tried++) {
    const end = endOfObject(text, at);
    const value = end === -1 ? undefined : parsed(text.slice(at, end));
    if (value !== undefined) found.push(value);
    at = text.indexOf("{", value === undefined ? at + 1 : end);
  }
  return found;
}

/** Undefined for what is no JSON: no JSON means it. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * A text in quotation marks, or a brace. A text that is not closed goes to the end: else each quotation mark in it
 * would be tried.
 */
const TOKEN = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[{}]/gs;

/** The index after the brace that closes the object which begins at `start`; -1 where none does. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  for (const { 0: token, index } of text.slice(start).matchAll(TOKEN)) {
    if (token === "{") depth++;
    if (token === "}") depth--;
    if (depth === 0) return start + index + 1;
  }
  return -1;
}
