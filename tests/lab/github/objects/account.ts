/** An account as GitHub shows it wherever one stands: a person, an organisation or an App. */
import { createHash } from "node:crypto";
import type { Given } from "./given.ts";

/** Whole from its login and what else is known. An App's account that has not written yet has no number in the emulator. */
export function accountOf(given: Given, url: string): Given {
  const login = String(given["login"]);
  const at = `${url}/users/${encodeURIComponent(login)}`;
  const id = given["id"] ?? numberOf(login);
  const slug = login.endsWith("[bot]") ? login.slice(0, -"[bot]".length) : null;
  return {
    type: slug === null ? "User" : "Bot",
    site_admin: false,
    ...given,
    ...(slug !== null && Object.hasOwn(given, "email") && { email: null }),
    login,
    id,
    node_id: given["node_id"] ?? `U_${String(id)}`,
    avatar_url: `${url}/avatars/u/${encodeURIComponent(login)}`,
    gravatar_id: "",
    url: at,
    html_url: slug === null ? `${url}/${login}` : `${url}/apps/${slug}`,
    followers_url: `${at}/followers`,
    following_url: `${at}/following{/other_user}`,
    gists_url: `${at}/gists{/gist_id}`,
    starred_url: `${at}/starred{/owner}{/repo}`,
    subscriptions_url: `${at}/subscriptions`,
    organizations_url: `${at}/orgs`,
    repos_url: `${at}/repos`,
    events_url: `${at}/events{/privacy}`,
    received_events_url: `${at}/received_events`,
  };
}

/** The same for the same login, and larger than those that the emulator counts. */
function numberOf(login: string): number {
  return 100_000_000 + Number.parseInt(createHash("sha1").update(login).digest("hex").slice(0, 6), 16);
}
