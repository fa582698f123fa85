/** An agent at work: its calls and their answers, texts that were cut, the gate before a call, and its window. */
import { expect, it } from "vitest";
import type { WorkSoFar } from "#agent/conversation/agent-env.ts";
import { work } from "#agent/work.ts";
import { Interrupted } from "#ports/failure.ts";
import type { Message, Model, ToolCall } from "#ports/model.ts";
import { mapHands } from "../fakes/map-hands.ts";
import { calls, says, scriptedModel, type Turn } from "../fakes/scripted-model.ts";
import { anEnv, read, role } from "./setting.ts";

const last = (messages: readonly Message[] | undefined) => messages?.at(-1);

it("works until the model answers without a call, and returns its words [S3.01, S3.02, S3.03, M3.01]", async () => {
  const hands = mapHands({ "a.txt": "old" });
  const model = scriptedModel({
    worker: [
      calls(read("a.txt")),
      calls(["edit_file", { path: "a.txt", old_string: "old", new_string: "new" }], ["exec", { command: "npm   test" }]),
      says("changed it"),
    ],
  });
  const { history, ...rest } = await work(role("worker"), "make it new", anEnv(model, { toolAccess: hands }));
  expect(rest).toEqual({
    end: "done",
    text: "changed it",
    reason: null,
    turns: 3,
    toolCalls: 3,
    calls: [
      { tool: "read_file", target: "a.txt", printed: "", failed: false, error: null },
      { tool: "edit_file", target: "a.txt", printed: "", failed: false, error: null },
      { tool: "exec", target: "npm test", printed: expect.stringContaining("exit_code: 0"), failed: false, error: null },
    ],
    stumbles: 0,
    signals: [],
  });
  expect(history.map((message) => message.role)).toEqual(["user", "assistant", "tools", "assistant", "tools", "assistant"]);
  expect(hands.files.get("a.txt")).toBe("new");
  expect(model.left()).toEqual({});
  expect(model.prompts.map(({ prompt }) => prompt.messages.map((message) => message.role))).toEqual([
    ["user"],
    ["user", "assistant", "tools"],
    ["user", "assistant", "tools", "assistant", "tools"],
  ]);
});

it("answers the calls of a reply in their order, each under its own id [S3.03, C3.13]", async () => {
  const model = scriptedModel({ worker: [calls(read("a"), read("gone"), read("b")), says("x")] });
  await work(role("worker"), "read", anEnv(model, { toolAccess: mapHands({ a: "A", b: "B" }) }));
  expect(last(model.prompts[1]?.prompt.messages)).toEqual({
    role: "tools",
    results: [
      { id: "call-1-1", text: "1\tA", failed: false },
      { id: "call-1-2", text: "gone: no such file", failed: true },
      { id: "call-1-3", text: "1\tB", failed: false },
    ],
  });
});

it("gives the provider's own content back to it", async () => {
  const raw = [{ type: "thinking", signature: "s" }];
  const model = scriptedModel({ worker: [{ ...calls(read("a")), raw }, says("x")] });
  await work(role("worker"), "read", anEnv(model));
  expect(model.prompts[1]?.prompt.messages[1]).toMatchObject({ role: "assistant", raw });
});

it.each([
  {
    what: "a tool that nobody has",
    call: ["fetch", { url: "http://x" }],
    says: "there is no tool fetch; there are: read_file, grep, glob",
  },
  {
    what: "a tool that another role has",
    call: ["exec", { command: "ls" }],
    says: "there is no tool exec; there are: read_file, grep, glob",
  },
  { what: "a name out of every object", call: ["constructor", {}], says: "there is no tool constructor" },
  { what: "bad arguments", call: ["read_file", { file: "a" }], says: "bad arguments for read_file" },
  { what: "arguments that are no object", call: ["read_file", "{"], says: "bad arguments for read_file" },
] as const)(
  "answers $what with a failed result and goes on [S3.06, S3.10, S3.52, C3.10, 6.9 #18, U.18, X.09, C2.13]",
  async ({ call, says: text }) => {
    const model = scriptedModel({ planner: [calls(call), says("done")] });
    const hands = mapHands();
    const result = await work(role("planner"), "go", anEnv(model, { toolAccess: hands }));
    expect(result).toMatchObject({ end: "done", turns: 2, toolCalls: 1, calls: [{ tool: call[0], target: "", failed: true }] });
    expect(last(model.prompts[1]?.prompt.messages)).toMatchObject({ results: [{ failed: true, text: expect.stringContaining(text) }] });
    expect(hands.commands).toEqual([]);
  },
);

it("ends when the model refuses, without running a call", async () => {
  const hands = mapHands();
  const model = scriptedModel({ worker: [{ ...calls(["exec", { command: "x" }]), text: "no", finish: "refused" }] });
  expect(await work(role("worker"), "go", anEnv(model, { toolAccess: hands }))).toMatchObject({ end: "refused", text: "no", toolCalls: 0 });
  expect(hands.commands).toEqual([]);
});

