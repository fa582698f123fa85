/** `updateRefs`: several refs move together or none does (F23). */
import * as z from "zod";
import type { Answer } from "../../../lab/github/answer.ts";
import { refusedMutation } from "../../../lab/github/graphql-refusal.ts";
import type { Call } from "./call.ts";
import { type Move, move, problemOf, refAt, ZERO } from "./refs.ts";
import { REPOSITORY_NODE } from "./shown.ts";
import type { State } from "./state.ts";
import type { Actor } from "./things.ts";

const Oid = z.string().regex(/^[0-9a-f]{40}$/);
const Update = z.strictObject({ name: z.string(), beforeOid: Oid.nullish(), afterOid: Oid, force: z.boolean().nullish() });
const Input = z.strictObject({ repositoryId: z.string(), refUpdates: z.array(Update), clientMutationId: z.string().nullish() });

/** All are checked before the first moves. `given`: the mutation's input. */
export function updateRefs({ state, actor }: Call, given: unknown): Answer {
  const input = Input.safeParse(given);
  if (!input.success) return refuse("Variable $input of type UpdateRefsInput! was provided invalid value", "INVALID_VARIABLE");
  const { repositoryId, refUpdates, clientMutationId = null } = input.data;
  if (repositoryId !== REPOSITORY_NODE) return refuse(`Could not resolve to a node with the global id of '${repositoryId}'`, "NOT_FOUND");
  if (!mayWrite(actor)) return refuse("Resource not accessible by integration", "FORBIDDEN");
  if (new Set(refUpdates.map(({ name }) => name)).size < refUpdates.length) return refuse("A reference may be named once only");
  const found = refUpdates.map((update) => ({ ...moveOf(state, update), name: update.name }));
  const wrong = found.find(({ problem }) => problem !== null);
  if (wrong !== undefined) return refuse(`Reference ${wrong.name} cannot be updated: ${wrong.problem}`);
  for (const { wanted } of found) move(state, actor, wanted);
  return { status: 200, body: { data: { updateRefs: { clientMutationId } } } };
}

function refuse(message: string, type = "UNPROCESSABLE"): Answer {
  return refusedMutation("updateRefs", { type, message });
}

function mayWrite({ permissions }: Actor): boolean {
  return permissions === null || permissions["contents"] === "write";
}

/** The move, and why it cannot be made; null where it can. An update without `beforeOid` compares nothing. */
function moveOf(
  state: State,
  { name, beforeOid, afterOid, force }: z.infer<typeof Update>,
): { readonly wanted: Move; readonly problem: string | null } {
  const before = refAt(state, name);
  const wanted = { name, before, after: afterOid === ZERO ? null : afterOid, force: force ?? false };
  const stale = beforeOid != null && beforeOid !== (before ?? ZERO);
  return { wanted, problem: stale ? `expected ${beforeOid}, is ${before ?? ZERO}` : problemOf(state, wanted) };
}
