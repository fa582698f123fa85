/** Who may write by GraphQL, whose mutations the table of `rules.ts` does not know. */
import type { RepositoryOptions } from "./options.ts";
import { fullName, roleOf } from "./repository.ts";
import { reaches } from "./role.ts";
import type { Actor } from "./tokens.ts";

/** A person with the role `write`; a token of an installation with the permission, where it reaches the repository. */
export function mayWrite(actor: Actor, repository: RepositoryOptions, permission: "contents" | "pull_requests"): boolean {
  if (actor.kind === "user") return reaches(roleOf(actor.login, repository), "write");
  if (actor.kind !== "installation" || actor.permissions[permission] !== "write") return false;
  return actor.repositories?.includes(fullName(repository)) ?? actor.app.account === repository.owner;
}
