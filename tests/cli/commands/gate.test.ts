/** The gate alone: a head against a plan, through the front door, without any model. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { FILES, MENDED } from "../script.ts";
import { ALIAS, aStage, type Ended, leftIn, type Stage, whole } from "../stage.ts";

let stage: Stage;
let plan: string;
let base: string;
let good: string;

/** The plan is the one that a run was approved for; the heads are commits beside the run's own. */
beforeAll(async () => {
  stage = await aStage();
  await stage.run("new", stage.issue, "--yes");
  plan = join(stage.repository.home, "plan.json");
  writeFileSync(plan, (await stage.run("status", "--plan", "--run", ALIAS)).out);
  base = stage.repository.git("rev-parse", "main");
  good = stage.repository.git("rev-parse", `loop/${ALIAS}`);
});
afterAll(() => stage.close());

/** A commit on top of the base that no branch has. */
function head(files: Readonly<Record<string, string | null>>): string {
  const { git, commit } = stage.repository;
  git("checkout", "-q", "--detach", base);
  const made = commit(files);
  git("checkout", "-q", "main");
  return made;
}

function judged(options: Readonly<Record<string, string>>, ...more: readonly string[]): Promise<Ended> {
  const all = { repo: stage.repository.folder, base, head: good, plan, ...options };
  const args = Object.entries(all).flatMap(([name, value]) => [`--${name}`, value]);
  const env = { ANTHROPIC_API_KEY: undefined, ANTHROPIC_BASE_URL: undefined };
  return stage.runWith({ cwd: stage.repository.home, env }, "gate", ...args, ...more);
}

function changedPlan(change: Readonly<Record<string, unknown>>): string {
  const file = join(stage.repository.home, "changed.json");
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(plan, "utf8")), ...change }));
  return file;
}

it("accepts the head of a run, without a key, and changes nothing", async () => {
  const before = whole(stage.repository);
  const { code, out } = await judged({});
  expect(out).toMatchInlineSnapshot(`
    "ACCEPTED, score 1.00 (4/4)

      rule                         base     head
      a.correctness.logic          red      pass
      b.security.input-validation  green    pass
      a.integrity.tests            not run  pass
      a.integrity.debug-markers    not run  pass
      a.regression.base-tests      not run  pass
      a.regression.tests           not run  pass
      b.integrity.tests-bite       not run  pass
    "
  `);
  expect(code).toBe(0);
  expect(whole(stage.repository)).toBe(before);
  expect(leftIn(stage.temp)).toEqual([]);
});

it("says the same as data", async () => {
  const { code, out } = await judged({}, "--json");
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ accepted: true, reasons: [], evaluation: { score: 1, passed: true } });
});

it("refuses work that is not done, and says which rule is red", async () => {
  const { code, out } = await judged({ head: head({ "README.md": "nothing\n" }) });
  expect(out).toMatch(/^REFUSED, score 0\.50 \(2\/4\)$/m);
  expect(out).toContain("  - a.correctness.logic: exit code 1");
  expect(out).toMatch(/a\.correctness\.logic +red +fail/);
  expect(code).toBe(1);
});

it.each([
  {
    what: "a test was deleted",
    files: { "src/split.js": MENDED, "test/split.test.js": null },
    says: "a.integrity.tests: test/split.test.js",
  },
  {
    what: "a test was skipped",
    files: { "src/split.js": MENDED, "test/split.test.js": FILES["test/split.test.js"].replace("test(", "test.skip(") },
    says: "a.integrity.tests: test/split.test.js:2",
  },
  {
    what: "a test of the base fails now",
    files: { "src/split.js": MENDED.replace('split(",")', 'split(";")') },
    says: "a.regression.base-tests:",
  },
  {
    what: "it does the work only where CI is set",
    files: {
      "src/split.js": MENDED.replace('return line.split(",")', 'return process.env.CI ? line.split(",") : line.split(",").filter(Boolean)'),
    },
    says: "a.correctness.logic: it passes where checks run, and fails where CI is not set",
  },
])("refuses a head when $what", async ({ files, says }) => {
  const { code, out } = await judged({ head: head(files) }, "--json");
  expect(JSON.parse(out).reasons.join("\n")).toContain(says);
  expect(code).toBe(1);
});

