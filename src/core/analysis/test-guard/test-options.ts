/** Finds the options that are given to a test in a call: `it("…", { skip: true }, …)`, also over many lines. */
import type { CodeLine } from "#core/analysis/source/code-lines.ts";

/** A bracket that is open: the call of a test, an object among its arguments, or anything else. */
type Frame = "call" | "options" | "other";

/**
 * The parts of code that matter here, in order: strings of one line and comments, which are skipped; the head of a
 * test's call; an arrow; a key with the first word of its value; a bracket; other characters. Words are no parts.
 */
const PARTS = new RegExp(
  [
    /(?:(?<!\\)(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\\n]|\\.)*`)|\/\/[^\n]*)/,
    /(?:(?<![\w.$])(?:(?:t|ctx|context)\.)?(?:it|test|describe|suite|context|specify)(?:\.\w+){0,3}[ \t]*\()/,
    /=>/,
    /((?<![\w$])(?:skip|todo|only|focus))[ \t]*:[ \t]*([\w"'`!(]?\w*)/,
    /[([{]|[)\]}]/,
    /[^\w\s"'`/=$()[\]{}][^\w"'`/=$()[\]{}]*|[^\w\s]/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

/** A file without any such key needs no closer look. */
const KEYS = /(?:skip|todo|only|focus)[ \t]*:/;

/** An option of a test: the line that it stands on, and whether it skips the test or focuses on it. */
export interface TestOption {
  readonly line: CodeLine;
  readonly kind: "skips" | "focuses";
}

/**
 * Gives every option of a test's call that skips it (`skip`, `todo`, unless they are `false`) or focuses on it (`only`,
 * `focus`, where they are `true`). The same words in other objects are data. It reads brackets, not a grammar, in one
 * pass.
 */
export function testOptions(lines: readonly CodeLine[]): readonly TestOption[] {
  if (!lines.some(({ text }) => KEYS.test(text))) return [];
  const frames: Frame[] = [];
  const found: { readonly at: number; readonly kind: TestOption["kind"] }[] = [];
  let before = "";
  const whole = lines.map(({ text }) => text).join("\n");
  for (const { 0: part, 1: key, 2: value, index: at } of whole.matchAll(PARTS)) {
    const kind = frames.at(-1) === "options" ? kindOf(key, value) : null;
    if (kind !== null) found.push({ at, kind });
    move(frames, part, before);
    before = part;
  }
  return onLines(lines, found);
}

/** Finds the line of each option. Both are in the order of the text, whose lines are joined. */
function onLines(
  lines: readonly CodeLine[],
  found: readonly { readonly at: number; readonly kind: TestOption["kind"] }[],
): readonly TestOption[] {
  const left = found.toReversed();
  let end = -1;
  return lines.flatMap((line) => {
    end += 1 + line.text.length;
    const own: TestOption[] = [];
    for (let next = left.at(-1); next !== undefined && next.at < end; next = left.at(-1)) {
      own.push({ line, kind: next.kind });
      left.pop();
    }
    return own;
  });
}

/** Opens and closes frames. Strings, comments and words do neither. */
function move(frames: Frame[], part: string, before: string): void {
  if (part.length === 1 && ")]}".includes(part)) frames.pop();
  else if (part.length === 1 && "([{".includes(part))
    frames.push(isArgument(part, before, frames.at(-1)) ? "options" : "other");
  else if (part.endsWith("(") && /^[a-z][^"'`]*$/.test(part)) frames.push("call");
}

/** True for an object among the arguments of a test's call; the body of a function follows `=>` or its parameters. */
function isArgument(part: string, before: string, frame: Frame | undefined): boolean {
  return part === "{" && frame === "call" && before !== "=>" && before !== ")";
}

function kindOf(key: string | undefined, value: string | undefined): TestOption["kind"] | null {
  if (key === "skip" || key === "todo") return value === "false" ? null : "skips";
  return key !== undefined && value === "true" ? "focuses" : null;
}
