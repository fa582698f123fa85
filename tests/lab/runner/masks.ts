/** Hides secrets in everything that a job writes, as the runner does: the value, each of its lines, and its usual encodings. */

export interface Masks {
  /** Idempotent. A value of white space is no secret. */
  add(value: string): void;
  /** The text with `***` for every secret; secrets that touch or overlap become one. */
  hide(text: string): string;
  /** Whether the text holds a secret. */
  find(text: string): boolean;
}

/** The encodings are a choice out of the runner's: https://github.com/actions/runner/tree/main/src/Sdk/DTLogging/Logging */
export function masksOf(secrets: readonly string[]): Masks {
  const values = new Set<string>();
  const add = (value: string): void => {
    for (const part of [value, ...value.split(/\r?\n/)]) if (part.trim() !== "") for (const form of formsOf(part)) values.add(form);
  };
  const hide = (text: string): string => {
    const ranges = [...values].flatMap((value) => rangesOf(text, value)).sort(([a], [b]) => a - b);
    let [hidden, end] = ["", 0];
    for (const [from, to] of ranges) {
      // A range that touches the last one goes on with it.
      if (from > end || end === 0) hidden += `${text.slice(end, from)}***`;
      end = Math.max(end, to);
    }
    return hidden + text.slice(end);
  };
  for (const secret of secrets) add(secret);
  return { add, hide, find: (text) => hide(text) !== text };
}

function rangesOf(text: string, value: string): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1)) found.push([at, at + value.length]);
  return found;
}

/** The value as it stands in JSON, in an address, and in base64 at each of the three places where it can begin. */
function formsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const base64 = [0, 1, 2].map((shift) => wholeGroups(bytes.subarray(shift))).filter((form) => form.length >= SHORTEST);
  return [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value), ...base64];
}

/** A shorter piece of base64 would hide harmless words. */
const SHORTEST = 8;

/** The characters that do not depend on what stands behind the value. */
function wholeGroups(bytes: Buffer): string {
  return bytes.subarray(0, bytes.length - (bytes.length % 3)).toString("base64");
}
