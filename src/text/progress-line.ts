/** What a person sees on the command line after each event: the block of S1.53 after an evaluation, one short line for the rest. */
import type { Event, EventOf } from "#core/event.ts";
import { limitsOf, type Run } from "#core/run.ts";
import { clip } from "./fit.ts";
import { duration, listed, many, scoreOf, short } from "./format.ts";
import { plainLine } from "./quote.ts";
import { REASON_WORDS } from "./words.ts";

/** One line without control characters; blanks at its beginning are kept, for they show what belongs to what. */
function line(text: string): string {
  const [indent = ""] = /^ */.exec(text) ?? [];
  return `${indent}${clip(plainLine(text), 160 - indent.length)}`;
}

function block({ evaluation }: EventOf<"evaluation_done">, run: Run): readonly string[] {
  const row = run.progress.rows.at(-1);
  const plan = run.progress.steps.map(({ text }) => text).join("; ");
  return [
    `Iteration ${run.progress.iteration}/${limitsOf(run).iterations}  level ${evaluation.level}  score ${scoreOf(evaluation)}  ${evaluation.passed ? "PASS" : "FAIL"}`,
    `  Plan: ${plan === "" ? "none" : line(plan)}`,
    `  Hash: ${short(evaluation.tree)}`,
    `  Changed: ${line(listed(row?.changed ?? []))}`,
    `  Failed: ${listed(row?.failed ?? [])}`,
    `  Warnings: ${listed(row?.warnings ?? [])}`,
  ];
}

function work(done: string, { changed, toolCalls, refused }: EventOf<"artifact_created"> | EventOf<"refinement_done">): readonly string[] {
  return [
    `${done}: ${many(changed.length, "file")} changed, ${many(toolCalls, "tool call")}`,
    ...refused.map(({ path, reason }) => line(`  not taken: ${path} (${reason})`)),
  ];
}

type Lines<K extends Event["kind"]> = (event: EventOf<K>, run: Run) => readonly string[];

/** Kinds that are not here are noise: they follow from what was shown already. */
const LINES: { readonly [K in Event["kind"]]?: Lines<K> } = {
  run_started: ({ runId, issue }) => [`Run ${runId}: ${line(issue.title)}`],
  run_hydrated: ({ plan }) => [`Plan: ${plan.workflow}, ${many(plan.rules.length, "rule")}, ${many(plan.steps.length, "step")}`],
  info_requested: ({ questions }) => ["Questions:", ...questions.map((question) => `  ${plainLine(question)}`)],
  plan_reviewed: ({ review }) => [`Plan-critic: ${review.verdict}, ${many(review.findings.length, "finding")}`],
  approval_requested: ({ digest, reason }) => [
    `Approval needed: digest ${digest.slice(0, 12)}${reason === null ? "" : `, because ${REASON_WORDS[reason]}`}`,
  ],
  approved: ({ by, digest }) => [`Approved by ${line(by)}: digest ${digest.slice(0, 12)}`],
  approval_rejected: ({ by, reasons }) => [line(`Approval by ${by} refused: ${reasons.join("; ")}`)],
  setup_done: ({ ok, details, ms }) => [ok ? `Setup done in ${duration(ms)}` : line(`Setup failed: ${details}`)],
  base_scored: ({ results }) => [
    `Base: ${results.filter(({ verdict }) => verdict === "pass").length} of ${many(results.length, "rule")} green`,
  ],
  plan_created: ({ steps }, run) => [`Iteration ${run.progress.iteration}: ${many(steps.filter(({ open }) => open).length, "open step")}`],
  artifact_created: (event) => (event.skipped ? [] : work("Produced", event)),
  refinement_done: (event) => work("Refined", event),
  evaluation_done: block,
  iteration_kept: ({ branch, commit }) => [`Kept: ${short(commit)} on ${line(branch)}`],
  iteration_discarded: ({ tree }) => [`Not kept: ${short(tree)} scored lower than the best`],
  critique_done: ({ advice }) => advice.map(({ rule, fix }) => line(`  ${rule}: ${fix}`)),
  phase_switched: ({ to }) => [`Level A passed; the same tree goes on to level ${to}`],
  audit_done: ({ audit, call }) => [line(`Audit at tool call ${call}: ${audit.verdict} ${audit.issue}`)],
  step_interrupted: ({ step }) => [`${step} was interrupted`],
  phase_error: ({ step, message, retryable }) => [line(`${step} failed${retryable ? "" : ", for good"}: ${message}`)],
  budget_refused: ({ message }) => [line(`Budget: ${message}`)],
  stop_requested: ({ by, note }) => [line(`Stop asked for by ${by} ${note}`)],
  loop_passed: ({ reason }) => [`Passed, because ${REASON_WORDS[reason]}`],
  qa_done: ({ qa }) => [`QA: ${qa.verdict}`, ...qa.issues.map(({ severity, problem }) => line(`  ${severity}: ${problem}`))],
  published: ({ number, url, branch, head }) => [
    number === null ? `Branch ${line(branch)} at ${short(head)}` : `Pull request ${number} ${line(url ?? "")}`.trim(),
  ],
  answered: ({ claims, dropped }) => [
    `Answer: ${many(claims.length, "claim")}`,
    ...claims.map(({ claim }) => line(`  ${claim}`)),
    ...(dropped.length === 0 ? [] : [`  ${many(dropped.length, "claim")} left out`]),
  ],
  halted: ({ reason }) => [`Halted, because ${REASON_WORDS[reason]}`],
  run_blocked: ({ reason }) => [`Blocked, because ${REASON_WORDS[reason]}`],
  stopped: ({ reason }) => [`Stopped, because ${REASON_WORDS[reason]}`],
  failed: ({ reason }) => [`Failed, because ${REASON_WORDS[reason]}`],
  completed: ({ reason }) => [`Completed, because ${REASON_WORDS[reason]}`],
  resumed: ({ by }) => [`Resumed by ${line(by)}`],
  gave_up: ({ reason, message }) => [line(`Cannot go on, because ${REASON_WORDS[reason]}: ${message}`)],
  settled: ({ effect, receipt, why }) => (receipt === null ? [line(`Not sent (${effect}): ${why}`)] : []),
};

/** Lines for the terminal after `event`; `run` is the run that the event made. Empty for what nobody needs to see. No line holds a control character. */
export function progressLines(event: Event, run: Run): readonly string[] {
  const lines = LINES[event.kind] as Lines<Event["kind"]> | undefined; // the table is keyed by the kind: the pair always fits
  return lines?.(event, run) ?? [];
}
