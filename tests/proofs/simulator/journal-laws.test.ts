/** What lies on refs keeps its contracts over the simulated GitHub: the journal of a run, and the memory of a repository. */
import { expect, it } from "vitest";
import { refJournal } from "#adapters/github/ref-journal/ref-journal.ts";
import { memoryRef } from "#adapters/github/runs/memory-ref.ts";
import { memoriesAt } from "#adapters/memory/memories.ts";
import { Limits } from "#core/values/limits.ts";
import { Failure } from "#ports/failure.ts";
import { JOURNAL_LAWS } from "../../adapters/contracts/journal-contract.ts";
import { note } from "../../adapters/contracts/journal-events.ts";
import { MEMORIES_LAWS } from "../../adapters/contracts/memories-contract.ts";
import { CODEC } from "../../adapters/contracts/plain-codec.ts";
import { aRefStage } from "../../adapters/github/ref-journal/ref-stage.ts";
import { AT, aSimulation, quickClient } from "./clients.ts";

it.each(JOURNAL_LAWS)("a ref of the simulated GitHub: $law", async ({ holds }) => {
  const stage = aSimulation();
  const { github } = stage;
  const requests = { url: "https://api.github.com", requests: [] };
  await holds(await aRefStage(requests, { ...AT, issue: 1, runId: "x-1" }, quickClient(stage, github.person("wim"))));
  expect(github.failures).toEqual([]);
});

it.each([
  { kind: "drop", times: 1, answer: "appended", events: 1 },
  { kind: "applied_lost", times: 1, answer: "appended", events: 1 },
  { kind: "applied_lost", times: 3, answer: "appended", events: 1 },
  { kind: "drop", times: 9, answer: "unknown", events: 0 },
] as const)("an append whose move meets $kind $times times is made once or said to be unknown", async ({ kind, times, answer, events }) => {
  let left: number = times;
  const stage = aSimulation(({ body }) => {
    if (!JSON.stringify(body ?? "").includes("updateRefs") || left === 0) return null;
    left -= 1;
    return { kind };
  });
  const api = quickClient(stage);
  const place = { ...AT, issue: 1, runId: "x-1" };
  const journal = refJournal(api, place, { codec: CODEC, onHeal: () => undefined });
  const outcome = await journal
    .append([note("a")], 0)
    .catch((error: unknown) => (error instanceof Failure && error.retryable ? "unknown" : error));
  expect([outcome, await journal.length()]).toEqual([answer, events]);
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

it("reads a history of ten thousand events whole, and as it was written [LIM-08]", async () => {
  const stage = aSimulation();
  const api = quickClient(stage);
  const open = () => refJournal(api, { ...AT, issue: 1, runId: "x-1" }, { codec: CODEC, onHeal: () => undefined });
  const journal = open();
  const all = Array.from({ length: 10_000 }, (_, at) => note(`event ${at}`));
  for (let at = 0; at < all.length; at += 500) expect(await journal.append(all.slice(at, at + 500), at)).toBe("appended");
  expect(await open().load()).toEqual({ kind: "events", events: all });
  expect(Limits.safeParse({ iterations: 21 }).success).toBe(false);
});
