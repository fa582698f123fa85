/** The one table of permissions, and the one decision over it. */
import type { Intent } from "./intent.ts";

const ROLES = ["none", "read", "triage", "write", "maintain", "admin"] as const;
/** Roles on a repository, from the least to the most (`role_name` of GitHub's collaborator API). */
export type RepositoryRole = (typeof ROLES)[number];

/**
 * The actions that need a permission: a person's command or action on GitHub; the engine's next step in the name of
 * the approver.
 */
export type IntentKind = Intent["kind"] | "dispatch" | "iterate" | "publish";

/** The facts for a decision, each read from GitHub at that moment and never taken from the request itself. */
export interface AuthorizationFacts {
  /** Role of the person who asks, or approved. */
  readonly role: RepositoryRole;
  /** Of the issue. */
  readonly isAuthor: boolean;
  /** An App wrote it in a person's name. */
  readonly throughApp: boolean;
  /** Why everything is frozen (core/config/kill-switch); null when nothing is. */
  readonly freeze: string | null;
}

/** The objection to a request, and its reason for people. */
export interface Denial {
  readonly by: "role" | "app" | "freeze";
  readonly why: string;
}

interface Needed {
  /** The least role. */
  readonly role: RepositoryRole;
  /** The author needs none. */
  readonly author?: true;
  /** A person must write it by hand: an App that writes in their name may follow injected instructions. */
  readonly byHand?: true;
  /** The action begins or continues work, so that a freeze stops it. */
  readonly goesOn?: true;
}

const BY_HAND: Needed = { role: "write", byHand: true };
const ONWARDS: Needed = { ...BY_HAND, goesOn: true };
const ANYBODY: Needed = { role: "none", author: true };

/** What each action needs; null: always denied. */
const NEEDED: Readonly<Record<IntentKind, Needed | null>> = {
  // An issue template can set a label in a stranger's name, so GitHub's own check is not enough.
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
  // Whoever may sort issues is heard by hand: an App may say what a stranger wrote.
  remark: { role: "triage", author: true, byHand: true },
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
 * Decides who may do what, for every entry: label, comment, review, dispatch, iteration, publication. Null when the
 * request is granted; what the table does not grant is denied. Pure.
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

/** True for what a freeze stops: only then the caller has to read whether there is one. */
export function isSubjectToFreeze(intent: IntentKind): boolean {
  return NEEDED[intent]?.goesOn === true;
}

/** True for people who may push: the bot trusts their comments, and remembers them. */
export function mayWrite(role: RepositoryRole): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf("write");
}

/**
 * The role in an answer of the collaborator API: `role_name`, or for a custom role its base `permission`. Anything
 * else, an absent answer too, is `none`; `author_association` is never used.
 */
export function repositoryRoleOf(roleName: unknown, permission: unknown): RepositoryRole {
  return ROLES.find((role) => role === roleName) ?? ROLES.find((role) => role === permission) ?? "none";
}
