/** The comments that a plan is made from: in order, cut, bounded, and counted where they are left out. */
import { expect, it } from "vitest";
import { discussionOf, type IssueComment, requestTexts } from "#core/plan/discussion.ts";
import { digestOf } from "#core/values/digest.ts";
import { aPlan } from "../../builders/run.ts";

const said = (id: number, text: string): IssueComment => ({ id, by: "grace", written: "2026-01-02T10:00:00Z", text });
const idsOf = (comments: readonly IssueComment[]) => discussionOf(comments, 0)?.comments.map(({ id }) => id);

it("is nothing where nobody has said anything, and counts strangers", () => {
  expect(discussionOf([], 0)).toBe(undefined);
  expect(discussionOf([], 3)).toEqual({ comments: [], strangers: 3, older: 0 });
});

it("keeps comments in their order, and the newest where there are too many", () => {
  expect(idsOf([said(1, "a"), said(2, "b")])).toEqual([1, 2]);
  const many = Array.from({ length: 60 }, (_, index) => said(index + 1, "word"));
  expect(discussionOf(many, 0)).toMatchObject({ older: 10 });
  expect(idsOf(many)).toEqual(many.slice(10).map(({ id }) => id));
});

it("cuts a long comment, and leaves out older ones where all are too long together", () => {
  const long = Array.from({ length: 12 }, (_, index) => said(index + 1, "x".repeat(9_000)));
  const kept = discussionOf(long, 0);
  expect(kept?.comments.map(({ text }) => text.length)).toEqual(Array.from({ length: 10 }, () => 4_000));
  expect([kept?.older, kept?.comments[0]?.id, kept?.comments.at(-1)?.text.endsWith("…")]).toEqual([2, 3, true]);
});

it("is bound by the digest of the plan, and changes no digest of a plan without it", () => {
  const discussion = discussionOf([said(1, "Keep the name.")], 0);
  const other = discussionOf([said(1, "Change the name.")], 0);
  expect(new Set([aPlan(), { ...aPlan(), discussion }, { ...aPlan(), discussion: other }].map(digestOf)).size).toBe(3);
  expect(requestTexts({ ...aPlan(), discussion }).at(-1)).toBe("Keep the name.");
  expect(requestTexts(aPlan())).toHaveLength(1);
});
