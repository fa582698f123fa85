/** A plan whose rules a wrong patch would pass goes back to the hydrator once; what still slips is shown, and hidden checks answer it. */
import { describe, expect, it } from "vitest";
import type { Run } from "#core/run/run.ts";
import { planComment } from "#text/plan/plan-comment.ts";
import { planPage } from "#text/terminal/plan-page.ts";
import { answers, type Turn } from "../../fakes/scripted-model.ts";
import { type Bench, type BenchOptions, bench, journey, MENDED, PREPARED, script, TIGHT, writes } from "../bench.ts";

const [LOGIC, STYLE] = TIGHT.rules;

/** The plan with another command for its first rule. */
const withCheck = (text: string) => ({
  ...TIGHT,
  rules: [{ ...LOGIC, check: { kind: "command", text, prints: null } }, STYLE],
});

const inNode = (code: string): string => `node --input-type=module -e "import { split } from './src/split.js'; ${code}"`;

/** It looks for words, and not at what comes out. */
const SHALLOW = answers(withCheck("grep -q 'empty fields are kept' src/split.js"));
/** It tries one input, which an answer that is written down serves. */
const ONE_INPUT = answers(withCheck(inNode("if (split('a,,b').length !== 3) process.exit(1)")));

const TEXTS = "writes only the files and words that the rules look for";

const asked = ({ model }: Pick<Bench, "model">, role: string): readonly string[] =>
  model.prompts.filter((one) => one.role === role).map(({ prompt }) => JSON.stringify(prompt.messages));

const commentOf = (run: Run): string => planComment({ ...run, issue: { ...run.issue, number: 7 } });

/** So long that a machine with much to do decides each of them. */
const PATIENT = { limits: { attackSeconds: 300 } };

const rehearsed = (hydrator: readonly Turn[], config: BenchOptions["config"] = PATIENT) =>
  bench(script({ hydrator }), { rehearses: true, config });

describe("a plan whose rules refuse every wrong patch", () => {
  it("is shown at once, and says so in half a sentence", async () => {
    const made = await rehearsed([answers(TIGHT)]);
    expect((await made.go()).stage).toBe("awaiting_approval");
    const run = await made.run();
    const attacks = run.plan?.rehearsal?.attacks;
    expect(attacks).toMatchObject({ slipped: [], judged: [], untried: [] });
    expect(attacks?.tried).toBeGreaterThan(1);
    expect(asked(made, "hydrator")).toHaveLength(1);
    expect(run.sharpened).toBe(false);
    expect(commentOf(run)).toContain(`; all ${attacks?.tried} wrong patches are refused`);
    expect(commentOf(run)).not.toContain("What would slip through");
  });
});

describe("a plan that a wrong patch would pass", () => {
  it.each([
    { what: "words alone", first: SHALLOW, said: TEXTS },
    { what: "an answer that is written down", first: ONE_INPUT, said: "writes down the answers to just what the rules try" },
  ])("goes back to the hydrator once, with what would pass: $what [RH-25]", async ({ first, said }) => {
    const made = await rehearsed([first, answers(TIGHT)]);
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
    const [before = "", again = ""] = asked(made, "hydrator");
    expect(before).not.toContain("Whoever");
    expect(again).toContain(`Whoever ${said}, in src/split.js, passes every rule. Turns green: a.correctness.logic`);
    const run = await made.run();
    expect(run).toMatchObject({ revisions: 0, returned: 0 });
    expect(run.plan?.rehearsal?.attacks?.slipped).toEqual([]);
  });

  it("is shown with what would pass where it comes back no better, to the critic too", async () => {
    const made = await rehearsed([SHALLOW, SHALLOW]);
    expect((await made.go()).stage).toBe("awaiting_approval");
    expect(made.kinds().filter((kind) => kind === "revision_requested")).toHaveLength(1);
    const run = await made.run();
    expect(run.plan?.rehearsal?.attacks?.slipped).toMatchObject([
      { name: "texts", paths: ["src/split.js"], rules: ["a.correctness.logic"] },
    ]);
    expect(commentOf(run)).toContain("<summary>What would slip through</summary>");
    expect(commentOf(run)).toContain(`- Whoever ${TEXTS}, in <code>src/split.js</code>, passes every rule.\n`);
    expect(planPage(run)).toMatch(/slips through\s+Whoever writes only/);
    expect(asked(made, "plan-critic")[0]).toContain(`Whoever ${TEXTS}`);
  });

  it("goes back for broken rules as well: the one does not count for the other", async () => {
    const made = await rehearsed([answers(withCheck("npm run tset")), SHALLOW, answers(TIGHT)]);
    expect((await made.go()).stage).toBe("awaiting_approval");
    expect(made.kinds().filter((kind) => kind === "revision_requested")).toHaveLength(2);
    expect(asked(made, "hydrator")[2]).toContain(`Whoever ${TEXTS}`);
  });

  it("does not go back where a model's judgement stands against it: that is said", async () => {
    const judged = { ...STYLE, severity: "fail", check: { kind: "content", text: "Are empty fields kept?", prints: null } };
    // So many beside it that a model does not judge too much of a level.
    const others = Array.from({ length: 8 }, (_, index) => ({ ...STYLE, id: `b.style.conventions-${index}` }));
    const shallow = withCheck("grep -q 'empty fields are kept' src/split.js");
    const made = await rehearsed([answers({ ...shallow, rules: [shallow.rules[0], judged, ...others] })]);
    expect((await made.go()).stage).toBe("awaiting_approval");
    expect(commentOf(await made.run())).toContain("Only a model's judgement stands against this wrong patch:");
  });
});

