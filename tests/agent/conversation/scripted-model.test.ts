import { expect, it } from "vitest";
import { Interrupted } from "#ports/failure.ts";
import type { Prompt } from "#ports/model.ts";
import { calls, says, scriptedModel, TURN_SPEND } from "../../fakes/scripted-model.ts";

const signal = new AbortController().signal;
const prompt = (system: string): Prompt => ({ agent: "any", model: "m-1", system, tools: [], messages: [], maxTokens: 1, deadline: 1 });
const worker = prompt("You are the worker of Loopwright.\nMore.");

it("plays one queue a role and records who asked what [C3.14]", async () => {
  const model = scriptedModel({ worker: [says("w1"), calls(["exec", {}])], auditor: [says("a1")] });
  const auditor = prompt("You are the auditor of Loopwright.");
  expect(await model.reply(worker, signal)).toEqual({ text: "w1", calls: [], finish: "done", usage: TURN_SPEND, raw: null });
  expect(await model.reply(auditor, signal)).toMatchObject({ text: "a1" });
  expect(await model.reply(worker, signal)).toMatchObject({ finish: "tools", calls: [{ id: "call-3-1", name: "exec", input: {} }] });
  expect(model.prompts.map(({ role }) => role)).toEqual(["worker", "auditor", "worker"]);
  expect(model.left()).toEqual({});
});

it("fails loudly when the script is empty, and for a prompt of nobody", async () => {
  const model = scriptedModel({ worker: [says("only")] });
  await model.reply(worker, signal);
  await expect(model.reply(worker, signal)).rejects.toThrow("the script has no turn number 2 for the worker");
  await expect(model.reply(prompt("Hello."), signal)).rejects.toThrow("the script has no turn number 1 for the unknown");
});

it("is interrupted by a signal that was aborted, without using a turn", async () => {
  const model = scriptedModel({ worker: [says("x")] });
  await expect(model.reply(worker, AbortSignal.abort())).rejects.toBeInstanceOf(Interrupted);
  expect(model.left()).toEqual({ worker: 1 });
});
