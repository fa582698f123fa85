/** Who may read the contents of a repository, by git and by GraphQL. */
import type { RepositoryOptions } from "./options.ts";
import { fullName, roleOf } from "./repository.ts";
import { reaches } from "./role.ts";
import type { Actor } from "./tokens.ts";

/** A public repository shows itself to everybody. */
export function mayRead(actor: Actor, repository: RepositoryOptions): boolean {
  if (!repository.private) return true;
  if (actor.kind === "user") return reaches(roleOf(actor.login, repository), "read");
  if (actor.kind !== "installation" || !("contents" in actor.permissions)) return false;
  return actor.repositories?.includes(fullName(repository)) ?? actor.app.account === repository.owner;
}
