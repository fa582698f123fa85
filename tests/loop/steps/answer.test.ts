import { expect, it } from "vitest";
import { resultComment } from "#text/comments/result-comment.ts";
import { endPage } from "#text/terminal/end-page.ts";
import { answers, type Turn } from "../../fakes/scripted-model.ts";
import { bench, HYDRATION, journey, script } from "../bench.ts";

const ASKED = {
  ...HYDRATION,
  workflow: "question",
  objective: { ...HYDRATION.objective, intent: "Say why empty fields are lost" },
  rules: [],
};
const HOLDS = {
  claim: "split drops empty fields.",
  quotes: [{ path: "src/split.js", line: 1, text: 'filter((field) => field !== "")' }],
  outputs: [],
};
const MADE_UP = { claim: "It is documented.", quotes: [{ path: "README.md", line: 1, text: "Empty fields are lost." }], outputs: [] };
const claims = (...given: readonly object[]): Turn => answers({ claims: given });

it("answers a question after hydration and review, without approval, branch or commit [S0.21, C0.10, C0.09]", async () => {
  const made = await bench(script({ hydrator: [answers(ASKED)], answerer: [claims(HOLDS)] }));
  expect(await made.go()).toMatchObject({ stage: "completed", stopReason: "answered", head: null, pr: null });
  expect(made.kinds()).toEqual(["run_started", "run_hydrated", "plan_reviewed", "answered", "reflection_done", "completed"]);
  const run = await made.run();
  expect(run.answer).toEqual({ claims: [HOLDS], dropped: [] });
  expect(run.reflection).toMatchObject({ outcome: "Success", accomplishment: "answered with 1 claim(s), each with its quotation" });
  expect(made.store.branches.size).toBe(0);
  expect(resultComment(run, { compare: null })).toContain("split drops empty fields.");
  expect(endPage(run, "journal")).toContain("src/split.js:1");
  expect(made.model.left()).toMatchObject({ worker: 2 });
});

it("asks once more for claims whose quotations are not there, then leaves them out and says so [S0.21, C0.10]", async () => {
  const made = await bench(script({ hydrator: [answers(ASKED)], answerer: [claims(HOLDS, MADE_UP), claims(HOLDS, MADE_UP)] }));
  expect((await made.go()).stopReason).toBe("answered");
  const run = await made.run();
  expect(run.answer).toEqual({ claims: [HOLDS], dropped: ["It is documented."] });
  for (const text of [resultComment(run, { compare: null }), endPage(run, "journal")]) expect(text).toContain("1 claim left out");
  const again = made.model.prompts.filter(({ role }) => role === "answerer").at(-1);
  expect(JSON.stringify(again?.prompt.messages)).toContain("It is documented.");
});

it("puts a line number right where the quoted text stands elsewhere in the file", async () => {
  const off = { ...HOLDS, quotes: HOLDS.quotes.map((quote) => ({ ...quote, line: 7 })) };
  const made = await bench(script({ hydrator: [answers(ASKED)], answerer: [claims(off)] }));
  await made.go();
  expect((await made.run()).answer).toEqual({ claims: [HOLDS], dropped: [] });
});

it("keeps what held the first time where nothing holds the second, and fails where nothing ever did [S0.21]", async () => {
  const kept = await bench(script({ hydrator: [answers(ASKED)], answerer: [claims(HOLDS, MADE_UP), claims(MADE_UP)] }));
  await kept.go();
  expect((await kept.run()).answer).toEqual({ claims: [HOLDS], dropped: ["It is documented."] });
  const lost = [claims(MADE_UP), claims(MADE_UP), claims(MADE_UP), claims(MADE_UP)];
  const failed = await bench(script({ hydrator: [answers(ASKED)], answerer: lost }));
  expect(await failed.go()).toMatchObject({ stage: "failed", stopReason: "phase_error" });
  expect((await failed.run()).errorState?.message).toContain("no claim of the answer quotes what is there");
});

it("does not answer a question whose plan the plan-critic did not accept [S0.21, C0.10]", async () => {
  const halted = [answers({ verdict: "HALT", findings: [] })];
  const made = await bench(script({ hydrator: [answers(ASKED)], "plan-critic": halted }));
  expect(await made.go()).toMatchObject({ stage: "halted", stopReason: "critic_halt" });
});

const PROOF = { ...ASKED, workflow: "qa-proof" };
const SEEN = {
  claim: "The empty field is gone.",
  quotes: [],
  outputs: [{ run: "node -p \"'a,,b'.split(',').filter(Boolean).length\"", text: "2" }],
};
const NOT_SEEN = { claim: "It prints three.", quotes: [], outputs: [{ run: "echo two", text: "three" }] };

it("investigates once it is approved, and runs every quoted command again itself [S0.25, C0.09]", async () => {
  const found = [claims(SEEN, HOLDS, NOT_SEEN), claims(SEEN, HOLDS, NOT_SEEN)];
  const { report, kinds, run, store } = await journey(script({ hydrator: [answers(PROOF)], investigator: found }));
  expect(report).toMatchObject({ stage: "completed", stopReason: "answered", head: null });
  expect(kinds().slice(3)).toEqual([
    ...["approval_requested", "approved", "consumed", "setup_done", "answered", "reflection_done", "completed"],
  ]);
  const now = await run();
  expect(now.answer).toEqual({ claims: [SEEN, HOLDS], dropped: ["It prints three."] });
  expect(resultComment(now, { compare: null })).toContain("prints\n");
  expect(store.branches.size).toBe(0);
});
