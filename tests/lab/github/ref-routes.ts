/** Refs by REST: what GitHub refuses and the emulator lets pass, and what the emulator refuses otherwise. */
import * as z from "zod";
import { forward } from "./forward.ts";
import { moveFacts } from "./move-facts.ts";
import type { RepositoryOptions } from "./options.ts";
import { type Call, onRepository, type Route } from "./route.ts";
import { type Answer, refusal } from "./rules/answer.ts";
import { type MoveFacts, refusedCreation, refusedDeletion, refusedUpdate } from "./rules/refs.ts";
import { watched } from "./watch.ts";
import { workflowRefusal } from "./workflow-guard.ts";

/** Those that find nothing wrong leave the answer to the emulator. */
export const REF_ROUTES: readonly Route[] = [
  onRepository("POST", "/git/refs", create),
  onRepository("PATCH", "/git/refs/{ref}", update),
  onRepository("DELETE", "/git/refs/{ref}", remove),
];

const Created = z.object({ ref: z.string(), sha: z.string() });
const Updated = z.object({ sha: z.string(), force: z.boolean().default(false) });

async function create(call: Call): Promise<Answer | null> {
  const { ask, lab } = call;
  const body = Created.safeParse(ask.body);
  if (!body.success || ask.repository === null) return null;
  const { ref: name, sha: after } = body.data;
  const facts = await moveFacts({ name, after, force: false }, ask.repository, lab);
  return refusedCreation(facts) ?? guarded(call, facts, ask.repository);
}

/** The emulator holds every ref against fast-forward: what the rules let pass is asked of it by force. */
async function update(call: Call): Promise<Answer | null> {
  const { ask, lab } = call;
  const body = Updated.safeParse(ask.body);
  if (!body.success || ask.repository === null) return null;
  const { sha: after, force } = body.data;
  const facts = await moveFacts({ name: nameOf(call), after, force }, ask.repository, lab);
  const refused = refusedUpdate(facts) ?? (await guarded(call, facts, ask.repository));
  return refused ?? watched(ask, lab, () => forward({ ...ask, body: { sha: after, force: true } }, lab));
}

async function remove(call: Call): Promise<Answer | null> {
  const { ask, lab } = call;
  if (ask.repository === null) return null;
  return refusedDeletion(await moveFacts({ name: nameOf(call), after: null, force: false }, ask.repository, lab));
}

function nameOf({ parameter }: Call): string {
  return `refs/${parameter("ref")}`;
}

async function guarded({ ask, lab }: Call, { before, after }: MoveFacts, repository: RepositoryOptions): Promise<Answer | null> {
  const words = after === null ? null : await workflowRefusal({ before, after }, repository, ask.actor, lab);
  return words === null ? null : refusal(403, words);
}
