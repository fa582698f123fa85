/** A plan is tried on its base before anybody is asked: what is broken goes back to the hydrator, and what works is found. */
import { describe, expect, it } from "vitest";
import { systemClock } from "#adapters/system-clock.ts";
import { steer } from "#core/commands/steer.ts";
import { Config } from "#core/config/config.ts";
import { digestOf } from "#core/values/digest.ts";
import { writeDown } from "#loop/context/write-down.ts";
import { detectedIn } from "#loop/work/detected.ts";
import { resultComment } from "#text/comments/result-comment.ts";
import { planComment } from "#text/plan/plan-comment.ts";
import { planPage } from "#text/terminal/plan-page.ts";
import { answers } from "../../fakes/scripted-model.ts";
import { type Bench, bench, FILES, script, TIGHT } from "../bench.ts";

const [LOGIC, STYLE] = TIGHT.rules;

/** The plan with another command for its first rule. */
const withCheck = (text: string) => ({
  ...TIGHT,
  rules: [{ ...LOGIC, check: { kind: "command", text, prints: null } }, STYLE],
});

const tight = () => script({ hydrator: [answers(TIGHT)] });

const asked = ({ model }: Bench, role: string): readonly string[] =>
  model.prompts.filter((one) => one.role === role).map(({ prompt }) => JSON.stringify(prompt.messages));

describe("a plan whose rules are as they should be", () => {
  it("is shown with what each rule shows on the base, and that is bound by its digest", async () => {
    const made = await bench(tight(), { rehearses: true });
    expect((await made.go()).stage).toBe("awaiting_approval");
    expect(made.kinds()).toEqual(["run_started", "run_hydrated", "rehearsed", "plan_reviewed", "approval_requested"]);
    const run = await made.run();
    expect(run.plan?.rehearsal).toMatchObject({
      tests: { green: true, names: 1 },
      results: [
        { id: "a.correctness.logic", verdict: "fail" },
        { id: "b.style.conventions", verdict: "pass" },
      ],
    });
    expect(run.request?.digest).toBe(digestOf(run.plan));
    const shown = planComment({ ...run, issue: { ...run.issue, number: 7 } });
    expect(shown).toMatch(/a\.correctness\.logic.*\| red \|/);
    expect(shown).toMatch(/Tried on the base: set up in .*; 1 test, green, in /);
    const [critic = ""] = asked(made, "plan-critic");
    expect(critic).toMatch(/results on the base.*a\.correctness\.logic: fail\\nexit code 1.*b\.style\.conventions: pass/);
    expect(critic).toMatch(/files that the scope covers[^>]*>\\nsrc\/split\.js\\n<\/data>/);
    expect(planPage(run)).toMatch(/on base: red[\s\S]*on base: green[\s\S]*tried on the base {2}set up in/);
  });

  it("is not tried where the configuration says so, or where nothing here can try it", async () => {
    const off = await bench(tight(), { rehearses: true, config: { rehearse: false } });
    expect((await off.go()).stage).toBe("awaiting_approval");
    expect(off.kinds()).not.toContain("rehearsed");
    const elsewhere = await bench(tight());
    await elsewhere.go();
    expect(elsewhere.kinds()).not.toContain("rehearsed");
  });
});

describe("a plan with a rule that says nothing", () => {
  it.each([
    { what: "a misspelt script", check: "npm run tset", said: 'Missing script: \\"tset' },
    { what: "what no shell can parse", check: "node -e 'x", said: "Its command cannot be parsed" },
    { what: "a tool that is not there", check: "no-such-tool src", said: "Its command cannot run here" },
    { what: "a file that nobody brings", check: "node check/all.js", said: "the plan does not bring it" },
    { what: "what is green already", check: "test -f src/split.js", said: "It is green on the base" },
  ])("goes back to the hydrator with what it printed: $what", async ({ check, said }) => {
    const made = await bench(script({ hydrator: [answers(withCheck(check)), answers(TIGHT)] }), { rehearses: true });
    expect((await made.go()).stage).toBe("awaiting_approval");
    expect(made.kinds().slice(1)).toEqual([
      "run_hydrated",
      "rehearsed",
      "revision_requested",
      "run_hydrated",
      "rehearsed",
      "plan_reviewed",
      "approval_requested",
    ]);
    expect(asked(made, "hydrator")[1]).toContain(said);
    expect((await made.run()).revisions).toBe(0);
  });

  it("is never shown for approval where it comes back broken a third time", async () => {
    const broken = answers(withCheck("npm run tset"));
    const made = await bench(script({ hydrator: [broken, broken, broken] }), { rehearses: true });
    expect(await made.go()).toMatchObject({ stage: "halted", stopReason: "rehearsal_failed" });
    expect(made.kinds().filter((kind) => kind === "rehearsed")).toHaveLength(3);
    expect(made.kinds()).not.toContain("approval_requested");
    expect(asked(made, "plan-critic")).toEqual([]);
    const run = await made.run();
    expect(resultComment(run, { compare: null })).toContain("There is no script or target");
  });
});

