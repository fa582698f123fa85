/**
 * Who may have what: the one table of permissions, and the one decision over it (architecture 4 and 12, AUTH-01 to
 * AUTH-19).
 */
import type { Intent } from "./intent.ts";

const ROLES = ["none", "read", "triage", "write", "maintain", "admin"] as const;
/** Roles on a repository, from the least to the most (`role_name` of GitHub's collaborator API). */
export type RepositoryRole = (typeof ROLES)[number];

/** What can be wanted: by a person, a word or a deed; by the engine, its next step in the name of whoever approved. */
export type IntentKind = Intent["kind"] | "dispatch" | "iterate" | "publish";

/** How things stand when a wish is decided, each asked for at that moment and never taken from the wish itself. */
export interface AuthorizationFacts {
  /** Of whoever wishes, or approved. */
  readonly role: RepositoryRole;
  /** Of the issue. */
  readonly isAuthor: boolean;
  /** It was said through an App in a person's name. */
  readonly throughApp: boolean;
  /** Why everything is held up (core/config/kill-switch); null when nothing is. */
  readonly freeze: string | null;
}

/** What speaks against a wish, and why in words. */
export interface Denial {
  readonly by: "role" | "app" | "freeze";
  readonly why: string;
}

interface Needed {
  /** The least role. */
  readonly role: RepositoryRole;
  /** The author needs none. */
  readonly author?: true;
  /** A person must say it by hand: an App that speaks in their name may have been talked into it (AUTH-11). */
  readonly byHand?: true;
  /** Something begins or goes on, so that a freeze holds it up. */
  readonly goesOn?: true;
}

const BY_HAND: Needed = { role: "write", byHand: true };
const ONWARDS: Needed = { ...BY_HAND, goesOn: true };
const ANYBODY: Needed = { role: "none", author: true };

/** What each wish needs; null: nobody may. */
const NEEDED: Readonly<Record<IntentKind, Needed | null>> = {
  // A label can be set by an issue template in a stranger's name, so GitHub's own check does not do (AUTH-18).
  start: { role: "triage", goesOn: true },
  withdraw: { role: "triage", author: true },
  approve: ONWARDS,
  change: BY_HAND,
  pause: { role: "write" },
  resume: ONWARDS,
  continue: ONWARDS,
  redirect: ONWARDS,
  unblock: ONWARDS,
  clean: BY_HAND,
  history: ANYBODY,
  forget: BY_HAND,
  stop: { role: "write", author: true },
  status: ANYBODY,
  help: ANYBODY,
  unknown: ANYBODY,
  malformed: ANYBODY,
  ignored: null,
  dispatch: ONWARDS,
  iterate: ONWARDS,
  publish: ONWARDS,
};

/**
 * The one decision on who may what, for every way in: label, comment, review, dispatch, iteration, publication. Null
 * when the wish is granted; whatever is not granted by the table is denied. Pure.
 */
export function authorize(
  intent: IntentKind,
  { role, isAuthor, throughApp, freeze }: AuthorizationFacts,
): Denial | null {
  const needed = NEEDED[intent];
  if (needed === null) return { by: "role", why: "nobody may have it" };
  const isEntitled = (needed.author === true && isAuthor) || ROLES.indexOf(role) >= ROLES.indexOf(needed.role);
  if (!isEntitled) return { by: "role", why: `${intent} needs more than ${role}` };
  if (needed.byHand === true && throughApp) return { by: "app", why: "say it by hand: it was said through an App" };
  return needed.goesOn === true && freeze !== null ? { by: "freeze", why: freeze } : null;
}

/** True for what a freeze holds up: only then somebody has to look whether there is one. */
export function isSubjectToFreeze(intent: IntentKind): boolean {
  return NEEDED[intent]?.goesOn === true;
}

/** True for whoever may push: their words are believed, and remembered. */
export function mayWrite(role: RepositoryRole): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf("write");
}

/**
 * The role in an answer of the collaborator API: `role_name`, or for a custom role its base `permission` (AUTH-03,
 * AUTH-04). Anything else, an absent answer too, is `none`; `author_association` is never asked (AUTH-05).
 */
export function repositoryRoleOf(roleName: unknown, permission: unknown): RepositoryRole {
  return ROLES.find((role) => role === roleName) ?? ROLES.find((role) => role === permission) ?? "none";
}
