/** GitHub's refusal of whoever may not do what they ask for in a repository. */
import { type Answer, NOT_ACCESSIBLE, NOT_FOUND, refusal } from "./answer.ts";
import type { Rule } from "./permissions.ts";
import { type Role, reaches } from "./role.ts";

/** Who asks, as far as a rule looks at them. `reaches`: whether the token is good for this repository. */
export type Asker =
  | { readonly kind: "anonymous" }
  | { readonly kind: "person"; readonly role: Role; readonly isAuthor: boolean }
  | { readonly kind: "token"; readonly permissions: Readonly<Record<string, string>>; readonly reaches: boolean };

/** https://docs.github.com/rest/checks/runs: only an App may write check runs. */
const APPS_ONLY = refusal(403, "You must authenticate via a GitHub App.");

/** The role of somebody who was given `given`: everybody may read a public repository. */
export function roleWith(given: Role, { isPrivate }: { readonly isPrivate: boolean }): Role {
  return isPrivate || reaches(given, "read") ? given : "read";
}

/** GitHub's refusal; null where the rule lets them. */
export function refusedBy(rule: Rule, asker: Asker, repository: { readonly isPrivate: boolean }): Answer | null {
  switch (asker.kind) {
    case "anonymous":
      return refusedStranger(rule, repository.isPrivate);
    case "person":
      return refusedPerson(rule, asker.role, asker.isAuthor);
    case "token":
      return refusedToken(rule, asker, repository.isPrivate);
  }
}

/** Whether it is an author's right alone that may let this person, so that somebody must look who the author is. */
export function hangsOnAuthor(rule: Rule, role: Role): boolean {
  return rule.author === true && reaches(role, "read") && !reaches(role, rule.role);
}

function refusedStranger(rule: Rule, isPrivate: boolean): Answer | null {
  if (isPrivate) return NOT_FOUND;
  return isOpenToAll(rule) ? null : refusal(401, "Requires authentication");
}

function refusedPerson(rule: Rule, role: Role, isAuthor: boolean): Answer | null {
  if (!reaches(role, "read")) return NOT_FOUND;
  if (rule.person === "never") return APPS_ONLY;
  if (reaches(role, rule.role)) return null;
  return rule.author && isAuthor ? null : wordsFor(rule.role);
}

/** Labels and states are refused in these words; what needs write is not shown to exist. */
function wordsFor(role: Role): Answer {
  return role === "triage" ? refusal(403, "Must have admin rights to Repository.") : NOT_FOUND;
}

function refusedToken(rule: Rule, token: Extract<Asker, { kind: "token" }>, isPrivate: boolean): Answer | null {
  if (!token.reaches && isPrivate) return NOT_FOUND;
  if (!isPrivate && isOpenToAll(rule)) return null;
  return token.reaches && isGranted(rule, token.permissions) ? null : NOT_ACCESSIBLE;
}

/**
 * "…can be used without authentication or the aforementioned permissions if only public resources are requested"
 * (GitHub's reference, at each operation that reads).
 */
function isOpenToAll({ level, signedIn = false }: Rule): boolean {
  return level === "read" && !signedIn;
}

/** Every token has `metadata: read`. */
function isGranted({ permissions: needed, level }: Rule, given: Readonly<Record<string, string>>): boolean {
  return needed.some((name) => given[name] === "write" || given[name] === level || (name === "metadata" && level === "read"));
}
