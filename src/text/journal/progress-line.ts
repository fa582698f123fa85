/** Writes what the command line shows after each event: a block after an evaluation, one short line for the rest. */
import type { Event, EventOf } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import { atomIn } from "#core/tasks/graph.ts";
import { counted, duration, shortSha } from "#text/format/format.ts";
import { settingsText } from "#text/phrases/confirmations.ts";
import { REASON_WORDS } from "#text/phrases/words.ts";
import { plainLine } from "#text/sanitize/quote.ts";
import { iterationBlock, line } from "./iteration-block.ts";

/** Shown once, when level A passed: the files that differ from the base, and the command that shows them whole. */
function passedA({ to }: EventOf<"phase_switched">, run: Run): readonly string[] {
  const { rows, head } = run.progress;
  const changed = [...new Set(rows.filter(({ kept }) => kept).flatMap((row) => row.changed))].sort();
  return [
    `Level A passed; the same tree goes on to level ${to}`,
    ...changed.map((path) => line(`  ${path}`)),
    ...(changed.length === 0 ? [] : [`  git diff ${shortSha(run.base.commit)} ${shortSha(head.commit)}`]),
  ];
}

function work(
  done: string,
  { changed, toolCalls, refused }: EventOf<"artifact_created"> | EventOf<"refinement_done">,
): readonly string[] {
  return [
    `${done}: ${counted(changed.length, "file")} changed, ${counted(toolCalls, "tool call")}`,
    ...refused.map(({ path, reason }) => line(`  not taken: ${path} (${reason})`)),
  ];
}

type Lines<K extends Event["kind"]> = (event: EventOf<K>, run: Run) => readonly string[];

