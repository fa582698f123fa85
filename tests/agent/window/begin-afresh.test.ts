/** A conversation that outgrows its window begins afresh, and is never rewritten otherwise (S3.35, S3.56). */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { SessionEvent } from "#agent/conversation/session-event.ts";
import { sizeOfAll } from "#agent/window/size.ts";
import { work } from "#agent/work.ts";
import { Failure } from "#ports/failure.ts";
import type { Message, Prompt } from "#ports/model.ts";
import { mapHands } from "../../fakes/map-hands.ts";
import { calls, type ScriptedModel, says, scriptedModel, type Turn } from "../../fakes/scripted-model.ts";
import { anEnv, read, role } from "../setting.ts";

const TOO_LONG = new Failure("model", "the prompt is longer than model-balanced-1 takes", { retryable: false, oversized: true });

/** Takes no conversation of more bytes than this; what is refused is no turn of the script. */
function limitedTo(window: number, turns: readonly Turn[]): ScriptedModel & { refused(): number } {
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
    if (message.role === "assistant" && message.calls.length > 0)
      return next?.role === "tools" && String(next.results.map(({ id }) => id)) === String(message.calls.map(({ id }) => id));
    return message.role !== "tools" || before?.role === "assistant";
  });
}

/** Whether each prompt goes on where the one before it ended, object for object, or is one message of the user. */
function extendsOrBegins(prompts: readonly { readonly prompt: Prompt }[]): boolean {
  return prompts.every(({ prompt: { messages } }, index) => {
    const before = prompts[index - 1]?.prompt.messages ?? [];
    const begins = messages.length === 1 && messages[0]?.role === "user";
    return begins || before.every((message, place) => message === messages[place]);
  });
}

const write = (size: number): Turn => calls(["write_file", { path: "a.txt", content: "y".repeat(size) }]);
const hands = () => mapHands({ big: "x".repeat(9_000) });

it("goes on by extending what was sent, or begins afresh with goal and messages, whatever is read, written and said [S3.35]", async () => {
  const turn = fc.record({ wrote: fc.nat(3_000), reads: fc.nat(3), text: fc.string({ maxLength: 50 }), steered: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { maxLength: 25 }), fc.integer({ min: 4_000, max: 60_000 }), async (turns, window) => {
      const script = turns.map(({ wrote, reads, text }, index) => ({
        ...calls(...Array.from({ length: reads }, () => read("big")), ["write_file", { path: `f${index}`, content: "y".repeat(wrote) }]),
        text,
        raw: { thinking: index },
      }));
      const model = scriptedModel({ worker: [...script, says("done")] });
      const messages = turns.map(({ steered }, index) => (steered ? [`message ${index}.`] : []));
      const queue = [...messages];
      const steer = (): readonly string[] => queue.shift() ?? [];
      const done = await work(role("worker", { turns: 60 }), "the goal", anEnv(model, { toolAccess: hands(), steer, window }));
      expect(done.end).toBe("done");
      expect(extendsOrBegins(model.prompts)).toBe(true);
      for (const [index, { prompt }] of model.prompts.entries()) {
        expect(isWhole(prompt.messages)).toBe(true);
        const sent = prompt.messages.flatMap((message) => (message.role === "user" ? [message.text] : [])).join("\n");
        for (const text of ["the goal", ...messages.slice(0, index).flat()]) expect(sent).toContain(text);
      }
    }),
    { numRuns: 60 },
  );
});

it("begins afresh before the window is full, tells so, and brings neither earlier replies nor their results along [S3.35, S3.56]", async () => {
  const turns = Array.from({ length: 8 }, (_, index) => ({
    ...calls(["read_file", { path: "big", offset: index + 1, limit: 1 }]),
    text: `turn ${index}`,
    raw: { thinking: index },
  }));
  const model = scriptedModel({ worker: [...turns, says("done")] });
  const warnings: string[] = [];
  const tell = (event: SessionEvent) => void (event.kind === "warning" && warnings.push(event.data.text));
  await work(
    role("worker"),
    "go",
    anEnv(model, { toolAccess: mapHands({ big: `${"x".repeat(1_000)}\n`.repeat(8) }), window: 6_000, tell }),
  );
  expect(model.prompts.map(({ prompt }) => prompt.messages.length)).toEqual([1, 3, 5, 7, 9, 11, 1, 3, 5]);
  const fresh = JSON.stringify(model.prompts[6]?.prompt.messages);
  expect(fresh).toContain("- big (read_file, 6 times)");
  expect(fresh).not.toContain("thinking");
  expect(warnings).toEqual([
    expect.stringMatching(/^the conversation fills 80 % of the context: about \d+ tokens$/),
    expect.stringMatching(/^the conversation begins afresh with a record of its work: \d+ bytes in place of \d+$/),
  ]);
});

