/** Makes an event whole: who did it, where, and for which installation; then sends it out. */
import type { Happening } from "./happening.ts";
import type { Hooks } from "./hooks.ts";
import type { Lab } from "./lab.ts";
import { wholeOf } from "./objects/whole.ts";
import type { RepositoryOptions } from "./options.ts";
import { fullName } from "./repository.ts";
import { accountIn, read } from "./thing.ts";
import type { Actor } from "./tokens.ts";
import { trigger } from "./trigger.ts";

/** What every payload of a repository holds besides its own. */
export async function wholeHappenings(
  happenings: readonly Happening[],
  repository: RepositoryOptions,
  actor: Pick<Actor, "login">,
  lab: Lab,
): Promise<readonly Happening[]> {
  if (happenings.length === 0) return [];
  const [where, sender] = await Promise.all([read(lab, `/repos/${fullName(repository)}`), accountIn(lab, actor.login)]);
  const { owner } = Object(where);
  const app = lab.apps.find(({ account }) => account === repository.owner);
  const common = {
    repository: { ...Object(where), owner: { ...owner, type: "Organization" } },
    organization: { login: owner.login, id: owner.id, node_id: owner.node_id },
    sender,
    ...(app && { installation: { id: app.installation, node_id: `I_${app.installation}` } }),
  };
  return happenings.map(({ event, payload }) => ({ event, payload: Object(wholeOf({ ...payload, ...common }, lab.url)) }));
}

/** Sends each out, in order, and begins the workflows that listen for it. */
export async function sendAll(happenings: readonly Happening[], repository: RepositoryOptions, lab: Lab, hooks: Hooks): Promise<void> {
  for (const happening of happenings) {
    hooks.send(happening, repository);
    await trigger(happening, repository, String(Object(happening.payload["sender"]).login), lab);
  }
}
