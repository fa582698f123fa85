/** The limits of an agent at work: its last turn, its time, and a budget that refuses. */
import { expect, it } from "vitest";
import { work } from "#agent/work.ts";
import { Failure } from "#ports/failure.ts";
import { mapHands } from "../fakes/map-hands.ts";
import { calls, says, scriptedModel, type Turn } from "../fakes/scripted-model.ts";
import { anEnv, read, role, stillClock } from "./setting.ts";

it("is done when it finishes on its last turn [C3.01, 6.9 #18]", async () => {
  const model = scriptedModel({ worker: [calls(read("a")), says("done")] });
  expect(await work(role("worker", { turns: 2 }), "go", anEnv(model))).toMatchObject({ end: "done", text: "done", turns: 2 });
});

it("ends at its last turn, after the calls of that turn, which is a stumble more [S3.05]", async () => {
  const hands = mapHands();
  const model = scriptedModel({ worker: [{ ...calls(["write_file", { path: "a", content: "1" }]), text: "writing" }, says("never")] });
  expect(await work(role("worker", { turns: 1 }), "go", anEnv(model, { toolAccess: hands }))).toMatchObject({
    end: "turns",
    text: "writing",
    toolCalls: 1,
    stumbles: 1,
    signals: [{ kind: "failure", agentName: "worker", goal: "go" }],
  });
  expect(hands.files.get("a")).toBe("1");
  expect(model.left()).toEqual({ worker: 1 });
});

it("ends when its time is over, before the next call of the model, which is a timeout [C3.02, S3.30, 6.9 #18]", async () => {
  const clock = stillClock();
  const hands = mapHands({}, () => {
    clock.pass(5000);
    return {};
  });
  const model = scriptedModel({ worker: [calls(["exec", { command: "slow" }]), says("never")] });
  expect(await work(role("worker", { ms: 5000 }), "go", anEnv(model, { toolAccess: hands, clock }))).toMatchObject({
    end: "time",
    turns: 1,
    toolCalls: 1,
    stumbles: 1,
    signals: [{ kind: "timeout", details: { timedOut: true } }],
  });
});

it("ends when its time is over, before the next call of a tool [C3.02]", async () => {
  const clock = stillClock();
  const hands = mapHands({}, () => {
    clock.pass(5000);
    return {};
  });
  const model = scriptedModel({ worker: [calls(["exec", { command: "slow" }], ["exec", { command: "more" }])] });
  expect(await work(role("worker", { ms: 5000 }), "go", anEnv(model, { toolAccess: hands, clock }))).toMatchObject({
    end: "time",
    toolCalls: 1,
  });
  expect(hands.commands.map(({ command }) => command)).toEqual(["slow"]);
});

it("gives a model call and a command no more time than the agent has left [C3.02]", async () => {
  const clock = stillClock();
  const hands = mapHands();
  const slow: Turn = () => {
    clock.pass(200_000);
    return calls(["exec", { command: "x", timeout_ms: 600_000 }]);
  };
  const model = scriptedModel({ worker: [slow, says("done")] });
  await work(role("worker", { ms: 300_000 }), "go", anEnv(model, { toolAccess: hands, clock, callMs: 150_000 }));
  expect(model.prompts.map(({ prompt }) => prompt.deadline)).toEqual([300_000, 100_000]);
  expect(model.prompts.map(({ prompt }) => prompt.silence)).toEqual([150_000, 150_000]);
  expect(hands.commands).toEqual([{ command: "x", timeout: 100_000 }]);
});

it.each([
  { what: "the agent's time is over", passes: 5000, end: "time" },
  { what: "there is time left", passes: 4999, end: null },
])("of a failing model call it makes an end only when $what", async ({ passes, end }) => {
  const clock = stillClock();
  const failure = new Failure("model", "gave up", { retryable: true });
  const late: Turn = () => {
    clock.pass(passes);
    throw failure;
  };
  const result = work(role("worker", { ms: 5000 }), "go", anEnv(scriptedModel({ worker: [late] }), { clock }));
  await (end === null ? expect(result).rejects.toBe(failure) : expect(result).resolves.toMatchObject({ end, turns: 1 }));
});

it("lets a refused budget pass even when the time is over", async () => {
  const clock = stillClock();
  const failure = new Failure("budget", "no money", { retryable: false });
  const late: Turn = () => {
    clock.pass(1e9);
    throw failure;
  };
  await expect(work(role("worker"), "go", anEnv(scriptedModel({ worker: [late] }), { clock }))).rejects.toBe(failure);
});
