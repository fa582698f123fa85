/** PLAN: three to five steps for this iteration, each for an active rule (S1.22). */
import * as z from "zod";
import type { Draft } from "#core/event.ts";
import { PlanStep } from "#core/iteration.ts";
import type { Run } from "#core/run.ts";
import { planPrompt } from "#text/prompts/plan.ts";
import { askRole } from "../ask-role.ts";
import type { Kit } from "../kit.ts";

const Answer = z.strictObject({ plan: z.array(PlanStep).min(3).max(5) });

export async function plan(run: Run, kit: Kit): Promise<readonly Draft[]> {
  const site = await kit.workspace.open(run.progress.tree ?? run.base.tree, { git: false });
  try {
    const answer = await askRole(run, kit, { role: "planner", question: planPrompt(run), schema: Answer, hands: site.hands });
    return [{ kind: "plan_created", steps: answer.plan }];
  } finally {
    await site.close();
  }
}
