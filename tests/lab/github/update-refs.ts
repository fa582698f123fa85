/** `updateRefs`: several refs move together or none does (F23). */
import * as z from "zod";
import type { Happening } from "./happening.ts";
import type { Lab } from "./lab.ts";
import { type Move, told, ZERO } from "./moves.ts";
import type { RepositoryOptions } from "./options.ts";
import { fullName } from "./repository.ts";
import { read, refOf } from "./thing.ts";
import type { Actor } from "./tokens.ts";
import { workflowRefusal } from "./workflow-guard.ts";

const Oid = z.string().regex(/^[0-9a-f]{40}$/);
export const RefUpdates = z.array(
  z.strictObject({ name: z.string(), beforeOid: Oid.nullish(), afterOid: Oid, force: z.boolean().nullish() }),
);

type RefUpdate = z.infer<typeof RefUpdates>[number];

/** GitHub's own words for a stale `beforeOid` are not documented; nothing may depend on them but that there is an error. */
export interface Refusal {
  readonly type: string;
  readonly message: string;
}

interface Outcome {
  readonly refused: Refusal | null;
  readonly happened: readonly Happening[];
}

/** All are checked before the first moves. Nothing else writes meanwhile: the gateway answers writes in turn. */
export async function updateRefs(updates: readonly RefUpdate[], repository: RepositoryOptions, actor: Actor, lab: Lab): Promise<Outcome> {
  const moves: (Move & { readonly force: boolean })[] = [];
  for (const { name, afterOid, force, beforeOid } of updates) {
    const before = (await refOf(lab, repository, name)) ?? ZERO;
    const move = { ref: name, before, after: afterOid, force: force ?? false };
    const expected = (beforeOid ?? before) === before;
    const problem = expected ? await refusalTo(move, repository, actor, lab) : `expected ${beforeOid}, is ${before}`;
    if (problem !== null)
      return { refused: { type: "UNPROCESSABLE", message: `Reference ${name} cannot be updated: ${problem}` }, happened: [] };
    moves.push(move);
  }
  if (new Set(moves.map(({ ref }) => ref)).size < moves.length) {
    return { refused: { type: "UNPROCESSABLE", message: "A reference may be named once only" }, happened: [] };
  }
  for (const move of moves) await apply(move, repository, lab);
  const happened = await Promise.all(moves.map((move) => told(move, repository, lab)));
  return { refused: null, happened: happened.flat() };
}

/** A rule of the repository comes before all else. */
async function refusalTo(
  move: Move & { readonly force: boolean },
  repository: RepositoryOptions,
  actor: Actor,
  lab: Lab,
): Promise<string | null> {
  return repository.rule?.(move.ref) ?? problemOf(move, repository, actor, lab);
}

async function problemOf(
  { ref, before, after, force }: Move & { readonly force: boolean },
  repository: RepositoryOptions,
  actor: Actor,
  lab: Lab,
): Promise<string | null> {
  if (!/^refs\/[^/]+\/./.test(ref)) return "it is not a whole name below refs/";
  if (after === ZERO) return before === ZERO ? "it does not exist" : null;
  const path = `/repos/${fullName(repository)}`;
  if ((await read(lab, `${path}/git/commits/${after}`)) === null) return `there is no commit ${after}`;
  const workflow = await workflowRefusal({ before: before === ZERO ? null : before, after }, repository, actor, lab);
  if (workflow !== null || before === ZERO || force) return workflow;
  const { status } = Object(await read(lab, `${path}/compare/${before}...${after}`));
  return status === "ahead" || status === "identical" ? null : "it is not a fast-forward";
}

async function apply({ ref, before, after }: Move, { owner, name: repo }: RepositoryOptions, { state }: Lab): Promise<void> {
  const { git } = state.admin.rest;
  const short = ref.replace(/^refs\//, "");
  if (after === ZERO) await git.deleteRef({ owner, repo, ref: short });
  else if (before === ZERO) await git.createRef({ owner, repo, ref, sha: after });
  else await git.updateRef({ owner, repo, ref: short, sha: after, force: true });
}
