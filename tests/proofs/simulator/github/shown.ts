/** What every answer shares: addresses, times, and whoever did something, as GitHub shows them. */
import { BRANCH, type State } from "./state.ts";
import type { Actor, App } from "./things.ts";

type Shown = Readonly<Record<string, unknown>>;
type At = Pick<State, "owner" | "repo">;

/** GitHub's numbers of the repository, its owner and the App's installation. */
const REPOSITORY_ID = 7_001;
export const REPOSITORY_NODE = "R_kgDOSimul";
const OWNER_ID = 6_001;
export const INSTALLATION = 777;

/** GitHub tells whole seconds. */
export function iso(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** Below the API. */
export function apiUrl({ owner, repo }: At, path: string): string {
  return `https://api.github.com/repos/${owner}/${repo}/${path}`;
}

/** Where people look. */
export function webUrl({ owner, repo }: At, path: string): string {
  return `https://github.com/${owner}/${repo}/${path}`;
}

/** An account by its number, as it is called now; null where it was deleted. */
export function shownAccount({ accounts }: State, id: number): Shown | null {
  const found = accounts.get(id);
  return found === undefined ? null : { login: found.login, id, node_id: `U_${id}`, type: found.type, site_admin: false };
}

/** Whoever asks or did something. */
export function shownActor({ login, id, type }: Pick<Actor, "login" | "id" | "type">): Shown {
  return { login, id, node_id: `U_${id}`, type, site_admin: false };
}

export function shownApp(app: App | null): Shown | null {
  return app === null ? null : { id: app.id, slug: app.slug, name: app.slug, node_id: `A_${app.id}` };
}

export function shownRepository({ owner, repo, private: hidden }: State): Shown {
  return {
    id: REPOSITORY_ID,
    node_id: REPOSITORY_NODE,
    name: repo,
    full_name: `${owner}/${repo}`,
    private: hidden,
    fork: false,
    owner: { login: owner, id: OWNER_ID, node_id: `O_${OWNER_ID}`, type: "Organization" },
    html_url: `https://github.com/${owner}/${repo}`,
    url: `https://api.github.com/repos/${owner}/${repo}`,
    default_branch: BRANCH,
  };
}
