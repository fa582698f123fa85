/** A comment that nobody has touched does not look edited, and one that was does. */
import { expect, it } from "vitest";
import { sameMoment } from "./same-moment.ts";
import { AT, aGitHub, as } from "./stage.ts";

it("gives a comment one time, however often the emulator looks at the clock", async () => {
  const github = await aGitHub();
  const { rest } = as(github, "wim");
  const { data: issue } = await rest.issues.create({ ...AT, title: "times" });
  const comment = () => rest.issues.createComment({ ...AT, issue_number: issue.number, body: "x" });
  const made = [];
  for (let count = 0; count < 60; count++) made.push((await comment()).data);
  expect(made.filter(({ created_at, updated_at }) => created_at !== updated_at)).toEqual([]);
});

it.each([
  ["2026-01-01T00:00:00.999Z", "2026-01-01T00:00:01.000Z", false],
  ["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.003Z", true],
  ["2026-01-01T00:00:01.000Z", "2026-01-01T00:00:00.999Z", true],
])("takes what was made at %s and changed at %s for edited: %s", (created_at, updated_at, edited) => {
  const text = JSON.stringify([{ created_at, updated_at }]);
  const [seen] = JSON.parse(text, sameMoment);
  expect(seen.created_at !== seen.updated_at).toBe(edited);
});
