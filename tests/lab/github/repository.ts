/** Repositories by name, and what a person is in one. */
import type { GitHubOptions, RepositoryOptions } from "./options.ts";
import { roleWith } from "./rules/access.ts";
import type { Role } from "./rules/role.ts";

/** `owner/name` */
export function fullName({ owner, name }: Pick<RepositoryOptions, "owner" | "name">): string {
  return `${owner}/${name}`;
}

/** The role of a person; whoever is not named has what the repository's visibility gives. */
export function roleOf(login: string, { roles, private: isPrivate = false }: RepositoryOptions): Role {
  return roleWith(roles[login] ?? "none", { isPrivate });
}

/** The repository of a path below `/repos/`, if there is one. */
export function repositoryOf(path: string, { repositories }: GitHubOptions): RepositoryOptions | null {
  const [, owner, name] = /^\/repos\/([^/]+)\/([^/]+)/.exec(path) ?? [];
  return repositories.find((repository) => repository.owner === owner && repository.name === name) ?? null;
}
