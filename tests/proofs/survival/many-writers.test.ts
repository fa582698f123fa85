/** Fifty who write to one journal at the same moment: nothing is lost, nothing is there twice, and nobody tries without end. */
import { expect, it } from "vitest";
import { refJournal } from "#adapters/github/ref-journal/ref-journal.ts";
import { iso } from "#adapters/system-clock.ts";
import { writeDown } from "#loop/context/write-down.ts";
import { Failure } from "#ports/failure.ts";
import type { Journal } from "#ports/journal.ts";
import { journalCodec } from "#text/journal/journal-codec.ts";
import { startedAt, timed } from "../../builders/journal.ts";
import { AT, aSimulation, quickClient } from "../simulator/clients.ts";

const WRITERS = 50;

it("keeps what each of fifty writers was told is kept, once, and each tries at most twenty times [ST-14]", async () => {
  const stage = aSimulation();
  const open = (): Journal =>
    refJournal(quickClient(stage), { ...AT, issue: 7, runId: "x-1" }, { codec: journalCodec(iso), onHeal: () => undefined });
  await open().append(timed([startedAt(7)]), 0);
  const tries = new Map<number, number>();
  const write = async (index: number): Promise<boolean> => {
    const journal = open();
    const counted: Journal = {
      ...journal,
      append(...wish) {
        tries.set(index, (tries.get(index) ?? 0) + 1);
        return journal.append(...wish);
      },
    };
    try {
      await writeDown(counted, stage.clock, () => ({
        drafts: [{ kind: "stop_requested", by: `writer ${index}`, note: "" }],
        alone: false,
      }));
      return true;
    } catch (error) {
      expect(error).toSatisfy((thrown: unknown) => thrown instanceof Failure && thrown.retryable);
      return false;
    }
  };
  const kept = await Promise.all(Array.from({ length: WRITERS }, (_, index) => write(index)));
  const history = await open().load();
  const told = history.kind === "events" ? history.events.flatMap((event) => (event.kind === "stop_requested" ? [event.by] : [])) : [];
  expect([...told].sort()).toEqual(kept.flatMap((isKept, index) => (isKept ? [`writer ${index}`] : [])).sort());
  expect(told.length).toBeGreaterThanOrEqual(20);
  expect(Math.max(...tries.values())).toBeLessThanOrEqual(20);
});

it("writes into the repository that its webhook named by its node id, and into none that has its name now [ST-19]", async () => {
  const [here, renamed] = [aSimulation(), aSimulation()];
  const options = { codec: journalCodec(iso), onHeal: () => undefined };
  const place = { ...AT, issue: 7, runId: "x-1" };
  await refJournal(quickClient(here), place, options).append(timed([startedAt(7)]), 0);
  const stale = refJournal(quickClient(renamed), place, { ...options, repositoryId: "R_of_another_repository" });
  await expect(stale.append(timed([startedAt(7)]), 0)).rejects.toMatchObject({ service: "journal" });
  const stateRefs = [here, renamed].map(({ github }) => github.refs().filter(({ name }) => name.startsWith("refs/loopwright/")).length);
  expect(stateRefs).toEqual([2, 0]);
});
