/** The API of refs. */
import * as z from "zod";
import type { Answer } from "../../../lab/github/answer.ts";
import { bodyOf, type Call, created, ok, parameter } from "./call.ts";
import { type Move, move, problemOf, refAt } from "./refs.ts";
import { missing, refused } from "./refused.ts";
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

const NewRef = z.object({ ref: z.string().startsWith("refs/"), sha: Sha });

export function createRef(call: Call): Answer {
  const { ref: name, sha } = bodyOf(call, NewRef, "Reference");
  if (refAt(call.state, name) !== null) throw refused(422, "Reference already exists");
  return created(shownRef(call.state, moved(call, { name, before: null, after: sha, force: false })));
}

const Moved = z.object({ sha: Sha, force: z.boolean().default(false) });

export function updateRef(call: Call): Answer {
  const { name, sha: before } = refIn(call);
  const { sha, force } = bodyOf(call, Moved, "Reference");
  return ok(shownRef(call.state, moved(call, { name, before, after: sha, force })));
}

export function deleteRef(call: Call): Answer {
  const found = call.state.refs.get(`refs/${parameter(call)}`);
  if (found === undefined) throw refused(422, "Reference does not exist");
  moved(call, { name: found.name, before: found.sha, after: null, force: false });
  return { status: 204 };
}

function moved({ state, actor }: Call, wanted: Move): Ref {
  const problem = problemOf(state, wanted);
  if (problem !== null) throw refused(422, `Reference cannot be updated: ${problem}`);
  move(state, actor, wanted);
  return { name: wanted.name, sha: wanted.after ?? "" };
}