it("begins afresh before it is dear, long before its window is full, and goes on from there", async () => {
  const files = Array.from({ length: 100 }, (_, index) => [`f${index}`, `${index} ${"x".repeat(1_500)}`] as const);
  const model = scriptedModel({ worker: [...files.map(([path]) => calls(read(path))), says("done")] });
  const env = anEnv(model, { toolAccess: mapHands(Object.fromEntries(files)) });
  const done = await work(role("worker", { turns: 200 }), "go", env);
  expect([done.end, done.calls.length, extendsOrBegins(model.prompts)]).toEqual(["done", 100, true]);
  const sizes = model.prompts.map(({ prompt }) => sizeOfAll(prompt.messages));
  const begun = model.prompts.flatMap(({ prompt }, index) => (index > 0 && prompt.messages.length === 1 ? [index] : []));
  expect(begun.length).toBeGreaterThan(1);
  for (const index of begun) expect(sizes[index]).toBeLessThan((sizes[index - 1] ?? 0) / 2);
  expect(Math.max(...sizes)).toBeLessThan(100_000);
});

it("does not try at each turn to shorten what has a goal as long as the rest", async () => {
  const warnings: string[] = [];
  const tell = (event: SessionEvent) => void (event.kind === "warning" && warnings.push(event.data.text));
  const files = Array.from({ length: 90 }, (_, index) => [`f${index}`, `${index} ${"x".repeat(600)}`] as const);
  const model = scriptedModel({ worker: [...files.map(([path]) => calls(read(path))), says("done")] });
  const env = anEnv(model, { toolAccess: mapHands(Object.fromEntries(files)), tell });
  await work(role("worker", { turns: 200 }), "g".repeat(120_000), env);
  expect([model.prompts.at(-1)?.prompt.messages.length, warnings]).toEqual([181, []]);
});

it("still refuses to edit a file that changed since it was read, and only such a file", async () => {
  const files = mapHands({ big: "x".repeat(5_000), same: "old", other: "old" }, () => {
    files.files.set("other", "old, and new");
    return {};
  });
  const edit = (path: string) => calls(["edit_file", { path, old_string: "old", new_string: "mine" }]);
  const model = scriptedModel({
    worker: [calls(read("same"), read("other"), read("big")), calls(["exec", { command: "x" }]), edit("same"), edit("other"), says("done")],
  });
  const done = await work(role("worker"), "go", anEnv(model, { toolAccess: files, window: 4_000 }));
  expect(model.prompts[1]?.prompt.messages).toHaveLength(1);
  expect([files.files.get("same"), files.files.get("other")]).toEqual(["mine", "old, and new"]);
  expect(done.calls.at(-1)?.error).toContain("stale_read");
});

it("shows the ends of a result that is longer than the window, and says what was left out", async () => {
  const model = limitedTo(7_000, [calls(read("big")), says("done")]);
  const events: SessionEvent[] = [];
  const done = await work(role("worker"), "go", anEnv(model, { toolAccess: hands(), tell: (event) => void events.push(event) }));
  expect(done.end).toBe("done");
  expect(model.refused()).toBe(1);
  expect(JSON.stringify(model.prompts.at(-1)?.prompt.messages)).toContain("characters left out");
  const warnings = events.flatMap((event) => (event.kind === "warning" ? [event.data.text] : []));
  expect(warnings[0]).toMatch(/^model-balanced-1 takes no prompt of \d+ bytes$/);
});

it("works on where what it wrote itself is longer than the window: the goal and people's words stay", async () => {
  const model = limitedTo(9_000, [...Array.from({ length: 30 }, (_, index) => write(1_000 + index)), says("done")]);
  const messages = [["keep the names"], []];
  const steer = (): readonly string[] => messages.shift() ?? [];
  const done = await work(role("worker"), "the goal", anEnv(model, { toolAccess: hands(), steer }));
  expect([done.end, model.left()]).toEqual(["done", {}]);
  expect(model.refused()).toBe(1);
  for (const { prompt } of model.prompts) expect(isWhole(prompt.messages)).toBe(true);
  expect(extendsOrBegins(model.prompts)).toBe(true);
  const last = JSON.stringify(model.prompts.at(-1)?.prompt.messages);
  for (const text of ["the goal", "keep the names", "- a.txt (write_file,"]) expect(last).toContain(text);
});

it("learns the window: what is nearly as long as what was refused is not sent again", async () => {
  const paths = Array.from({ length: 24 }, (_, index) => `file-${index}`);
  const model = limitedTo(30_000, [...paths.map((path) => calls(read(path))), says("done")]);
  const files = mapHands(Object.fromEntries(paths.map((path) => [path, "x".repeat(9_000)])));
  await work(role("worker"), "go", anEnv(model, { toolAccess: files }));
  expect(model.left()).toEqual({});
  expect(model.refused()).toBe(1);
});

it("ends with the service's words where nothing can be left out", async () => {
  const failed = work(role("worker"), "g".repeat(5_000), anEnv(limitedTo(4_000, [says("done")]), { toolAccess: hands() }));
  await expect(failed).rejects.toBe(TOO_LONG);
});

it("goes on without beginning afresh at each turn where the goal alone nearly fills the window", async () => {
  const model = scriptedModel({ worker: [...Array.from({ length: 6 }, () => calls(read("big"))), says("done")] });
  await work(role("worker"), "g".repeat(5_000), anEnv(model, { toolAccess: mapHands({ big: "x".repeat(500) }), window: 6_000 }));
  expect(model.prompts.map(({ prompt }) => prompt.messages.length)).toEqual([1, 3, 5, 7, 9, 11, 13]);
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
