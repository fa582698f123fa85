/** Whoever asks, as the lab's rules look at them. */
import { type Asker, hangsOnAuthor, refusedBy, roleWith } from "../../../lab/github/rules/access.ts";
import { type Rule, ruleFor } from "../../../lab/github/rules/permissions.ts";
import type { Role } from "../../../lab/github/rules/role.ts";
import type { State } from "./state.ts";
import type { Actor } from "./things.ts";

/** What they ask for: its rule, and the path below the repository. */
interface Wish {
  readonly rule: Rule;
  readonly parts: readonly string[];
}

/** A token of an App is good for the one repository that there is. */
export function askerOf(state: State, actor: Actor, { rule, parts }: Wish): Asker {
  if (actor.permissions !== null) return { kind: "token", permissions: actor.permissions, reaches: true };
  const role = roleOf(state, actor);
  return { kind: "person", role, isAuthor: hangsOnAuthor(rule, role) && authorOf(state, parts) === actor.id };
}

/** The role of an account; everybody may read a public repository. */
export function roleOf(state: State, { id }: Pick<Actor, "id">): Role {
  return roleWith(state.roles.get(id) ?? "none", { isPrivate: state.private });
}

/** Whether they may read or write by GraphQL. */
export function may(state: State, actor: Actor, ...what: Parameters<typeof ruleFor>): boolean {
  const rule = ruleFor(...what);
  return refusedBy(rule, askerOf(state, actor, { rule, parts: [] }), { isPrivate: state.private }) === null;
}

/** Of an issue, a pull request or a comment on one; undefined for all else. */
function authorOf({ issues, comments }: State, [kind, name, id]: readonly string[]): number | undefined {
  if (kind === "issues" && name === "comments") return comments.get(Number(id))?.author;
  return id === undefined && (kind === "issues" || kind === "pulls") ? issues.get(Number(name))?.author : undefined;
}
