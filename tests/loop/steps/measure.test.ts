/** A review of finished work becomes rules: tried on the reviewed head, mended or given up, and then held against the work. */
import { describe, expect, it } from "vitest";
import { systemClock } from "#adapters/system-clock.ts";
import { steer } from "#core/commands/steer.ts";
import { digestOf } from "#core/values/digest.ts";
import { writeDown } from "#loop/context/write-down.ts";
import { pullRequestBody } from "#text/comments/pull-request.ts";
import { replyComment } from "#text/comments/replies.ts";
import { answers, type Turn } from "../../fakes/scripted-model.ts";
import { advises, type Bench, HYDRATION, journey, MENDED, OK_AUDIT, PREPARED, planned, script, writes } from "../bench.ts";

const COMMENTED = `// Empty fields carry meaning.\n${MENDED}`;
const rule = (text: string) => ({ description: "A comment says why", kind: "command", text, prints: null });
const RED = rule("grep -q '^//' src/split.js");
const measures = (rules: readonly unknown[], unmeasured: readonly string[] = []): Turn => answers({ rules, unmeasured });

/** A run whose work was shown, sent back by a review, and gone on with. */
async function reviewed(hydrator: readonly Turn[], other: Readonly<Record<string, readonly Turn[]>>, iterations = 5): Promise<Bench> {
  const verified = answers({ verdict: "VERIFIED", issues: [] });
  const looked = answers({ rootCause: "none", proposedChange: "none needed" });
  const made = await journey(
    script({
      hydrator: [answers(HYDRATION), ...hydrator],
      coordinator: [answers({ change: "plan_change", why: "One more step." })],
      auditor: Array.from({ length: 12 }, () => answers(OK_AUDIT)),
      preparer: Array.from({ length: 8 }, () => PREPARED),
      "qa-verifier": [verified, verified],
      reflector: [looked, looked],
      ...other,
    }),
    { config: { limits: { iterations } } },
  );
  expect(made.report.stage).toBe("completed");
  const onPull = { pull: 7, review: 31, threads: [{ comment: 41, path: "src/split.js", line: 1, text: "Say why, in a comment." }] };
  await writeDown(made.journal, systemClock, (run) => {
    const steered = steer(run, { word: "redirect", by: "ana", text: "Almost.", onPull });
    return { drafts: steered.kind === "said" ? [steered.draft] : [], alone: true };
  });
  await made.go();
  return made;
}

/** The questions that the hydrator was asked about the review. */
const asked = ({ model }: Bench): readonly string[] =>
  model.prompts
    .filter(({ role }) => role === "hydrator")
    .map(({ prompt }) => JSON.stringify(prompt.messages))
    .filter((said) => said.includes("Step: MEASURE"));

const events = ({ store }: Bench, kind: string) => (store.events ?? []).filter((event) => event.kind === kind);

/** Work that leaves the comment out, then work that has it. */
const TWO_TRIES = {
  planner: [planned(), planned(), planned(false)],
  worker: [...writes(MENDED), ...writes(`${MENDED}\n`)],
  critique: [advises("a.review.1")],
  refiner: writes(COMMENTED).slice(0, 1).concat(answers("done")),
};

describe("what a review asks for, where a command shows it [M3.06]", () => {
  it("is red on the reviewed head, blocks the work without it, and is green in what is shown", async () => {
    const made = await reviewed([measures([RED], ["It reads well"])], TWO_TRIES);
    const run = await made.run();
    expect([run.stage, run.ending]).toEqual(["completed", "threshold_reached"]);
    const [measured] = run.measurements;
    expect(measured).toMatchObject({ of: 0, head: run.shown?.head, rules: [{ id: "a.review.1" }], unmeasured: ["It reads well"] });
    expect(run.progress.rows.slice(-2)).toMatchObject([
      { passed: false, kept: false, failed: ["a.review.1"] },
      { passed: true, kept: true, failed: [] },
    ]);
    expect([digestOf(run.plan), run.plan?.rules.some(({ id }) => id.startsWith("a.review"))]).toEqual([run.approval?.digest, false]);
    const [first] = asked(made);
    expect(first).toContain("src/split.js:1: Say why, in a comment.");
    for (const role of ["planner", "worker", "refiner", "qa-verifier"])
      expect(JSON.stringify(made.model.prompts.filter((one) => one.role === role).at(-1)?.prompt.messages)).toContain("a.review.1");
    expect(pullRequestBody(run, null)).toMatch(
      /a\.review\.1<.code><br>A comment says why<br>asked for on #7 \| fail \| red at [0-9a-f]{8} \| pass/,
    );
    expect(replyComment(run, { compare: null })).toContain("<code>a.review.1</code>: A comment says why. Red before, green now");
  });

  it.each([
    { what: "what holds already", text: "test -s src/split.js", said: "It holds already" },
    { what: "a misspelt script", text: "npm run tset", said: "There is no script or target" },
    { what: "a file that is not there yet", text: "node test/why.test.js", said: "any file of that name would do" },
  ])("is asked for again with what it printed: $what", async ({ text, said }) => {
    const made = await reviewed([measures([rule(text)]), measures([RED])], TWO_TRIES);
    expect((await made.run()).measurements).toMatchObject([{ rules: [{ id: "a.review.1", check: { run: RED.text } }], unmeasured: [] }]);
    expect(asked(made)).toHaveLength(2);
    expect(asked(made)[1]).toContain(said);
    expect(asked(made)[1]).toContain(text);
    expect(events(made, "review_measured")).toHaveLength(1);
  });
});

describe("what a review asks for, where no command shows it", () => {
  const again = { planner: [planned(), planned()], worker: [...writes(MENDED), ...writes(COMMENTED)] };

  it("is worked on all the same, and the reviewer is told", async () => {
    const made = await reviewed([measures([], ["The name is @good"])], again);
    const run = await made.run();
    expect([run.stage, run.measurements[0]?.rules]).toEqual(["completed", []]);
    const told = "No command could be found that measures this, so it is a wish that QA judges: The name is @<!-- -->good";
    expect(replyComment(run, { compare: null })).toContain(told);
    expect(pullRequestBody(run, null)).toContain(told);
  });

  it("keeps the rules that are red, and gives up those that are not after three tries", async () => {
    const bad = { ...rule("true"), description: "It is right" };
    const made = await reviewed([measures([bad]), measures([bad]), measures([bad, RED], ["It reads well"])], again);
    const run = await made.run();
    expect(asked(made)).toHaveLength(3);
    expect(run.measurements).toMatchObject([{ rules: [{ id: "a.review.2" }], unmeasured: ["It reads well", "It is right"] }]);
    expect(run.stage).toBe("completed");
  });

  it("is told as red still where the work ended without it", async () => {
    const made = await reviewed([measures([RED])], { ...TWO_TRIES, refiner: [answers("It cannot be done.")] }, 2);
    const run = await made.run();
    expect([run.stage, run.ending]).toEqual(["stopped", "iteration_limit"]);
    expect(replyComment(run, { compare: null })).toContain("Red before, and still red");
  });
});
