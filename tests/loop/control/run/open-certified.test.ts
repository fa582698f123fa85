/** The bot opens the pull request of a head that the job certified, while the job waits; without the bot the job does. */
import { expect, it } from "vitest";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import { openCertified } from "#loop/control/run/open-certified.ts";
import { runPublishJob } from "#loop/jobs/publish-job.ts";
import type { Publication, Published } from "#ports/publisher.ts";
import * as j from "../../../builders/journal.ts";
import { memoryJournal } from "../../../fakes/memory-journal.ts";
import { add, VERIFIED } from "../../jobs/publish-stage.ts";
import type { DeskStage } from "../stage.ts";
import { given, HEAD, passed, pressKit } from "../verified.ts";

/** The desk of a bot that can publish, and what it published. */
function botAt(stage: DeskStage): { readonly bot: ControlContext; readonly sent: readonly Publication[] } {
  const { kit, published } = pressKit(stage);
  return { bot: { ...stage.desk, publisherOf: () => kit.publisher }, sent: published };
}

/** A job that waits for a bot. `meanwhile`: what happens while it waits first; it gives the pull request that is there then. */
function waiting(stage: DeskStage, meanwhile: () => Promise<Published | null>) {
  const { kit, published, certified, opened } = pressKit(stage);
  const slept: number[] = [];
  const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    if (ms === kit.pollInterval) return kit.clock.sleep(ms, signal);
    slept.push(ms);
    const found = slept.length === 1 ? await meanwhile() : null;
    if (found !== null) opened.push(found);
  };
  return { kit: { ...kit, waitForBot: 60_000, clock: { ...kit.clock, sleep } }, published, certified, slept };
}

const certifiedHead = (stage: DeskStage, head = HEAD) => ({ runId: stage.run().runId, head });

it("opens the pull request, and the job that waited writes it down and opens none", async () => {
  const stage = await passed();
  const { bot, sent } = botAt(stage);
  const PULL = { number: 9, url: "https://github.example/acme/widget/pull/9", head: HEAD, base: j.sha("b") };
  const { kit, published, certified, slept } = waiting(stage, async () => {
    await openCertified(certifiedHead(stage), bot);
    return PULL;
  });
  const report = await runPublishJob(memoryJournal(stage.store()), given(stage.run(), VERIFIED), kit);
  expect([report.stage, report.pr, slept]).toEqual(["completed", 9, [1000]]);
  expect([sent, published]).toMatchObject([[{ head: HEAD, draft: false, number: null }], []]);
  expect(certified).toMatchObject([{ head: HEAD, id: `7/${stage.run().runId}` }]);
  await openCertified(certifiedHead(stage), bot);
  expect(sent).toHaveLength(1);
});

it("is opened by the job where no bot comes, after the time that the workflow says", async () => {
  const stage = await passed();
  const { kit, published, slept } = waiting(stage, async () => null);
  const report = await runPublishJob(memoryJournal(stage.store()), given(stage.run(), VERIFIED), kit);
  expect([report.stage, published]).toMatchObject(["completed", [{ head: HEAD }]]);
  expect(slept).toEqual([1000, 2000, 4000, 8000, 16_000, 29_000]);
});

it("opens the same pull request as the job would", async () => {
  const stage = await passed();
  const { bot, sent } = botAt(stage);
  const { kit, published } = waiting(stage, async () => {
    await openCertified(certifiedHead(stage), bot);
    return null;
  });
  await runPublishJob(memoryJournal(stage.store()), given(stage.run(), VERIFIED), kit);
  expect(sent).toEqual(published);
});

it("is not waited for where the head could not be certified: nobody would hear of it", async () => {
  const stage = await passed();
  const { kit, published, slept } = waiting(stage, async () => null);
  const refusing = { ...kit, publisher: { ...kit.publisher, certify: async () => "GitHub answered 403" } };
  await runPublishJob(memoryJournal(stage.store()), given(stage.run(), VERIFIED), refusing);
  expect([slept, published.length]).toEqual([[], 1]);
});

it.each<{ when: string; change: (stage: DeskStage) => void; head?: string }>([
  { when: "of another head than the journal's", change: () => undefined, head: j.sha("e") },
  { when: "while nothing was verified", change: ({ store }) => void Object.assign(store(), { events: store().events?.slice(0, -1) }) },
  { when: "after a stop", change: (stage) => add(stage, { kind: "stop_requested", by: "grace", note: "" }) },
])("opens nothing $when", async ({ change, head }) => {
  const stage = await passed();
  const { bot, sent } = botAt(stage);
  add(stage, ...VERIFIED, { kind: "publish_requested" });
  change(stage);
  const before = stage.kinds();
  await openCertified(certifiedHead(stage, head), bot);
  expect([sent, stage.kinds()]).toEqual([[], before]);
});

it("knows no run of another name", async () => {
  const stage = await passed();
  const { bot, sent } = botAt(stage);
  await openCertified({ runId: "another-20260101-000000", head: HEAD }, bot);
  expect(sent).toEqual([]);
});
