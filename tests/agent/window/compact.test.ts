/** A model whose window is smaller than was thought: conversations are shortened by rule until it takes them, never ended by an error (S3.35, S3.56). */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { SessionEvent } from "#agent/conversation/session-event.ts";
import { compactMessages } from "#agent/window/compact.ts";
import { sizeOfAll } from "#agent/window/trim.ts";
import { work } from "#agent/work.ts";
import { Failure } from "#ports/failure.ts";
import type { Message, Prompt } from "#ports/model.ts";
import { mapHands } from "../../fakes/map-hands.ts";
import { calls, type ScriptedModel, says, scriptedModel, type Turn } from "../../fakes/scripted-model.ts";
import { anEnv, role } from "../setting.ts";

const TOO_LONG = new Failure("model", "the prompt is longer than model-balanced-1 takes", { retryable: false, oversized: true });

/** Takes no conversation of more bytes than this; what is refused is no turn of the script. */
function narrow(window: number, turns: readonly Turn[]): ScriptedModel & { refused(): number } {
  const inner = scriptedModel({ worker: turns });
  let refused = 0;
  return {
    ...inner,
    refused: () => refused,
    reply: async (prompt, signal) => {
      if (sizeOfAll(prompt.messages) <= window) return inner.reply(prompt, signal);
      refused += 1;
      throw TOO_LONG;
    },
  };
}

/** Every result stands behind its call, and no call is without one. */
function isWhole(messages: readonly Message[]): boolean {
  return messages.every((message, index) => {
    const next = messages[index + 1];
    const before = messages[index - 1];
    if (message.role === "assistant" && message.calls.length > 0) return next?.role === "tools" || next === undefined;
    return message.role !== "tools" || before?.role === "assistant";
  });
}

const write = (size: number): Turn => calls(["write_file", { path: "a.txt", content: "y".repeat(size) }]);
const read = calls(["read_file", { path: "big" }]);
const hands = () => mapHands({ big: "x".repeat(9_000) });

it("reads on where a result is longer than the window, and says what was left out", async () => {
  const model = narrow(7_000, [read, says("done")]);
  const events: SessionEvent[] = [];
  const done = await work(role("worker"), "go", anEnv(model, { toolAccess: hands(), tell: (event) => void events.push(event) }));
  expect(done.end).toBe("done");
  expect(model.refused()).toBe(1);
  expect(JSON.stringify(model.prompts.at(-1)?.prompt.messages)).toContain("characters left out");
  const warnings = events.flatMap((event) => (event.kind === "warning" ? [event.data.text] : []));
  expect(warnings.join()).toMatch(/^model-balanced-1 takes no prompt of \d+ bytes: \d+ bytes of it are sent$/);
});

it("works on where what it wrote itself is longer than the window: the oldest rounds go, and the goal and people's words stay", async () => {
  const model = narrow(9_000, [...Array.from({ length: 30 }, (_, index) => write(1_000 + index)), says("done")]);
  const said = [["keep the names"], []];
  const steer = (): readonly string[] => said.shift() ?? [];
  const done = await work(role("worker"), "the goal", anEnv(model, { toolAccess: hands(), steer }));
  expect([done.end, model.left()]).toEqual(["done", {}]);
  expect(model.refused()).toBeGreaterThan(1);
  for (const { prompt } of model.prompts) expect(isWhole(prompt.messages)).toBe(true);
  const last = JSON.stringify(model.prompts.at(-1)?.prompt.messages);
  for (const text of ["the goal", "keep the names", "earlier rounds left out"]) expect(last).toContain(text);
  expect(last.split("earlier rounds left out")).toHaveLength(2);
});

it("learns the window: what is as long as what was refused loses old results before it is sent", async () => {
  const paths = Array.from({ length: 24 }, (_, index) => `file-${index}`);
  const model = narrow(30_000, [...paths.map((path) => calls(["read_file", { path }])), says("done")]);
  await work(
    role("worker"),
    "go",
    anEnv(model, { toolAccess: mapHands(Object.fromEntries(paths.map((path) => [path, "x".repeat(9_000)]))) }),
  );
  expect(model.left()).toEqual({});
  expect(model.refused()).toBe(1);
});

it("ends with the service's words where nothing can be left out", async () => {
  const goal = "g".repeat(5_000);
  const failed = work(role("worker"), goal, anEnv(narrow(4_000, [says("done")]), { toolAccess: hands() }));
  await expect(failed).rejects.toBe(TOO_LONG);
});

it("asks once more for nothing else that a model refuses", async () => {
  const other = new Failure("model", "no such model", { retryable: false });
  let asked = 0;
  const turn = (_: Prompt): never => {
    asked += 1;
    throw other;
  };
  await expect(work(role("worker"), "go", anEnv(scriptedModel({ worker: [turn, turn] }), { toolAccess: hands() }))).rejects.toBe(other);
  expect(asked).toBe(1);
});

it("becomes shorter each time until there is nothing more, keeps the goal and all that was said, and parts no call from its result", () => {
  const round = fc.record({ wrote: fc.nat(3_000), results: fc.array(fc.nat(6_000), { minLength: 1, maxLength: 3 }), asked: fc.boolean() });
  fc.assert(
    fc.property(fc.array(round, { maxLength: 20 }), (rounds) => {
      let messages: readonly Message[] | null = [{ role: "user", text: "goal" }, ...rounds.flatMap(messagesOf)];
      const said = messages.filter(({ role }) => role === "user");
      for (let left: readonly Message[] | null = messages; left !== null; left = compactMessages(left)) {
        expect(left === messages || sizeOfAll(left) < sizeOfAll(messages)).toBe(true);
        messages = left;
        expect(isWhole(left)).toBe(true);
        expect(said.every((one) => left?.includes(one))).toBe(true);
      }
      expect(messages[0]).toEqual({ role: "user", text: "goal" });
    }),
  );
});

function messagesOf(
  { wrote, results, asked }: { wrote: number; results: readonly number[]; asked: boolean },
  round: number,
): readonly Message[] {
  const id = (index: number): string => `c-${round}-${index}`;
  return [
    {
      role: "assistant",
      text: "",
      calls: results.map((_, index) => ({ id: id(index), name: "write_file", input: { content: "y".repeat(wrote) } })),
      raw: null,
    },
    { role: "tools", results: results.map((length, index) => ({ id: id(index), text: "x".repeat(length), failed: false })) },
    ...(asked ? [{ role: "user", text: `said ${round}` } as const] : []),
  ];
}
