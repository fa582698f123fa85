/** The API of git's objects: trees, blobs, and commits as git knows them. */
import * as z from "zod";
import type { Answer } from "../../../lab/github/rules/answer.ts";
import { NO_PARENT, NO_TREE } from "../../../lab/github/rules/objects.ts";
import { bodyOf, type Call, created, ok, parameter } from "./call.ts";
import { commitAt, personOf, shownGitCommit } from "./commits.ts";
import { FOLDER } from "./objects.ts";
import { missing, refused } from "./refused.ts";
import { apiUrl } from "./shown.ts";
import type { State } from "./state.ts";
import { flat, grown } from "./trees.ts";

const Sha = z.string().regex(/^[0-9a-f]{40}$/);

/** A tree by its own name, or by that of a commit. */
export function getTree(call: Call): Answer {
  const { objects } = call.state;
  const named = parameter(call);
  const sha = objects.commit(named)?.tree ?? named;
  if (objects.tree(sha) === undefined) throw missing();
  return ok(shownTree(call.state, sha, call.query.has("recursive")));
}

function shownTree(state: State, sha: string, deep: boolean): unknown {
  const { objects } = state;
  const entries = deep ? flat(objects, sha) : (objects.tree(sha) ?? []);
  const tree = [...entries].map(([path, { mode, sha: oid }]) => {
    const type = typeOf(mode);
    return { path, mode: mode.padStart(6, "0"), type, sha: oid, ...(type === "blob" && { size: objects.blob(oid)?.length ?? 0 }) };
  });
  return { sha, url: apiUrl(state, `git/trees/${sha}`), truncated: false, tree };
}

function typeOf(mode: string): "tree" | "commit" | "blob" {
  if (mode === FOLDER) return "tree";
  return mode === "160000" ? "commit" : "blob";
}

const Entry = z.object({
  path: z.string().min(1),
  mode: z.string(),
  type: z.string().optional(),
  sha: Sha.nullish(),
  content: z.string().optional(),
});
const NewTree = z.object({ base_tree: Sha.optional(), tree: z.array(Entry) });

export function createTree(call: Call): Answer {
  const { objects } = call.state;
  const { base_tree: base = null, tree } = bodyOf(call, NewTree, "Tree");
  const from = base === null ? null : (objects.commit(base)?.tree ?? base);
  if (from !== null && objects.tree(from) === undefined) throw refused(404, "Not Found");
  const changes = tree.map(({ path, mode, sha, content }) => {
    if (content !== undefined) return { path, entry: { mode, sha: objects.writeBlob(Buffer.from(content)) } };
    if (sha == null) return { path, entry: null };
    if (objects.blob(sha) === undefined && objects.tree(sha) === undefined) throw refused(422, `tree.sha ${sha} is not a valid blob`);
    return { path, entry: { mode: mode.replace(/^0/, ""), sha } };
  });
  return created(shownTree(call.state, grown(objects, from, changes), false));
}

export function getBlob(call: Call): Answer {
  const sha = parameter(call);
  const content = call.state.objects.blob(sha);
  if (content === undefined) throw missing();
  return ok({ sha, node_id: `B_${sha}`, size: content.length, encoding: "base64", content: content.toString("base64") });
}

const NewBlob = z.object({ content: z.string(), encoding: z.enum(["utf-8", "base64"]).default("utf-8") });

export function createBlob(call: Call): Answer {
  const { content, encoding } = bodyOf(call, NewBlob, "Blob");
  const sha = call.state.objects.writeBlob(Buffer.from(content, encoding));
  return created({ sha, url: apiUrl(call.state, `git/blobs/${sha}`) });
}

const NewCommit = z.object({ message: z.string(), tree: Sha, parents: z.array(Sha).default([]) });

/** Author and committer are whoever asks, and the time is GitHub's: the same commit in the same second has the same SHA, as in git. */
export function createCommit(call: Call): Answer {
  const { state, actor } = call;
  const { message, tree, parents } = bodyOf(call, NewCommit, "Commit");
  if (state.objects.tree(tree) === undefined) return NO_TREE;
  if (parents.some((parent) => state.objects.commit(parent) === undefined)) return NO_PARENT;
  const person = personOf(state, actor);
  const sha = state.objects.writeCommit({ message, tree, parents, author: person, committer: person });
  return created(shownGitCommit(state, commitAt(state, sha)));
}

export function getGitCommit(call: Call): Answer {
  return ok(shownGitCommit(call.state, commitAt(call.state, parameter(call))));
}
