/** The words that both pages of a backtest share: patches, verdicts, reasons, and what to configure. */
import type { FixResult, JudgedFix, UndecidedReason } from "#core/backtest/fix-result.ts";
import type { BacktestRow, BacktestSummary } from "#core/backtest/summary.ts";
import { VARIANTS, type Variant } from "#core/backtest/variants.ts";
import { CONFIG_FILE } from "#core/config/config.ts";
import { counted } from "#text/format/format.ts";

/** A patch that was judged, in a few words. */
export const PATCH_WORDS: Readonly<Record<Variant, string>> = {
  fix: "the true fix",
  nothing: "nothing was done",
  tests: "its tests alone",
  deleted: "its test files deleted",
  emptied: "its test files emptied",
  half: "the first half of the fix",
  broken: "the fix, and another file broken",
};

/** What a cell of the table says: as it should be, not so, not wrong, or no such patch. */
export type CellMark = "ok" | "named" | "WRONG" | "green" | "-";

/** What each mark means. */
export const MARK_WORDS: Readonly<Record<CellMark, string>> = {
  ok: "the gate says what it should: the true fix is accepted, a wrong patch is refused",
  named: "the gate accepts the true fix once the plan names the tests below, and judges the rest with the same plan",
  WRONG: "the gate refuses the true fix, or accepts a wrong patch",
  green: "not wrong as far as the tests can tell: all that pass with the fix pass with this patch, too",
  "-": "there is no such patch of this fix, or it was not decided",
};

/** The mark of a patch. */
function cellMark(variant: Variant, { excused, variants }: JudgedFix): CellMark {
  const { kind } = variants[variant];
  if (variant === "fix" && excused.length > 0) return "named";
  if (kind === "impossible") return "-";
  if (kind === "harmless") return "green";
  return (kind === "accepted") === (variant === "fix") ? "ok" : "WRONG";
}

/** The marks of a row in the order of the patches. */
export function cellMarks(result: FixResult): readonly CellMark[] {
  return VARIANTS.map((variant) => (result.kind === "judged" ? cellMark(variant, result) : "-"));
}

/** Why a fix was not decided, and what to do about it. */
const UNDECIDED_WORDS: Readonly<Record<UndecidedReason, { readonly why: string; readonly cure: string }>> = {
  no_command: { why: "no test command is known", cure: `name it in ${CONFIG_FILE}: checks.test` },
  setup: {
    why: "setup fails",
    cure: `name commands that work in ${CONFIG_FILE}: setup; and hosts beside the registries: setup_hosts`,
  },
  missing: { why: "a program is not on this machine", cure: "install it; the details name it" },
  unnamed: {
    why: "the tests print no names, or fail before they do",
    cure: `set checks.test in ${CONFIG_FILE} to a reporter that prints a line for each test`,
  },
  unloaded: {
    why: "its tests cannot be loaded or built without it, and the parent's own tests have no names",
    cure: `set checks.test in ${CONFIG_FILE} to a reporter that prints a line for each test`,
  },
  red: {
    why: "no test of it passes here that was red before",
    cure:
      "look at the details: often this machine's programs are too new for the old commit; else name a test command " +
      `that works here in ${CONFIG_FILE}: checks.test`,
  },
  breaks: {
    why: "what landed fails tests that pass without it, or have other names without it",
    cure: "nothing: to refuse it would be right; the details name the tests",
  },
  inside: {
    why: "all tests of it that were red stand within sources, where the gate runs those of the base",
    cure: "nothing: a run has such checks in files of their own",
  },
  slow: { why: "it takes too long", cure: `set checks.test in ${CONFIG_FILE} to the tests that are fast` },
  gate: { why: "the gate judges nothing", cure: "look at the details" },
};

/** One sentence for each reason that something was not decided, the advice with it. */
export function adviceLines({ undecided }: BacktestSummary): readonly string[] {
  return undecided.map(({ why, count }) => {
    const words = UNDECIDED_WORDS[why];
    return `${counted(count, "fix").replace("fixs", "fixes")}: ${words.why}. What to do: ${words.cure}.`;
  });
}

/** What a gate said that it should not have, or why a fix was not decided; empty where all is as it should be. */
export function remarksOn({ result }: BacktestRow): readonly string[] {
  if (result.kind === "no_fix") return [];
  if (result.kind === "undecided") {
    const { why } = UNDECIDED_WORDS[result.why];
    return [result.details === "" ? why : `${why}: ${result.details}`];
  }
  return VARIANTS.flatMap((variant) => {
    const mark = cellMark(variant, result);
    if (mark === "named") return [namedIn(result)];
    if (mark !== "WRONG") return [];
    const verdict = result.variants[variant];
    return [
      verdict.kind === "refused"
        ? `the true fix is refused: ${verdict.reasons.join("; ")}`
        : `accepted: ${PATCH_WORDS[variant]}`,
    ];
  });
}

/** What a maintainer would have to write into the plan. */
function namedIn({ excused }: JudgedFix): string {
  const tests = excused.map(({ path, test }) => `${JSON.stringify(test)} in ${path}`);
  return `the true fix needs a plan that lets tests find less (expectedTestChanges): ${tests.join(", ")}`;
}
