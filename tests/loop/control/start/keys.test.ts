/** Whose models a run asks that the bot begins, by the keys that it has. */
import { expect, it } from "vitest";
import type { Provider } from "#core/config/providers.ts";
import { handleEvent } from "#loop/control/handle/handle-event.ts";
import { deskStage, LABELLED } from "../stage.ts";

/** Somebody sets the label where the bot has these keys. */
async function labelledWith(keys: readonly Provider[]) {
  const stage = deskStage();
  const issue = { ...stage.github.now, authorId: 41 };
  const by = { id: 42, login: "grace", type: "User" };
  const desk = { ...stage.desk, access: { keys, elsewhere: false } };
  await handleEvent({ happening: LABELLED, by, issue, comment: null, throughApp: false, at: 1, ours: [] }, desk);
  return stage;
}

it.each([
  { keys: ["openai"] as const, best: "gpt-5.2" },
  { keys: ["openai", "anthropic"] as const, best: "claude-opus-5-5" },
])("asks the models of a provider that there is a key for, without any configuration: $keys [S3.16]", async ({ keys, best }) => {
  expect((await labelledWith(keys)).run()).toMatchObject({ stage: "awaiting_approval", config: { models: { best } } });
});

it("says without any key which of them would do [S3.16]", async () => {
  const stage = await labelledWith([]);
  expect(stage.reply()).toContain("set ANTHROPIC_API_KEY, or OPENAI_API_KEY alone where the configuration names no models, for the bot");
  expect(stage.stores.size).toBe(0);
});
