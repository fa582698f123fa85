/** The comments of a repository in one list, which the emulator takes for an issue called `comments`. */
import * as z from "zod";
import { forward } from "./forward.ts";
import { fullName } from "./repository.ts";
import { type Call, onRepository, type Route } from "./route.ts";
import type { Answer } from "./rules/answer.ts";
import { pageOf } from "./rules/limits.ts";
import { read } from "./thing.ts";

export const COMMENT_LIST_ROUTES: readonly Route[] = [onRepository("GET", "/issues/comments", list)];

const Numbered = z.array(z.object({ number: z.number(), comments: z.number().optional() }));
const Comments = z.array(z.looseObject({ id: z.number(), created_at: z.string(), updated_at: z.string() }));
type Comment = z.infer<typeof Comments>[number];

async function list({ ask, lab }: Call): Promise<Answer | null> {
  const { repository, query } = ask;
  if (repository === null) return null;
  const at = `/repos/${fullName(repository)}`;
  const [issues, pulls] = await Promise.all(
    ["issues", "pulls"].map(async (kind) => Numbered.parse(await read(lab, `${at}/${kind}?state=all&per_page=100`))),
  );
  const all: Comment[] = [];
  for (const { number, comments } of [...(issues ?? []), ...(pulls ?? [])]) {
    if (comments === 0) continue;
    const found = await forward({ ...ask, path: `${at}/issues/${number}/comments`, query: new URLSearchParams("per_page=100") }, lab);
    all.push(...Comments.parse(found.body));
  }
  const key = query.get("sort") === "updated" ? "updated_at" : "created_at";
  const since = all.filter(({ updated_at: at }) => at >= (query.get("since") ?? ""));
  const sorted = since.sort((a, b) => Date.parse(a[key]) - Date.parse(b[key]) || a.id - b.id);
  return { status: 200, body: pageOf(query, query.get("direction") === "desc" ? sorted.reverse() : sorted) };
}
