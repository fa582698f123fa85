/** An agent over the real client of the model, against a service that fails, cuts, repeats itself and asks for what there is not. */
import { expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { plainText } from "#adapters/sandbox/host/plain-text.ts";
import { ask } from "#agent/ask.ts";
import { meterModel } from "#agent/window/meter.ts";
import { work } from "#agent/work.ts";
import { Config } from "#core/config/config.ts";
import { NO_USAGE } from "#core/values/usage.ts";
import { Failure } from "#ports/failure.ts";
import type { Message, Model } from "#ports/model.ts";
import type { ToolAccess } from "#ports/tool-access.ts";
import { type Stand, stand } from "../../adapters/anthropic/stand.ts";
import { anEnv, role } from "../../agent/setting.ts";
import { mapHands } from "../../fakes/map-hands.ts";

const { models } = Config.parse({});
const DONE = { reply: { text: "Done." } };
const write = (path: string) => ({ tool: "write_file", input: { path, content: "new\n" } });

async function aStand(...given: Parameters<typeof stand>): Promise<Stand> {
  const made = await stand(...given);
  onTestFinished(() => made.close());
  return made;
}

const workWith = (model: Model, hands: ToolAccess = mapHands({ a: "A" })) =>
  work(role("worker"), "go", anEnv(model, { toolAccess: hands, models }));

/** What the model was told of its calls, in order. */
const resultsIn = (history: readonly Message[]) => history.flatMap((message) => (message.role === "tools" ? message.results : []));

it("waits as long as a limit asks in the middle of its work, longer by chance, and does no call twice [LLM-01]", async () => {
  const worker = [{ reply: { calls: [write("b")] } }, { fault: { status: 429, retryAfter: 17 } }, DONE];
  const { model, clock, server } = await aStand(worker);
  expect(await workWith(model)).toMatchObject({ end: "done", text: "Done.", toolCalls: 1 });
  expect([clock.sleeps, server.requests.length]).toEqual([[17_000], 3]);
  const unlucky = await aStand(worker, { random: { hex: () => "ff" } });
  await workWith(unlucky.model);
  expect(unlucky.clock.sleeps[0]).toBeGreaterThan(17_000);
});

it.each([{ garble: true as const }, { cut: true as const }, { event: "overloaded_error" }])(
  "does nothing of a reply that broke off, and asks again [LLM-05]: %o",
  async (fault) => {
    const hands = mapHands({ a: "A" });
    const { model, server } = await aStand([{ fault }, { reply: { calls: [write("b")] } }, DONE]);
    expect(await workWith(model, hands)).toMatchObject({ end: "done", toolCalls: 1 });
    expect([[...hands.files.keys()], server.requests.length]).toEqual([["a", "b"], 3]);
  },
);

it("does no call of a reply that was cut at its limit, and goes on with a text that was [LLM-06]", async () => {
  const hands = mapHands({ a: "A" });
  const { model, server } = await aStand([
    { reply: { text: "I write ", calls: [write("b")], stop: "max_tokens" } },
    { expect: ["continue"], reply: { text: "it now." } },
  ]);
  expect(await workWith(model, hands)).toMatchObject({ end: "done", text: "I write it now.", toolCalls: 0 });
  expect([[...hands.files.keys()], server.requests.length]).toEqual([["a"], 2]);
});

it("ends when the model refuses, asks nobody else, and says so; the step may be done again [LLM-07]", async () => {
  const { model, server } = await aStand([{ reply: { text: "No.", stop: "refusal" } }, DONE]);
  expect(await workWith(model)).toMatchObject({ end: "refused", text: "No." });
  expect(server.requests).toHaveLength(1);
  const other = await aStand([{ reply: { text: "No.", stop: "refusal" } }, DONE]);
  const failure = await ask(role("worker"), "well?", z.strictObject({ a: z.string() }), anEnv(other.model, { models })).catch(
    (thrown) => thrown,
  );
  expect(failure).toMatchObject({ service: "answer", retryable: true, message: "the model refused to answer as worker" });
});

it("takes a full context for a reply that was cut, once, and no reply of a request that is too large [LLM-08]", async () => {
  const full = { reply: { text: "And", stop: "model_context_window_exceeded" as const } };
  const { model, server } = await aStand([full, full, DONE]);
  expect(await workWith(model)).toMatchObject({ end: "cut" });
  expect(server.requests).toHaveLength(2);
  const large = await aStand([{ fault: { status: 413 } }, DONE]);
  await expect(workWith(large.model)).rejects.toMatchObject({ service: "model", retryable: false });
  expect(large.server.requests).toHaveLength(1);
});

it("begins afresh where the service finds a prompt too long, and again, until nothing is left to leave out [LLM-08]", async () => {
  const fault = { status: 400, message: "prompt is too long: 208310 tokens > 200000 maximum" };
  const reads = { reply: { calls: Array.from({ length: 8 }, () => ({ tool: "read_file", input: { path: "big" } })) } };
  const { model, server } = await aStand([reads, { fault }, DONE]);
  expect(await workWith(model, mapHands({ big: "x".repeat(9_000) }))).toMatchObject({ end: "done" });
  const sizes = server.requests.map((request) => JSON.stringify(request).length);
  expect(sizes).toHaveLength(3);
  expect(sizes[2]).toBeLessThan((sizes[1] ?? 0) * 0.8);
  const never = await aStand([reads, ...Array.from({ length: 20 }, () => ({ fault }))]);
  await expect(workWith(never.model, mapHands({ big: "x".repeat(9_000) }))).rejects.toMatchObject({ oversized: true });
  expect(never.server.requests.length).toBeLessThan(8);
});

it("answers every call under its own id: unknown, misspelt, misshapen, and two hundred of them at once [LLM-10]", async () => {
  const bad = [
    { tool: "delete_everything", input: {} },
    { tool: "Read_File", input: { path: "a" } },
    { tool: "read_file", input: { path: 7 } },
    { tool: "read_file", input: { path: "a", more: "x" } },
    { tool: "__proto__", input: {} },
  ];
  const good = Array.from({ length: 200 }, () => ({ tool: "read_file", input: { path: "a" } }));
  const { model } = await aStand([{ reply: { calls: [...bad, ...good] } }, DONE]);
  const done = await workWith(model);
  const results = resultsIn(done.history);
  expect(new Set(results.map(({ id }) => id)).size).toBe(205);
  expect(results.slice(0, 5).map(({ failed }) => failed)).toEqual([true, true, true, true, true]);
  expect(results[1]?.text).toContain("there is no tool");
  expect(results.at(-1)).toMatchObject({ text: "1\tA", failed: false });
  // A name that no request may hold again is no reply.
  const alike = await aStand([{ reply: { calls: [{ tool: "re\u0430d_file", input: { path: "a" } }] } }, DONE]);
  expect(await workWith(alike.model)).toMatchObject({ end: "done", toolCalls: 0 });
  expect(alike.server.requests).toHaveLength(2);
});

it("ends where nothing comes of it: words without a call, the same call over and over, turns without end [LLM-11]", async () => {
  const promise = await aStand([{ reply: { text: "I will now begin." }, repeat: true }]);
  expect(await workWith(promise.model)).toMatchObject({ end: "done", turns: 1, toolCalls: 0 });
  const again = await aStand([{ reply: { calls: [{ tool: "read_file", input: { path: "a" } }] }, repeat: true }]);
  expect(await workWith(again.model)).toMatchObject({ end: "looping", turns: 11 });
  const turns = Array.from({ length: 30 }, (_, at) => ({ reply: { calls: [{ tool: "grep", input: { pattern: `${at}` } }] } }));
  const wanders = await aStand(turns);
  const limited = role("worker", { turns: 20 });
  expect(await work(limited, "go", anEnv(wanders.model, { models }))).toMatchObject({ end: "turns", turns: 20 });
});

it("shows the model no more of a result than it can take, says what is missing, and takes no bytes for text [LLM-12]", async () => {
  const flood = mapHands({ a: "A" }, () => ({ stdout: "x".repeat(400_000) }));
  const { model } = await aStand([{ reply: { calls: [{ tool: "exec", input: { command: "yes" } }] } }, DONE]);
  const [result] = resultsIn((await workWith(model, flood)).history);
  expect(result?.text.length).toBeLessThan(31_000);
  expect(result?.text).toContain("characters were removed from the middle");
  for (const bytes of [Buffer.from([0xff, 0xfe, 0x41]), Buffer.from("a\0b")])
    expect(() => plainText("a.bin", bytes)).toThrow("is binary: it is not UTF-8 text");
});

it("sends nothing that the rest of the budget may not pay, and bounds what is under way [LLM-14]", async () => {
  const before = { ...NO_USAGE, calls: 9, dollars: 9.99 };
  const { model, server } = await aStand([DONE]);
  const price = model.price("balanced");
  const purse = meterModel(model, { dollars: 10, tokens: null }, before);
  const worst = (role("worker").limits.maxTokens / 1_000_000) * (price?.output ?? 0);
  expect(worst).toBeGreaterThan(0.01);
  const refused = await workWith(purse).catch((thrown: unknown) => thrown);
  expect(refused).toBeInstanceOf(Failure);
  expect(refused).toMatchObject({ service: "budget", retryable: false });
  expect(server.requests).toEqual([]);
  expect(await workWith(meterModel(model, { dollars: 10, tokens: null }, { ...before, dollars: 5 }))).toMatchObject({ end: "done" });
});

it("ends at its last turn whatever the model would go on with: n are taken, and not one more [LIM-09]", async () => {
  const turns = (most: number) =>
    Array.from({ length: most }, (_, at) => ({ reply: { calls: [{ tool: "grep", input: { pattern: `${at}` } }] } }));
  const limited = role("worker", { turns: 3 });
  const within = await aStand([...turns(2), DONE]);
  expect(await work(limited, "go", anEnv(within.model, { models }))).toMatchObject({ end: "done", turns: 3, toolCalls: 2 });
  const beyond = await aStand([...turns(3), DONE]);
  expect(await work(limited, "go", anEnv(beyond.model, { models }))).toMatchObject({ end: "turns", turns: 3, toolCalls: 3 });
  expect(beyond.server.requests).toHaveLength(3);
});
