/** A check of a commit as GitHub reports it, and how it counts. */

/**
 * A check run or a commit status. `conclusion`: the word of GitHub's check runs, where a status is `success` or
 * `failure`; null while it goes on. `summary`: a stranger's words.
 */
export interface CommitCheck {
  readonly name: string;
  readonly conclusion: string | null;
  readonly summary: string;
}

/** `open`: it goes on, or ended without a verdict. `waits`: somebody with write access must let it begin. */
export type CheckColour = "green" | "red" | "open" | "waits";

/**
 * The words of `conclusion` at https://docs.github.com/rest/checks/runs. A check that somebody cancelled, or that
 * GitHub gave up as stale, has no verdict.
 */
const COLOURS: Readonly<Record<string, CheckColour>> = {
  success: "green",
  neutral: "green",
  skipped: "green",
  action_required: "waits",
  cancelled: "open",
  stale: "open",
};

/** How a check counts; a conclusion that is not known is red. */
export function colourOf({ conclusion }: Pick<CommitCheck, "conclusion">): CheckColour {
  return conclusion === null ? "open" : (COLOURS[conclusion] ?? "red");
}

/** The names of the red ones. */
export function redNamesOf(checks: readonly CommitCheck[]): ReadonlySet<string> {
  return new Set(checks.filter((check) => colourOf(check) === "red").map(({ name }) => name));
}