/** Kinds that are missing here print nothing: they follow from events that were shown already. */
const LINES: { readonly [K in Event["kind"]]?: Lines<K> } = {
  run_started: ({ runId, issue }) => [`Run ${runId}: ${line(issue.title)}`],
  run_hydrated: ({ plan }) => [
    `Plan: ${plan.workflow}, ${counted(plan.rules.length, "rule")}, ${counted(plan.atoms.length, "task")}`,
  ],
  rehearsed: ({ broken, failed }) => [
    line(
      failed === null ? `Tried on the base: ${counted(broken.length, "broken rule")}` : `Cannot be tried: ${failed}`,
    ),
  ],
  info_requested: ({ questions }) => ["Questions:", ...questions.map(({ question }) => `  ${plainLine(question)}`)],
  plan_reviewed: ({ review }) => [`Plan-critic: ${review.verdict}, ${counted(review.findings.length, "finding")}`],
  approval_requested: ({ digest, reason }) => [
    `Approval needed: digest ${digest.slice(0, 12)}${reason === null ? "" : `, because ${REASON_WORDS[reason]}`}`,
  ],
  plan_changed: ({ by, settings }) => [line(`Numbers changed by ${by}: ${settingsText(settings)}`)],
  discussion_moved: ({ by }) => [line(`The plan is older than a comment by ${by}`)],
  approved: ({ by, digest }) => [`Approved by ${line(by)}: digest ${digest.slice(0, 12)}`],
  approval_rejected: ({ by, reasons }) => [line(`Approval by ${by} refused: ${reasons.join("; ")}`)],
  setup_done: ({ ok, details, ms }) => [ok ? `Setup done in ${duration(ms)}` : line(`Setup failed: ${details}`)],
  base_scored: ({ results }) => [
    `Base: ${results.filter(({ verdict }) => verdict === "pass").length} of ${counted(results.length, "rule")} green`,
  ],
  plan_created: ({ steps }, run) => [
    `Iteration ${run.progress.iteration}: ${counted(steps.filter(({ open }) => open).length, "open step")}`,
  ],
  artifact_created: (event) => [
    ...(event.skipped ? [] : work("Produced", event)),
    ...(event.conflicts === undefined
      ? []
      : [line(`${event.atom} conflicts in ${event.conflicts.join(", ")}: it is done again over the other work`)]),
  ],
  refinement_done: (event) => work("Refined", event),
  atom_started: ({ atom }, run) => [line(`${atom}: ${atomIn(run.graph, atom)?.atom.description ?? ""}`)],
  atom_probed: ({ atom, probe }) => [
    line(`${atom} probed: ${probe.feasible ? "feasible" : "not feasible"}, cost ${probe.cost}: ${probe.findings}`),
  ],
  atom_resolved: ({ atom, binding }) => [line(`${atom} done: ${binding.summary}`)],
  atom_failed: ({ atom, why, final }) => [line(`${atom} failed${final ? ", for good" : ""}: ${why}`)],
  or_switched: ({ group, to, reason }) => [line(`${group}: ${to} is tried instead; ${reason}`)],
  atom_decomposed: ({ parent, children, reason }) => [
    line(`${parent} is split into ${children.map(({ id }) => id).join(", ")}: ${reason}`),
  ],
  work_formatted: ({ ok, changed, details }) => [
    ok
      ? `Formatted: ${counted(changed.length, "file")}`
      : line(`WARNING: the format command failed, and nothing of it was taken: ${details}`),
  ],
  evaluation_done: iterationBlock,
  iteration_kept: ({ branch, commit }) => [`Kept: ${shortSha(commit)} on ${line(branch)}`],
  iteration_discarded: ({ tree }) => [`Not kept: ${shortSha(tree)} scored lower than the best`],
  critique_done: ({ advice }) => advice.map(({ rule, fix }) => line(`  ${rule}: ${fix}`)),
  phase_switched: passedA,
  audit_done: ({ audit, call }) => [line(`Audit at tool call ${call}: ${audit.verdict} ${audit.issue}`)],
  step_interrupted: ({ step, putDown }) => [`${step} was ${putDown ? "put down" : "interrupted"}`],
  phase_error: ({ step, message, retryable }) => [line(`${step} failed${retryable ? "" : ", for good"}: ${message}`)],
  budget_refused: ({ message }) => [line(`Budget: ${message}`)],
  stop_requested: ({ by, note }) => [line(`Stop asked for by ${by} ${note}`)],
  loop_passed: ({ reason }) => [`Passed, because ${REASON_WORDS[reason]}`],
  qa_done: ({ qa }) => [
    `QA: ${qa.verdict}`,
    ...qa.issues.map(({ severity, problem }) => line(`  ${severity}: ${problem}`)),
  ],
  published: ({ number, url, branch, head }) => [
    number === null
      ? `Branch ${line(branch)} at ${shortSha(head)}`
      : `Pull request ${number} ${line(url ?? "")}`.trim(),
  ],
  answered: ({ claims, dropped }) => [
    `Answer: ${counted(claims.length, "claim")}`,
    ...claims.map(({ claim }) => line(`  ${claim}`)),
    ...(dropped.length === 0 ? [] : [`  ${counted(dropped.length, "claim")} left out`]),
  ],
  halted: ({ reason }) => [`Halted, because ${REASON_WORDS[reason]}`],
  run_blocked: ({ reason }) => [`Blocked, because ${REASON_WORDS[reason]}`],
  stopped: ({ reason }) => [`Stopped, because ${REASON_WORDS[reason]}`],
  failed: ({ reason }) => [`Failed, because ${REASON_WORDS[reason]}`],
  completed: ({ reason }) => [`Completed, because ${REASON_WORDS[reason]}`],
  pause_requested: ({ by }) => [`Pause asked for by ${line(by)}`],
  paused: ({ reason }) => [`Paused, because ${REASON_WORDS[reason]}`],
  redirect_requested: ({ by, text }) => [line(`Redirected by ${by}: ${text}`)],
  redirected: ({ change, why, reopens = [] }) => [
    line(
      `It is a ${change.replace("_", " ")}: ${why}${reopens.length > 0 ? ` Done again: ${reopens.join(", ")}` : ""}`,
    ),
  ],
  review_measured: ({ rules, unmeasured }) => [
    `Made of the review: ${counted(rules.length, "rule")}`,
    ...unmeasured.map((asked) => line(`  no command measures: ${asked}`)),
  ],
  ci_seen: ({ state, checks }) => [
    line(
      `Checks of the repository: ${[state, ...checks.map(({ name, result }) => `${name} is ${result}`)].join(", ")}`,
    ),
  ],
  ci_sent_back: () => ["Red checks send the work back"],
  objective_changed: () => ["The plan is made anew"],
  defaults_taken: ({ by }) => [`Defaults taken by ${line(by)}`],
  base_renewed: ({ by, plan }) => [line(`Set up anew for ${by}: ${plan.base.branch} at ${shortSha(plan.base.commit)}`)],
  run_unblocked: ({ by, reason }) => [line(`Unblocked by ${by}: ${reason}`)],
  resumed: ({ by, restores }) => [`Resumed by ${line(by)}${restores === undefined ? "" : "; its branch is made anew"}`],
  worker_replaced: ({ why }) => [line(`Another machine takes over: ${why}`)],
  gave_up: ({ reason, message }) => [line(`Cannot go on, because ${REASON_WORDS[reason]}: ${message}`)],
  settled: ({ effect, receipt, why }) => (receipt === null ? [line(`Not sent (${effect}): ${why}`)] : []),
};

/**
 * Lines for the terminal after `event`; `run` is the run that the event made. Empty for an event that prints nothing.
 * No line holds a control character.
 */
export function progressLines(event: Event, run: Run): readonly string[] {
  // The table is keyed by the kind, so the pair always fits.
  const lines = LINES[event.kind] as Lines<Event["kind"]> | undefined;
  return lines?.(event, run) ?? [];
}
