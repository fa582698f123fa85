import { expect, it } from "vitest";
import { obstacleToResume } from "#core/commands/resume.ts";
import { planOf } from "#core/run/run-facts.ts";
import { verifyTree } from "#loop/checks/verify-tree.ts";
import { EVERYWHERE } from "#loop/context/station.ts";
import { drive } from "#loop/engine/drive.ts";
import { resultComment } from "#text/comments/result-comment.ts";
import { nextWords } from "#text/phrases/next-words.ts";
import { answers } from "../../fakes/scripted-model.ts";
import { advises, type Bench, bench, FILES, journey, MENDED, PREPARED, planned, script, writes } from "../bench.ts";

/** A journey during which somebody commits these files to the base branch. */
async function withBaseMoved(files: Readonly<Record<string, string>>, limits = { qaRounds: 1 }) {
  let made: Bench | null = null;
  const press = { baseNow: () => Promise.resolve(made?.repository.commit(files) ?? "") };
  made = await bench(script(), { press, config: { checks: { test: "node --test" }, limits } });
  await made.go();
  await made.consent();
  return { report: await made.go(), run: await made.run(), model: made.model };
}

it("verifies the merge with a base that moved, and tells the verifier and whoever reviews the work [S0.61]", async () => {
  const { report, run, model } = await withBaseMoved({ "README.md": "new\n" });
  expect(report.stage).toBe("completed");
  expect(run.bases.verified).toMatch(/^[0-9a-f]{40}$/);
  expect(run.bases).not.toMatchObject({ verified: run.base.commit });
  expect(run.bases.shown).toBe(run.base.commit);
  const asked = model.prompts.find(({ role }) => role === "qa-verifier");
  expect(JSON.stringify(asked?.prompt.messages)).toContain("merged with the current base");
});

it("ends at once over a base that moved and conflicts: no round of work could mend that", async () => {
  const { report, run, model } = await withBaseMoved(
    { "src/split.js": "export const split = (line) => line.match(/[^,]*/g);\n" },
    { qaRounds: 3 },
  );
  expect(report).toMatchObject({ stage: "stopped", stopReason: "base_conflicts", iteration: 1 });
  expect(run.qa).toMatchObject({ rounds: 1, conflicts: true });
  expect(run.qa?.last?.issues[0]?.problem).toBe("the base has moved and conflicts in src/split.js");
  expect(obstacleToResume(run)).toContain("begin a new run");
  expect(nextWords(run)).toContain("sets the label again");
  expect(model.prompts.some(({ role }) => role === "qa-verifier")).toBe(false);
});

it("finds that the merge with a base that moved is red", async () => {
  const test =
    'import test from "node:test";\nimport assert from "node:assert";\nimport { split } from "../src/split.js";\ntest("drops", () => assert.deepEqual(split("a,,b"), ["a", "b"]));\n';
  const { report, run } = await withBaseMoved({ "test/drops.test.js": test });
  expect(report.stopReason).toBe("qa_issues");
  expect(run.qa?.last?.issues[0]?.problem).toContain(
    "merged with the base as it is now: a.regression.base-tests fails on a fresh checkout",
  );
});

it("sets the head up from nothing: what only the worker's site had does not help [S0.54, RH-12]", async () => {
  const files = { ...FILES, ".gitignore": "made/\n" };
  const config = { setup: ["mkdir -p made && cp marker made/ 2>/dev/null || mkdir -p made"], limits: { qaRounds: 1 } };
  const setup = { setup: ["test ! -e src/late.js"], limits: { qaRounds: 1 } };
  const late = [...writes("export {};\n", "src/late.js").slice(0, 1), ...writes(MENDED)];
  const { report, run } = await journey(script({ worker: late }), { files, config: setup });
  expect(report.stopReason).toBe("qa_issues");
  expect(run).toBeTypeOf("function");
  expect((await run()).qa?.last?.issues[0]?.problem).toContain("setup fails on a fresh checkout: test ! -e src/late.js");
  expect((await journey(script(), { files, config })).report.stage).toBe("completed");
});

it("reviews the tree itself: what no snapshot would have taken is not verified, and nothing of it runs", async () => {
  const { run, kit, repository } = await journey(script());
  const done = await run();
  repository.git("read-tree", done.progress.head.tree);
  repository.git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},sub`);
  const { checked, problems } = await verifyTree(done, kit, repository.git("write-tree"), { plan: planOf(done), baseTests: null });
  expect([checked, problems.map(({ problem }) => problem)]).toEqual([
    null,
    ['"sub" must not be in the work: no run can change it: a submodule'],
  ]);
});

it("turns the verifier's issues into a fix iteration, then verifies again [6.9 #15, S0.51]", async () => {
  const issues = answers({
    verdict: "ISSUES",
    issues: [{ dimension: "output", severity: "major", problem: "no note in the code", fix: "add one" }],
  });
  const noted = `// Empty fields are kept.\n${MENDED}`;
  const { report, kinds, model } = await journey(
    script({
      planner: [planned(), planned()],
      worker: [...writes(MENDED), ...writes(noted)],
      preparer: [PREPARED, PREPARED, PREPARED],
      "qa-verifier": [issues, answers({ verdict: "VERIFIED", issues: [] })],
      critique: [advises()],
    }),
  );
  expect(report).toMatchObject({ stage: "completed", iteration: 2 });
  expect(kinds().filter((kind) => kind === "qa_done").length).toBe(2);
  const plans = model.prompts.filter(({ role }) => role === "planner");
  expect(JSON.stringify(plans[1]?.prompt.messages)).toContain("no note in the code");
});

