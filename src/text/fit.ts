/** Keeps a text within GitHub's limits: the full text, else a shorter one, else a cut with a notice. */

/** What GitHub takes for one body, measured in UTF-8 (security.md, section 4). */
const MAX_BYTES = 262_144;

/** At most `limit` UTF-16 units, the last one `…` when something was cut. Never splits a character. `limit` is at least 1. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** The first and the last part of a long text, with how much is left out between: output says most at its ends. */
export function ends(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  const head = text.slice(0, half).replace(/[\ud800-\udbff]$/, "");
  const tail = text.slice(-half).replace(/^[\udc00-\udfff]/, "");
  return `${head}\n[… ${text.length - head.length - tail.length} characters left out …]\n${tail}`;
}

function fits(text: string, limit: number): boolean {
  return text.length <= limit && new TextEncoder().encode(text).length <= MAX_BYTES;
}

/** What is still open at the end of a cut text: a code block, and folded parts around it. */
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

/** Whole lines where there are any, so that a cut never leaves half a table row or half a tag. */
function cut(text: string, limit: number): string {
  const notice = "\n\n_Cut here: the text is too long._\n";
  // A quarter of the bytes always fits: no UTF-16 unit takes more than three.
  const budget = Math.min(limit, Math.floor(MAX_BYTES / 4)) - notice.length;
  if (budget <= 0) return clip(text, limit);
  let end = budget;
  while (end > 0) {
    const lineEnd = text.lastIndexOf("\n", end);
    const head = lineEnd > 0 ? text.slice(0, lineEnd) : clip(text, end);
    const tail = closing(head);
    if (head.length + tail.length <= budget) return `${head}${tail}${notice}`;
    end = Math.min(end, head.length) - tail.length;
  }
  return clip(text, limit);
}

/**
 * The first variant that fits in `limit` UTF-16 units and in GitHub's bytes; else the last one, cut at a line with a notice. Variants
 * are made only when they are needed; the longest comes first. `limit` is at least 1 (OUT-09).
 */
export function fitted(variants: readonly (() => string)[], limit = 65_000): string {
  let last = "";
  for (const variant of variants) {
    last = variant();
    if (fits(last, limit)) return last;
  }
  return fits(last, limit) ? last : cut(last, limit);
}
