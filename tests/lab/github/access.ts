/** Whether GitHub would allow a request: what the rules say of whoever asks for it. */
import { isAuthor } from "./author.ts";
import type { Ask, Lab } from "./lab.ts";
import type { RepositoryOptions } from "./options.ts";
import { fullName, roleOf } from "./repository.ts";
import { type Asker, hangsOnAuthor, refusedBy } from "./rules/access.ts";
import { type Answer, NOT_FOUND } from "./rules/answer.ts";
import { type Rule, ruleFor, ruleOf } from "./rules/permissions.ts";
import type { Actor, Installation } from "./tokens.ts";

/** GitHub's refusal of a request about a repository, or null where it is allowed. */
export async function refusedAccess(ask: Ask, lab: Lab): Promise<Answer | null> {
  const { actor, repository, path } = ask;
  if (repository === null) return path.startsWith("/repos/") ? NOT_FOUND : null;
  const rule = ruleOf(ask.method, path);
  const looks = actor.kind === "user" && hangsOnAuthor(rule, roleOf(actor.login, repository));
  return refused(rule, actor, repository, looks && (await isAuthor(actor.login, ask, lab)));
}

/** Whether somebody may read or write by git or GraphQL, which the table of operations does not know. */
export function may(actor: Actor, repository: RepositoryOptions, ...what: Parameters<typeof ruleFor>): boolean {
  return actor.kind !== "app" && refused(ruleFor(...what), actor, repository, false) === null;
}

function refused(rule: Rule, actor: Actor, repository: RepositoryOptions, isTheAuthor: boolean): Answer | null {
  if (actor.kind === "app") return null;
  return refusedBy(rule, askerOf(actor, repository, isTheAuthor), { isPrivate: repository.private ?? false });
}

function askerOf(actor: Exclude<Actor, { kind: "app" }>, repository: RepositoryOptions, isTheAuthor: boolean): Asker {
  if (actor.kind === "user") return { kind: "person", role: roleOf(actor.login, repository), isAuthor: isTheAuthor };
  if (actor.kind === "anonymous") return { kind: "anonymous" };
  return { kind: "token", permissions: actor.permissions, reaches: reachesOf(actor, repository) };
}

function reachesOf({ repositories, app }: Installation, repository: RepositoryOptions): boolean {
  return repositories?.includes(fullName(repository)) ?? app.account === repository.owner;
}
