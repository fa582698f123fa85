/** CRITIQUE: what is wrong with each failed rule and what to do, at most five (S1.26, C1.13, C1.14). */
import * as z from "zod";
import { adviceTargets } from "#core/advice.ts";
import type { Draft } from "#core/event.ts";
import { Advice } from "#core/iteration.ts";
import type { Run } from "#core/run.ts";
import { Failure } from "#ports/failure.ts";
import { critiquePrompt } from "#text/prompts/critique.ts";
import { askRole } from "../ask-role.ts";
import type { Kit } from "../kit.ts";

const Answer = z.strictObject({ issues: z.array(Advice).min(1).max(5) });

export async function critique(run: Run, kit: Kit): Promise<readonly Draft[]> {
  const site = await kit.workspace.open(run.progress.tree ?? run.base.tree, { git: false });
  try {
    const { issues } = await askRole(run, kit, { role: "critique", question: critiquePrompt(run), schema: Answer, hands: site.hands });
    const targets = adviceTargets(run).map(({ rule }) => rule.id);
    const advice = targets.flatMap((id) => issues.find(({ rule }) => rule === id) ?? []);
    if (advice.length === 0)
      throw new Failure("answer", `the critique names none of the failed rules (${targets.join(", ")})`, { retryable: true });
    return [{ kind: "critique_done", advice }];
  } finally {
    await site.close();
  }
}