it.each([
  { severity: "critical", reason: "qa_issues" },
  { severity: "major", reason: "qa_issues" },
  { severity: "minor", reason: "threshold_reached" },
])("says $reason where QA says VERIFIED beside an issue that is $severity [S0.52]", async ({ severity, reason }) => {
  const torn = answers({ verdict: "VERIFIED", issues: [{ dimension: "output", severity, problem: "wrong", fix: "mend" }] });
  const { report } = await journey(script({ "qa-verifier": [torn] }), { config: { limits: { qaRounds: 1 } } });
  expect(report.stopReason).toBe(reason);
});

it("stops, naming the commits, when somebody else moved the branch before it was published [S0.61, M0.09, 6.9 #22, U.22, LIFE-11]", async () => {
  const press = { publish: () => Promise.resolve({ number: 7, url: null, head: "f".repeat(40), base: "b".repeat(40) }) };
  const { report, run } = await journey(script(), { press });
  expect(report).toMatchObject({ stage: "stopped", stopReason: "taken_over" });
  const end = await run();
  expect(end.gaveUp?.message).toMatch(
    /^pull request #7 of \S+ is open and points at f{40}, not at the verified [0-9a-f]{40}; somebody else wrote to it$/,
  );
  expect(resultComment(end, { compare: null })).not.toContain("No pull request");
});

it("tells what setup printed when it fails on the bench", async () => {
  const { report, run } = await journey(script(), { config: { setup: ["echo 'no such package' >&2; exit 1"] } });
  expect(report).toMatchObject({ stage: "failed", stopReason: "setup_failed" });
  expect((await run()).setup?.details).toContain("no such package");
});

it("does not hold against the work what others changed in the tests of the base", async () => {
  const other =
    'import test from "node:test";\nimport assert from "node:assert";\nimport { split } from "../src/split.js";\ntest("splits two", () => assert.equal(split("a,b").length, 2));\n';
  const { report } = await withBaseMoved({ "test/split.test.js": other });
  expect(report.stage).toBe("completed");
});

it("gives the audit before QA the work and the latest calls", async () => {
  const { model } = await journey(script(), { config: { audit: { every: 100_000 } } });
  const [asked] = model.prompts.filter(({ role }) => role === "auditor");
  const text = JSON.stringify(asked?.prompt.messages);
  expect(text).toContain("write_file src/split.js");
  expect(text).toContain("+export const split = (line) => line.split");
});

it.each<{ name: string; forge: Partial<Bench["kit"]["workspace"]>; says: string }>([
  { name: "names a commit whose tree is another", forge: { treeOf: () => Promise.resolve("e".repeat(40)) }, says: "nothing is verified" },
  {
    name: "names a head that does not grow from the base",
    forge: { merge: () => Promise.resolve({ kind: "merged", tree: "e".repeat(40) }) },
    says: "does not grow from the approved base",
  },
])("verifies nothing when the journal $name [S0.61]", async ({ forge, says }) => {
  const made = await bench(script());
  await made.go();
  await made.consent();
  const forged = { ...made.kit.workspace, ...forge };
  const report = await drive(made.journal, EVERYWHERE, { ...made.kit, workspace: forged });
  expect(report).toMatchObject({ stage: "failed", stopReason: "phase_error", pr: null });
  expect((await made.run()).errorState?.message).toContain(says);
  expect(made.model.prompts.some(({ role }) => role === "qa-verifier")).toBe(false);
});

const COMPARED = 'export const split = (line) => (line.length > 0 ? line.split(",") : [""]);\n';

it("says beside the score how many planted faults the checks found, and asks for as many as the plan does [RH-18]", async () => {
  const { report, run, model } = await journey(script({ worker: writes(COMPARED) }));
  expect(report.stage).toBe("completed");
  const { strength } = await run();
  expect(strength).toMatchObject({ planted: 5, found: 3 });
  expect(strength?.survived.map(({ now }) => now.slice(33, 60))).toEqual(["ine.length >= 0 ? line.spli", "ine.length > 1 ? line.split"]);
  const asked = model.prompts.find(({ role }) => role === "qa-verifier");
  expect(JSON.stringify(asked?.prompt.messages)).toContain("The checks found 3 of 5 faults");
  const strict = await journey(script({ worker: writes(COMPARED) }), { config: { limits: { strength: 0.9, qaRounds: 1 } } });
  expect(strict.report.stopReason).toBe("qa_issues");
  expect((await strict.run()).qa?.last?.issues[0]?.problem).toContain(
    "the checks found 3 of 5 faults in the changed lines, and 0.9 of them is asked for",
  );
});

it("plants nothing where none is asked for", async () => {
  const { run } = await journey(script({ worker: writes(COMPARED) }), { config: { limits: { mutants: 0 } } });
  expect((await run()).strength).toBeNull();
});
