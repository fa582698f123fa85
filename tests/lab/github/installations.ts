/** Installations of Apps and their tokens. The emulator mints and narrows; the gateway remembers what it gave out. */
import * as z from "zod";
import type { Permissions } from "../actions/dispatched.ts";
import type { App } from "./app.ts";
import { forward } from "./forward.ts";
import type { Ask, Lab } from "./lab.ts";
import { integrationOf } from "./objects/integration.ts";
import { fullName } from "./repository.ts";
import { on, type Route } from "./route.ts";
import { type Answer, NOT_FOUND, refusal } from "./rules/answer.ts";
import { read } from "./thing.ts";

const Minted = z.object({
  token: z.string(),
  permissions: z.record(z.string(), z.enum(["read", "write"])),
  repositories: z.array(z.object({ full_name: z.string() })).optional(),
});

export const INSTALLATION_ROUTES: readonly Route[] = [
  on("POST", "/app/installations/{installation}/access_tokens", ({ ask, lab }) => mint(ask, lab)),
  on("GET", "/app", ({ ask, lab }) => own(ask, lab)),
  on("GET", "/repos/{owner}/{repo}/installation", ({ ask, lab }) => installationOf(ask, lab)),
  on("GET", "/installation/repositories", ({ ask, lab }) => repositoriesOf(ask, lab)),
  on("DELETE", "/installation/token", ({ ask, lab }) => revoke(ask, lab)),
];

async function mint(ask: Ask, lab: Lab): Promise<Answer> {
  const { actor } = ask;
  if (actor.kind !== "app") return refusal(401, "A JSON web token could not be decoded");
  const answer = await forward(ask, lab);
  if (answer.status !== 201) return answer;
  const { token, permissions, repositories } = Minted.parse(answer.body);
  const names = repositories?.map(({ full_name: name }) => name) ?? null;
  const granted: Permissions = { ...permissions, metadata: "read" };
  lab.tokens.add({ kind: "installation", login: actor.app.login, app: actor.app, token, permissions: granted, repositories: names });
  const shown = names === null ? {} : { repositories: await Promise.all(names.map((name) => read(lab, `/repos/${name}`))) };
  return { ...answer, body: { ...Object(answer.body), ...shown, permissions: granted } };
}

async function own({ actor }: Ask, lab: Lab): Promise<Answer | null> {
  if (actor.kind !== "app") return null;
  const owner = Object((await read(lab, `/orgs/${actor.app.account}`)) ?? { login: actor.app.account });
  return { status: 200, body: integrationOf(actor.app, owner, lab.url) };
}

/** A token of an App for one repository; the gateway's own way to a `GITHUB_TOKEN`. Throws where the App may not. */
export async function tokenFor(app: App, repository: string, permissions: Permissions, lab: Lab): Promise<string> {
  const [, name = ""] = repository.split("/");
  const answer = await mint(
    {
      method: "POST",
      path: `/app/installations/${app.installation}/access_tokens`,
      query: new URLSearchParams(),
      body: { permissions, repositories: [name] },
      headers: {},
      actor: { kind: "app", login: app.slug, app },
      repository: null,
    },
    lab,
  );
  if (answer.status !== 201) throw new Error(`no token for ${repository}: ${JSON.stringify(answer.body)}`);
  return Minted.parse(answer.body).token;
}

/** The emulator gives the first installation of the account, whoever asks. */
async function installationOf(ask: Ask, lab: Lab): Promise<Answer> {
  const { actor, repository } = ask;
  if (actor.kind !== "app") return refusal(401, "A JSON web token could not be decoded");
  if (repository?.owner !== actor.app.account) return NOT_FOUND;
  return forward({ ...ask, path: `/app/installations/${actor.app.installation}` }, lab);
}

async function repositoriesOf({ actor }: Ask, { options, state }: Lab): Promise<Answer> {
  if (actor.kind !== "installation")
    return refusal(403, "You must authenticate with an installation access token in order to list repositories for an installation.");
  const names = options.repositories.filter(({ owner }) => owner === actor.app.account).map(fullName);
  const reached = names.filter((name) => actor.repositories?.includes(name) ?? true);
  const repositories = await Promise.all(reached.map(async (name) => (await state.admin.request(`GET /repos/${name}`)).data));
  const selection = actor.repositories === null ? "all" : "selected";
  return { status: 200, body: { total_count: repositories.length, repository_selection: selection, repositories } };
}

async function revoke({ actor }: Ask, { tokens }: Lab): Promise<Answer> {
  if (actor.kind !== "installation") return refusal(403, "You must authenticate with an installation access token in order to revoke it.");
  tokens.expire(actor.token);
  return { status: 204 };
}
