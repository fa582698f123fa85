/** Commits by REST: what GitHub refuses about their tree and their parents, in its own words. */
import * as z from "zod";
import { type Call, onRepository, type Route } from "./route.ts";
import type { Answer } from "./rules/answer.ts";
import { NO_PARENT, NO_TREE } from "./rules/objects.ts";
import { read } from "./thing.ts";

const NewCommit = z.object({ tree: z.string(), parents: z.array(z.string()).default([]) });

/** Finds nothing wrong, or does not see the shape: the answer is the emulator's. */
export const OBJECT_ROUTES: readonly Route[] = [onRepository("POST", "/git/commits", refusedCommit)];

async function refusedCommit({ ask: { body, path }, lab }: Call): Promise<Answer | null> {
  const commit = NewCommit.safeParse(body);
  if (!commit.success) return null;
  const { tree, parents } = commit.data;
  const objects = path.replace(/\/commits$/, "");
  if ((await read(lab, `${objects}/trees/${tree}`)) === null) return NO_TREE;
  const found = await Promise.all(parents.map((parent) => read(lab, `${objects}/commits/${parent}`)));
  return found.includes(null) ? NO_PARENT : null;
}
