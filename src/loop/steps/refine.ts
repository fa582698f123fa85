/** REFINE: only what the critique asks for (S1.27). */
import type { Draft } from "#core/event.ts";
import type { Run } from "#core/run.ts";
import { refinePrompt } from "#text/prompts/refine.ts";
import type { StepKit } from "../kit.ts";
import { workOn } from "../work-on.ts";

export async function refine(run: Run, kit: StepKit): Promise<readonly Draft[]> {
  const { worked } = await workOn(run, kit, { role: "refiner", goal: refinePrompt(run) });
  return [{ kind: "refinement_done", ...worked, previousTree: run.progress.tree ?? run.base.tree }];
}
