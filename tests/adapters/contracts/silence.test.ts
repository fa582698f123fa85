import { afterEach, expect, it } from "vitest";
import { stand as anthropic } from "../anthropic/stand.ts";
import { stand as openai } from "../openai/stand.ts";
import { aPrompt } from "./model-contract.ts";

const calm = new AbortController().signal;
const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function opened(make: typeof anthropic, turns: Parameters<typeof anthropic>[0]) {
  const made = await make(turns);
  open.push(made);
  return made;
}

const PROVIDERS = [
  { who: "anthropic", make: anthropic },
  { who: "openai", make: openai },
] as const;

it.each(PROVIDERS)("asks $who again when its stream has stalled, and counts what that cost", async ({ make }) => {
  const { model, server } = await opened(make, [{ fault: { stall: true } }, { reply: { text: "Done." } }]);
  const { text, usage } = await model.reply(aPrompt({ deadline: 50_000, silence: 3000 }), calm);
  expect([text, usage.calls, server.requests.length]).toEqual(["Done.", 2, 2]);
});

it.each(PROVIDERS)("asks $who again when no answer begins", async ({ make }) => {
  const late = { fault: { delayMs: 40_000 }, reply: { text: "Late." } };
  const { model, server } = await opened(make, [late, { reply: { text: "Done." } }]);
  expect((await model.reply(aPrompt({ deadline: 50_000, silence: 3000 }), calm)).text).toBe("Done.");
  expect(server.requests.length).toBe(2);
});

it.each(PROVIDERS)("waits for $who as long as it gives signs of life, longer than it may be silent", async ({ make }) => {
  const { model, server } = await opened(make, [{ fault: { pingMs: 1000 }, reply: { text: "Done." } }]);
  expect((await model.reply(aPrompt({ deadline: 50_000, silence: 4000 }), calm)).text).toBe("Done.");
  expect(server.requests.length).toBe(1);
});

it.each(PROVIDERS)("gives $who up after a third silence, and says how long each was", async ({ make }) => {
  const { model, server } = await opened(
    make,
    Array.from({ length: 3 }, () => ({ fault: { stall: true } as const })),
  );
  await expect(model.reply(aPrompt({ deadline: 50_000, silence: 500 }), calm)).rejects.toMatchObject({
    service: "model",
    retryable: true,
    message: expect.stringMatching(/was silent for 500 ms$/),
  });
  expect(server.requests.length).toBe(3);
});
