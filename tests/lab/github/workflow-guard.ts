/** Without the permission `workflows` an App may not move a ref to a commit that changes a workflow file (F25). */
import * as z from "zod";
import type { Lab } from "./lab.ts";
import type { RepositoryOptions } from "./options.ts";
import { fullName } from "./repository.ts";
import { read } from "./thing.ts";
import type { Actor } from "./tokens.ts";

const Comparison = z.object({ files: z.array(z.object({ filename: z.string() })) });

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
