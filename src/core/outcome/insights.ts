/** The insights of a run that is over: for `run.json`, and for people who compare runs. */
import { repeatedProblemsOf } from "#core/events/data/tool-problem.ts";
import { blockingRules, warningRules } from "#core/rules/score.ts";
import { evaluationToShow } from "#core/run/progress.ts";
import { isOver } from "#core/run/resting-stages.ts";
import type { Run } from "#core/run/run.ts";
import { workPlanOf } from "#core/run/run-facts.ts";

/** The names of the fields in `run.json`. */
export interface Insights {
  readonly summary: string;
  readonly outcome: string;
  readonly accomplishments: readonly string[];
  readonly friction_points: readonly string[];
  readonly proposed_changes: readonly string[];
  readonly workflows_used: readonly string[];
  readonly subagents_invoked: readonly string[];
  readonly subagent_count: number;
  readonly audit_blocks: number;
  readonly stop_reason: string;
  readonly critic_verdict: string | null;
  readonly acceptance_criteria_count: number;
}

/** The insights of a run; null while it is not over. All of it is derived: the same events give the same insights. */
export function insightsOf(run: Run): Insights | null {
  if (!isOver(run.stage)) return null;
  const { reflection, plan, review, roles, objections, ending } = run;
  const change = reflection?.proposedChange ?? "none needed";
  return {
    summary: `${run.issue.title}: ${run.stage}${ending === null ? "" : ` (${ending})`}`,
    outcome: reflection?.outcome ?? "not assessed",
    accomplishments: reflection === null ? [] : [reflection.accomplishment],
    friction_points: frictionOf(run),
    proposed_changes: ["none needed", "not assessed"].includes(change) ? [] : [change],
    workflows_used: plan === null ? [] : [plan.workflow],
    subagents_invoked: Object.keys(roles),
    subagent_count: Object.values(roles).reduce((sum, { count }) => sum + count, 0),
    audit_blocks: objections,
    stop_reason: ending ?? "",
    critic_verdict: review?.verdict ?? null,
    acceptance_criteria_count: plan === null ? 0 : workPlanOf(run).rules.length,
  };
}

/** What went wrong: steps that failed, rules that stayed red, budgets that ran out. */
function frictionOf(run: Run): readonly string[] {
  const standing = evaluationToShow(run);
  return [
    ...(run.errorState === null ? [] : [`${run.errorState.step}: ${run.errorState.message}`]),
    ...(run.setup?.ok === false ? [`SETUP: ${run.setup.details}`] : []),
    ...(run.gaveUp === null ? [] : [run.gaveUp.message]),
    ...(run.budgetRefused === null ? [] : [run.budgetRefused]),
    ...(standing === null ? [] : [...blockingRules(standing), ...warningRules(standing)]),
    ...repeatedProblemsOf(run.learned.signals).map(
      ({ agentName, kind, count }) => `${agentName} stumbled: ${kind} (${count})`,
    ),
    ...(run.qa?.last?.issues ?? []).map(({ problem }) => problem),
  ].map((text) => text.slice(0, 300));
}
