/** Tries one plan on its base over real git and the real sandbox, as a run does before anybody is asked to approve it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gitWorkspace } from "#adapters/git/workspace.ts";
import { PROCESS_LIMITS } from "#adapters/sandbox/process/limits.ts";
import { bubblewrapSandbox } from "#adapters/sandbox/walls/bubblewrap-sandbox.ts";
import { Config } from "#core/config/config.ts";
import type { EventOf } from "#core/events/event.ts";
import { Plan } from "#core/plan/plan.ts";
import type { PlanAttacks } from "#core/plan/plan-attacks.ts";
import { guardRules } from "#core/planning/guards.ts";
import { normaliseRule } from "#core/rules/rule.ts";
import { TEMPLATES } from "#core/rules/template.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import { initialRun } from "#core/run/evolve/initial-run.ts";
import { digestOf } from "#core/values/digest.ts";
import { rehearse } from "#loop/steps/rehearse.ts";
import type { Publisher } from "#ports/publisher.ts";
import { aRepository, type Repository } from "../../adapters/git/repository.ts";
import { loopContext } from "../../builders/loop-context.ts";
import { scriptedModel } from "../../fakes/scripted-model.ts";
import { checkOf, type PlanGround, type SeededPlan } from "./ground.ts";

/** What came of a plan; `unfit`: it was not attacked, because trying it showed something else. */
export type Attacked = { readonly kind: "attacked"; readonly attacks: PlanAttacks } | { readonly kind: "unfit"; readonly why: string };

const NO_PUBLISHER: Publisher = {
  opener: null,
  publish: () => Promise.reject(new Error("bug: a trial publishes nothing")),
  opened: () => Promise.resolve(null),
  certify: () => Promise.resolve(null),
  baseNow: () => Promise.reject(new Error("bug: a trial asks for no base")),
};

const SILENT = { info: () => undefined, warn: () => undefined };

/** True where wrong patches slip through a plan with a hole, and through no other. */
export function isAsSeeded({ hole }: Pick<SeededPlan, "hole">, came: Attacked): boolean {
  return came.kind === "attacked" && came.attacks.slipped.length > 0 === (hole !== null);
}

/** Where a plan is played. `attackSeconds`: the plan's limit for wrong patches; the usual one where it is not said. */
export interface PlayOptions {
  readonly hostFile: string;
  readonly attackSeconds?: number;
}

/** Plays one plan. Throws where the machine cannot: no sandbox, no git. */
export async function attacked(ground: PlanGround, plan: SeededPlan, { hostFile, attackSeconds }: PlayOptions): Promise<Attacked> {
  const repository = aRepository(ground.base);
  const temp = await mkdtemp(join(tmpdir(), "loopwright-attacks-"));
  const sandbox = bubblewrapSandbox({ hostFile, limits: PROCESS_LIMITS });
  const author = { name: "Loopwright", email: "loopwright@example.com" };
  const workspace = gitWorkspace({ gitDir: repository.gitDir, sandbox, setupNetwork: [], temp, author, log: SILENT });
  try {
    const started = begun(ground, repository, attackSeconds);
    const run = evolve(initialRun(started), { kind: "run_hydrated", at: 0, plan: planOf(ground, plan, started) });
    const [event] = await rehearse(run, loopContext({ workspace, model: scriptedModel({}), publisher: NO_PUBLISHER }));
    if (event?.kind !== "rehearsed") throw new Error("bug: a plan was not tried");
    const [broken] = event.broken;
    const attacks = event.plan.rehearsal?.attacks;
    if (attacks !== undefined) return { kind: "attacked", attacks };
    return { kind: "unfit", why: event.failed ?? (broken === undefined ? "nothing was tried" : `${broken.id}: ${broken.why}`) };
  } finally {
    await workspace.dispose();
    repository.remove();
    await rm(temp, { recursive: true, force: true });
  }
}

function begun({ test }: PlanGround, { git }: Repository, attackSeconds?: number): EventOf<"run_started"> {
  const base = { commit: git("rev-parse", "HEAD"), tree: git("rev-parse", "HEAD^{tree}"), branch: "main" };
  const issue = { number: null, title: "Bench", body: "", author: "ana" };
  const config = Config.parse({
    checks: { test },
    limits: { checkMs: 15_000, bite: 3, ...(attackSeconds !== undefined && { attackSeconds }) },
  });
  return { kind: "run_started", at: 0, runId: "bench-1", alias: "bench", issue, base, config, rehearses: true };
}

function planOf(
  ground: PlanGround,
  { workflow, scope, expected, rules }: SeededPlan,
  { issue, base, config }: EventOf<"run_started">,
): Plan {
  const drafts = rules.map((rule, index) => ({
    id: `a.seeded.${index + 1}`,
    description: "A rule of the bench",
    severity: "fail" as const,
    check: checkOf(rule, ground.test),
  }));
  return Plan.parse({
    issue,
    base,
    objective: { background: "bench", intent: "bench", deliverables: scope.slice(0, 7), done: ["the rules hold"] },
    workflow,
    template: "code",
    rules: [...drafts, ...guardRules(config.checks)].map(normaliseRule),
    thresholds: TEMPLATES.code.thresholds,
    acceptance: [],
    atoms: [{ id: "A1", description: "bench", dependsOn: [], group: null, doubtful: false, priority: 1 }],
    scope: { paths: scope, out: [] },
    existing: [],
    limits: config.limits,
    setup: [],
    checks: config.checks,
    tests: config.tests,
    protected: config.protected,
    expectedTestChanges: expected,
    config: digestOf(config),
  });
}
