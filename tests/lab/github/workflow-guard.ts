/** Without the permission `workflows` an App may not move a ref to a commit that changes a workflow file (F25). */
import * as z from "zod";
import { type Answer, refusal } from "./answer.ts";
import type { Lab } from "./lab.ts";
import type { RepositoryOptions } from "./options.ts";
import { fullName } from "./repository.ts";
import { type Call, onRepository, type Route } from "./route.ts";
import { read, refOf } from "./thing.ts";
import type { Actor } from "./tokens.ts";

export const GUARD_ROUTES: readonly Route[] = [
  onRepository("POST", "/git/refs", async (call) => guarded(call, null)),
  onRepository("PATCH", "/git/refs/{ref}", async (call) => guarded(call, `refs/${call.parameter("ref")}`)),
];

const Moved = z.object({ sha: z.string() });
const Comparison = z.object({ files: z.array(z.object({ filename: z.string() })) });

async function guarded({ ask, lab }: Call, ref: string | null): Promise<Answer | null> {
  const body = Moved.safeParse(ask.body);
  if (!body.success || ask.repository === null) return null;
  const before = ref === null ? null : await refOf(lab, ask.repository, ref);
  const words = await workflowRefusal({ before, after: body.data.sha }, ask.repository, ask.actor, lab);
  return words === null ? null : refusal(403, words);
}

/** GitHub's words, or null where nothing is in the way. A new ref is compared with `main`. */
export async function workflowRefusal(
  { before, after }: { readonly before: string | null; readonly after: string },
  repository: RepositoryOptions,
  actor: Actor,
  lab: Lab,
): Promise<string | null> {
  if (actor.kind !== "installation" || actor.permissions["workflows"] === "write") return null;
  const compared = Comparison.safeParse(await read(lab, `/repos/${fullName(repository)}/compare/${before ?? "main"}...${after}`));
  const file = compared.data?.files.find(({ filename }) => filename.startsWith(".github/workflows/"));
  if (file === undefined) return null;
  return `refusing to allow a GitHub App to create or update workflow \`${file.filename}\` without \`workflows\` permission`;
}
