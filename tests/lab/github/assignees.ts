/** Who an issue may be assigned to: any App here may be. GitHub decides that for each App, and most have no such right yet. */
import * as z from "zod";
import { forward } from "./forward.ts";
import { tokenFor } from "./installations.ts";
import type { Lab } from "./lab.ts";
import { fullName } from "./repository.ts";
import { type Call, onRepository, type Route } from "./route.ts";
import type { Answer } from "./rules/answer.ts";
import { read } from "./thing.ts";

export const ASSIGNEE_ROUTES: readonly Route[] = [onRepository("POST", "/issues/{number}/assignees", known)];

const Body = z.object({ assignees: z.array(z.string()) });

/** The emulator makes the account of an App when the App first writes, and knows no other that could be assigned. */
async function known({ ask, lab }: Call): Promise<Answer | null> {
  const body = Body.safeParse(ask.body);
  if (ask.repository === null || !body.success) return null;
  for (const login of body.data.assignees) await letWrite(login, { ask, lab });
  return null;
}

async function letWrite(login: string, { ask, lab }: { readonly ask: Call["ask"]; readonly lab: Lab }): Promise<void> {
  const app = lab.apps.find((one) => one.login === login);
  if (app === undefined || ask.repository === null || (await read(lab, `/users/${encodeURIComponent(login)}`)) !== null) return;
  const token = await tokenFor(app, fullName(ask.repository), { issues: "write" }, lab);
  const actor = lab.tokens.actorOf(`Bearer ${token}`);
  if ("refused" in actor) throw new Error(`bug: the token of ${login} is refused`);
  await forward({ ...ask, path: ask.path.replace(/assignees$/, "labels"), body: { labels: [] }, actor }, lab);
}
