/** A world that answers anything it may: the core is driven by choices, to see that every run ends within its limits. */

import type { Command } from "#core/command.ts";
import { STEP_OF } from "#core/command.ts";
import { conclude } from "#core/conclude.ts";
import { digestOf } from "#core/digest.ts";
import { unsettled } from "#core/due.ts";
import type { Draft, Event } from "#core/event.ts";
import { evolve } from "#core/evolve.ts";
import { next } from "#core/next.ts";
import type { Plan } from "#core/plan.ts";
import { obstacleToResume } from "#core/resume.ts";
import { activeAt } from "#core/rule.ts";
import type { Run } from "#core/run.ts";
import { needsKeeping } from "#core/run.ts";
import { evaluate } from "#core/score.ts";
import * as journal from "../builders/journal.ts";

/** Gives a whole number from 0 up to, not including, `n`. */
export type Choose = (n: number) => number;

export interface Trace {
  readonly events: readonly Event[];
  readonly run: Run;
  readonly commands: readonly Command["kind"][];
}

const TREES = ["0", "1", "2", "3", "4"].map(journal.sha);

/** Any tree, any verdicts: the world does not know what is good. */
function evaluation(run: Run, choose: Choose): readonly Draft[] {
  const tree = run.progress.tree ?? run.base.tree;
  const rules = run.plan?.rules ?? [];
  const verdicts = ["pass", "pass", "pass", "fail", "na"] as const;
  const results = activeAt(rules, run.progress.level).map(({ id }) => ({
    id,
    verdict: verdicts[choose(verdicts.length)] ?? "pass",
    details: "",
    evidence: [],
  }));
  const done: Draft = {
    kind: "evaluation_done",
    evaluation: evaluate(tree, run.progress.level, results, { rules, thresholds: journal.PLAN.thresholds }),
  };
  const after = evolve(run, { ...done, at: run.updatedAt });
  return needsKeeping(after) && choose(5) > 0 ? [done, journal.kept(journal.sha("d"))] : [done];
}

/** Mostly a change; sometimes a question or an investigation, which have no rules. */
function planned(which: number): Plan {
  const workflow = (["question", "qa-proof"] as const)[which];
  return workflow === undefined ? journal.PLAN : { ...journal.PLAN, workflow, template: "docs", rules: [] };
}

const ANSWERS: Readonly<Record<Exclude<Command["kind"], "evaluate">, (run: Run, choose: Choose) => readonly Draft[]>> = {
  hydrate: ({ issue }, choose) =>
    choose(8) === 0
      ? [{ kind: "info_requested", questions: ["Which?"] }]
      : [{ kind: "run_hydrated", plan: { ...planned(choose(8)), issue: { ...journal.PLAN.issue, number: issue.number } } }],
  review: (_run, choose) => [
    { kind: "plan_reviewed", review: { verdict: (["PROCEED", "PROCEED", "REVISE", "HALT"] as const)[choose(4)] ?? "HALT", findings: [] } },
  ],
  consume: (run, choose) => [
    choose(8) === 0 ? { kind: "approval_requested", digest: digestOf(run.plan), reason: "approval_invalid" } : journal.CONSUMED,
  ],
  setup: (_run, choose) => [{ kind: "setup_done", ok: choose(6) > 0, details: "", ms: 1 }],
  score_base: (_run, choose) => (choose(6) === 0 ? [{ kind: "base_scored", results: [], tests: null }] : [journal.BASE_SCORED]),
  plan: () => [journal.PLANNED],
  produce: (_run, choose) =>
    choose(6) === 0
      ? [journal.audited("BLOCK"), journal.made(TREES[1] ?? "")]
      : [journal.made(TREES[choose(TREES.length)] ?? ""), journal.PREPARED],
  prepare: () => [journal.PREPARED],
  keep: () => [journal.kept(journal.sha("e"))],
  critique: () => [journal.CRITIQUED],
  refine: (run, choose) => [journal.refined(TREES[choose(TREES.length)] ?? "", run.progress.tree ?? run.base.tree)],
  audit: (_run, choose) => [journal.audited((["OK", "OK", "OK", "CANNOT_ASSESS"] as const)[choose(4)] ?? "OK")],
  verify: (_run, choose) => [journal.qa(choose(2) === 0 ? "VERIFIED" : "ISSUES")],
  reflect: () => [journal.REFLECTED],
  publish: () => [journal.PUBLISHED],
  answer: () => [journal.ANSWERED],
  investigate: () => [journal.ANSWERED],
  settle: (run, choose) => settled(run, choose),
};

function settled(run: Run, choose: Choose): readonly Draft[] {
  const effect = unsettled(run) ?? "plan";
  if (choose(6) > 0) return [{ kind: "settled", effect, receipt: "1", why: "" }];
  const lost: Draft = { kind: "settled", effect, receipt: null, why: "refused" };
  return effect === "dispatch" ? [lost, { kind: "gave_up", reason: "dispatch_failed", message: "refused" }] : [lost];
}

function answer(command: Command, run: Run, choose: Choose): readonly Draft[] {
  // What was announced is done or refused; a step that does it does not fail.
  const fate = command.kind === "settle" ? 20 : choose(20);
  if (fate === 0) return [{ kind: "phase_error", step: STEP_OF[command.kind], message: "broken", retryable: choose(2) === 0 }];
  if (fate === 1 && command.kind !== "reflect") return [{ kind: "budget_refused", message: "too much" }];
  if (fate === 2 && choose(3) === 0) return [{ kind: "step_interrupted", step: STEP_OF[command.kind] }, journal.STOP];
  return command.kind === "evaluate" ? evaluation(run, choose) : ANSWERS[command.kind](run, choose);
}

/** Where a run is played: `issue` is its number on GitHub, null off it; `revivals`: how often somebody may resume it. */
export interface Scene {
  readonly issue: number | null;
  readonly revivals: number;
}

/** What a person says to a run that rests; null when nobody says anything any more. */
function person(run: Run, left: { approvals: number; revivals: number }, choose: Choose): Draft | null {
  if (run.stage === "awaiting_approval") return left.approvals-- > 0 ? journal.APPROVED : null;
  if (obstacleToResume(run) !== null || choose(2) === 0) return null;
  return left.revivals-- > 0 ? { kind: "resumed", by: "ana" } : null;
}

/** Plays a run until it rests for good. Throws when it takes more commands than any lawful run could. */
export function simulate(choose: Choose, most: number, { issue, revivals }: Scene): Trace {
  const events = [...journal.timed([journal.startedAt(issue)])];
  let run = journal.begun(events);
  const commands: Command["kind"][] = [];
  const take = (fresh: readonly Event[]): void => {
    events.push(...fresh);
    run = fresh.reduce(evolve, run);
  };
  const left = { approvals: 3, revivals };
  for (;;) {
    take(conclude(run, { at: run.updatedAt + 1, key: null }));
    const command = next(run);
    if (command.kind === "stop") {
      const said = person(run, left, choose);
      if (said === null) return { events, run, commands };
      take(journal.timed([said], run.rev));
      continue;
    }
    commands.push(command.kind);
    if (commands.length > most) throw new Error(`no end after ${most} commands: ${commands.slice(-20).join(" ")}`);
    take(journal.timed(answer(command, run, choose), run.rev));
  }
}
