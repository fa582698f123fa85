/** The API of refs. */
import * as z from "zod";
import type { Answer } from "../../../lab/github/rules/answer.ts";
import { type MoveFacts, refusedCreation, refusedDeletion, refusedUpdate } from "../../../lab/github/rules/refs.ts";
import { bodyOf, type Call, created, ok, parameter } from "./call.ts";
import { factsOf, type Move, move, refAt } from "./refs.ts";
import { missing } from "./refused.ts";
import { apiUrl } from "./shown.ts";
import type { State } from "./state.ts";
import type { Ref } from "./things.ts";

const Sha = z.string().regex(/^[0-9a-f]{40}$/);

function shownRef(state: State, { name, sha }: Ref): unknown {
  const url = apiUrl(state, `git/${name}`);
  return { ref: name, node_id: `REF_${name}`, url, object: { type: "commit", sha, url: apiUrl(state, `git/commits/${sha}`) } };
}

function refIn(call: Call): Ref {
  const found = call.state.refs.get(`refs/${parameter(call)}`);
  if (found === undefined) throw missing();
  return found;
}

export function getRef(call: Call): Answer {
  return ok(shownRef(call.state, refIn(call)));
}

/** All at once, by their names. */
export function matchingRefs(call: Call): Answer {
  const { state, asOf } = call;
  const start = `refs/${parameter(call)}`;
  const found = state.refs.values(asOf).filter(({ name }) => name.startsWith(start));
  return ok(found.sort((a, b) => (a.name < b.name ? -1 : 1)).map((ref) => shownRef(state, ref)));
}

const NewRef = z.object({ ref: z.string(), sha: Sha });

export function createRef(call: Call): Answer {
  const { ref: name, sha } = bodyOf(call, NewRef, "Reference");
  const wanted = { name, before: refAt(call.state, name), after: sha, force: false };
  return moved(call, wanted, refusedCreation) ?? created(shownRef(call.state, { name, sha }));
}

const Moved = z.object({ sha: Sha, force: z.boolean().default(false) });

export function updateRef(call: Call): Answer {
  const { sha, force } = bodyOf(call, Moved, "Reference");
  const wanted = { ...refNamed(call), after: sha, force };
  return moved(call, wanted, refusedUpdate) ?? ok(shownRef(call.state, { name: wanted.name, sha }));
}

export function deleteRef(call: Call): Answer {
  return moved(call, { ...refNamed(call), after: null, force: false }, refusedDeletion) ?? { status: 204 };
}

function refNamed(call: Call): Pick<Move, "name" | "before"> {
  const name = `refs/${parameter(call)}`;
  return { name, before: refAt(call.state, name) };
}

/** Moves it; gives the refusal where it cannot. */
function moved({ state, actor }: Call, wanted: Move, refusedMove: (facts: MoveFacts) => Answer | null): Answer | null {
  const refused = refusedMove(factsOf(state, wanted));
  if (refused === null) move(state, actor, wanted);
  return refused;
}
