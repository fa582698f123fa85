/** Labels of a repository: one that is there already is refused in GitHub's form (https://docs.github.com/rest/issues/labels#create-a-label). */
import * as z from "zod";
import { fullName } from "./repository.ts";
import { type Call, onRepository, type Route } from "./route.ts";
import { type Answer, invalid } from "./rules/answer.ts";
import { read } from "./thing.ts";

/** Those that find nothing wrong leave the answer to the emulator. */
export const LABEL_ROUTES: readonly Route[] = [onRepository("POST", "/labels", refusedLabel)];

const Named = z.object({ name: z.string() });

async function refusedLabel({ ask: { body, repository }, lab }: Call): Promise<Answer | null> {
  const label = Named.safeParse(body);
  if (!label.success || repository === null) return null;
  const found = await read(lab, `/repos/${fullName(repository)}/labels/${encodeURIComponent(label.data.name)}`);
  return found === null ? null : invalid({ resource: "Label", code: "already_exists", field: "name" });
}
