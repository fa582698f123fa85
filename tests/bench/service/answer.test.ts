import { expect, it } from "vitest";
import { answerTo, GOAL, kindOf, type Script } from "./answer.ts";
import { MessageRequest } from "./request.ts";

const SCRIPT: Script = { steps: 3, actionAt: (step) => ({ kind: "exec", command: `true ${step}` }) };

const tool = (name: string) => ({ name, input_schema: { type: "object", properties: { command: {}, goal: {} } } });

/** A request for the work with the results of steps. */
function request(tools: readonly string[], ...results: readonly number[]): MessageRequest {
  const content = results.map((step) => ({ type: "tool_result", tool_use_id: `toolu_bench_${step}` }));
  const messages = [{ role: "user", content: GOAL }, ...(content.length > 0 ? [{ role: "user", content }] : [])];
  return MessageRequest.parse({ model: "m", tools: tools.map(tool), messages });
}

function commandOf(asked: MessageRequest, reached: number): unknown {
  const call = answerTo(asked, SCRIPT, reached).words.content.find(({ type }) => type === "tool_use");
  return call !== undefined && "input" in call ? call.input["command"] : null;
}

it("gives the step behind the last one whose result it sees", () => {
  expect(commandOf(request(["exec"]), -1)).toBe("true 0");
  expect(commandOf(request(["exec"], 0, 1), 1)).toBe("true 2");
});

it("gives the same step again to whoever asks again", () => {
  expect(commandOf(request(["exec"], 0), 2)).toBe("true 1");
  expect(answerTo(request(["exec"], 0), SCRIPT, 2).reached).toBe(2);
});

it("goes on where a conversation begins afresh and has forgotten all steps", () => {
  expect(commandOf(request(["exec"]), 1)).toBe("true 2");
});

it("ends when all steps are done", () => {
  expect(answerTo(request(["exec"], 2), SCRIPT, 2)).toMatchObject({ words: { stop_reason: "end_turn" }, reached: 3 });
});

it("tells the work from its delegation and from what is beside it", () => {
  const beside = MessageRequest.parse({ model: "m", messages: [{ role: "user", content: "A title, please." }] });
  const kinds = [request(["exec"]), request(["hand"]), request([]), beside].map(kindOf);
  expect(kinds).toEqual(["main", "root", "side", "side"]);
});

it("has the work delegated once", () => {
  const [, call] = answerTo(request(["hand"]), SCRIPT, -1).words.content;
  expect(call).toMatchObject({ name: "hand", input: { goal: GOAL } });
  expect(answerTo(request(["hand"], 0), SCRIPT, 3).words.stop_reason).toBe("end_turn");
});
