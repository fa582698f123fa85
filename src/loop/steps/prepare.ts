/** PREPARE: checks that make the rules of this level harder to pass by luck; it never sees the work (S1.24, C1.15). */
import * as z from "zod";
import type { Draft } from "#core/event.ts";
import { allowedHidden } from "#core/hidden.ts";
import { AddedCheck, HiddenCheck } from "#core/iteration.ts";
import { allowedChecks } from "#core/prepared.ts";
import type { Run } from "#core/run.ts";
import { preparePrompt } from "#text/prompts/prepare.ts";
import { askRole } from "../ask-role.ts";
import type { Kit } from "../kit.ts";

const Answer = z.strictObject({
  checks: z.array(AddedCheck).max(20),
  hidden: z.array(HiddenCheck).max(10).default([]),
  notes: z.array(z.string().max(500)).max(10),
});

export async function prepare(run: Run, kit: Kit): Promise<readonly Draft[]> {
  const site = await kit.workspace.open(run.base.tree, { git: false });
  try {
    const answer = await askRole(run, kit, { role: "preparer", question: preparePrompt(run), schema: Answer, hands: site.hands });
    const { checks, refused } = allowedChecks(run, answer.checks);
    const kept = allowedHidden(run, answer.hidden);
    const notes = [...answer.notes, ...refused, ...kept.refused].slice(0, 30);
    return [{ kind: "checks_prepared", checks: [...checks], hidden: [...kept.hidden], notes }];
  } finally {
    await site.close();
  }
}
