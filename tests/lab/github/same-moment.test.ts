/** A comment that nobody has touched does not look edited, and one that was does. */
import { expect, it } from "vitest";
import { sameMoment } from "./same-moment.ts";
import { AT, aGitHub, as } from "./stage.ts";

it("gives a comment one time until somebody edits it, however long the emulator takes between two looks at the clock", async () => {
  const github = await aGitHub();
  const { rest } = as(github, "wim");
  const { data: issue } = await rest.issues.create({ ...AT, title: "times" });
  const { data: made } = await rest.issues.createComment({ ...AT, issue_number: issue.number, body: "x" });
  const now = async () => (await rest.issues.getComment({ ...AT, comment_id: made.id })).data;
  expect((await now()).updated_at).toBe(made.created_at);
  await new Promise((resolve) => setTimeout(resolve, 5));
  await rest.issues.updateComment({ ...AT, comment_id: made.id, body: "y" });
  expect((await now()).updated_at).not.toBe(made.created_at);
});

const TIMES = { created_at: "2026-01-01T00:00:00.000Z", updated_at: "2026-01-01T00:00:09.000Z" };

it.each([
  { what: "a comment", value: { id: 1, issue_url: "x", ...TIMES }, edited: false },
  { what: "a comment that was edited", value: { id: 2, issue_url: "x", ...TIMES }, edited: true },
  { what: "an issue", value: { id: 1, ...TIMES }, edited: true },
])("takes $what, changed nine seconds later, for edited: $edited", ({ value, edited }) => {
  const [seen] = JSON.parse(JSON.stringify([value]), sameMoment(new Set([2])));
  expect(seen.created_at !== seen.updated_at).toBe(edited);
});
