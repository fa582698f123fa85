import { expect, it } from "vitest";
import * as z from "zod";
import { ask } from "#agent/ask.ts";
import type { SessionEvent } from "#agent/conversation/session-event.ts";
import { builtInAgents } from "#agent/specs/agents.ts";
import { work } from "#agent/work.ts";
import { mapHands } from "../../fakes/map-hands.ts";
import { calls, says, scriptedModel, type Turn } from "../../fakes/scripted-model.ts";
import { anEnv, role } from "../setting.ts";

/** Turns that make these calls over and over. */
function circle(paths: readonly string[], count: number): readonly Turn[] {
  return Array.from({ length: count }, (_, index) => calls(["read_file", { path: paths[index % paths.length] }]));
}

const HANDS = mapHands({ a: "", b: "", c: "", d: "" });

it.each([
  { what: "one call", paths: ["a"], calls: 10, stumbles: 11 },
  { what: "two calls", paths: ["a", "b"], calls: 10, stumbles: 10 },
  { what: "three calls", paths: ["a", "b", "c"], calls: 12, stumbles: 11 },
])(
  "says once that $what go round in a circle, and ends when they go on [S3.53, S3.54, C3.19, 6.9 #18]",
  async ({ paths, calls: count, stumbles }) => {
    const model = scriptedModel({ worker: circle(paths, 20) });
    const events: SessionEvent[] = [];
    const done = await work(role("worker"), "go", anEnv(model, { toolAccess: HANDS, tell: (event) => void events.push(event) }));
    expect(done).toMatchObject({ end: "looping", turns: count + 1, stumbles });
    expect(done.signals.slice(-2)).toMatchObject([{ kind: "retry", details: { name: "worker" } }, { kind: "failure" }]);
    expect(model.prompts[count]?.prompt.messages.slice(-2)).toMatchObject([
      { role: "tools" },
      { role: "user", text: expect.stringContaining("You are going round in circles") },
    ]);
    expect(events.filter(({ kind }) => kind === "steering" || kind === "warning").map(({ kind, data }) => ({ kind, data }))).toEqual([
      { kind: "warning", data: { text: `the last calls repeat a pattern of ${paths.length}` } },
      { kind: "steering", data: { text: expect.stringContaining("do something else") } },
    ]);
  },
);

it("lets an agent that leaves its circle go on [S3.53, C3.19]", async () => {
  const model = scriptedModel({ worker: [...circle(["a"], 10), calls(["read_file", { path: "b" }]), says("done")] });
  expect(await work(role("worker"), "go", anEnv(model, { toolAccess: HANDS }))).toMatchObject({ end: "done" });
});

it("does not take four calls in turn for a circle [S3.53]", async () => {
  const model = scriptedModel({ worker: [...circle(["a", "b", "c", "d"], 24), says("done")] });
  expect(await work(role("worker"), "go", anEnv(model, { toolAccess: HANDS }))).toMatchObject({ end: "done" });
});

it("gives no answer of a circle [C3.19]", async () => {
  const model = scriptedModel({ planner: circle(["a"], 13) });
  const asked = ask(role("planner", { turns: 20 }), "well?", z.strictObject({ a: z.string() }), anEnv(model, { toolAccess: HANDS }));
  await expect(asked).rejects.toThrow("the planner went round in circles and gave no answer");
});

it("hands on what somebody says after the tools, and again at the end, to the agent that was started alone [S3.54, M3.06]", async () => {
  const queue = ["use tabs"];
  const model = scriptedModel({
    root: [
      calls(["code-reader", { goal: "look" }]),
      () => {
        queue.push("and say so");
        return says("done");
      },
      says("done with tabs"),
    ],
    "code-reader": [calls(["read_file", { path: "a" }]), says("found")],
  });
  const root = builtInAgents().get("root");
  if (root === undefined) throw new Error("no root");
  const done = await work(root, "go", anEnv(model, { toolAccess: HANDS, agents: builtInAgents(), steer: () => queue.splice(0) }));
  expect(done).toMatchObject({ end: "done", text: "done with tabs", turns: 3 });
  const own = model.prompts.filter((one) => one.role === "root").map(({ prompt }) => prompt.messages.at(-1));
  expect(own.slice(1)).toEqual([
    { role: "user", text: "use tabs" },
    { role: "user", text: "and say so" },
  ]);
  const below = model.prompts.filter((one) => one.role === "code-reader").map(({ prompt }) => prompt.messages.at(-1)?.role);
  expect(below).toEqual(["user", "tools"]);
});

it("leaves unsaid what comes after the last turn [S3.54, C3.01]", async () => {
  const queue: string[] = [];
  const last: Turn = () => {
    queue.push("too late");
    return says("done");
  };
  const done = work(role("worker", { turns: 1 }), "go", anEnv(scriptedModel({ worker: [last] }), { steer: () => queue.splice(0) }));
  expect(await done).toMatchObject({ end: "done" });
  expect(queue).toEqual(["too late"]);
});

it("warns once when the conversation fills 80 % of the context, at four characters a token [S3.56, S3.35]", async () => {
  const model = scriptedModel({ worker: [...circle(["big", "a"], 6), says("done")] });
  const events: SessionEvent[] = [];
  const hands = mapHands({ big: "x".repeat(3000), a: "x".repeat(3000) });
  await work(role("worker"), "go", anEnv(model, { toolAccess: hands, window: 4000, tell: (event) => void events.push(event) }));
  const warnings = events.flatMap((event) => (event.kind === "warning" ? [event.data.text] : []));
  expect(warnings.slice(0, 1)).toEqual([expect.stringMatching(/^the conversation fills 80 % of the context: about 1\d\d\d tokens$/)]);
});
