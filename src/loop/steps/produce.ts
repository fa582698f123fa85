/** PRODUCE beside PREPARE: the work, and at the same time the checks that it will not have seen (S1.20, S1.23, M1.07). */
import type { Draft } from "#core/event.ts";
import type { Run } from "#core/run.ts";
import { producePrompt } from "#text/prompts/produce.ts";
import type { StepKit } from "../kit.ts";
import { both } from "../parallel.ts";
import { type WorkDone, workOn } from "../work-on.ts";
import { prepare } from "./prepare.ts";

export async function produce(run: Run, kit: StepKit): Promise<readonly Draft[]> {
  const skipped = run.progress.cause === "refined" && run.progress.steps.every(({ open }) => !open);
  const [{ worked, halted }, prepared] = await both(
    kit.signal,
    (signal) => (skipped ? Promise.resolve(unchanged(run)) : workOn(run, { ...kit, signal }, { role: "worker", goal: producePrompt(run) })),
    (signal) => prepare(run, { ...kit, signal }),
  );
  const made: Draft = { kind: "artifact_created", ...worked, skipped };
  return halted ? [made] : [made, ...prepared];
}

/** After a refinement with no step left open there is nothing to produce: the refined tree is evaluated as it is (C1.05). */
function unchanged({ progress, base }: Run): WorkDone {
  const worked = {
    tree: progress.tree ?? base.tree,
    changed: [],
    refused: [],
    toolCalls: 0,
    summary: "no step is open",
    lastCalls: [...progress.lastCalls],
  };
  return { worked, halted: false };
}