it("continues a text that was cut once, and joins the parts", async () => {
  const model = scriptedModel({ worker: [{ text: "first ", finish: "cut" }, says("second")] });
  expect(await work(role("worker"), "go", anEnv(model))).toMatchObject({ end: "done", text: "first second", turns: 2 });
  expect(model.prompts[1]?.prompt.messages.slice(1)).toEqual([
    { role: "assistant", text: "first ", calls: [], raw: null },
    { role: "user", text: "continue" },
  ]);
});

it.each([
  {
    what: "cut again",
    script: [
      { text: "a", finish: "cut" },
      { text: "b", finish: "cut" },
    ],
    text: "ab",
  },
  { what: "cut before its first word", script: [{ text: "", finish: "cut" }], text: "" },
] as const)("ends when a text is $what", async ({ script, text }) => {
  expect(await work(role("worker"), "go", anEnv(scriptedModel({ worker: script })))).toMatchObject({ end: "cut", text });
});

it("does not run the calls of a cut reply, and may continue a later text again", async () => {
  const hands = mapHands();
  const cut = { ...calls(["write_file", { path: "a", content: "half" }]), finish: "cut" as const };
  const model = scriptedModel({ worker: [{ text: "x", finish: "cut" }, cut, { text: "y", finish: "cut" }, says("z")] });
  expect(await work(role("worker"), "go", anEnv(model, { toolAccess: hands }))).toMatchObject({
    end: "done",
    text: "yz",
    calls: [{ tool: "write_file", failed: true }],
  });
  expect(last(model.prompts[2]?.prompt.messages)).toMatchObject({ results: [{ failed: true, text: expect.stringContaining("cut off") }] });
  expect(hands.files.size).toBe(0);
});

it("asks the gate before every valid call, and ends at a halt before that call runs [S3.52, M3.05]", async () => {
  const hands = mapHands({ a: "A" });
  const seen: { call: ToolCall; soFar: WorkSoFar }[] = [];
  const script = [calls(read("a"), ["fetch", {}], ["exec", { command: "rm -rf ." }], read("a")), says("never")];
  const result = await work(
    role("worker"),
    "the goal",
    anEnv(scriptedModel({ worker: script }), {
      toolAccess: hands,
      beforeTool: async (call, soFar) => {
        seen.push({ call, soFar });
        return call.name === "exec" ? { kind: "halt", reason: "out of scope" } : { kind: "go" };
      },
    }),
  );
  expect(result).toMatchObject({ end: "halted", reason: "out of scope", turns: 1, toolCalls: 2 });
  expect(hands.commands).toEqual([]);
  expect(seen.map(({ call }) => call.name)).toEqual(["read_file", "exec"]);
  expect(seen[1]?.soFar).toEqual({
    agent: "worker",
    goal: "the goal",
    turns: 1,
    calls: [
      { tool: "read_file", target: "a", printed: "", failed: false, error: null },
      {
        tool: "fetch",
        target: "",
        printed: "",
        failed: true,
        error: "there is no tool fetch; there are: read_file, write_file, edit_file, exec, grep, glob",
      },
    ],
  });
});

it("cuts what the auditor is told: targets at 200 characters, errors at 150, what commands printed at 400", async () => {
  const model = scriptedModel({ worker: [calls(["exec", { command: "x".repeat(220) }]), says("done")] });
  const hands = mapHands({}, () => ({ exitCode: 1, stdout: `${"e".repeat(500)}f` }));
  const { calls: made } = await work(role("worker"), "go", anEnv(model, { toolAccess: hands }));
  expect(made).toMatchObject([{ tool: "exec", target: "x".repeat(200), failed: true, error: "e".repeat(150) }]);
  expect(made[0]?.printed).toMatch(/^e{200}\n\[… \d+ characters left out …\]\ne+f\nexit_code: 1\nduration_ms: \d+$/);
});

it.each([
  { during: "the model", asked: 0, ran: 0 },
  { during: "the gate", asked: 1, ran: 0 },
  { during: "the first tool", asked: 1, ran: 1 },
  { during: "the second tool", asked: 2, ran: 2 },
])("goes no step further after a stop during $during, even if the model does not listen [S3.59]", async ({ during, asked, ran }) => {
  const stop = new AbortController();
  const reached = (place: string) => {
    if (place === during) stop.abort();
  };
  const hands = mapHands({}, (command) => {
    reached(`the ${command} tool`);
    return {};
  });
  const turn: Turn = () => {
    reached("the model");
    return calls(["exec", { command: "first" }], ["exec", { command: "second" }]);
  };
  const model = scriptedModel({ worker: [turn, says("never")] });
  const deaf: Model = { price: model.price, reply: (prompt) => model.reply(prompt, new AbortController().signal) };
  let gates = 0;
  const beforeTool = async () => {
    gates += 1;
    reached("the gate");
    return { kind: "go" } as const;
  };
  await expect(work(role("worker"), "go", anEnv(deaf, { toolAccess: hands, signal: stop.signal, beforeTool }))).rejects.toBeInstanceOf(
    Interrupted,
  );
  expect({ asked: gates, ran: hands.commands.length }).toEqual({ asked, ran });
  expect(model.left()).toEqual({ worker: 1 });
});

it("refuses to start a role with tools without hands", async () => {
  await expect(work(role("worker"), "go", anEnv(scriptedModel({}), { toolAccess: undefined }))).rejects.toThrow(
    "bug: the worker has tools but no hands",
  );
});
