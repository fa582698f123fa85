import { expect, it } from "vitest";
import type { Intent } from "#core/intent.ts";
import { allowed, mayWrite, type Role, roleOf } from "#core/permission.ts";

const INTENTS: Record<Intent["kind"], Intent> = {
  start: { kind: "start" },
  withdraw: { kind: "withdraw", cause: "issue_closed" },
  approve: { kind: "approve", digest: null, stepwise: false },
  change: { kind: "change", settings: { max_iterations: 6 } },
  pause: { kind: "pause" },
  continue: { kind: "continue" },
  redirect: { kind: "redirect", text: "x" },
  unblock: { kind: "unblock", reason: "x" },
  clean: { kind: "clean", confirmed: null },
  history: { kind: "history" },
  resume: { kind: "resume" },
  forget: { kind: "forget", id: "m-0123456789" },
  stop: { kind: "stop", note: "" },
  status: { kind: "status" },
  help: { kind: "help" },
  unknown: { kind: "unknown", word: "x", nearest: "stop" },
  malformed: { kind: "malformed", word: "stop", problem: "x" },
  ignored: { kind: "ignored", why: "bot" },
};

const EVERYBODY: readonly Role[] = ["none", "read", "triage", "write", "maintain", "admin"];
const WRITERS: readonly Role[] = ["write", "maintain", "admin"];

it.each<[Intent["kind"], readonly Role[], boolean]>([
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
  ["status", EVERYBODY, true],
  ["help", EVERYBODY, true],
  ["unknown", EVERYBODY, true],
  ["malformed", EVERYBODY, true],
  ["ignored", [], false],
])("allows %s to %j; to the issue's author without a role: %s [M2.01, M4.03, C0.03, AUTH-01]", (kind, roles, author) => {
  expect(EVERYBODY.filter((role) => allowed(INTENTS[kind], { role, isAuthor: false }))).toEqual(roles);
  expect(allowed(INTENTS[kind], { role: "none", isAuthor: true })).toBe(author);
});

it.each<[unknown, unknown, Role]>([
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
  expect(roleOf(roleName, permission)).toBe(role);
});

it("believes the words of those who may write, and of nobody else [M3.07]", () => {
  expect(EVERYBODY.filter(mayWrite)).toEqual(WRITERS);
});
