/** `updateRefs`: several refs move together or none does (F23). */
import type { Happening } from "./happening.ts";
import type { Lab } from "./lab.ts";
import { moveFacts } from "./move-facts.ts";
import { told } from "./moves.ts";
import type { RepositoryOptions } from "./options.ts";
import type { RefUpdate } from "./rules/graphql.ts";
import { problemOfUpdates, type UpdateFacts, type UpdateProblem, ZERO } from "./rules/refs.ts";
import type { Actor } from "./tokens.ts";
import { workflowRefusal } from "./workflow-guard.ts";

interface Outcome {
  readonly problem: UpdateProblem | null;
  readonly happened: readonly Happening[];
}

/** All are checked before the first moves. Nothing else writes meanwhile: the gateway answers writes in turn. */
export async function updateRefs(updates: readonly RefUpdate[], repository: RepositoryOptions, actor: Actor, lab: Lab): Promise<Outcome> {
  const facts = await Promise.all(updates.map((update) => factsOf(update, repository, actor, lab)));
  const problem = problemOfUpdates(facts);
  if (problem !== null) return { problem, happened: [] };
  for (const move of facts) await apply(move, repository, lab);
  const moved = facts.map(({ name: ref, before, after }) => ({ ref, before: before ?? ZERO, after: after ?? ZERO }));
  const happened = await Promise.all(moved.map((move) => told(move, repository, lab)));
  return { problem: null, happened: happened.flat() };
}

async function factsOf(update: RefUpdate, repository: RepositoryOptions, actor: Actor, lab: Lab): Promise<UpdateFacts> {
  const { name, beforeOid, afterOid, force } = update;
  const after = afterOid === ZERO ? null : afterOid;
  const facts = await moveFacts({ name, after, force: force ?? false }, repository, lab);
  const { before, ruled } = facts;
  const guarded = after === null ? null : await workflowRefusal({ before, after }, repository, actor, lab);
  return { ...facts, ruled: ruled ?? guarded, expected: beforeOid ?? null };
}

async function apply({ name, before, after }: UpdateFacts, { owner, name: repo }: RepositoryOptions, { state }: Lab): Promise<void> {
  const { git } = state.admin.rest;
  const ref = name.replace(/^refs\//, "");
  if (after === null) await git.deleteRef({ owner, repo, ref });
  else if (before === null) await git.createRef({ owner, repo, ref: name, sha: after });
  else await git.updateRef({ owner, repo, ref, sha: after, force: true });
}
