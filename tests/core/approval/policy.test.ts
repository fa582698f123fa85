/** What may begin without a person, and everything that speaks against it. */
import { expect, it } from "vitest";
import { approvalObjectionTo } from "#core/approval/approval-objection.ts";
import { POLICY_APPROVER, reasonsAgainstPolicy } from "#core/approval/policy.ts";
import type { ApprovalFacts } from "#core/approval/recheck-approval.ts";
import { handoverDigestOf } from "#core/approval/run-handover.ts";
import { conclude } from "#core/conclude.ts";
import { Config } from "#core/config/config.ts";
import type { Run } from "#core/run/run.ts";
import { digestOf } from "#core/values/digest.ts";
import { anAtom } from "../../builders/atoms.ts";
import * as j from "../../builders/journal.ts";

const CONFIG = Config.parse({ auto_approve: { paths: ["docs/**", "README.md"], rules: 4, atoms: 1, dollars: 2 }, limits: { dollars: 2 } });
const PLAN: Run["plan"] = {
  ...j.PLAN,
  workflow: "minor-edit",
  scope: { paths: ["docs/guide.md", "README.md"], out: [] },
  limits: CONFIG.limits,
  protected: CONFIG.protected,
  config: digestOf(CONFIG),
  issue: { ...j.PLAN.issue, number: 7 },
};
const WAITING = j.settledRun(j.HYDRATED, j.PROCEED);

/** A plan that waits and fits, but for what is named. */
function waiting(change: Partial<Run> = {}, plan: Partial<NonNullable<Run["plan"]>> = {}): Run {
  const whole = PLAN === null ? null : { ...PLAN, ...plan };
  const request = { digest: digestOf(whole), reason: null, at: WAITING.updatedAt };
  return {
    ...WAITING,
    issue: { ...WAITING.issue, number: 7 },
    config: CONFIG,
    trusted: true,
    plan: whole,
    request,
    effects: {},
    ...change,
  };
}

const kinds = (run: Run) => conclude(run, { at: run.updatedAt + 1, key: null }).map(({ kind }) => kind);

it("approves what fits by policy, with a seal of its own and no person's name", () => {
  const run = waiting();
  expect(reasonsAgainstPolicy(run)).toEqual([]);
  expect(conclude(run, { at: 5, key: null })[0]).toMatchObject({
    kind: "approved",
    by: POLICY_APPROVER,
    policy: true,
    comment: null,
    account: null,
    at: 5,
  });
  expect(kinds(run)).toContain("announced");
});

it.each<[string, Partial<Run>, Partial<NonNullable<Run["plan"]>>, string]>([
  ["the issue brings its plan along", { issue: { ...WAITING.issue, body: "<!-- ```loopwright-plan -->" } }, {}, "a person reads it first"],
  ["nothing is configured", { config: { ...CONFIG, auto_approve: null } }, {}, "approves nothing by policy"],
  [
    "somebody has commented on the issue",
    {},
    { discussion: { comments: [{ id: 1, by: "ana", written: "2026-01-02T10:00:00Z", text: "Hm." }], strangers: 0, older: 0 } },
    "comments of the issue are part of it",
  ],
  ["there is no plan", { plan: null }, {}, "there is no plan"],
  ["a stranger set the label, or something is hidden", { trusted: false }, {}, "may not write here"],
  ["the plan-critic wants it otherwise", { review: { verdict: "REVISE", findings: [] } }, {}, "did not say PROCEED"],
  ["nobody reviewed it", { review: null }, {}, "did not say PROCEED"],
  ["it may leave its scope", {}, { workflow: "tdd" }, "may leave its scope"],
  ["a path is elsewhere", {}, { scope: { paths: ["src/a.js"], out: [] } }, "src/a.js is not within"],
  ["a glob is wider", {}, { scope: { paths: ["**"], out: [] } }, "** is not within"],
  ["a glob only looks alike", {}, { scope: { paths: ["docs*/**"], out: [] } }, "docs*/** is not within"],
  ["a test elsewhere is to change", {}, { expectedTestChanges: ["test/a.test.js"] }, "test/a.test.js is not within"],
  [
    "there are too many rules",
    { config: { ...CONFIG, auto_approve: { paths: ["docs/**", "README.md"], rules: 3, atoms: 1, dollars: 2 } } },
    {},
    "4 rules",
  ],
  ["there are too many atoms", {}, { atoms: [anAtom("A1"), anAtom("A2")] }, "2 atoms"],
  ["the price has no cap", {}, { limits: { ...CONFIG.limits, dollars: null } }, "more than 2 dollars"],
  ["the cap is too high", {}, { limits: { ...CONFIG.limits, dollars: 3 } }, "more than 2 dollars"],
])("needs a person when %s", (_, change, plan, reason) => {
  const run = waiting(change, plan);
  expect(reasonsAgainstPolicy(run).join("; ")).toContain(reason);
  expect(kinds(run)).not.toContain("approved");
});

it.each([
  ["docs/secret.md", ["docs/secret.md"], true],
  ["docs/guide.md", ["docs/secret.md"], false],
  ["docs/internal/a.md", ["docs/internal"], true],
  ["docs/internal/a.md", ["docs/internal/**"], true],
  ["docs/**", ["docs/internal/**"], true],
  ["docs/**", ["**/secret.md"], true],
  ["docs/api/**", ["docs/internal/**"], false],
])("for %s with %j protected it finds that they may meet: %s", (place, guarded, meets) => {
  const found = reasonsAgainstPolicy(waiting({}, { scope: { paths: [place], out: [] }, protected: guarded }));
  expect(found.some((reason) => reason.includes("protected path"))).toBe(meets);
});

it.each<[string, Partial<Run>]>([
  ["it was asked about again", { request: { digest: digestOf(PLAN), reason: "plan_changed", at: 1 } }],
  [
    "somebody approved it already",
    { approval: { by: "ana", digest: digestOf(PLAN), handover: "a".repeat(64), comment: 1, account: 1, at: 1 } },
  ],
  ["it is off GitHub", { issue: { ...WAITING.issue, number: null } }],
])("approves nothing when %s", (_, change) => {
  expect(kinds(waiting(change))).not.toContain("approved");
});

it("decides again before anything goes on: what was sealed by policy must still fit it", () => {
  const approval = {
    by: POLICY_APPROVER,
    digest: digestOf(PLAN),
    handover: "a".repeat(64),
    comment: null,
    account: null,
    policy: true,
    at: 1,
  } as const;
  const base = waiting({ approval, base: j.PLAN.base, issue: { ...j.PLAN.issue, number: 7 } });
  const now = (run: Run): ApprovalFacts => ({
    handoverDigest: handoverDigestOf(run) ?? "",
    comment: null,
    shown: null,
    role: "none",
    freeze: null,
    issue: run.issue,
    baseCommit: null,
  });
  expect(approvalObjectionTo("publish", base, now(base))).toBeNull();
  const other = { ...base, trusted: false };
  expect(approvalObjectionTo("publish", other, now(other))?.reasons).toEqual([expect.stringContaining("may not write here")]);
  expect(approvalObjectionTo("publish", base, { ...now(base), handoverDigest: "" })?.reasons).toEqual([
    expect.stringContaining("another hand-over"),
  ]);
});