it.each([
  { what: "a workflow", files: { ".github/workflows/x.yml": "on: push\n" }, says: '".github/workflows/x.yml": a run changes no workflows' },
  { what: "CODEOWNERS", files: { ".github/CODEOWNERS": "* @me\n" }, says: '".github/CODEOWNERS": the path is protected' },
  {
    what: "a submodule behind a transport that runs a command",
    files: { ".gitmodules": '[submodule "x"]\n  path = x\n  url = ext::sh -c id\n' },
    says: '".gitmodules": a run changes no submodules',
  },
  {
    what: "bidirectional marks",
    files: { "src/trojan.js": "// \u202e evil\n" },
    says: '"src/trojan.js": line 1 holds bidirectional marks',
  },
  {
    what: "a token",
    files: { "src/key.js": `const key = "ghp_${"q7Zx2Lm9Kd4Vb8Rn3Ty6".repeat(2).slice(0, 36)}";\n` },
    says: '"src/key.js": it adds what looks like a secret',
  },
  { what: "a link out of the tree", files: { "src/out": "->../../x" }, says: '"src/out": the link leads out of the tree' },
])("refuses a head that brings $what, before anything of it is run", async ({ files, says }) => {
  const { code, out } = await judged({ head: head({ "src/split.js": MENDED, ...files }) }, "--json");
  expect(JSON.parse(out)).toMatchObject({ accepted: false, evaluation: null, reasons: [expect.stringContaining(says)] });
  expect(code).toBe(1);
});

it("holds a head against the scope of the plan: it is shown, and refused where the workflow refuses it", async () => {
  const beyond = head({ "src/split.js": MENDED, "NOTES.md": "see there\n" });
  const { code, out } = await judged({ head: beyond });
  expect(out).toContain("Outside of the plan's scope: NOTES.md");
  expect(code).toBe(0);
  const strict = await judged({ head: beyond, plan: changedPlan({ workflow: "minor-edit" }) });
  expect(strict.out).toContain('- "NOTES.md": the path is outside of the plan\'s scope');
  expect(strict.code).toBe(1);
});

it("judges by the rules that guard the tests, also where a plan leaves them out or rewrites one", async () => {
  const { rules } = JSON.parse(readFileSync(plan, "utf8"));
  const own = rules.filter(({ id }: { readonly id: string }) => !/integrity|regression/.test(id));
  const soft = { ...rules.find(({ id }: { readonly id: string }) => id === "a.regression.base-tests"), severity: "info" };
  const broken = head({ "src/split.js": MENDED.replace('split(",")', 'split(";")') });
  for (const left of [own, [...own, soft]]) {
    const { out } = await judged({ head: broken, plan: changedPlan({ rules: left }) }, "--json");
    expect(JSON.parse(out).reasons.join("\n")).toContain("a.regression.base-tests:");
  }
});

it("refuses when the base is green already: nothing would show that the work was done", async () => {
  const { code, out } = await judged({ base: good });
  expect(out).toContain("no fail rule is red on the base");
  expect(code).toBe(1);
});

it("refuses when setup fails", async () => {
  const { code, out } = await judged({ plan: changedPlan({ setup: ["echo nothing to install >&2; exit 9"] }) });
  expect(out).toContain("setup fails on the base");
  expect(out).toContain("nothing to install");
  expect(code).toBe(1);
});

it.each([
  { what: "a base that is a name", options: { base: "main" }, says: "--base takes the whole id of a commit (git rev-parse main)" },
  {
    what: "a head that is not there",
    options: { head: "0".repeat(40) },
    says: `--head: the repository has no commit ${"0".repeat(40)}; fetch it first`,
  },
  { what: "a plan that is not there", options: { plan: "no.json" }, says: "the plan cannot be read" },
  { what: "a repository that is none", options: { repo: "/" }, says: "this is no git repository" },
])("does not judge with $what", async ({ options, says }) => {
  const { code, err, out } = await judged(options);
  expect(err).toContain(says);
  expect([code, out]).toEqual([2, ""]);
  expect(leftIn(stage.temp)).toEqual([]);
});

it.each([
  { what: "not JSON", text: "rules:", says: "is not JSON" },
  { what: "no plan", text: '{"rules": []}', says: "is no plan" },
  { what: "a plan with a key too many", text: null, says: "is no plan" },
])("does not judge by what is $what", async ({ text, says }) => {
  const file = text === null ? changedPlan({ looser: true }) : join(stage.repository.home, "odd.json");
  if (text !== null) writeFileSync(file, text);
  const { code, err } = await judged({ plan: file });
  expect(err).toContain(says);
  expect(code).toBe(2);
});

it("ends cleanly when it is interrupted", async () => {
  const slow = changedPlan({ setup: ["sleep 60"] });
  const options = ["--repo", stage.repository.folder, "--base", base, "--head", good, "--plan", slow];
  const program = stage.start(["gate", ...options]);
  await vi.waitUntil(() => leftIn(stage.temp).length > 0, { timeout: 30_000 });
  program.child.kill("SIGINT");
  const { code, err } = await program.ended;
  expect(err).not.toContain("    at ");
  expect(code).toBe(1);
  expect(leftIn(stage.temp)).toEqual([]);
});
