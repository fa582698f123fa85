/** Keeps a text within GitHub's limits: the full text, else a shorter one, else a cut with a notice. */

/**
 * The most bytes of UTF-8 in one text: GitHub refuses bodies over 65,536 characters; this leaves room for a mark behind
 * the text.
 */
const MOST = 60_000;

/**
 * Cuts a text to at most `limit` UTF-16 units, the last one `…` where something was cut. Never splits a character.
 * `limit` is at least 1.
 */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Keeps the first and the last part of a long text and says how much is left out: output says most at its ends. */
export function headAndTail(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  const head = text.slice(0, half).replace(/[\ud800-\udbff]$/, "");
  const tail = text.slice(-half).replace(/^[\udc00-\udfff]/, "");
  return `${head}\n[… ${text.length - head.length - tail.length} characters left out …]\n${tail}`;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** As much of the text as fits in so many bytes, whole characters only. */
function prefix(text: string, bytes: number): string {
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(Math.max(0, bytes))).read);
}

/** Closes what is still open at the end of a cut text: a code block, and folded parts around it. */
function closing(text: string): string {
  let ticks = "";
  let folds = 0;
  for (const line of text.split("\n")) {
    const [run = ""] = /^`{3,}/.exec(line) ?? [];
    if (ticks === "") {
      ticks = run;
      folds += (line.match(/<details>/g) ?? []).length - (line.match(/<\/details>/g) ?? []).length;
    } else if (run.length >= ticks.length && run === line.trimEnd()) ticks = "";
  }
  return `${ticks === "" ? "" : `\n${ticks}`}${"\n</details>".repeat(Math.max(0, folds))}`;
}

const NOTICE = "\n\n_Cut here: the text is too long. The journal of the run has all of it._\n";

/**
 * Cuts at a line where there is one, so that no half table row or half tag is left. What is open is closed before the
 * footer.
 */
function cut(text: string, footer: string, limit: number): string {
  const budget = limit - bytesOf(NOTICE) - bytesOf(footer);
  for (let room = budget; room > 0; ) {
    const whole = prefix(text, room);
    const line = whole.lastIndexOf("\n");
    const head = line > 0 ? whole.slice(0, line) : whole;
    const tail = closing(head);
    if (bytesOf(head) + bytesOf(tail) <= budget) return `${head}${tail}${NOTICE}${footer}`;
    room = Math.min(room, bytesOf(head)) - bytesOf(tail);
  }
  return prefix(text, limit);
}

/** The limit of the text, and the part that is never cut. */
export interface ShortenOptions {
  /** Stands at the end, however much is cut before it. */
  readonly footer?: string;
  /** At least 1. */
  readonly limit?: number;
}

/**
 * The first variant that fits, with the footer, in `limit` bytes of UTF-8; else the last one, cut at a line with a
 * notice. Variants are made only when they are needed; the caller passes the longest first.
 */
export function shortenToLimit(
  variants: readonly (() => string)[],
  { footer = "", limit = MOST }: ShortenOptions = {},
): string {
  let last = "";
  for (const variant of variants) {
    last = variant();
    if (bytesOf(last) + bytesOf(footer) <= limit) return `${last}${footer}`;
  }
  return bytesOf(last) + bytesOf(footer) <= limit ? `${last}${footer}` : cut(last, footer, limit);
}