const ci = (run: string) => ({ ".github/workflows/ci.yml": `jobs: { test: { steps: [{ run: "${run}" }] } }\n` });

describe("what trying shows beside the tests", () => {
  it("keeps what only looks at the code, where it is green on the base", async () => {
    const made = await bench(tight(), {
      rehearses: true,
      config: { checks: { test: "node --test test/split.test.js", lint: "grep -q split src/split.js", types: "false" } },
    });
    expect((await made.go()).stage).toBe("awaiting_approval");
    const run = await made.run();
    const ids = run.plan?.rules.map(({ id }) => id);
    expect([ids?.includes("a.regression.lint"), ids?.includes("a.regression.types")]).toEqual([true, false]);
    expect(planComment({ ...run, issue: { ...run.issue, number: 7 } })).toMatch(/a\.regression\.lint.*\| green \|/);
  });

  it("says which program is not on the machine: in the plan, and where nothing works in the answer", async () => {
    const sources = Object.fromEntries(["a.c", "b.c", "c.c"].map((path) => [path, "int one;\n"]));
    const some = await bench(tight(), {
      files: { ...FILES, ...sources, ...ci("none/test-tool .") },
      rehearses: true,
      config: { checks: {} },
    });
    expect((await some.go()).stage).toBe("awaiting_approval");
    expect(planComment({ ...(await some.run()), issue: { ...(await some.run()).issue, number: 7 } })).toContain(
      "not on the machine: none/test-tool",
    );
    const none = await bench(tight(), { rehearses: true, config: { setup: ["no-such-tool install"] } });
    expect(await none.go()).toMatchObject({ stage: "halted", stopReason: "setup_failed" });
    expect(resultComment(await none.run(), { compare: null })).toContain("no-such-tool is not on this machine");
  });
});

describe("how the repository is set up and tested", () => {
  const files = { ...FILES, ...ci("node --test test/none.test.js") };

  it("is found by trying, and what works stands in the plan and in the rules that guard the tests", async () => {
    const made = await bench(tight(), {
      files: { ...FILES, ...ci("npm run check"), Makefile: "test:\n\tnode --test test/split.test.js\n" },
      rehearses: true,
      config: { checks: {} },
    });
    expect((await made.go()).stage).toBe("awaiting_approval");
    const { plan } = await made.run();
    const guards = plan?.rules.flatMap(({ check }) => (check.kind === "tests" ? [check.run] : []));
    expect(new Set(guards)).toEqual(new Set([plan?.checks.test]));
    expect(plan?.rehearsal?.tests).toMatchObject({ green: true, names: 1 });
  });

  it("is asked for where nothing works, and the plan goes on once a person has said it", async () => {
    const made = await bench(tight(), { files, rehearses: true, config: { checks: { test: "sh test/all.sh" } } });
    expect(await made.go()).toMatchObject({ stage: "halted", stopReason: "setup_failed" });
    expect(made.kinds()).not.toContain("approval_requested");
    const halted = await made.run();
    const shown = resultComment(halted, { compare: null });
    expect(shown).toContain("sh test/all.sh");
    expect(shown).toContain("`checks.test`");
    const config = Config.parse({ checks: { test: "node test/split.test.js" } });
    const base = { ...halted.base, commit: halted.base.commit.replace(/^./, "0") };
    const commands = await detectedIn(made.workspace, base.tree, config);
    await writeDown(made.journal, systemClock, (run) => {
      const steered = steer(run, { word: "resume", by: "ana", text: "", now: { base, config, commands } });
      return { drafts: steered.kind === "said" ? [steered.draft] : [], alone: true };
    });
    expect((await made.go()).stage).toBe("awaiting_approval");
    expect(made.kinds().slice(2)).toEqual(["rehearsed", "halted", "base_renewed", "rehearsed", "plan_reviewed", "approval_requested"]);
    const run = await made.run();
    expect([run.plan?.base, run.base, run.plan?.checks.test]).toEqual([base, base, "node test/split.test.js"]);
    expect(asked(made, "hydrator")).toHaveLength(1);
  });
});
