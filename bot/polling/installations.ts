/** Lists the repositories where the App is installed, page by page. */
import type { Probot } from "probot";
import * as z from "zod";
import { messageOf } from "#core/values/message-of.ts";
import { RepositoryPayload, type WebhookOrigin } from "#hub/webhook-origin.ts";
import type { Log } from "#ports/log.ts";
import { PollerOctokit } from "../jobs/octokit.ts";
import { clientWithToken, type TokenSource } from "../jobs/scoped-client.ts";

/** A repository as a webhook would name it. */
export type InstalledRepository = Pick<WebhookOrigin, "repository" | "installation">;

const PAGE = 100;
/** The most pages that the bot asks for, of installations and of the repositories of one. */
const PAGES = 10;

const Account = z.looseObject({ login: z.string().optional(), slug: z.string().optional() });
const Installations = z.array(
  z.looseObject({ id: z.int(), account: Account.nullish(), suspended_at: z.string().nullish() }),
);
const Repositories = z.object({
  repositories: z.array(RepositoryPayload.extend({ archived: z.boolean().optional() })),
});

type Listed = z.infer<typeof Repositories>["repositories"];
type Installation = z.infer<typeof Installations>[number];

/** The App's own client. */
export interface AppClient extends TokenSource {
  readonly request: TokenSource["request"] &
    ((route: string, parameters: object) => Promise<{ readonly data: unknown }>);
}

/**
 * Gives all installed repositories but archived ones and those of suspended installations, where nothing can be done.
 * `warn` gets each installation that refused its list, and each list that was too long. Throws what the client throws
 * when the installations themselves cannot be listed.
 */
export async function listInstalledRepositories(
  app: AppClient,
  log: Probot["log"],
  warn: Log["warn"],
): Promise<readonly InstalledRepository[]> {
  const found: InstalledRepository[] = [];
  const installed = await pages(async (page) =>
    Installations.parse((await app.request("GET /app/installations", page)).data),
  );
  tellLength(installed, "installations", warn);
  for (const installation of installed.filter(({ suspended_at: suspended }) => suspended == null)) {
    const name = nameOf(installation);
    try {
      const listed = await repositoriesOf(installation, app, log);
      tellLength(listed, `repositories of ${name}`, warn);
      for (const { archived, ...repository } of listed)
        if (archived !== true) found.push({ repository, installation: { id: installation.id } });
    } catch (error) {
      // An organisation with an IP allow list refuses the bot; the other installations are not affected.
      warn(`nothing was looked for in ${name}: ${messageOf(error)}`);
    }
  }
  return found;
}

function repositoriesOf({ id }: Installation, app: AppClient, log: Probot["log"]): Promise<Listed> {
  const client = clientWithToken(app, { installationId: id, permissions: { metadata: "read" } }, log, PollerOctokit);
  return pages(
    async (page) =>
      Repositories.parse((await client.request("GET /installation/repositories", page)).data).repositories,
  );
}

function nameOf({ id, account }: Installation): string {
  return `installation ${id} (${account?.login ?? account?.slug ?? "GitHub does not say whose"})`;
}

function tellLength({ length }: readonly unknown[], what: string, warn: Log["warn"]): void {
  if (length >= PAGES * PAGE) warn(`the first ${PAGES * PAGE} ${what} are looked at, and no more`);
}

async function pages<T>(
  ask: (page: { readonly per_page: number; readonly page: number }) => Promise<readonly T[]>,
): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; page <= PAGES && all.length === (page - 1) * PAGE; page += 1)
    all.push(...(await ask({ per_page: PAGE, page })));
  return all;
}
