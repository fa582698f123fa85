/** An App as GitHub shows it: at its own address, and with the comments that were written through it. */
import type { Given } from "./given.ts";

interface Integration {
  readonly id: number;
  readonly slug: string;
  readonly clientId: string;
  readonly permissions: Readonly<Record<string, string>>;
}

const BORN = "2026-01-01T00:00:00Z";

/** `owner`: its account, by its login at least. */
export function integrationOf({ id, slug, clientId, permissions }: Integration, owner: Given, url: string): Given {
  return {
    id,
    slug,
    node_id: `A_${id}`,
    client_id: clientId,
    owner,
    name: slug,
    description: null,
    external_url: url,
    html_url: `${url}/apps/${slug}`,
    created_at: BORN,
    updated_at: BORN,
    permissions,
    events: [],
  };
}
