/** Lists what must hold afterwards, in sentences: each with a mark that says how it stands on the base now. */
import type { Plan } from "#core/plan/plan.ts";
import type { Check } from "#core/rules/check.ts";
import type { Rule } from "#core/rules/rule.ts";
import type { Run } from "#core/run/run.ts";
import { counted } from "#text/format/format.ts";
import { list } from "#text/format/table.ts";
import { clipWords, linesWithin, MORE_WORDS, wordsIn } from "#text/format/word-count.ts";
import { verdictOnBase } from "#text/phrases/rehearsal-words.ts";
import { baseColourOf } from "#text/phrases/words.ts";
import { inline } from "#text/sanitize/quote.ts";

const TITLE = "Done when";
/** Words of one line at most, and at least where little room is left. */
const LINE = 14;
const SHORT = 5;

/** A line of the list. `red`, `green`, or neither where nothing is known. */
interface Line {
  readonly text: string;
  readonly colour: string;
  readonly severity: Rule["severity"];
}

const MARKS: Readonly<Record<string, string>> = { red: "🔴", green: "🟢" };
const UNKNOWN = "⚪";
const LEGEND: Readonly<Record<string, string>> = { "🔴": "fails now", "🟢": "holds now", [UNKNOWN]: "not known yet" };
const HEAD = wordsIn(`${TITLE} ${Object.values(LEGEND).join(" ")}`);

/** Words of the list at least, whatever room it gets: its head, one short line, and how many more there are. */
export const LEAST_DONE_WHEN = HEAD + SHORT + MORE_WORDS;

const markOf = ({ colour }: Line): string => MARKS[colour] ?? UNKNOWN;

/** True for a rule that holds what is there, whatever the issue asks for: code adds it to every plan of its kind. */
function keepsWhatIsThere(check: Check): boolean {
  if (check.kind === "tests") return (check.passing ?? []).length === 0;
  return check.kind === "test_integrity" || check.kind === "tests_bite" || check.kind === "debug_markers";
}

/** First what blocks, and of that first what fails now: it is what the work is for. */
function inOrder(lines: readonly Line[]): readonly Line[] {
  const rank = ({ severity, colour }: Line): number =>
    ["fail", "warn", "info"].indexOf(severity) * 3 + (colour === "red" ? 0 : colour === "green" ? 2 : 1);
  return [...lines].sort((a, b) => rank(a) - rank(b));
}

function linesOf({ rules }: Plan, run: Run): readonly Line[] {
  const colour = ({ id }: Rule): string => baseColourOf(verdictOnBase(run, id));
  const keeping = rules.filter(({ check }) => keepsWhatIsThere(check));
  const own = rules.filter((rule) => !keeping.includes(rule));
  const colours = keeping.map(colour);
  // What works today works, though not each of these can be tried before there is any work.
  const kept = colours.includes("red") ? "red" : "green";
  const still = `what works today still works (${counted(keeping.length, "check")})`;
  return inOrder([
    ...own.map((rule) => ({ text: rule.description, colour: colour(rule), severity: rule.severity })),
    ...(keeping.length === 0 ? [] : [{ text: still, colour: kept, severity: "fail" as const }]),
  ]);
}

/**
 * The list with its title and legend, in about `most` words: as many lines as fit, at least one, and how many more
 * there are. Empty for a plan without rules. Pure.
 */
export function doneWhen(plan: Plan, run: Run, most: number): string {
  const lines = linesOf(plan, run);
  if (lines.length === 0) return "";
  const room = most - HEAD - MORE_WORDS;
  const width = Math.max(SHORT, Math.min(LINE, room));
  const points = lines.map((line) => `${markOf(line)} ${inline(clipWords(line.text, width))}`);
  const shown = linesWithin(points, room, 1);
  const marks = Object.keys(LEGEND).filter((mark) => shown.some((line) => line.startsWith(mark)));
  return [`**${TITLE}** (${marks.map((mark) => `${mark} ${LEGEND[mark]}`).join(", ")})`, list(shown)].join("\n");
}