describe("the time for wrong patches", () => {
  it("is none where the configuration says so: nothing is tried, nothing goes back, and the plan says it", async () => {
    const made = await rehearsed([SHALLOW], { limits: { attackSeconds: 0 } });
    expect((await made.go()).stage).toBe("awaiting_approval");
    const run = await made.run();
    expect(run.plan?.rehearsal).not.toHaveProperty("attacks");
    expect(commentOf(run)).toContain("No wrong patch was tried: `limits.attackSeconds` is 0.");
  });

  it("ends the trying in the middle of a command, and what was not tried is named", async () => {
    const slow = withCheck(`sleep 5; ${inNode("if (split('a,,b').length !== 3) process.exit(1)")}`);
    const made = await rehearsed([answers(slow)], { limits: { attackSeconds: 1 } });
    expect((await made.go()).stage).toBe("awaiting_approval");
    const run = await made.run();
    const attacks = run.plan?.rehearsal?.attacks;
    expect(attacks).toMatchObject({ tried: 0, slipped: [] });
    expect(attacks?.untried).toEqual(expect.arrayContaining(["nothing", "special_cases"]));
    expect(commentOf(run)).toMatch(/Not tried for want of time \(`limits\.attackSeconds`\): nothing, .*special cases/);
  });
});

describe("the preparer's answer to what slips", () => {
  const other = { rule: "a.correctness.logic", title: "empty fields at both ends are kept", expects: '["","x",""]' };
  const looks = inNode("console.log(JSON.stringify(split(',x,')))");

  it.each([
    { what: "one that looks at what comes out", run: looks, refuses: ["texts"], closed: true },
    { what: "one that says the same of any work", run: 'printf \'[%s]\' \'"","x",""\'', refuses: undefined, closed: false },
  ])("closes the gap where a hidden check was seen to refuse the patch: $what", async ({ run: command, refuses, closed }) => {
    const prepares = answers({ checks: [], hidden: [{ ...other, run: command }], notes: [] });
    const turns = script({ hydrator: [SHALLOW, SHALLOW], preparer: [prepares, PREPARED] });
    const made = await journey({ ...turns, worker: writes(`// empty fields are kept\n${MENDED}`) }, { rehearses: true, config: PATIENT });
    const prepared = (made.store.events ?? []).find(({ kind }) => kind === "checks_prepared");
    expect(prepared).toMatchObject({ hidden: [{ title: other.title }] });
    expect(prepared?.kind === "checks_prepared" && prepared.hidden[0]?.refuses).toEqual(refuses);
    expect(asked(made, "preparer")[0]).toContain(`Whoever ${TEXTS}`);
    const shown = commentOf(await made.run());
    expect(shown).toContain(closed ? "A hidden check refuses it." : "No hidden check refuses it.");
    expect(shown).not.toContain("After the approval");
  });
});
