/** The words with which people steer a run, as far as the core takes them (core/commands/steer), and the numbers that they change before they approve. */
import { checkedWorkOf, ciDraftsOf } from "#core/ci/ci-round.ts";
import { steer } from "#core/commands/steer.ts";
import type { SteeringCommand } from "#core/commands/steering.ts";
import { changePlan } from "#core/planning/change-plan.ts";
import { commandsOf } from "#core/planning/plan-commands.ts";
import { pullRequestOf } from "#core/run/pull-request-state.ts";
import { publicationOf } from "#core/run/run-facts.ts";
import { append, type Checked, type Move, said } from "./append.ts";
import type { State } from "./state.ts";

/** `continue` does what `resume` does, in fewer stages. */
const WORDS: readonly SteeringCommand[] = ["pause", "resume", "redirect", "unblock", "defaults"];

/** What is said once work was shown. */
const AFTERWARDS: readonly SteeringCommand[] = ["redirect", "pause", "resume"];

/** Every word that the run takes now. Without steering somebody still takes up what was stopped. */
export function words(state: State, checked: Checked): readonly Move[] {
  const { people, steering, reviews } = checked.scene;
  const afterwards = reviews && publicationOf(state.run) !== null ? AFTERWARDS : [];
  const heard = steering ? WORDS : WORDS.filter((word) => people && word === "resume" && state.run.stage !== "paused").concat(afterwards);
  const mended = steering && checked.scene.tried !== null ? mends(state, checked) : [];
  return [...heard.flatMap((word) => saying(word, state, checked)), ...(steering ? numbers(state, checked) : []), ...mended];
}

/** CI says of the work that is shown that it is red, or not: it says one thing of a commit. */
export function checks(state: State, checked: Checked): readonly Move[] {
  const { run } = state;
  const head = checked.scene.reviews ? checkedWorkOf(run)?.head : undefined;
  if (head === undefined) return [];
  const ofState = (seen: "passed" | "failed"): readonly Move[] => {
    const outcome = { state: seen, count: 1, checks: seen === "failed" ? [{ name: "lint", result: "red" as const, summary: "" }] : [] };
    const drafts = run.ci?.head === head ? [] : ciDraftsOf(run, { head, outcome, obstacle: null });
    return drafts.length === 0 ? [] : [{ ...append(state, drafts, checked), name: `CI ${seen}`, engine: false }];
  };
  return [...ofState("passed"), ...ofState("failed")];
}

/** Somebody mends on the default branch what the plan could not be set up with, and goes on. */
function mends(state: State, checked: Checked): readonly Move[] {
  const { base, config, plan } = state.run;
  if (plan === null) return [];
  const steered = steer(state.run, { word: "resume", by: "ana", text: "", now: { base, config, commands: commandsOf(plan) } });
  return steered.kind === "said" && steered.draft.kind === "base_renewed"
    ? [said("ana mends the repository", state, steered.draft, checked)]
    : [];
}

function saying(word: SteeringCommand, state: State, checked: Checked): readonly Move[] {
  const isKept = word === "redirect" || word === "defaults";
  if (isKept && state.run.corrections.length >= checked.scene.corrections) return [];
  const steered = steer(state.run, { word, by: "ana", text: word === "defaults" ? "" : "so" });
  const onIssue = steered.kind === "said" ? [said(`ana says ${word}`, state, steered.draft, checked)] : [];
  return word === "redirect" ? [...onIssue, ...onPull(state, checked)] : onIssue;
}

/** The same on the pull request, where there is one. */
function onPull(state: State, checked: Checked): readonly Move[] {
  if (!checked.scene.github || pullRequestOf(state.run) === null) return [];
  const where = { pull: pullRequestOf(state.run) ?? 0, review: 1, threads: [] };
  const steered = steer(state.run, { word: "redirect", by: "ana", text: "so", onPull: where });
  return steered.kind === "said" ? [said("ana reviews", state, steered.draft, checked)] : [];
}

function numbers(state: State, checked: Checked): readonly Move[] {
  const { drafts } = changePlan(state.run, "ana", { tokens: 4_000_000 });
  return drafts.length === 0 ? [] : [{ ...append(state, drafts, checked), name: "ana changes the numbers", engine: false }];
}
