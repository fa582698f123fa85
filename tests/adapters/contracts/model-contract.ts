/** What every `Model` does, whoever stands behind it: the adapter with a scripted service, the fake of the tests. */
import { expect, it } from "vitest";
import { Interrupted } from "#ports/failure.ts";
import type { Message, Model, ModelReply, Prompt } from "#ports/model.ts";

/** What the model behind the contract shall do at its next call. */
interface ContractTurn {
  readonly text?: string;
  readonly calls?: readonly { readonly tool: string; readonly input: Readonly<Record<string, unknown>> }[];
  readonly finish?: "cut" | "refused";
}

/** A model that plays these turns, in order, for the role `worker`. */
export type ModelMaker = (turns: readonly ContractTurn[]) => Promise<{ readonly model: Model; close(): Promise<void> }>;

/** A prompt of the worker; what a test cares for goes into `part`. */
export function aPrompt(part: Partial<Prompt> = {}): Prompt {
  return {
    agent: "worker",
    model: "balanced",
    system: "You are the worker of Loopwright.\nDo what the plan says.",
    tools: [
      {
        name: "read_file",
        description: "Reads a file.",
        input: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      },
    ],
    messages: [{ role: "user", text: "Mend the sum." }],
    maxTokens: 1000,
    deadline: 20_000,
    ...part,
  };
}

/** Registers the suite. Each test makes its own model and closes it. */
export function modelContract(name: string, make: ModelMaker): void {
  const withModel = async (turns: readonly ContractTurn[], use: (model: Model) => Promise<void>): Promise<void> => {
    const { model, close } = await make(turns);
    try {
      await use(model);
    } finally {
      await close();
    }
  };
  const calm = new AbortController().signal;

  it(`${name}: gives words and is done`, () =>
    withModel([{ text: "All is well: “ok” 🎉" }], async (model) => {
      const reply = await model.reply(aPrompt(), calm);
      expect(reply).toMatchObject({ text: "All is well: “ok” 🎉", calls: [], finish: "done" });
    }));

  it(`${name}: gives calls in order, each with an id of its own and its input as the model sent it`, () =>
    withModel(
      [
        {
          text: "Reading.",
          calls: [
            { tool: "read_file", input: { path: "a.js", deep: { list: [1, null, "ü"] } } },
            { tool: "read_file", input: {} },
          ],
        },
      ],
      async (model) => {
        const reply = await model.reply(aPrompt(), calm);
        expect(reply.finish).toBe("tools");
        expect(reply.calls.map(({ name: tool, input }) => [tool, input])).toEqual([
          ["read_file", { path: "a.js", deep: { list: [1, null, "ü"] } }],
          ["read_file", {}],
        ]);
        expect(new Set(reply.calls.map(({ id }) => id)).size).toBe(2);
      },
    ));

  it(`${name}: takes its own reply back and goes on from the tools' results`, () =>
    withModel([{ calls: [{ tool: "read_file", input: { path: "a.js" } }] }, { text: "Done." }], async (model) => {
      const first = await model.reply(aPrompt(), calm);
      const second = await model.reply(aPrompt({ messages: [...aPrompt().messages, ...answered(first, "a - b")] }), calm);
      expect(second).toMatchObject({ text: "Done.", finish: "done" });
    }));

  it.each(["cut", "refused"] as const)(`${name}: a turn that was %s has no calls, and a conversation can go on behind it`, (finish) =>
    withModel([{ text: "I will", calls: [{ tool: "read_file", input: { path: "a.js" } }], finish }, { text: "Done." }], async (model) => {
      const first = await model.reply(aPrompt(), calm);
      expect(first).toMatchObject({ text: "I will", calls: [], finish });
      const messages: Message[] = [
        ...aPrompt().messages,
        { role: "assistant", text: first.text, calls: first.calls, raw: first.raw },
        { role: "user", text: "Go on." },
      ];
      expect((await model.reply(aPrompt({ messages }), calm)).text).toBe("Done.");
    }),
  );

  it(`${name}: counts what a call cost`, () =>
    withModel([{ text: "Done." }], async (model) => {
      const { usage } = await model.reply(aPrompt(), calm);
      expect(usage.calls).toBe(1);
      expect(usage.input + usage.cacheRead + usage.cacheWrite).toBeGreaterThan(0);
      expect(usage.output).toBeGreaterThan(0);
    }));

  it(`${name}: a call that was stopped beforehand is Interrupted and takes no turn`, () =>
    withModel([{ text: "First." }], async (model) => {
      await expect(model.reply(aPrompt(), AbortSignal.abort())).rejects.toBeInstanceOf(Interrupted);
      expect((await model.reply(aPrompt(), calm)).text).toBe("First.");
    }));
}

/** A reply and the results of its calls, as the messages that follow. */
export function answered(reply: ModelReply, text: string): readonly Message[] {
  return [
    { role: "assistant", text: reply.text, calls: reply.calls, raw: reply.raw },
    { role: "tools", results: reply.calls.map(({ id }) => ({ id, text, failed: false })) },
  ];
}
