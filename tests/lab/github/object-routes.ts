/** Commits by REST: what GitHub refuses about their tree and their parents, in its own words, and which ones it signs. */
import * as z from "zod";
import { forward } from "./forward.ts";
import { type Call, onRepository, type Route } from "./route.ts";
import type { Answer } from "./rules/answer.ts";
import { NO_PARENT, NO_TREE } from "./rules/objects.ts";
import { read } from "./thing.ts";

const NewCommit = z.looseObject({ tree: z.string(), parents: z.array(z.string()).default([]) });

/** Finds nothing wrong, or does not see the shape: the answer is the emulator's. */
export const OBJECT_ROUTES: readonly Route[] = [onRepository("POST", "/git/commits", commit)];

async function commit(call: Call): Promise<Answer | null> {
  return (await refusedCommit(call)) ?? signedCommit(call);
}

/**
 * GitHub signs what an App makes under its own name: https://docs.github.com/authentication/managing-commit-signature-verification
 * ("Signature verification for bots"). Only the answer says so here: a later reading does not.
 */
async function signedCommit({ ask, lab }: Call): Promise<Answer | null> {
  const own = NewCommit.safeParse(ask.body).data ?? {};
  if (ask.actor.kind !== "installation" || "author" in own || "committer" in own) return null;
  const answer = await forward(ask, lab);
  if (answer.status !== 201) return answer;
  const verification = {
    verified: true,
    reason: "valid",
    signature: "lab: a signature",
    payload: "lab: what is signed",
    verified_at: null,
  };
  return { ...answer, body: { ...Object(answer.body), verification } };
}

async function refusedCommit({ ask: { body, path }, lab }: Call): Promise<Answer | null> {
  const commit = NewCommit.safeParse(body);
  if (!commit.success) return null;
  const { tree, parents } = commit.data;
  const objects = path.replace(/\/commits$/, "");
  if ((await read(lab, `${objects}/trees/${tree}`)) === null) return NO_TREE;
  const found = await Promise.all(parents.map((parent) => read(lab, `${objects}/commits/${parent}`)));
  return found.includes(null) ? NO_PARENT : null;
}
