import { expect, it } from "vitest";
import { agent } from "#agent/agent.ts";
import type { SessionEvent } from "#agent/conversation/session-event.ts";
import { builtInAgents } from "#agent/specs/agents.ts";
import { Failure } from "#ports/failure.ts";
import type { Model } from "#ports/model.ts";
import { mapHands } from "../fakes/map-hands.ts";
import { calls, says, scriptedModel, type Turn } from "../fakes/scripted-model.ts";
import { anEnv, role } from "./setting.ts";

async function all(events: AsyncIterable<SessionEvent>): Promise<readonly SessionEvent[]> {
  const seen: SessionEvent[] = [];
  for await (const event of events) seen.push(event);
  return seen;
}

function rootAgent(model: Model, hands = mapHands()) {
  const root = builtInAgents().get("root");
  if (root === undefined) throw new Error("no root");
  return agent(root, anEnv(model, { toolAccess: hands, agents: builtInAgents() }));
}

it("lets root have a file made by the editor, and tells everything in order [S3.01, S3.07, S3.12, S3.33, S3.36, S3.38, C3.12, C3.14]", async () => {
  const hands = mapHands();
  const model = scriptedModel({
    root: [calls(["code-editor", { goal: "Create hello.py that prints Hello" }]), says("hello.py is there")],
    "code-editor": [calls(["write_file", { path: "hello.py", content: "print('Hello')\n" }]), says("made hello.py")],
  });
  const { run, events } = rootAgent(model, hands);
  const [result, seen] = await Promise.all([run("Create hello.py"), all(events)]);
  expect(result).toMatchObject({ output: "hello.py is there", success: true, stumbles: 0, turns: 2, end: "done", signals: [] });
  expect(result.history.map((message) => message.role)).toEqual(["user", "assistant", "tools", "assistant"]);
  expect(hands.files.get("hello.py")).toBe("print('Hello')\n");
  const editor = ["perceive", "plan_start", "plan_end"];
  expect(seen.map(({ kind, depth }) => (depth === 0 ? kind : `- ${kind}`))).toEqual([
    "session_start",
    ...editor,
    "act_start",
    "- session_start",
    ...editor.map((kind) => `- ${kind}`),
    ...["- primitive_start", "- primitive_end", "- verify"],
    ...editor.map((kind) => `- ${kind}`),
    "- session_end",
    ...["act_end", "verify"],
    ...editor,
    "session_end",
  ]);
  for (const { timestamp, agentId, depth } of seen)
    expect({ timestamp, agentId }).toEqual({ timestamp: 1_000_000, agentId: depth === 0 ? "root" : "root/code-editor-1" });
  expect(seen.find(({ kind }) => kind === "primitive_start")?.data).toEqual({
    tool: "write_file",
    input: { path: "hello.py", content: "print('Hello')\n" },
  });
  expect(seen.find(({ kind }) => kind === "plan_end")?.data).toMatchObject({
    turn: 1,
    finish: "tools",
    calls: ["code-editor"],
    spend: { calls: 1 },
  });
  expect(seen.at(-1)?.data).toEqual({ end: "done", success: true, stumbles: 0, turns: 2 });
});

it("puts the whole output into the event and the cut one before the model [S3.27, S3.52, M3.04]", async () => {
  const model = scriptedModel({ worker: [calls(["exec", { command: "npm test" }]), says("x")] });
  const hands = mapHands({}, () => ({ stdout: "o".repeat(40_000) }));
  const { run, events } = agent(role("worker"), anEnv(model, { toolAccess: hands }));
  const [{ history }, seen] = await Promise.all([run("go"), all(events)]);
  const end = seen.find((event) => event.kind === "primitive_end");
  expect(end?.data).toMatchObject({ tool: "exec", success: true, output: expect.stringContaining("o".repeat(40_000)) });
  expect(JSON.stringify(history)).toContain("characters were removed from the middle; the full output is in the event stream");
});

it("tells of stumbles as they happen [S3.28, S3.29, S3.33]", async () => {
  const model = scriptedModel({ worker: [calls(["read_file", { path: "gone" }]), says("x")] });
  const { run, events } = agent(role("worker"), anEnv(model, { session: "run-7" }));
  const [{ signals, stumbles }, seen] = await Promise.all([run("go"), all(events)]);
  expect(stumbles).toBe(1);
  expect(seen.filter(({ kind }) => kind === "verify" || kind === "learn_signal").map(({ data }) => data)).toEqual([
    { name: "read_file", stumbled: true, kinds: ["error"] },
    signals[0],
  ]);
  expect(signals[0]).toMatchObject({ kind: "error", goal: "go", agentName: "worker", sessionId: "run-7", timestamp: 1_000_000 });
});

it("ends its events with session_end also when the model breaks [C3.10, S3.59, 6.9 #18]", async () => {
  const broken: Turn = () => {
    throw new Failure("model", "no such key", { retryable: false });
  };
  const { run, events } = agent(role("worker"), anEnv(scriptedModel({ worker: [broken] })));
  const running = run("go");
  await expect(running).rejects.toThrow("no such key");
  const seen = await all(events);
  expect(seen.slice(-2)).toMatchObject([
    { kind: "error", data: { text: "no such key" } },
    { kind: "session_end", data: { end: "broken", success: false } },
  ]);
});

it("never waits for whoever reads, and says how much a late reader has missed [S3.33]", async () => {
  const count = 400;
  const script = Array.from({ length: count }, (_, index) => calls(["read_file", { path: `f${index}` }]));
  const model = scriptedModel({ worker: script });
  const files = Object.fromEntries(script.map((_, index) => [`f${index}`, "text"]));
  const { run, events } = agent(role("worker", { turns: count }), anEnv(model, { toolAccess: mapHands(files) }));
  expect(await run("go")).toMatchObject({ end: "turns" });
  const seen = await all(events);
  // Each turn tells six times; session_start, learn_signal and session_end come on top.
  expect(seen[0]).toMatchObject({
    kind: "warning",
    data: { text: `${count * 6 + 3 - 1000} events were lost here: nobody read them in time` },
  });
  expect(seen).toHaveLength(1001);
  expect(seen.at(-1)?.kind).toBe("session_end");
});

it("keeps no more output waiting than twenty million characters [S3.33]", async () => {
  const script = Array.from({ length: 5 }, (_, index) => calls(["exec", { command: `${index}` }]));
  const hands = mapHands({}, () => ({ stdout: "o".repeat(7_000_000) }));
  const { run, events } = agent(role("worker"), anEnv(scriptedModel({ worker: [...script, says("x")] }), { toolAccess: hands }));
  await run("go");
  const outputs = (await all(events)).flatMap((event) => (event.kind === "primitive_end" ? [event.data.output.length] : []));
  expect(outputs).toHaveLength(2);
});

it("takes one goal only [S3.01]", async () => {
  const { run } = agent(role("planner"), anEnv(scriptedModel({ planner: [says("x")] })));
  await run("go");
  await expect(run("again")).rejects.toThrow("bug: the planner has a goal already");
});
