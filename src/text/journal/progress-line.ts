/** What a person sees on the command line after each event: the block of S1.53 after an evaluation, one short line for the rest. */
import type { Event, EventOf } from "#core/events/event.ts";
import type { ScoreRow } from "#core/run/loop-state.ts";
import { branchOf, lastIterationOf, limitsOf, type Run } from "#core/run/run.ts";
import { atomIn } from "#core/tasks/graph.ts";
import { clip } from "#text/format/fit.ts";
import { duration, listed, many, scoreOf, short } from "#text/format/format.ts";
import { atomFigures, stallWarning } from "#text/phrases/atom-words.ts";
import { settingsText } from "#text/phrases/confirmations.ts";
import { stumbleWords } from "#text/phrases/stumble-words.ts";
import { REASON_WORDS } from "#text/phrases/words.ts";
import { plainLine } from "#text/sanitize/quote.ts";

/** One line without control characters; blanks at its beginning are kept, for they show what belongs to what. */
function line(text: string): string {
  const [indent = ""] = /^ */.exec(text) ?? [];
  return `${indent}${clip(plainLine(text), 160 - indent.length)}`;
}

function block({ evaluation }: EventOf<"evaluation_done">, run: Run): readonly string[] {
  const { iteration, steps, rows } = run.progress;
  const row = rows.at(-1);
  const plan = steps.map(({ text }) => text).join("; ");
  const verdict = evaluation.passed ? "PASS" : "FAIL";
  return [
    `── Iteration ${iteration}/${lastIterationOf(run)} | Level ${evaluation.level} | Score: ${scoreOf(evaluation)} | ${verdict} ──`,
    `Plan: ${plan === "" ? "none" : line(plan)}`,
    `Hash: ${short(evaluation.tree)}`,
    line(`Changed: ${changedIn(row, rows.length)}`),
    `Failed: ${listed(row?.failed ?? [])}`,
    `Warnings: ${listed(row?.warnings ?? [])}`,
    line(`Artifact: ${branchOf(run)}`),
    ...atomLines(run),
    ...stumbleLines(run),
  ];
}

/** What the agents of this iteration stumbled over, where they did (M3.07). */
function stumbleLines({ learned, progress: { iteration } }: Run): readonly string[] {
  const words = stumbleWords(learned, iteration);
  return words === "" ? [] : [line(`  Agents: ${words}`)];
}

/** What the first evaluation is of is named as such, with its files (S1.53). */
function changedIn(row: ScoreRow | undefined, rows: number): string {
  const changed = listed(row?.changed ?? []);
  return rows === 1 ? `initial generation: ${changed}` : changed;
}

/** What passed level A, once (S1.45, S1.54): the files that differ from the base, and how to see them whole. */
function passedA({ to }: EventOf<"phase_switched">, run: Run): readonly string[] {
  const { rows, head } = run.progress;
  const changed = [...new Set(rows.filter(({ kept }) => kept).flatMap((row) => row.changed))].sort();
  return [
    `Level A passed; the same tree goes on to level ${to}`,
    ...changed.map((path) => line(`  ${path}`)),
    ...(changed.length === 0 ? [] : [`  git diff ${short(run.base.commit)} ${short(head.commit)}`]),
  ];
}

/** How the work graph stands, and a warning where it does not get further (M2.07). */
function atomLines(run: Run): readonly string[] {
  const [figures, warning] = [atomFigures(run.graph), stallWarning(run.graph, limitsOf(run).stalls)];
  return [...(figures === "" ? [] : [`  Work: ${figures}`]), ...(warning === "" ? [] : [`  WARNING: ${warning}`])];
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
  run_hydrated: ({ plan }) => [`Plan: ${plan.workflow}, ${many(plan.rules.length, "rule")}, ${many(plan.atoms.length, "atom")}`],
  info_requested: ({ questions }) => ["Questions:", ...questions.map(({ question }) => `  ${plainLine(question)}`)],
  plan_reviewed: ({ review }) => [`Plan-critic: ${review.verdict}, ${many(review.findings.length, "finding")}`],
  approval_requested: ({ digest, reason }) => [
    `Approval needed: digest ${digest.slice(0, 12)}${reason === null ? "" : `, because ${REASON_WORDS[reason]}`}`,
  ],
  plan_changed: ({ by, settings }) => [line(`Numbers changed by ${by}: ${settingsText(settings)}`)],
  approved: ({ by, digest }) => [`Approved by ${line(by)}: digest ${digest.slice(0, 12)}`],
  approval_rejected: ({ by, reasons }) => [line(`Approval by ${by} refused: ${reasons.join("; ")}`)],
  setup_done: ({ ok, details, ms }) => [ok ? `Setup done in ${duration(ms)}` : line(`Setup failed: ${details}`)],
  base_scored: ({ results }) => [
    `Base: ${results.filter(({ verdict }) => verdict === "pass").length} of ${many(results.length, "rule")} green`,
  ],
  plan_created: ({ steps }, run) => [`Iteration ${run.progress.iteration}: ${many(steps.filter(({ open }) => open).length, "open step")}`],
  artifact_created: (event) => (event.skipped ? [] : work("Produced", event)),
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
    ok ? `Formatted: ${many(changed.length, "file")}` : line(`WARNING: the format command failed, and nothing of it was taken: ${details}`),
  ],
  evaluation_done: block,
  iteration_kept: ({ branch, commit }) => [`Kept: ${short(commit)} on ${line(branch)}`],
  iteration_discarded: ({ tree }) => [`Not kept: ${short(tree)} scored lower than the best`],
  critique_done: ({ advice }) => advice.map(({ rule, fix }) => line(`  ${rule}: ${fix}`)),
  phase_switched: passedA,
  audit_done: ({ audit, call }) => [line(`Audit at tool call ${call}: ${audit.verdict} ${audit.issue}`)],
  step_interrupted: ({ step, putDown }) => [`${step} was ${putDown ? "put down" : "interrupted"}`],
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
  pause_requested: ({ by }) => [`Pause asked for by ${line(by)}`],
  paused: ({ reason }) => [`Paused, because ${REASON_WORDS[reason]}`],
  redirect_requested: ({ by, text }) => [line(`Redirected by ${by}: ${text}`)],
  redirected: ({ change, why }) => [line(`It is a ${change.replace("_", " ")}: ${why}`)],
  objective_changed: () => ["The plan is made anew"],
  defaults_taken: ({ by }) => [`Defaults taken by ${line(by)}`],
  run_unblocked: ({ by, reason }) => [line(`Unblocked by ${by}: ${reason}`)],
  resumed: ({ by, restores }) => [`Resumed by ${line(by)}${restores === undefined ? "" : "; its branch is made anew"}`],
  worker_replaced: ({ why }) => [line(`Another machine takes over: ${why}`)],
  gave_up: ({ reason, message }) => [line(`Cannot go on, because ${REASON_WORDS[reason]}: ${message}`)],
  settled: ({ effect, receipt, why }) => (receipt === null ? [line(`Not sent (${effect}): ${why}`)] : []),
};

/** Lines for the terminal after `event`; `run` is the run that the event made. Empty for what nobody needs to see. No line holds a control character. */
export function progressLines(event: Event, run: Run): readonly string[] {
  const lines = LINES[event.kind] as Lines<Event["kind"]> | undefined; // the table is keyed by the kind: the pair always fits
  return lines?.(event, run) ?? [];
}
