/** One run through the whole loop with a noisy model: real engine, real adapter, real git; a person approves each plan that is shown. */
import { Config } from "#core/config/config.ts";
import type { Run } from "#core/run/run.ts";
import { publicationOf } from "#core/run/run-facts.ts";
import { readRun } from "#loop/context/read-run.ts";
import { EVERYWHERE } from "#loop/context/station.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { drive } from "#loop/engine/drive.ts";
import type { Journal } from "#ports/journal.ts";
import { consentTo } from "../../builders/loop-context.ts";
import { memoryJournal, memoryStore } from "../../fakes/memory-journal.ts";
import { startScriptedModel } from "../../lab/model/server.ts";
import { benchContext, KEY } from "./bench-context.ts";
import { type Noise, noisyPlay } from "./noisy-play.ts";
import type { Place } from "./place.ts";
import { ISSUE, TRUTH } from "./task.ts";

/** Milliseconds without a word after which a call is given up; shorter than the silence of `wire-kinds.ts`. */
const QUIET = 1_000;

/** A person approves so many plans of one run at most: a changed plan is approved again. */
const APPROVALS = 3;

/** How a run ended. `seed`: as it was given. `claim`: `true` where it says that the work is done and it is, `false` where it says so and it is not, null where it does not say so. */
export interface Ending {
  readonly seed: number;
  readonly stage: string;
  readonly reason: string | null;
  readonly claim: boolean | null;
  /** Iterations that were planned. */
  readonly rounds: number;
  readonly tokens: number;
  readonly met: readonly string[];
  /** What happened, in order, with what went wrong. */
  readonly events: readonly string[];
}

/** Plays one run to its end. Throws on a bug of the product or of the bench. */
export async function oneRun({ workspace, base }: Place, noise: Noise): Promise<Ending> {
  const { seed } = noise;
  const met: string[] = [];
  const server = await startScriptedModel({ roles: {} }, { key: KEY, play: () => noisyPlay(noise, (kind) => met.push(kind)) });
  try {
    const config = Config.parse({ checks: { test: "node --test" }, limits: { callMs: QUIET } });
    const context = benchContext({ workspace, base }, server.url, config);
    const store = memoryStore();
    const journal = memoryJournal(store);
    const alias = `noise-${seed}`;
    await journal.append([{ kind: "run_started", at: Date.now(), runId: alias, alias, issue: ISSUE, base, config, rehearses: true }], 0);
    await drive(journal, EVERYWHERE, context);
    for (let given = 0; given < APPROVALS && (await consent(journal)); given += 1) await drive(journal, EVERYWHERE, context);
    const run = await readRun(journal);
    const { input, output, cacheRead, cacheWrite } = run.spend;
    return {
      seed,
      stage: run.stage,
      reason: run.ending,
      claim: run.stage === "completed" ? await holds(run, context) : null,
      rounds: (store.events ?? []).filter(({ kind }) => kind === "plan_created").length,
      tokens: input + output + cacheRead + cacheWrite,
      met,
      events: (store.events ?? []).map((event) => ("message" in event ? `${event.kind}: ${event.message}` : event.kind)),
    };
  } finally {
    await server.close();
  }
}

/** Approves the plan that waits; false where none waits. */
async function consent(journal: Journal): Promise<boolean> {
  if ((await readRun(journal)).stage !== "awaiting_approval") return false;
  await consentTo(journal);
  return true;
}

/** Whether what the run calls done is done: by a check of the bench's own, on the head that it shows. */
async function holds(run: Run, { workspace, signal }: StepContext): Promise<boolean> {
  const copy = await workspace.open(publicationOf(run)?.head ?? run.base.tree, { git: false });
  try {
    return (await copy.toolAccess.exec(TRUTH, { timeout: 20_000, signal })).exitCode === 0;
  } finally {
    await copy.close();
  }
}
