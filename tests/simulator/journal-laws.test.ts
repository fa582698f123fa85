/** What lies on refs keeps its contracts over the simulated GitHub: the journal of a run, and the memory of a repository. */
import { expect, it } from "vitest";
import { memoriesAt } from "#adapters/memory/memories.ts";
import { memoryRef } from "#adapters/octokit/memory-ref.ts";
import { JOURNAL_LAWS } from "../adapters/journal-contract.ts";
import { MEMORIES_LAWS } from "../adapters/memories-contract.ts";
import { aRefStage } from "../adapters/octokit/ref-stage.ts";
import { AT, aSimulation, quickClient } from "./clients.ts";

it.each(JOURNAL_LAWS)("a ref of the simulated GitHub: $law", async ({ holds }) => {
  const stage = aSimulation();
  const { github } = stage;
  const requests = { url: "https://api.github.com", requests: [] };
  await holds(await aRefStage(requests, { ...AT, issue: 1, runId: "x-1" }, quickClient(stage, github.person("wim"))));
  expect(github.failures).toEqual([]);
});

it.each(MEMORIES_LAWS)("a memory on a ref of the simulated GitHub: $law", async ({ holds }) => {
  const stage = aSimulation();
  const api = quickClient(stage);
  await holds({
    open: () => memoriesAt(memoryRef(api, AT, null)),
    async put(text) {
      const place = memoryRef(api, AT, null);
      expect(await place.replace(await place.read(), text, "by hand")).toBe(true);
    },
  });
  expect(stage.github.failures).toEqual([]);
});
