/** What must hold when a journey has come to its end, whoever died on the way (security 3.6, J4, J5). Pure. */
import { resultJsonOf } from "#core/outcome/result-json.ts";
import type { Run } from "#core/run/run.ts";
import { branchOf } from "#core/run/run-facts.ts";
import { commentKeyOf } from "#loop/steps/send-effect.ts";

/** What was found in the end. */
export interface End {
  readonly run: Run | null;
  /** Bodies of the comments that are ours, in order. */
  readonly comments: readonly string[];
  readonly labels: readonly string[];
  /** Number and head of each pull request. */
  readonly pulls: readonly { readonly number: number; readonly head: string }[];
  /** Names of the branches that are ours, and of the refs with the state of a run. */
  readonly branches: readonly string[];
  readonly runs: readonly string[];
  /** What `git fsck --strict` says. */
  readonly fsck: string;
  readonly replayed: string;
  readonly recorded: string;
  /** Whatever else is not as it should be: requests that GitHub does not know, processes that are left. */
  readonly others: readonly string[];
}

/** What a completed run has said; each by its own key, for a comment of an earlier ending is none of this one. */
const SAID = ["plan", "status", "result"] as const;

const MARK = /<!-- loopwright:([A-Za-z0-9._:/-]{1,200}) -->$/;

/** Every law that is broken, as a sentence. */
export function faultsOf(end: End): readonly string[] {
  const { run, others } = end;
  if (run === null) return ["lost: there is no run", ...others];
  const { stage, stopReason, pr, head } = resultJsonOf(run);
  const pulls = end.pulls.map(({ number, head: at }) => `${number} ${at}`).join(", ");
  const worn = end.labels.filter((name) => name.startsWith("loop:")).join();
  const faults: readonly (readonly [boolean, string])[] = [
    [stage !== "completed" || stopReason !== "threshold_reached", `not at its end: ${stage}, ${stopReason}`],
    [worn !== "loop:completed", `labels: ${worn || "none"}`],
    [end.pulls.length !== 1, `${end.pulls.length} pull requests`],
    [end.pulls.length === 1 && pulls !== `${pr} ${head}`, `the pull request is ${pulls}, and the journal says ${pr} ${head}`],
    [end.branches.join() !== `refs/heads/${branchOf(run)}`, `${end.branches.length} branches: ${end.branches.join(", ")}`],
    [end.runs.join() !== `refs/loopwright/issue-${run.issue.number}/${run.runId}`, `${end.runs.length} runs: ${end.runs.join(", ")}`],
    [end.fsck !== "", `git fsck --strict: ${end.fsck}`],
    [end.recorded === "", "lost: run.json"],
    [end.replayed !== end.recorded, "the replay of history.jsonl is not run.json"],
  ];
  return [...faults.flatMap(([is, sentence]) => (is ? [sentence] : [])), ...aboutComments(end.comments, run), ...others];
}

function aboutComments(comments: readonly string[], run: Run): readonly string[] {
  const keys = comments.map((body) => MARK.exec(body.trimEnd())?.[1] ?? "without a mark");
  const twice = [...new Set(keys.filter((key, index) => keys.indexOf(key) !== index))];
  const ofKind = (kind: string): number => keys.filter((key) => key.includes(`/${kind}/`)).length;
  return [
    ...twice.map((key) => `doubled: the comment ${key}`),
    // Whoever is told that the work was lost, and that it is done, is told twice: two endings, each of them once.
    ...["plan", "status"].filter((kind) => ofKind(kind) > 1).map((kind) => `${ofKind(kind)} ${kind} comments`),
    ...SAID.filter((kind) => !keys.includes(commentKeyOf(run, kind))).map((kind) => `lost: the ${kind} comment`),
  ];
}
