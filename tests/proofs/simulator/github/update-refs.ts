/** `updateRefs`: several refs move together or none does (F23). */
import type { Answer } from "../../../lab/github/rules/answer.ts";
import {
  done,
  type RefUpdate,
  refusedId,
  refusedInput,
  refusedRights,
  refusedUpdates,
  UpdateRefsInput,
} from "../../../lab/github/rules/graphql.ts";
import { problemOfUpdates, type UpdateFacts, ZERO } from "../../../lab/github/rules/refs.ts";
import { may } from "./asker.ts";
import type { Call } from "./call.ts";
import { factsOf, move, refAt } from "./refs.ts";
import { REPOSITORY_NODE } from "./shown.ts";
import type { State } from "./state.ts";

/** All are checked before the first moves. `given`: the mutation's input. */
export function updateRefs({ state, actor }: Call, given: unknown): Answer {
  const input = UpdateRefsInput.safeParse(given);
  if (!input.success) return refusedInput(input.error.message);
  const { repositoryId, refUpdates, clientMutationId = null } = input.data;
  if (repositoryId !== REPOSITORY_NODE || !may(state, actor, "contents", "read")) return refusedId("updateRefs", repositoryId);
  if (!may(state, actor, "contents", "write")) return refusedRights("updateRefs", actor.permissions === null ? actor.login : null);
  const updates = refUpdates.map((update) => updateFacts(state, update));
  const problem = problemOfUpdates(updates);
  if (problem !== null) return refusedUpdates(problem);
  for (const wanted of updates) move(state, actor, wanted);
  return done("updateRefs", clientMutationId);
}

function updateFacts(state: State, { name, beforeOid, afterOid, force }: RefUpdate): UpdateFacts {
  const wanted = { name, before: refAt(state, name), after: afterOid === ZERO ? null : afterOid, force: force ?? false };
  return { ...factsOf(state, wanted), expected: beforeOid ?? null };
}
