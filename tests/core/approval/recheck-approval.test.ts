import { expect, it } from "vitest";
import { approve } from "#core/approval/approval.ts";
import { approvalObjectionTo } from "#core/approval/approval-objection.ts";
import { type ApprovalFacts, reasonsAgainstApproval } from "#core/approval/recheck-approval.ts";
import { handoverDigestOf } from "#core/approval/run-handover.ts";
import type { EventDraft } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import { digestOf } from "#core/values/digest.ts";
import { anAtom } from "../../builders/atoms.ts";
import * as j from "../../builders/journal.ts";

const DIGEST = digestOf(j.PLAN);
const SHOWN = j.settledRun(j.HYDRATED, j.PROCEED);
const CONSENT = {
  by: "ana",
  at: SHOWN.updatedAt,
  writtenAt: SHOWN.updatedAt,
  digest: null,
  stepwise: false,
  comment: 501,
  account: 42,
  issue: SHOWN.issue,
};
const APPROVED: EventDraft = approve(SHOWN, CONSENT);
const TAKEN = j.settledRun(j.HYDRATED, j.PROCEED, APPROVED, j.CONSUMED);
const AGAIN = j.settledRun(j.HYDRATED, j.PROCEED, APPROVED, j.CONSUMED, j.STOP, { kind: "resumed", by: "ana" });

function approvalWith(other: Partial<NonNullable<Run["approval"]>>): Run["approval"] {
  return TAKEN.approval === null ? null : { ...TAKEN.approval, ...other };
}

const COMMENT = { body: "/approve", account: 42, login: "ana", bot: false, edited: false, throughApp: false, hidden: false };
/** All is well, but for what is named. */
function standing(other: Partial<typeof COMMENT> = {}, rest: Partial<ApprovalFacts> = {}): ApprovalFacts {
  return {
    handoverDigest: handoverDigestOf(TAKEN) ?? "",
    comment: { ...COMMENT, ...other },
    shown: null,
    role: "write",
    freeze: null,
    issue: TAKEN.issue,
    baseCommit: null,
    ...rest,
  };
}

it.each(["/approve", "/loop approve", `/approve ${DIGEST.slice(0, 32)}`, `/LOOP Approve ${DIGEST.toUpperCase()}\n\nThank you.`])(
  "finds nothing against a run that a maintainer approved with %j",
  (body) => {
    expect(reasonsAgainstApproval(TAKEN, standing({ body }), "publish")).toEqual([]);
  },
);

const SOMEBODY = "somebody else wrote the approving comment";
const EDITED = "the issue was edited after its plan was approved; set the label again for a plan of what it says now";
const NOT_THIS = "the approving comment does not approve this plan";

it.each<{ when: string; run?: Run; standing: ApprovalFacts; reason: string }>([
  { when: "nobody approved", run: { ...TAKEN, approval: null }, standing: standing(), reason: "nobody approved this run" },
  { when: "there is no plan", run: { ...TAKEN, plan: null }, standing: standing(), reason: "nobody approved this run" },
  { when: "the comment is gone", standing: { ...standing(), comment: null }, reason: "the comment that approved the plan is gone" },
  {
    when: "the plan is another, with a comment that is real",
    run: { ...TAKEN, plan: { ...j.PLAN, atoms: [anAtom("A1", { description: "Mail the secrets" })] } },
    standing: standing(),
    reason: "the plan is not the one that was approved",
  },
  {
    when: "the base is another than the plan's",
    run: { ...TAKEN, base: { ...TAKEN.base, branch: "release" } },
    standing: standing(),
    reason: "the base is not the one that was approved",
  },
  {
    when: "the issue is another than the plan's",
    run: { ...TAKEN, issue: { ...TAKEN.issue, number: 8 } },
    standing: { ...standing(), handoverDigest: handoverDigestOf({ ...TAKEN, issue: { ...TAKEN.issue, number: 8 } }) ?? "" },
    reason: "the issue is not the one that was approved",
  },
  {
    when: "the configuration is another than the plan's",
    run: { ...TAKEN, config: { ...TAKEN.config, sandbox: "none" } },
    standing: standing(),
    reason: "the configuration is not the one that was approved",
  },
  {
    when: "the journal says that another plan was approved",
    run: {
      ...TAKEN,
      plan: { ...j.PLAN, atoms: [anAtom("A1", { description: "Mail the secrets" })] },
      approval: approvalWith({ digest: digestOf({ ...j.PLAN, atoms: [anAtom("A1", { description: "Mail the secrets" })] }) }),
    },
    standing: standing(),
    reason: "this workflow run was started for another hand-over than the journal holds",
  },
  {
    when: "the seal is of the round before",
    run: AGAIN,
    standing: standing(),
    reason: "this workflow run was started for another hand-over than the journal holds",
  },
  {
    when: "the seal is none",
    standing: standing({}, { handoverDigest: "" }),
    reason: "this workflow run was started for another hand-over than the journal holds",
  },
  { when: "a bot wrote it", standing: standing({ bot: true }), reason: SOMEBODY },
  { when: "another account wrote it", standing: standing({ account: 43 }), reason: SOMEBODY },
  { when: "the account has another name now", standing: standing({ login: "ana-2" }), reason: SOMEBODY },
  {
    when: "the journal names another approver",
    run: { ...TAKEN, approval: approvalWith({ by: "eve" }) },
    standing: standing(),
    reason: SOMEBODY,
  },
  {
    when: "an App wrote it in the approver's name",
    standing: standing({ throughApp: true }),
    reason: "say it by hand: it was said through an App",
  },
  { when: "it was hidden", standing: standing({ hidden: true }), reason: "the approving comment was hidden" },
  { when: "a stop stands below", standing: standing({ body: "/approve\n/stop" }), reason: NOT_THIS },
  { when: "it was edited", standing: standing({ edited: true }), reason: "the approving comment was edited" },
  { when: "it is prose", standing: standing({ body: "I approve of that" }), reason: NOT_THIS },
  { when: "it is empty", standing: standing({ body: "" }), reason: NOT_THIS },
  { when: "it quotes the command", standing: standing({ body: "> /approve" }), reason: NOT_THIS },
  { when: "it is another command", standing: standing({ body: "/stop" }), reason: NOT_THIS },
  { when: "it names another digest", standing: standing({ body: `/approve ${"0".repeat(12)}` }), reason: NOT_THIS },
  {
    when: "it is a bare command where those do not count",
    run: { ...TAKEN, config: { ...TAKEN.config, commands: { bare: false } } },
    standing: standing(),
    reason: NOT_THIS,
  },
  { when: "the approver may only read now", standing: standing({}, { role: "read" }), reason: "ana may not approve any more" },
  { when: "the approver may only triage now", standing: standing({}, { role: "triage" }), reason: "ana may not approve any more" },
  { when: "the approver is nobody now", standing: standing({}, { role: "none" }), reason: "ana may not approve any more" },
  {
    when: "the title was edited",
    standing: standing({}, { issue: { ...TAKEN.issue, title: "Mail the secrets" } }),
    reason: EDITED,
  },
  { when: "a space was added", standing: standing({}, { issue: { ...TAKEN.issue, body: `${TAKEN.issue.body} ` } }), reason: EDITED },
])("does not stand behind a run when $when (architecture 2, AUTH-13) [S0.32]", ({ run = TAKEN, standing: now, reason }) => {
  expect(reasonsAgainstApproval(run, now, "iterate")).toContain(reason);
  expect(approvalObjectionTo("iterate", run, now)).toMatchObject({ reason: "approval_void", reasons: expect.arrayContaining([reason]) });
});

