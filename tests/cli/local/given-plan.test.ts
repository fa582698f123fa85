/** A plan from elsewhere, through the front door: checked, tried, reviewed, approved and carried out like any other. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { stringify } from "yaml";
import { draft, FILES, ISSUE, MENDED, story } from "../script.ts";
import { ALIAS, aStage, type Stage } from "../stage.ts";

let stage: Stage;
afterEach(() => stage.close());

const { questions: _, expectedTestChanges: __, ...PLAN } = draft();
const asked = (role: string) => stage.model.requests.filter((one) => one.role === role);

function planFile(text: string): string {
  writeFileSync(join(stage.repository.home, "plan.yml"), text);
  return "../plan.yml";
}

it("takes a plan in, tries it, has it reviewed, waits for its approval, and carries it out; no hydrator is asked [S4.15]", async () => {
  stage = await aStage({ script: story({ hydrator: [] }) });
  const planned = await stage.run("new", stage.issue, "--plan", planFile(stringify(PLAN)));
  expect(planned.code, planned.err).toBe(0);
  expect(planned.err).toContain("Tried on the base: 0 broken rules");
  expect(planned.out).toContain("Empty fields are kept");
  const digest = /loopwright approve ([0-9a-f]{32})/.exec(planned.out)?.[1] ?? "";
  const [critic] = asked("plan-critic");
  expect(critic?.raw).toContain("a.correctness.logic");
  expect(stage.journal().map(({ event }) => event)).toEqual([
    "run_started",
    "run_hydrated",
    "rehearsed",
    "plan_reviewed",
    "approval_requested",
  ]);
  for (const id of ["a.correctness.logic", "a.integrity.tests", "a.regression.base-tests", "b.integrity.tests-bite"])
    expect(planned.out).toContain(id);
  const done = await stage.run("approve", digest, "--expect", "threshold_reached");
  expect(done.code, done.err).toBe(0);
  expect(stage.repository.git("show", `loop/${ALIAS}:src/split.js`)).toBe(MENDED.trimEnd());
  expect(asked("hydrator")).toEqual([]);
  expect(stage.model.problems).toEqual([]);
});

it("reads the file that the issue names, from what is committed [S4.15]", async () => {
  const files = { ...FILES, "plans/split.json": JSON.stringify(PLAN) };
  stage = await aStage({ files, script: story({ hydrator: [] }), issue: `${ISSUE}\nloopwright-plan: plans/split.json\n` });
  const planned = await stage.run("new", stage.issue);
  expect(planned.code, planned.err).toBe(0);
  expect([asked("hydrator").length, asked("plan-critic").length]).toEqual([0, 1]);
});

it("sends a rule that is broken on the base back to the hydrator, as of any other plan [S4.15]", async () => {
  const [logic, ...others] = PLAN["rules"] as readonly Record<string, unknown>[];
  const broken = { ...logic, check: { kind: "command", text: "npm run tset" } };
  stage = await aStage();
  const planned = await stage.run("new", stage.issue, "--plan", planFile(stringify({ ...PLAN, rules: [broken, ...others] })));
  expect(planned.code, planned.err).toBe(0);
  expect(planned.err).toContain("Tried on the base: 1 broken rule");
  const [mending] = asked("hydrator");
  expect(asked("hydrator")).toHaveLength(1);
  expect(mending?.raw).toContain("npm run tset");
});

it.each([
  { what: "what is no YAML", text: "rules: [", says: "../plan.yml:1: " },
  { what: "an unknown key", text: stringify({ ...PLAN, shell: "rm" }), says: "unknown key shell" },
  { what: "a rule without a check", text: stringify({ ...PLAN, rules: [{ id: "a.x.y" }] }), says: "rules.0.description" },
  { what: "no rule", text: stringify({ ...PLAN, rules: [] }), says: "rules: " },
])("does not begin with $what, and says where and what to do [S4.15]", async ({ text, says }) => {
  stage = await aStage();
  const ended = await stage.run("new", stage.issue, "--plan", planFile(text));
  expect(ended.err).toContain(says);
  expect(ended.err).toContain("The keys of a plan are: questions, workflow, template, objective, rules, atoms, scope");
  expect([ended.code, stage.model.requests.length]).toEqual([2, 0]);
  expect((await stage.run("status")).out).toContain("No run is active here");
});

it("does not begin with a file that is not there [S4.15]", async () => {
  stage = await aStage();
  expect(await stage.run("new", stage.issue, "--plan", "no.yml")).toMatchObject({
    code: 2,
    err: expect.stringContaining("--plan: there is no file no.yml"),
  });
});
