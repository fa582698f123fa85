/** Holds what a worker leaves behind against `loopwright gate`: the same judgement, without a run and without any model. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { systemClock } from "#adapters/system-clock.ts";
import type { HiddenCheck } from "#core/events/data/iteration.ts";
import type { Plan } from "#core/plan/plan.ts";
import { withGuards } from "#core/planning/plan-commands.ts";
import { normaliseRule } from "#core/rules/rule.ts";
import { type CheckedBase, checkedBase, checkHead } from "#loop/jobs/check-only.ts";
import type { Ground, Worker } from "./ground.ts";
import { type Outcome, onStage, type Play, planned, type Stage } from "./play.ts";
import { commandOf, planFor } from "./script.ts";

/** Judges workers of one ground, one after the other or side by side. */
export type Judge = (worker: Worker) => Promise<Outcome>;

/**
 * Gives the judge of a ground to `act`: the plan is the one that a run of it would be approved with, and the checks
 * that a worker is not shown are rules of it, because nobody who works sees the plan of a gate. Throws as `onStage`.
 */
export function withGate<T>(ground: Ground, how: Play, act: (judge: Judge) => Promise<T>): Promise<T> {
  return onStage(ground, how, async (stage) => {
    const [nobody] = ground.workers;
    if (nobody === undefined) throw new Error(`${ground.language}: there is no worker`);
    const { run } = await planned(stage, nobody);
    if (run.plan === null) throw new Error(`${ground.language}: no plan came of it: ${run.errorState?.message ?? run.stage}`);
    const plan = withHidden(run.plan, ground.hidden);
    const base = await checkedBase(plan, outsideOf(stage));
    return act((worker) => judged(stage, { plan, base }, worker));
  });
}

function outsideOf({ workspace }: Stage) {
  return { workspace, clock: systemClock, signal: new AbortController().signal };
}

/** The plan with its hidden checks as rules. */
function withHidden(plan: Plan, hidden: readonly HiddenCheck[]): Plan {
  const rules = hidden.map(({ title, run, expects }, index) =>
    normaliseRule({
      id: `a.hidden.${index + 1}`,
      description: title,
      severity: "fail",
      check: { kind: "command", run: `test "$(${run})" = ${quoted(expects.trim())} && echo held`, prints: "held" },
    }),
  );
  return withGuards({ ...plan, rules: [...plan.rules, ...rules] });
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

async function judged(stage: Stage, { plan, base }: { readonly plan: Plan; readonly base: CheckedBase }, worker: Worker): Promise<Outcome> {
  const limits = { ...plan.limits, checkMs: worker.checkMs };
  const { accepted, reasons } = await checkHead({ ...planFor(plan, worker), limits }, await treeLeftBy(stage, worker), {
    ...base,
    ...outsideOf(stage),
  });
  return { verified: accepted, why: (reasons[0] ?? "accepted").replace(/\s+/g, " ").slice(0, 140) };
}

/** The tree of what a worker's script leaves in a clone: all of it, as somebody outside of every sandbox would commit it. */
async function treeLeftBy({ ground, repository }: Stage, worker: Worker): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "loopwright-left-"));
  const place = join(folder, "clone");
  const git = (...args: readonly string[]) =>
    execa("git", ["--git-dir", repository.gitDir, "--work-tree", place, ...args], {
      env: { GIT_INDEX_FILE: join(folder, "index"), GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
    });
  try {
    await execa("git", ["clone", "--quiet", repository.folder, place]);
    await execa("bwrap", [...apart(place), "sh", "-c", commandOf(ground, worker)], { reject: false, stdin: "ignore" });
    await git("add", "--all", "--force");
    return (await git("write-tree")).stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The bench's own fence around a script: it reads the machine and writes its clone and a /tmp of its own. */
function apart(place: string): readonly string[] {
  const seen = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "--bind", place, "/tmp/clone"];
  return [...seen, "--chdir", "/tmp/clone", "--setenv", "HOME", "/tmp", "--unshare-pid", "--unshare-net", "--die-with-parent"];
}
