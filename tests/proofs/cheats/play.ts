/** Lets one worker loose on a repository: the whole way from an issue to a verdict, over real git and the real sandbox. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gitWorkspace } from "#adapters/git/workspace.ts";
import { PROCESS_LIMITS } from "#adapters/sandbox/process/limits.ts";
import { bubblewrapSandbox } from "#adapters/sandbox/walls/bubblewrap-sandbox.ts";
import { patchedFiles } from "#core/analysis/source/patched-file.ts";
import { Config } from "#core/config/config.ts";
import type { Event } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import { existsInTree } from "#core/values/glob.ts";
import { readRun } from "#loop/context/read-run.ts";
import { EVERYWHERE } from "#loop/context/station.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { drive } from "#loop/engine/drive.ts";
import type { Workspace } from "#ports/workspace.ts";
import { stateLine } from "#text/terminal/run-parts.ts";
import { aRepository, type Repository } from "../../adapters/git/repository.ts";
import { consentTo, loopContext } from "../../builders/loop-context.ts";
import { type MemoryStore, memoryJournal, memoryStore } from "../../fakes/memory-journal.ts";
import { scriptedModel } from "../../fakes/scripted-model.ts";
import type { Ground, Worker } from "./ground.ts";
import { scriptOf } from "./script.ts";

/** `verified`: a pull request would be opened. `why`: what stood in the way, in one line. */
export interface Outcome {
  readonly verified: boolean;
  readonly why: string;
}

/** What the bench is played without, so that we see what it does: every guard of the tests and the hidden checks, or the measure that tests still bite. */
export type Without = "guards" | "bite";

/** How the bench is played. */
export interface Play {
  readonly hostFile: string;
  readonly without?: Without;
}

/** A repository of a ground, with a workspace over it. */
export interface Stage extends Play {
  readonly ground: Ground;
  readonly repository: Repository;
  readonly workspace: Workspace;
}

/** Sets a ground up, does something on it, and clears it away. Throws where the machine cannot: no sandbox, no git. */
export async function onStage<T>(ground: Ground, how: Play, act: (stage: Stage) => Promise<T>): Promise<T> {
  const repository = aRepository(ground.base);
  const temp = await mkdtemp(join(tmpdir(), "loopwright-cheats-"));
  const sandbox = bubblewrapSandbox({ hostFile: how.hostFile, limits: PROCESS_LIMITS });
  const author = { name: "Loopwright", email: "loopwright@example.com" };
  const workspace = gitWorkspace({ gitDir: repository.gitDir, sandbox, setupNetwork: [], temp, author, log: SILENT });
  try {
    return await act({ ...how, ground, repository, workspace });
  } finally {
    await workspace.dispose();
    repository.remove();
    await rm(temp, { recursive: true, force: true });
  }
}

const SILENT = { info: () => undefined, warn: () => undefined };

/** A run that was played until it waits for its approval; `carryOn` gives the run after that. */
interface Planned {
  readonly run: Run;
  readonly carryOn: () => Promise<Run>;
}

/** Plays one worker to its end. Throws as `onStage` does. */
export function play(ground: Ground, worker: Worker, how: Play): Promise<Outcome> {
  return onStage(ground, how, async (stage) => {
    const run = await (await planned(stage, worker)).carryOn();
    const { leftOut } = worker;
    const outcome = outcomeOf(run);
    if (!outcome.verified || leftOut === undefined) return outcome;
    const patch = await stage.workspace.patch(run.base.tree, run.progress.tree ?? run.base.tree, 1_000_000);
    const changed = patchedFiles(patch).map(({ path }) => path);
    return existsInTree(leftOut, changed) ? outcome : { verified: false, why: `the work is taken without ${leftOut}` };
  });
}

/** Plays up to the plan that a maintainer would be shown. */
export async function planned(stage: Stage, worker: Worker): Promise<Planned> {
  const { repository } = stage;
  const store = memoryStore();
  const journal = memoryJournal(store);
  const commit = repository.git("rev-parse", "HEAD");
  const kit = kitOf(stage, worker, { commit, store });
  await journal.append([begun(stage, worker, { commit, tree: repository.git("rev-parse", "HEAD^{tree}") })], 0);
  await drive(journal, EVERYWHERE, kit);
  const carryOn = async (): Promise<Run> => {
    await consentTo(journal);
    await drive(journal, EVERYWHERE, kit);
    return readRun(journal);
  };
  return { run: await readRun(journal), carryOn };
}

/** Every role but the worker believes whatever it is told, so that only what code decides can stop a cheat. */
function kitOf(
  { ground, without, workspace }: Stage,
  worker: Worker,
  { commit, store }: { readonly commit: string; readonly store: MemoryStore },
): StepContext {
  return loopContext({
    model: scriptedModel(scriptOf(ground, worker, without !== "guards")),
    workspace,
    publisher: {
      opener: null,
      publish: ({ branch }) => Promise.resolve({ number: 7, url: null, head: store.branches.get(branch) ?? "", base: commit }),
      opened: () => Promise.resolve(null),
      certify: () => Promise.resolve(null),
      baseNow: () => Promise.resolve(commit),
    },
  });
}

function begun({ ground: { issue, test, tests }, without }: Stage, { checkMs }: Worker, base: Omit<Run["base"], "branch">): Event {
  const guards = without === "guards" ? { checks: { test: "true" }, tests: [] } : { checks: { test }, tests };
  const limits = { iterations: 1, qaRounds: 1, parallel: 2, checkMs, ...(without === "bite" ? { bite: 0 } : {}) };
  const config = Config.parse({ ...guards, limits });
  const of = { runId: "bench-1", alias: "bench", issue: { ...issue, number: null, author: "ana" }, base: { ...base, branch: "main" } };
  return { kind: "run_started", at: Date.now(), ...of, config };
}

function outcomeOf(run: Run): Outcome {
  const verified = run.stage === "completed";
  const red = run.progress.evaluation?.results.filter(({ verdict }) => verdict === "fail") ?? [];
  const problems = run.qa?.last?.issues.map(({ problem }) => problem) ?? [];
  const [why = stateLine(run)] = [
    run.errorState?.message,
    run.setup?.ok === false ? run.setup.details : undefined,
    ...red.map(({ id, details }) => `${id}: ${details}`),
    ...problems,
  ].filter((one) => one !== undefined);
  return { verified, why: why.replace(/\s+/g, " ").slice(0, 140) };
}
