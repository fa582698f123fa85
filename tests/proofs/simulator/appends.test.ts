/** Two writers of one journal, whatever the line does: what was confirmed is there once, and nothing is there twice. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Api } from "#adapters/github/client/api.ts";
import { refJournal } from "#adapters/github/ref-journal/ref-journal.ts";
import { Failure } from "#ports/failure.ts";
import type { Journal } from "#ports/journal.ts";
import { note } from "../../adapters/contracts/journal-events.ts";
import { CODEC } from "../../adapters/contracts/plain-codec.ts";
import { AT, aSimulation, quickClient, type Stage } from "./clients.ts";
import type { Fault } from "./github/front.ts";

const FAULTS: readonly (Fault | null)[] = [
  null,
  { kind: "drop" },
  { kind: "applied_lost" },
  { kind: "late" },
  { kind: "status", status: 502 },
  { kind: "stale_list", lag: 5_000 },
];

const journalOver = (api: Api): Journal => refJournal(api, { ...AT, issue: 1, runId: "x-1" }, { codec: CODEC, onHeal: () => undefined });

function arrive({ github }: Stage): void {
  for (const one of github.underway.splice(0)) one();
}

/** Asks again as long as it may pass: the faults come to an end. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Failure && error.retryable)) throw error;
    }
  }
}

/** Appends each text by itself, and anew where another writer was faster. */
async function write(journal: Journal, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    const send = async () => {
      const after = await patiently(() => journal.length());
      return patiently(() => journal.append([note(text)], after));
    };
    while ((await send()) === "conflict");
  }
}

it("keeps every event of two writers once, for any faults", async () => {
  const plans = fc.array(fc.constantFrom(...FAULTS), { minLength: 10, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const left = [...plan];
      const stage = aSimulation(() => {
        // What was given up arrives some requests later.
        if (left.length % 3 === 0) arrive(stage);
        return left.shift() ?? null;
      });
      const texts = ["left", "right"].map((name) => [1, 2, 3].map((number) => `${name} ${number}`));
      await Promise.all(texts.map((mine) => write(journalOver(quickClient(stage)), mine)));
      left.length = 0;
      arrive(stage);
      const history = await journalOver(quickClient(stage)).load();
      const found =
        history.kind === "events" ? history.events.map((event) => (event.kind === "approval_rejected" ? event.reasons[0] : "")) : [];
      expect([...found].sort()).toEqual(texts.flat());
      expect(stage.github.failures).toEqual([]);
    }),
    { numRuns: 60, seed: 1 },
  );
});
