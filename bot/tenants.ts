/** Where the App is installed: its repositories, asked of GitHub page by page. */
import type { Probot } from "probot";
import * as z from "zod";
import { type Origin, Repository } from "#hub/heard.ts";
import { type Minter, signedAs } from "./narrow.ts";

/** A repository as a webhook would name it. */
export type Tenancy = Pick<Origin, "repository" | "installation">;

const PAGE = 100;
/** Pages of installations, and of the repositories of one, that are asked for. */
const PAGES = 10;

const Installations = z.array(z.looseObject({ id: z.int(), suspended_at: z.string().nullish() }));
const Repositories = z.object({ repositories: z.array(Repository.extend({ archived: z.boolean().optional() })) });

/** The App's own client. */
export interface AppClient extends Minter {
  readonly request: Minter["request"] & ((route: string, parameters: object) => Promise<{ readonly data: unknown }>);
}

/** All of them but those of suspended installations, and archived ones, where nothing can be done. Throws what the client throws. */
export async function tenancies(app: AppClient, log: Probot["log"]): Promise<readonly Tenancy[]> {
  const found: Tenancy[] = [];
  const installed = await pages(async (page) => Installations.parse((await app.request("GET /app/installations", page)).data));
  for (const { id, suspended_at: suspended } of installed) {
    if (suspended != null) continue;
    const client = signedAs(app, { installationId: id, permissions: { metadata: "read" } }, log);
    const listed = await pages(
      async (page) => Repositories.parse((await client.request("GET /installation/repositories", page)).data).repositories,
    );
    for (const { archived, ...repository } of listed) if (archived !== true) found.push({ repository, installation: { id } });
  }
  return found;
}

async function pages<T>(ask: (page: { readonly per_page: number; readonly page: number }) => Promise<readonly T[]>): Promise<readonly T[]> {
  const all: T[] = [];
  for (let page = 1; page <= PAGES && all.length === (page - 1) * PAGE; page += 1) all.push(...(await ask({ per_page: PAGE, page })));
  return all;
}
