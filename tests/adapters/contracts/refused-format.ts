/** What every provider's adapter does where the service refuses the schema of an answer. */
import { expect, it } from "vitest";
import { Failure } from "#ports/failure.ts";
import type { Model } from "#ports/model.ts";
import type { ScriptSource } from "../../lab/model/script.ts";
import { aPrompt } from "./model-contract.ts";

interface Stand {
  readonly model: Model;
  readonly server: { readonly requests: readonly { readonly raw: string }[] };
  close(): Promise<void>;
}

const formatOf = (word: string) => ({
  type: "object",
  properties: { [word]: { type: "string" } },
  required: [word],
  additionalProperties: false,
});

/** Registers the suite: `refusals` are answers of the service, each with its status. */
export function refusedFormatContract(
  name: string,
  make: (turns: ScriptSource["roles"][string]) => Promise<Stand>,
  refusals: readonly { readonly status: number; readonly message: string }[],
): void {
  const calm = new AbortController().signal;

  it.each(refusals)(`${name}: asks again in words where the service says "$message", and never again with the schema`, async (fault) => {
    const stand = await make([{ fault }, ...["one", "two", "three"].map((text) => ({ reply: { text } }))]);
    try {
      const ask = (word: string) => stand.model.reply(aPrompt({ format: formatOf(word) }), calm);
      expect((await ask("w")).text).toBe("one");
      expect((await ask("w")).text).toBe("two");
      expect((await ask("other")).text).toBe("three");
      const sent = stand.server.requests.map(({ raw }) => raw);
      expect(sent.map((raw) => raw.includes('"type":"json_schema"'))).toEqual([true, false, false, true]);
      expect(sent.map((raw) => raw.includes("It fits this JSON Schema: "))).toEqual([false, true, true, false]);
    } finally {
      await stand.close();
    }
  });

  it(`${name}: does not take a tool's schema for the answer's`, async () => {
    const message = "tools.0.custom.input_schema: JSON schema is invalid";
    const stand = await make([{ fault: { status: 400, message } }]);
    try {
      await expect(stand.model.reply(aPrompt({ format: formatOf("w") }), calm)).rejects.toBeInstanceOf(Failure);
      expect(stand.server.requests.length).toBe(1);
    } finally {
      await stand.close();
    }
  });

  it(`${name}: gives up where the question is refused in words, too`, async () => {
    const fault = { status: 400, message: "json_schema: no" };
    const stand = await make([{ fault }, { fault }]);
    try {
      await expect(stand.model.reply(aPrompt({ format: formatOf("w") }), calm)).rejects.toMatchObject({ retryable: false });
      expect(stand.server.requests.length).toBe(2);
    } finally {
      await stand.close();
    }
  });
}
