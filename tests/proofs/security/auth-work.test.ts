/** Whoever approved is asked for again while the work goes on: the built Action, in the real workflow, on the local GitHub. */
import { expect, it } from "vitest";
import { as, ROLES } from "../../action/people.ts";
import { anActionLab, aRepository } from "../../action/stage.ts";
import { HALF, MENDED, story, UNSPLIT, writes } from "../../action/story.ts";
import type { Role } from "../../lab/github/rules/role.ts";

const roles: Record<string, Role> = { ...ROLES };
const lab = await anActionLab([aRepository("watched", { roles })]);

/** Level A passes, B does not: there will be a second iteration, but its worker waits until it is let go. */
function slow() {
  const [first, ...rest] = writes(HALF);
  return story({
    worker: [{ reply: { json: {} }, ...first, fault: { held: true } }, ...rest],
    critique: [{ reply: { json: { hypotheses: [], issues: [UNSPLIT] } }, repeat: true }],
    refiner: [...writes(MENDED)],
  });
}

function demoted(to: Role): void {
  roles["wim"] = to;
}

it.each([
  { what: "lost the right to write", id: "AUTH-13", to: "read" as const },
  { what: "was removed", id: "AUTH-14", to: "none" as const },
])("stops at the next boundary when the approver $what [$id]", async ({ to }) => {
  demoted("write");
  const one = await lab.issue({ repository: "watched", script: slow() });
  await one.approve();
  await one.asked("worker");
  demoted(to);
  one.model.release();
  await one.over();
  const run = await one.run();
  expect([run.stage, run.ending, run.published]).toEqual(["stopped", "approval_void", null]);
  expect((await one.comments()).at(-1)?.text).toContain("wim may not approve any more");
});

it("stops at the next boundary when the approving comment is taken away [CMD-21]", async () => {
  demoted("write");
  const one = await lab.issue({ repository: "watched", script: slow() });
  await one.approve();
  await one.asked("worker");
  const approval = (await one.run()).approval?.comment ?? 0;
  await as(lab.github, "ada").rest.issues.deleteComment({ owner: "acme", repo: "watched", comment_id: approval });
  one.model.release();
  await one.over();
  expect(await one.run()).toMatchObject({
    stage: "stopped",
    ending: "approval_void",
    gaveUp: { message: "the comment that approved the plan is gone" },
  });
});
