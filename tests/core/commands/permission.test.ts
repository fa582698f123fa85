import { expect, it } from "vitest";
import {
  type AuthorizationFacts,
  authorize,
  type IntentKind,
  isSubjectToFreeze,
  mayWrite,
  type RepositoryRole,
  repositoryRoleOf,
} from "#core/commands/permission.ts";

const EVERYBODY: readonly RepositoryRole[] = ["none", "read", "triage", "write", "maintain", "admin"];
/** An administrator by hand, but for what is named. */
function standing(other: Partial<AuthorizationFacts>): AuthorizationFacts {
  return { role: "admin", isAuthor: false, throughApp: false, freeze: null, ...other };
}

const WRITERS: readonly RepositoryRole[] = ["write", "maintain", "admin"];

it.each<[IntentKind, readonly RepositoryRole[], boolean]>([
  ["start", ["triage", ...WRITERS], false],
  ["withdraw", ["triage", ...WRITERS], true],
  ["approve", WRITERS, false],
  ["change", WRITERS, false],
  ["pause", WRITERS, false],
  ["resume", WRITERS, false],
  ["continue", WRITERS, false],
  ["redirect", WRITERS, false],
  ["unblock", WRITERS, false],
  ["clean", WRITERS, false],
  ["history", EVERYBODY, true],
  ["forget", WRITERS, false],
  ["stop", WRITERS, true],
  ["remark", ["triage", ...WRITERS], true],
  ["status", EVERYBODY, true],
  ["help", EVERYBODY, true],
  ["unknown", EVERYBODY, true],
  ["malformed", EVERYBODY, true],
  ["ignored", [], false],
  ["dispatch", WRITERS, false],
  ["iterate", WRITERS, false],
  ["publish", WRITERS, false],
])("allows %s to %j; to the issue's author without a role: %s [M2.01, M4.03, C0.03, AUTH-01]", (kind, roles, author) => {
  expect(EVERYBODY.filter((role) => authorize(kind, standing({ role })) === null)).toEqual(roles);
  expect(authorize(kind, standing({ role: "none", isAuthor: true })) === null).toBe(author);
});

it("says what a wish needs, and what the role is", () => {
  expect(authorize("approve", standing({ role: "triage" }))).toEqual({ by: "role", why: "approve needs more than triage" });
  expect(authorize("ignored", standing({ role: "admin" }))).toEqual({ by: "role", why: "nobody may have it" });
});

const ONWARDS: readonly IntentKind[] = ["approve", "resume", "continue", "redirect", "unblock", "dispatch", "iterate", "publish"];
const WISHES: readonly IntentKind[] = [
  ...ONWARDS,
  "start",
  "withdraw",
  "change",
  "pause",
  "clean",
  "history",
  "forget",
  "stop",
  "remark",
  "status",
  "help",
];

it("takes nothing through an App that needs a person's own word, whatever the role, and lets a run be stopped so [AUTH-11]", () => {
  const denied = WISHES.filter((wish) => authorize(wish, standing({ throughApp: true }))?.by === "app");
  expect(denied).toEqual([...ONWARDS, "change", "clean", "forget", "remark"]);
});

it("holds up by a freeze what begins or goes on, and nothing that ends or only tells", () => {
  const held = WISHES.filter((wish) => authorize(wish, standing({ freeze: "frozen" }))?.why === "frozen");
  expect([held, WISHES.filter(isSubjectToFreeze)]).toEqual([
    [...ONWARDS, "start"],
    [...ONWARDS, "start"],
  ]);
  expect(isSubjectToFreeze("ignored")).toBe(false);
});

it.each<[unknown, unknown, RepositoryRole]>([
  // A repository of a person knows owners and collaborators alone (AUTH-25).
  ["admin", "admin", "admin"],
  ["write", "write", "write"],
  ["maintain", "write", "maintain"],
  ["triage", "read", "triage"],
  ["release-captain", "write", "write"],
  ["release-captain", "read", "read"],
  ["release-captain", "superuser", "none"],
  ["Admin", "none", "none"],
  ["OWNER", undefined, "none"],
  [undefined, undefined, "none"],
  [null, "write", "write"],
  [{ role: "admin" }, ["admin"], "none"],
])("reads the role %j with the permission %j as %s [AUTH-03, AUTH-04, AUTH-25]", (roleName, permission, role) => {
  expect(repositoryRoleOf(roleName, permission)).toBe(role);
});

it("believes the words of those who may write, and of nobody else [M3.07]", () => {
  expect(EVERYBODY.filter(mayWrite)).toEqual(WRITERS);
});
