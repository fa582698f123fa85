/** Who may have what: the one table of permissions (architecture 4 and 12, AUTH-01 to AUTH-06, AUTH-16, AUTH-18). */
import type { Intent } from "./intent.ts";

const ROLES = ["none", "read", "triage", "write", "maintain", "admin"] as const;
/** Roles on a repository, from the least to the most (`role_name` of GitHub's collaborator API). */
export type Role = (typeof ROLES)[number];

/** Somebody's standing on one issue, asked for at the moment of the decision. */
export interface Who {
  readonly role: Role;
  readonly isAuthor: boolean;
}

/** The least role that is needed, and whether the author needs none. `null`: nobody. */
const NEEDED: Record<Intent["kind"], { readonly role: Role; readonly author: boolean } | null> = {
  // A label can be set by an issue template in a stranger's name, so GitHub's own check does not do (AUTH-18).
  start: { role: "triage", author: false },
  withdraw: { role: "triage", author: true },
  approve: { role: "write", author: false },
  change: { role: "write", author: false },
  pause: { role: "write", author: false },
  resume: { role: "write", author: false },
  continue: { role: "write", author: false },
  redirect: { role: "write", author: false },
  unblock: { role: "write", author: false },
  clean: { role: "write", author: false },
  history: { role: "none", author: true },
  forget: { role: "write", author: false },
  stop: { role: "write", author: true },
  status: { role: "none", author: true },
  help: { role: "none", author: true },
  unknown: { role: "none", author: true },
  malformed: { role: "none", author: true },
  ignored: null,
};

/** True when this person may have this. Whoever is not named in the table may not. */
export function allowed(intent: Pick<Intent, "kind">, who: Who): boolean {
  const needed = NEEDED[intent.kind];
  if (needed === null) return false;
  return (needed.author && who.isAuthor) || ROLES.indexOf(who.role) >= ROLES.indexOf(needed.role);
}

/** True for whoever may push: their words are believed, and remembered. */
export function mayWrite(role: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf("write");
}

/**
 * The role in an answer of the collaborator API: `role_name`, or for a custom role its base `permission` (AUTH-03, AUTH-04).
 * Anything else, an absent answer too, is `none`; `author_association` is never asked (AUTH-05).
 */
export function roleOf(roleName: unknown, permission: unknown): Role {
  return ROLES.find((role) => role === roleName) ?? ROLES.find((role) => role === permission) ?? "none";
}
