/** Cuts a tool's output for the prompt: characters first, then lines; the text says what is missing. */

/**
 * The `characters` and `lines` that stay (null: lines are not counted). `tail` keeps the end, `head_tail` half at each
 * end.
 */
export interface OutputLimit {
  readonly characters: number;
  readonly lines: number | null;
  readonly mode: "head_tail" | "tail";
}

/** The limit of each tool. */
export const OUTPUT_LIMITS = {
  read_file: { characters: 50_000, lines: null, mode: "head_tail" },
  write_file: { characters: 1000, lines: null, mode: "tail" },
  edit_file: { characters: 10_000, lines: null, mode: "tail" },
  apply_patch: { characters: 10_000, lines: null, mode: "tail" },
  exec: { characters: 30_000, lines: 256, mode: "head_tail" },
  grep: { characters: 20_000, lines: 200, mode: "tail" },
  glob: { characters: 20_000, lines: 500, mode: "tail" },
  /** For results without a limit of their own: the last text of another agent. */
  other: { characters: 30_000, lines: null, mode: "head_tail" },
  fetch: { characters: 30_000, lines: null, mode: "head_tail" },
} as const satisfies Record<string, OutputLimit>;

/** Cuts the text to the limit; the sentences about what was removed come on top of it. Idempotent below the limit. */
export function truncate(text: string, limit: OutputLimit): string {
  const shorter = cutCharacters(text, limit);
  return limit.lines === null ? shorter : cutLines(shorter, limit.lines);
}

function cutCharacters(text: string, { characters, mode }: OutputLimit): string {
  if (text.length <= characters) return text;
  const head = mode === "tail" ? "" : startOf(text, Math.floor(characters / 2));
  const tail = endOf(text, mode === "tail" ? characters : Math.ceil(characters / 2));
  const where = mode === "tail" ? "the beginning" : "the middle";
  const removed = text.length - head.length - tail.length;
  const warning =
    `[${removed} characters were removed from ${where}; the full output is in the event stream. Run the tool again ` +
    "with narrower arguments to see them]";
  return mode === "tail" ? `${warning}\n${tail}` : `${head}\n${warning}\n${tail}`;
}

function cutLines(text: string, most: number): string {
  const lines = text.split("\n");
  if (lines.length <= most) return text;
  const head = Math.floor(most / 2);
  const tail = most - head;
  return [...lines.slice(0, head), `[... ${lines.length - most} lines omitted ...]`, ...lines.slice(-tail)].join("\n");
}

/** The first `length` characters, without half of a surrogate pair, because no provider accepts one. */
export function startOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}

function endOf(text: string, length: number): string {
  return text.slice(-length).replace(/^[\uDC00-\uDFFF]/, "");
}
