/** The bot opens the pull request of a head that the job certified, while the job waits; without the bot the job does. */
import { expect, it } from "vitest";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import { openCertified } from "#loop/control/run/open-certified.ts";
import { runPublishJob } from "#loop/jobs/publish-job.ts";
import { Interrupted } from "#ports/failure.ts";
import * as j from "../../../builders/journal.ts";
import { memoryJournal } from "../../../fakes/memory-journal.ts";
import { add, VERIFIED } from "../../jobs/publish-stage.ts";
import type { DeskStage } from "../stage.ts";
import { given, HEAD, passed, pressKit } from "../verified.ts";

/** The desk of a bot that can publish, and what it published. */
function botAt(stage: DeskStage): { readonly bot: ControlContext; readonly opened: unknown[]; readonly certified: unknown[] } {
  const { kit, published, certified } = pressKit(stage);
  return { bot: { ...stage.desk, publisherOf: () => kit.publisher }, opened: published, certified };
}

/** The job's watch sees what is written while the job waits. `meanwhile`: called when it begins to. */
function waiting(stage: DeskStage, meanwhile: () => Promise<void>) {
  const { kit, published, certified } = pressKit(stage);
  const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    if (ms === 60_000) await meanwhile();
    // One look of the watch, or the end of the wait.
    await new Promise((resolve) => setTimeout(resolve, ms === 60_000 ? 50 : 5));
    if (signal?.aborted === true) throw new Interrupted("the wait ended");
  };
  return { kit: { ...kit, waitForBot: 60_000, pollInterval: 1_000, clock: { now: () => stage.time.now, sleep } }, published, certified };
}

function editApproval({ run, github }: DeskStage): void {
  const id = run().approval?.comment ?? 0;
  const comment = github.comments.get(id);
  if (comment === undefined) throw new Error("nobody approved");
  github.comments.set(id, { ...comment, edited: true });
}

const certifiedHead = (stage: DeskStage, head = HEAD) => ({ runId: stage.run().runId, head });

it("opens the pull request and ends the run; the job that waits opens none", async () => {
  const stage = await passed();
  const { bot, opened, certified: again } = botAt(stage);
  const { kit, published, certified } = waiting(stage, () => openCertified(certifiedHead(stage), bot));
  const report = await runPublishJob(memoryJournal(stage.store()), given(stage.run(), VERIFIED), kit);
  expect([report.stage, report.pr]).toEqual(["completed", 8]);
  expect([opened, published, again]).toMatchObject([[{ head: HEAD, draft: false }], [], []]);
  expect(certified).toMatchObject([{ head: HEAD, id: `7/${stage.run().runId}` }]);
  expect(stage.kinds().filter((kind) => kind === "published" || kind === "completed")).toEqual(["published", "completed"]);
  expect([stage.letters("result").length, [...stage.github.labels]]).toEqual([1, ["loop:completed"]]);
  await openCertified(certifiedHead(stage), bot);
  expect(opened).toHaveLength(1);
});

it("is opened by the job where no bot comes", async () => {
  const stage = await passed();
  const { kit, published } = waiting(stage, async () => undefined);
  const report = await runPublishJob(memoryJournal(stage.store()), given(stage.run(), VERIFIED), kit);
  expect([report.stage, published]).toMatchObject(["completed", [{ head: HEAD }]]);
});

it("is not waited for where the head could not be certified: nobody would hear of it", async () => {
  const stage = await passed();
  let waited = false;
  const { kit, published } = waiting(stage, async () => {
    waited = true;
  });
  const refusing = { ...kit, publisher: { ...kit.publisher, certify: async () => "GitHub answered 403" } };
  await runPublishJob(memoryJournal(stage.store()), given(stage.run(), VERIFIED), refusing);
  expect([waited, published.length]).toEqual([false, 1]);
});

it.each<{ when: string; change: (stage: DeskStage) => void; head?: string }>([
  { when: "of another head than the journal's", change: () => undefined, head: j.sha("e") },
  { when: "while nothing was verified", change: ({ store }) => void Object.assign(store(), { events: store().events?.slice(0, -1) }) },
  { when: "after a stop", change: (stage) => add(stage, { kind: "stop_requested", by: "grace", note: "" }) },
  { when: "while the switch is off", change: ({ github }) => void Object.assign(github, { frozen: "LOOPWRIGHT_FREEZE is 1" }) },
  { when: "after the approving comment was changed", change: (stage) => editApproval(stage) },
])("opens nothing $when", async ({ change, head }) => {
  const stage = await passed();
  const { bot, opened } = botAt(stage);
  add(stage, ...VERIFIED, { kind: "publish_requested" });
  change(stage);
  const before = stage.kinds();
  await openCertified(certifiedHead(stage, head), bot);
  expect([opened, stage.kinds()]).toEqual([[], before]);
});

it("knows no run of another name", async () => {
  const stage = await passed();
  const { bot, opened } = botAt(stage);
  await openCertified({ runId: "another-20260101-000000", head: HEAD }, bot);
  expect(opened).toEqual([]);
});
