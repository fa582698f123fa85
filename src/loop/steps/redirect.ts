/** REDIRECT: what a maintainer's words change in a run that is at work (S2.08, S2.09, M2.02). */
import * as z from "zod";
import { RedirectChange } from "#core/correction.ts";
import type { Draft } from "#core/event.ts";
import type { Run } from "#core/run.ts";
import { redirectPrompt } from "#text/prompts/redirect.ts";
import { askRole } from "../ask-role.ts";
import type { Kit } from "../kit.ts";

const Answer = z.strictObject({ change: RedirectChange, why: z.string().trim().min(1).max(1000) });

/** The work since the last kept tree was discarded when the words were written down; here they are weighed. */
export async function redirect(run: Run, kit: Kit): Promise<readonly Draft[]> {
  if (run.redirect === null) throw new Error("bug: there is nothing to redirect");
  const { change, why } = await askRole(run, kit, { role: "coordinator", question: redirectPrompt(run), schema: Answer });
  return [{ kind: "redirected", of: run.redirect, change, why }];
}
