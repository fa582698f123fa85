/** Writes the terminal page of `loopwright doctor --live`: a line for each assumption about the real GitHub. */
import { items, pageOf, part, wrapped } from "./layout.ts";

/**
 * `differs`: GitHub does otherwise than we assume. `not tried`: this token can never try it. `unclear`: it was tried,
 * and GitHub's answer decides nothing, because a permission is missing or no answer came.
 */
export type LiveOutcome = "holds" | "differs" | "not tried" | "unclear";

/** An assumption and what was seen of it. `reliesOn`: the file that relies on it. */
export interface LiveRow {
  readonly id: string;
  readonly assumes: string;
  readonly reliesOn: string;
  readonly outcome: LiveOutcome;
  readonly seen: string;
}

/** `earlier`: what another call left in the repository. `left`: what this one made and could not remove. */
export interface LiveReport {
  readonly repository: string;
  readonly rows: readonly LiveRow[];
  readonly earlier: readonly string[];
  readonly left: readonly string[];
}

/** Columns of an id. */
const NAME = 22;

const MARKS: Readonly<Record<LiveOutcome, string>> = {
  holds: "ok  ",
  differs: "NO  ",
  "not tried": "--  ",
  unclear: "??  ",
};

/** What to do stands on this page. */
export const FIRST_HOUR_PAGE = ".github/docs/first-hour.md";

/** True when nothing differs, nothing is unclear, and nothing was left behind. */
export function isAsAssumed({ rows, left }: LiveReport): boolean {
  return left.length === 0 && rows.every(({ outcome }) => outcome === "holds" || outcome === "not tried");
}

function rowLines({ id, assumes, reliesOn, outcome, seen }: LiveRow): string {
  const blank = " ".repeat(MARKS.holds.length + NAME + 2);
  const found = wrapped(`${MARKS[outcome]} ${id.padEnd(NAME)} `, assumes);
  const how = wrapped(blank, `${outcome}: ${seen}`);
  return outcome === "holds" ? `${found}\n${how}` : `${found}\n${how}\n${wrapped(blank, `relies on it: ${reliesOn}`)}`;
}

function counts(rows: readonly LiveRow[]): string {
  const kinds = Object.keys(MARKS) as LiveOutcome[];
  return kinds.map((kind) => `${rows.filter(({ outcome }) => outcome === kind).length} ${kind}`).join(", ");
}

/** The page: every row, what is left, and how many rows came out how. */
export function livePage(report: LiveReport): string {
  const { repository, rows, earlier, left } = report;
  const end = isAsAssumed(report)
    ? "GitHub does what Loopwright assumes, as far as this token can try it."
    : `Not all is as Loopwright assumes, or not all could be tried: ${FIRST_HOUR_PAGE} says what to do.`;
  return pageOf([
    rows.map(rowLines).join("\n"),
    part("Left by an earlier call, or made by one that is under way; remove it when none is:", items(earlier)),
    part("Made by this call and not removed; remove it by hand:", items(left)),
    wrapped("", `${repository}: ${counts(rows)}. ${end}`),
  ]);
}
