/** What is wrong with a story that was played on the loopback GitHub. */
import { resultJsonOf } from "#core/outcome/result-json.ts";
import type { Run } from "#core/run/run.ts";
import { labelOf } from "#text/phrases/label.ts";
import type { Story } from "../story.ts";
import type { HubOutcome } from "./outcome.ts";

/** One sentence for each fault; empty when all went as written. `expected`: the stop reason, or the stage; `checks`: what is known of them. */
export function hubFaultsOf(outcome: HubOutcome, expected: string, checks?: Story["checks"]): readonly string[] {
  const { run, problems, left, leaks } = outcome;
  if (run === null) return ["no run began", ...problems];
  const { stopReason, stage } = resultJsonOf(run);
  const reached = stopReason ?? stage;
  const faults: readonly (readonly [boolean, string])[] = [
    [left.length > 0, `not played: ${left.join(", ")}`],
    [reached !== expected, `expected ${expected}, but it is ${reached}`],
    [checks !== undefined && run.ci?.state !== checks, `expected checks ${checks}, but they are ${run.ci?.state ?? "not known"}`],
    ...onGitHub(outcome, run),
  ];
  return [
    ...problems.map((problem) => `not as scripted: ${problem}`),
    ...faults.flatMap(([is, sentence]) => (is ? [sentence] : [])),
    ...leaks.map((place) => `a secret was found in ${place}`),
  ];
}

/** What must be true of the repository's pages, refs and bill, each with the sentence that says that it is not. */
function onGitHub({ clone, calls, pulls, labels }: HubOutcome, run: Run): readonly (readonly [boolean, string])[] {
  const { stage, pr, head, stopReason } = resultJsonOf(run);
  const open = pulls.map(({ number, head: sha }) => `${number} ${sha}`).join(", ");
  const isShown = pr !== null || (stage === "completed" && stopReason !== "answered");
  const at = stopReason === "taken_over" ? pulls.at(-1)?.head : head;
  const due = isShown ? `${pr} ${at}` : "";
  const label = labelOf(stage);
  const worn = labels.filter((name) => name.startsWith("loop:")).join();
  return [
    [open !== due, `pull requests: ${open || "none"}, where there should be ${due || "none"}`],
    [worn !== (label ?? ""), `labels: ${worn}, not ${label}`],
    [clone.fsck !== "", `git fsck --strict: ${clone.fsck}`],
    [clone.replayed !== clone.recorded, "replay of history.jsonl is not run.json"],
    [calls.counted > calls.most, `${calls.counted} requests, more than ${calls.most}`],
    [calls.content > calls.mostContent, `${calls.content} requests that create content, more than ${calls.mostContent}`],
  ];
}
