/** Finds the calls in a program's text whose arguments are literals, and what each must give. */
import { listEnd, literalEnd } from "./literals.ts";

/** `value`: the text of a literal. `throws`: the name of an error. `shown`: it is printed, and read elsewhere. */
export type Expected =
  | { readonly kind: "value"; readonly text: string }
  | { readonly kind: "length"; readonly text: string }
  | { readonly kind: "throws"; readonly text: string }
  | { readonly kind: "shown" };

export interface CodeCall {
  readonly name: string;
  /** The text between the brackets. */
  readonly given: string;
  readonly expected: Expected;
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Functions of languages and test frameworks: none of these is what a rule tries. */
const FRAME = wordsOf(
  "assert expect require import print test it describe raises len str int list set dict repr sorted tuple type " +
    "isinstance range open if while for switch catch return function super String Number Boolean Array Error " +
    "TypeError RangeError ValueError KeyError exit not and or in await typeof eval exec execSync execFileSync " +
    "spawnSync readFileSync existsSync " +
    "writeFileSync readFile",
);

/** Methods that objects of languages and frameworks have. */
const METHODS = wordsOf(
  "equal strictEqual deepEqual deepStrictEqual notEqual notStrictEqual ok throws rejects match doesNotThrow toBe " +
    "toEqual toStrictEqual toThrow toContain toMatch log error warn exit assertEqual assertTrue assertFalse " +
    "assertRaises assertIn assertIsNone join split includes indexOf slice map filter repeat concat stringify " +
    "parse_args startswith endswith startsWith endsWith insert append push trim strip replace replaceAll toString " +
    "get system run Popen then read write lower upper toUpperCase toLowerCase keys values items at",
);

/** Characters before and after a call that are read to know what it must give. */
const AROUND = 160;
const CALL = /[A-Za-z_$][\w$]{0,80}(?=\()/g;

/** All such calls, in their order. Linear. Pure. */
export function codeCalls(text: string): readonly CodeCall[] {
  return [...text.matchAll(CALL)].flatMap((found) => {
    const [name] = found;
    const from = found.index + name.length + 1;
    const isMethod = text[found.index - 1] === ".";
    if (FRAME.has(name) || (isMethod && METHODS.has(name))) return [];
    const end = listEnd(text, from, ")");
    if (end === null) return [];
    const [before, after] = [text.slice(Math.max(0, found.index - AROUND), found.index), text.slice(end, end + AROUND)];
    if (/(?:def|function)\s+$/.test(before)) return [];
    return [{ name, given: text.slice(from, end - 1).trim(), expected: expectedOf(before, after) }];
  });
}

/** What may stand between an outer bracket and the call. */
const LEAD = String.raw`(?:await\s+)?(?:[\w$]+(?:\([^()\n]{0,80}\))?\s*\.\s*)*$`;
const THROWN = new RegExp(String.raw`(?:throws|rejects|toThrow|expect)\(\s*(?:async\s*)?\(\)\s*=>\s*\{?\s*${LEAD}`);
/** `expect(() => …)` that asks for another thing; and the error that is asked for. */
const HELD = /^[;}\s]*\)\s*\.(?!toThrow)/;
const ERROR = /^[;})\s]*(?:,|\.toThrow(?:Error)?\()\s*(?:\{\s*name:\s*["'])?([A-Z]\w{0,40})/;
const RAISED = new RegExp(String.raw`(?:raises|assertRaises)\((\w+)\)(?:\s+as\s+\w+)?:\s*${LEAD}`);
const LENGTH = new RegExp(String.raw`\blen\(\s*${LEAD}`);
const DENIED = new RegExp(String.raw`(?:assert\s+not\s+|(?:assert|ok|assertFalse)\(\s*!?|assert\.equal\(\s*!)${LEAD}`);
const PRINTED = new RegExp(
  String.raw`(?:\b(?:log|print|write)\(\s*|-p\s*)(?:(?:String|str|JSON\.stringify)\(\s*)?${LEAD}`,
);
const FIRST = new RegExp(String.raw`(-?\d[\d.]*|"[^"\n]*"|'[^'\n]*')\s*(?:===?|!==?|,)\s*${LEAD}`);
const COMPARED =
  /^(?:\s{0,9}\])?\){0,9}\s{0,40}(?:\.(length))?\)?\s{0,9}(?:[!=]==?|,|\.to(?:Be|Equal|StrictEqual)\(|is(?:\s+not)?\b)/;

function expectedOf(before: string, after: string): Expected {
  const raised = RAISED.exec(before)?.[1];
  if (raised !== undefined) return { kind: "throws", text: raised };
  if (THROWN.test(before) && !HELD.test(after)) return { kind: "throws", text: ERROR.exec(after)?.[1] ?? "Error" };
  const compared = COMPARED.exec(after);
  const value = compared === null ? null : valueAt(after, compared[0].length);
  if (value !== null) return { kind: isLength(before, compared) ? "length" : "value", text: value };
  const first = FIRST.exec(before)?.[1];
  if (first !== undefined) return { kind: "value", text: first };
  if (PRINTED.test(before)) return { kind: "shown" };
  return defaultOf(before);
}

/** Where nothing is compared, what is called must hold, or must not. */
function defaultOf(before: string): Expected {
  return { kind: "value", text: DENIED.exec(before)?.[0].match(/\bnot\b|!|assertFalse/) ? "false" : "true" };
}

function isLength(before: string, compared: RegExpExecArray | null): boolean {
  return compared?.[1] !== undefined || LENGTH.test(before);
}

function valueAt(text: string, at: number): string | null {
  const end = literalEnd(text, at);
  return end === null ? null : text.slice(at, end).trim();
}
