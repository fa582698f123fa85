/** What earlier runs left, on the page of a plan and on a page of its own. */
import { expect, it } from "vitest";
import { memoryPage } from "#text/terminal/memory-page.ts";
import { planPage } from "#text/terminal/plan-page.ts";
import { aMemory } from "../../builders/memory.ts";
import { aPlan } from "../../builders/run.ts";
import { waiting } from "../../builders/waiting-run.ts";

const LEFT = { id: "m-0123456789", text: "We use tabs." };
const FROM = { runId: "sum-20260101-000000", issue: null, by: "wim" };

it("shows in a plan what earlier runs left, and how to take it out [S3.42]", () => {
  const plan = aPlan({ memories: [{ ...LEFT, from: { kind: "word", ...FROM } }] });
  const page = planPage(waiting({ plan }));
  expect(page).toContain(
    "From earlier runs (loopwright forget <id> takes one out)\n  - m-0123456789: We use tabs. (said by wim, a maintainer, in run sum-20260101-000000)",
  );
  expect(planPage(waiting())).not.toContain("From earlier runs");
});

it("lists what is remembered, each with its id, its source and how far it counts [S3.32]", () => {
  const word = aMemory("tabs", { kind: "word", text: "We use tabs.", source: { ...FROM, issue: 3 }, uses: 2, confidence: 0.9 });
  const stale = aMemory("npm ci", { stale: true });
  expect(memoryPage([word, stale])).toMatchInlineSnapshot(`
    "m-2e35a79681  We use tabs.
                  said by wim, a maintainer, in issue 3; trusted 90 %, used 2 times
    m-78a2e4d017  Setup works: npm ci.
                  seen by the driver in issue 3; stale: a file that it names has changed

    loopwright forget <id> takes one out."
  `);
  expect(memoryPage([])).toBe("Nothing is remembered here.");
});
