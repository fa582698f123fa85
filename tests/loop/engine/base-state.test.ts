import { expect, it } from "vitest";
import { parseConfig } from "#agent/specs/config-file.ts";
import { doubtsAboutBase } from "#core/approval/recheck-base.ts";
import type { Provider } from "#core/config/providers.ts";
import { baseStateOf } from "#loop/engine/base-state.ts";

const base = { branch: "main", commit: "c".repeat(40), tree: "d".repeat(40) };
const doubts = async (text: string | null, config: ReturnType<typeof parseConfig>) =>
  doubtsAboutBase(
    { base, config },
    await baseStateOf({ base, config }, { baseCommit: async () => ({ branch: "main", inHistory: true, tree: base.tree, config: text }) }),
  );
const DIFFERENT = ["the configuration of the run is not the one at its base commit; set the label again for a new run"];

it.each([{ keys: ["openai"] }, { keys: ["anthropic"] }] as const satisfies { keys: readonly Provider[] }[])(
  "knows the configuration of a run that began with the key of $keys, whichever keys this machine has [S3.16]",
  async ({ keys }) => {
    for (const text of [null, "label: go\n", "models: { best: o3 }\n"]) expect(await doubts(text, parseConfig(text, keys))).toEqual([]);
  },
);

it("does not know models that neither the configuration names nor a provider has behind its tiers", async () => {
  const config = parseConfig("models: { fast: gpt-5-nano }\n", ["openai"]);
  expect(await doubts(null, config)).toEqual(DIFFERENT);
  expect(await doubts("models: { fast: o3 }\n", parseConfig(null, ["openai"]))).toEqual(DIFFERENT);
  expect(await doubts("models: 7\n", config)).toEqual(DIFFERENT);
});
