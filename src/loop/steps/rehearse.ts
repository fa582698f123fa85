/**
 * REHEARSE: tries a plan on its base before anybody is asked to approve it: how the repository is set up and tested,
 * what each rule shows before anything is changed, and which wrong patches its rules would let pass.
 */
import { onlyOnce } from "#core/detection/detected-commands.ts";
import { eventMessage } from "#core/events/data/event-message.ts";
import type { EventDraft } from "#core/events/event.ts";
import { brokenRules } from "#core/iteration/broken-rules.ts";
import type { RuleOnBase } from "#core/iteration/red-on-base.ts";
import type { Plan } from "#core/plan/plan.ts";
import type { PlanRehearsal } from "#core/plan/plan-rehearsal.ts";
import { KEPT_IDS } from "#core/planning/guards.ts";
import { commandsOf, withCommands } from "#core/planning/plan-commands.ts";
import type { RuleResult } from "#core/rules/score.ts";
import type { Run } from "#core/run/run.ts";
import { planOf } from "#core/run/run-facts.ts";
import { attackPlan } from "#loop/checks/attacks/attack-plan.ts";
import { tryRules } from "#loop/checks/check-base.ts";
import { rehearsedBite } from "#loop/checks/faults/rehearsed-bite.ts";
import { type CheckSubject, checkSubjectOf } from "#loop/checks/on-tree/subject.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { candidatesIn } from "#loop/work/detected.ts";
import { type TriedWay, tryWays } from "#loop/work/try-ways.ts";

/** Gives the plan with the commands that work here, and what is wrong with it. */
export async function rehearse(run: Run, context: StepContext): Promise<readonly EventDraft[]> {
  const { workspace, signal, clock } = context;
  const plan = planOf(run);
  const { tree } = run.base;
  // Its own commands first: those of a plan that was made again are known to work.
  const candidates = onlyOnce([commandsOf(plan), ...(await candidatesIn(workspace, tree, run.config))]);
  const trial = { workspace, tree, timeout: plan.limits.checkMs, signal, now: () => clock.now() };
  const { chosen, tried: ways } = await tryWays(candidates, trial);
  if (chosen === null)
    return [{ kind: "rehearsed", plan, broken: [], failed: eventMessage(ways.map(whyNot).join("\n\n")) }];
  const all = await tryRules({
    ...checkSubjectOf(run, context, tree),
    plan: withCommands(plan, chosen.commands, KEPT_IDS),
  });
  const ready = withCommands(plan, chosen.commands, greenOf(all));
  const bite = await biteOnBase({ ...checkSubjectOf(run, context, tree), plan: ready }, chosen);
  const trials = all.filter(({ result }) => ready.rules.some(({ id }) => id === result.id));
  const rehearsal = rehearsalOf(chosen, {
    results: trials.map(({ result }) => result),
    missing: missingIn(ways),
    bite,
  });
  // That what only looks at the code is green is as it should be.
  const drafted = trials.filter(({ result }) => !KEPT_IDS.includes(result.id));
  const broken = brokenRules(ready, drafted, await workspace.paths(tree));
  const tried = { ...ready, rehearsal };
  const attacks = broken.length > 0 ? undefined : await attacksOn(tried, run, context, chosen.tests);
  const shown = { ...tried, rehearsal: { ...rehearsal, ...(attacks !== undefined && { attacks }) } };
  return [{ kind: "rehearsed", plan: shown, broken: [...broken], failed: null }];
}

/** What would slip through the rules. Work of an earlier round is there where a redirect asked for another thing. */
function attacksOn(
  plan: Plan & { readonly rehearsal: PlanRehearsal },
  run: Run,
  context: StepContext,
  baseTests: TriedWay["tests"],
): Promise<PlanRehearsal["attacks"]> {
  const { tree } = run.base;
  const work = run.progress.head.tree;
  const subject = { ...checkSubjectOf(run, context, tree), plan, baseTests, added: [], hidden: [] };
  return attackPlan(subject, { results: plan.rehearsal.results, work: work === tree ? null : work });
}

const greenOf = (trials: readonly RuleOnBase[]): readonly string[] =>
  trials.filter(({ result }) => result.verdict === "pass").map(({ result }) => result.id);

const missingIn = (tried: readonly TriedWay[]): readonly string[] => [
  ...new Set(tried.flatMap(({ missing }) => missing ?? [])),
];

/** A way that cannot be used, and why. */
function whyNot({ commands: { setup, checks }, failed, missing }: TriedWay): string {
  const commands = [...setup, checks.test].filter((one) => one !== null).join("; ");
  return `${commands}\n${missing === null ? "" : `${missing} is not on this machine\n`}${failed}`;
}

interface Tried extends Pick<PlanRehearsal, "bite"> {
  readonly results: readonly RuleResult[];
  readonly missing: readonly string[];
}

function biteOnBase(subject: CheckSubject, { commands, tests, testMs }: TriedWay): Promise<PlanRehearsal["bite"]> {
  const { test } = commands.checks;
  return test === null || tests === null
    ? Promise.resolve(undefined)
    : rehearsedBite(subject, test, { clean: tests, ms: testMs });
}

function rehearsalOf({ tests, setupMs, testMs }: TriedWay, { results, missing, bite }: Tried): PlanRehearsal {
  const names = (run: NonNullable<typeof tests>): number | null =>
    run.names === null ? null : run.names.passed.length + run.names.failed.length;
  return {
    setupMs,
    tests: tests === null ? null : { green: tests.green, names: names(tests), ms: testMs },
    results: [...results],
    ...(bite !== undefined && { bite }),
    ...(missing.length > 0 && { missing: [...missing] }),
  };
}