it("takes the word behind our name where bare commands do not count", () => {
  const config = { ...TAKEN.config, commands: { bare: false } };
  const plan = { ...j.PLAN, config: digestOf(config) };
  const named = { ...TAKEN, config, plan, approval: approvalWith({ digest: digestOf(plan) }) };
  const rest = { handoverDigest: handoverDigestOf(named) ?? "" };
  expect(reasonsAgainstApproval(named, standing({ body: "/loop approve" }, rest), "publish")).toEqual([]);
  expect(reasonsAgainstApproval(named, standing({}, rest), "publish")).toEqual(["the approving comment does not approve this plan"]);
});

it("gives the hand-over of each round its own seal, and holds the round that is taken up against it", () => {
  expect(handoverDigestOf(AGAIN)).not.toBe(handoverDigestOf(TAKEN));
  expect(reasonsAgainstApproval(AGAIN, standing({}, { handoverDigest: handoverDigestOf(AGAIN) ?? "" }), "dispatch")).toEqual([]);
});

it.each([
  { body: "/approve", shown: [DIGEST], stands: true },
  { body: "/loop approve", shown: ["0".repeat(64), DIGEST], stands: true },
  { body: "/approve", shown: ["0".repeat(64)], stands: false },
  { body: "/approve", shown: [], stands: false },
  { body: `/approve ${DIGEST.slice(0, 32)}`, shown: [], stands: true },
])("takes $body for the plan that our comments showed before it: $shown [ST-07]", ({ body, shown, stands }) => {
  const reasons = reasonsAgainstApproval(TAKEN, standing({ body }, { shown }), "dispatch");
  expect(reasons).toEqual(
    stands
      ? []
      : [
          "no comment of ours showed this plan before it was approved; set the label again, and approve the plan that is shown then, with its digest",
        ],
  );
});

it("asks nobody which plan was shown where the comment approves nothing any more [ST-07]", () => {
  expect(reasonsAgainstApproval(TAKEN, standing({ body: "Well done" }, { shown: [] }), "dispatch")).toHaveLength(2);
});

it("names every reason at once", () => {
  const now: ApprovalFacts = {
    handoverDigest: "",
    comment: { ...COMMENT, body: "no", account: 1, edited: true, hidden: true },
    shown: null,
    role: "none",
    freeze: null,
    issue: { ...TAKEN.issue, title: "Mail the secrets" },
    baseCommit: null,
  };
  expect(reasonsAgainstApproval(TAKEN, now, "publish")).toHaveLength(7);
});

it("holds everything up while there is a freeze, and says nothing of the approval then", () => {
  for (const wish of ["dispatch", "iterate", "publish"] as const) {
    expect(approvalObjectionTo(wish, TAKEN, standing({ body: "no" }, { freeze: "it is frozen" }))).toEqual({
      reason: "frozen",
      reasons: ["it is frozen"],
    });
    expect(approvalObjectionTo(wish, TAKEN, standing())).toBeNull();
  }
});

it.each([
  { author: "Ana", refused: true },
  { author: "otto", refused: false },
])("lets the author of an issue stand behind it only where no second person must: $author [AUTH-15]", ({ author, refused }) => {
  const config = { ...TAKEN.config, require_second_person: true };
  const issue = { ...TAKEN.issue, author };
  const plan = { ...j.PLAN, config: digestOf(config), issue };
  const run = { ...TAKEN, config, issue, plan, approval: approvalWith({ digest: digestOf(plan) }) };
  const reasons = reasonsAgainstApproval(run, standing({}, { handoverDigest: handoverDigestOf(run) ?? "" }), "publish");
  expect(reasons).toEqual(refused ? ["the author of the issue approved it, and another person must"] : []);
});
