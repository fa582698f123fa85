/** Makes what attempts need in the scratch repository, each with its removal: commits, refs, an issue, comments. */
import * as z from "zod";
import { NO_RETRY } from "#adapters/github/client/api.ts";
import { apiErrorOf } from "#adapters/github/client/api-error.ts";
import { moveRefs } from "#adapters/github/ref-journal/move-refs.ts";
import { replyTo, shownRefusal } from "./reply.ts";
import type { Scratch } from "./scratch.ts";

/** The commits of a call: `two` stands on `one`, `one` and `side` on the commit of the default branch. */
export interface Commits {
  readonly one: string;
  readonly two: string;
  readonly side: string;
}

/** GitHub refused what an attempt needs before it can begin: that shows nothing of its assumption. */
export class Unprepared extends Error {
  override readonly name = "Unprepared";
}

/** Makes what an attempt needs. Throws `Unprepared` where GitHub refuses it. */
async function prepared<T>(what: string, make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (cause) {
    const refusal = apiErrorOf(cause);
    if (refusal === null) throw cause;
    throw new Unprepared(`it needs ${what}, and that was refused: ${shownRefusal(refusal)}`, { cause });
  }
}

/** The same thing for all attempts of a call, made when the first one needs it. Throws `Unprepared`. */
export function onceFor<T>(what: string, make: (scratch: Scratch) => Promise<T>): (scratch: Scratch) => Promise<T> {
  const made = new WeakMap<Scratch, Promise<T>>();
  return (scratch) => {
    const thing = made.get(scratch) ?? prepared(what, () => make(scratch));
    made.set(scratch, thing);
    return thing;
  };
}

/** A commit with one file, beside those of the default branch. Objects cannot be removed; GitHub drops them in time. */
async function commitOn(
  { api, owner, repo, tree: base_tree, name }: Scratch,
  parent: string,
  text: string,
): Promise<string> {
  const content = `${name}: ${text}\n`;
  const tree = [{ path: "loopwright-live.txt", mode: "100644", type: "blob", content } as const];
  const { data } = await api.rest.git.createTree({ owner, repo, base_tree, tree });
  const commit = { message: `${name}: ${text}`, tree: data.sha, parents: [parent] };
  return (await api.rest.git.createCommit({ owner, repo, ...commit })).data.sha;
}

/** Six requests at the first call. Throws `Unprepared`. */
export const commitsOf = onceFor<Commits>("commits", async (scratch) => {
  const one = await commitOn(scratch, scratch.base, "one");
  return { one, two: await commitOn(scratch, one, "two"), side: await commitOn(scratch, scratch.base, "side") };
});

/** The name of a ref outside `refs/heads/`. */
export function refNamed({ name }: Scratch, tail: string): string {
  return `refs/loopwright/${name}/${tail}`;
}

/** Makes a ref by `updateRefs`, as the journal does. Returns its name. Throws `Unprepared`. */
export function makeRef(scratch: Scratch, ref: string, commit: string): Promise<string> {
  return prepared("a ref", () => createRef(scratch, ref, commit));
}

/** The same, where that is what is tried. Throws the client's error. */
export async function createRef(scratch: Scratch, ref: string, commit: string): Promise<string> {
  const { api, owner, repo, id } = scratch;
  const short = ref.replace(/^refs\//, "");
  scratch.undo(ref, () => replyTo(() => api.rest.git.deleteRef({ owner, repo, ref: short }), [404, 422]));
  await moveRefs(api, id, [{ name: ref, before: null, after: commit }]);
  return ref;
}

const Target = z.object({ object: z.object({ sha: z.string() }) });

/** The commit of a ref, by REST; null where there is no such ref. Throws the client's error. */
export async function targetOf({ api, owner, repo }: Scratch, ref: string): Promise<string | null> {
  const short = ref.replace(/^refs\//, "");
  const { status, data } = await replyTo(() => api.rest.git.getRef({ owner, repo, ref: short }), [404]);
  return status === 404 ? null : Target.parse(data).object.sha;
}

/** The number of the issue of this call; it is closed in the end, because only an administrator can delete one. */
export const issueOf = onceFor<number>("an issue", async (scratch) => {
  const { api, owner, repo, name } = scratch;
  const body = "Made by `loopwright doctor --live`, which closes it again.";
  const { data } = await api.rest.issues.create({ owner, repo, title: `${name}: issue`, body, ...NO_RETRY });
  const { number: issue_number } = data;
  scratch.undo(`issue #${issue_number}`, () =>
    api.rest.issues.update({ owner, repo, issue_number, state: "closed", state_reason: "not_planned" }),
  );
  return issue_number;
});

const Comment = z.object({ id: z.int(), body: z.string(), created_at: z.string(), updated_at: z.string() });

/** A comment as GitHub shows it. */
export type LiveComment = z.infer<typeof Comment>;

/** Writes a comment on the issue of this call. Throws the client's error. */
export async function makeComment(scratch: Scratch, text: string): Promise<LiveComment> {
  const { api, owner, repo } = scratch;
  const issue_number = await issueOf(scratch);
  const { data } = await api.rest.issues.createComment({ owner, repo, issue_number, body: text, ...NO_RETRY });
  scratch.undo(`comment ${data.id} of issue #${issue_number}`, () =>
    replyTo(() => api.rest.issues.deleteComment({ owner, repo, comment_id: data.id }), [404]),
  );
  return Comment.parse(data);
}

/** A comment as it is now. Throws the client's error. */
export async function readComment({ api, owner, repo }: Scratch, id: number): Promise<LiveComment> {
  return Comment.parse((await api.rest.issues.getComment({ owner, repo, comment_id: id })).data);
}
