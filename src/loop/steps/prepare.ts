/** PREPARE: checks that make the rules of this level harder to pass by luck; it never sees the work (S1.24, C1.15). */
import * as z from "zod";
import type { Draft } from "#core/event.ts";
import { AddedCheck } from "#core/iteration.ts";
import { allowedChecks } from "#core/prepared.ts";
import type { Run } from "#core/run.ts";
import { preparePrompt } from "#text/prompts/prepare.ts";
import { askRole } from "../ask-role.ts";
import type { Kit } from "../kit.ts";

const Answer = z.strictObject({ checks: z.array(AddedCheck).max(20), notes: z.array(z.string().max(500)).max(10) });

export async function prepare(run: Run, kit: Kit): Promise<readonly Draft[]> {
  const site = await kit.workspace.open(run.base.tree, { git: false });
  try {
    const answer = await askRole(run, kit, { role: "preparer", question: preparePrompt(run), schema: Answer, hands: site.hands });
    const { checks, refused } = allowedChecks(run, answer.checks);
    return [{ kind: "checks_prepared", checks: [...checks], notes: [...answer.notes, ...refused].slice(0, 30) }];
  } finally {
    await site.close();
  }
}
