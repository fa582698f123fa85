/** At the command line a plan is tried before it is shown: no approval is asked for what cannot be set up, or says nothing. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { draft, FILES, story } from "../script.ts";
import { ALIAS, aStage, type Stage } from "../stage.ts";

let stage: Stage;
afterEach(() => stage.close());

const asked = (role: string): number => stage.model.requests.filter((one) => one.role === role).length;
const events = (): readonly string[] => stage.journal().map(({ event }) => event);

it("says what to write where the repository cannot be set up, and goes on with the same plan once that is committed", async () => {
  const broken = { ...FILES, ".github/loopwright.yml": "setup: [sh tools/get.sh]\nchecks:\n  test: node test/split.test.js\n" };
  stage = await aStage({ files: broken });
  const halted = await stage.run("new", stage.issue, "--yes", "--expect", "setup_failed");
  expect(halted.code, halted.err).toBe(0);
  expect(events()).not.toContain("approval_requested");
  expect(halted.out).toContain("sh tools/get.sh");
  expect(halted.out).toContain(`in \`.github/loopwright.yml\``);
  expect(halted.out).toContain(`loopwright resume ${ALIAS}`);

  const wrong = "setup: 3\n";
  writeFileSync(join(stage.repository.folder, ".github/loopwright.yml"), wrong);
  stage.repository.git("commit", "-qam", "A slip");
  expect(await stage.run("resume", ALIAS)).toMatchObject({ code: 2, err: expect.stringContaining("setup") });
  writeFileSync(join(stage.repository.folder, ".github/loopwright.yml"), FILES[".github/loopwright.yml"]);
  stage.repository.git("commit", "-qam", "Set it up");
  const shown = await stage.run("resume", ALIAS);
  expect(shown.code, shown.err).toBe(0);
  expect(shown.out).toContain("tried on the base");
  expect([asked("hydrator"), asked("plan-critic")]).toEqual([1, 1]);
  const done = await stage.run("approve", "--expect", "threshold_reached");
  expect(done.code, done.err).toBe(0);
});

it("sends a plan with a misspelt script back, and shows the next one with what is red and green", async () => {
  const rules = draft()["rules"] as readonly Record<string, unknown>[];
  const misspelt = [{ ...rules[0], check: { kind: "command", text: "npm run tset" } }, ...rules.slice(1)];
  stage = await aStage({ script: story({ hydrator: [{ reply: { json: draft({ rules: misspelt }) } }, { reply: { json: draft() } }] }) });
  const shown = await stage.run("new", stage.issue);
  expect(shown.code, shown.err).toBe(0);
  expect(shown.err).toContain("Tried on the base: 1 broken rule");
  expect(events().slice(1, 5)).toEqual(["run_hydrated", "rehearsed", "revision_requested", "run_hydrated"]);
  expect(shown.out).toMatch(/a\.correctness\.logic .*on base: red/);
  expect(shown.out).toMatch(/b\.security\.input-validation .*on base: green/);
  expect(stage.model.requests.filter(({ role }) => role === "hydrator").map(({ raw }) => raw.includes("Missing script"))).toEqual([
    false,
    true,
  ]);
});
