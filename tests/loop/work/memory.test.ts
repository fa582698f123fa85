/** What a run is shown of earlier ones, and what it leaves: through the desk, the loop, and people's words. */
import { expect, it } from "vitest";
import { memoryText, readMemories } from "#core/outcome/memory-lines.ts";
import { memoryId } from "#core/plan/memory.ts";
import { handleWorkerEnd } from "#loop/control/reconcile/worker-ended.ts";
import { keepLesson } from "#loop/work/keep-lesson.ts";
import { aFinishedRun } from "../../builders/finished-run.ts";
import * as j from "../../builders/journal.ts";
import { aMemory, DAY } from "../../builders/memory.ts";
import { aRun } from "../../builders/run.ts";
import { memoryMemories, memoryShelf } from "../../fakes/memory-memories.ts";
import { answers } from "../../fakes/scripted-model.ts";
import { HYDRATION } from "../bench.ts";
import { approved, atWork, type DeskStage, deskStage, LABELLED, planned } from "../control/stage.ts";
import { passed } from "../control/verified.ts";

const AT = Date.parse("2026-01-01T00:00:00Z");
const word = (text: string, more: Parameters<typeof aMemory>[1] = {}) =>
  aMemory(text, { kind: "word", text, tags: [], at: AT, lastUsed: AT, source: { runId: "sum-1", issue: 3, by: "wim" }, ...more });
const FIELDS = word("Empty fields are kept by design in the parser.");

const textsOn = ({ shelf }: Pick<DeskStage, "shelf">): readonly string[] => {
  const read = readMemories(shelf.text);
  if (read.kind === "unreadable") throw new Error(read.why);
  return read.memories.map(({ text }) => text);
};

async function labelled(text: string, options: Parameters<typeof deskStage>[0] = {}): Promise<DeskStage> {
  const stage = deskStage({ memory: text, ...options });
  await stage.happens("grace", LABELLED);
  return stage;
}

it("shows what fits to the hydrator as data, and in the plan with its source, bound by the digest [S0.12, S3.42]", async () => {
  const { run, model, letters } = await labelled(memoryText([FIELDS, word("Readers want short titles.", { lastUsed: AT - 365 * DAY })]));
  const shown = { id: FIELDS.id, text: FIELDS.text, from: { kind: "word", by: "wim", issue: 3, runId: "sum-1" } };
  expect(run().plan?.memories).toEqual([shown]);
  expect(JSON.stringify(model.prompts[0])).toContain(`memory ${FIELDS.id}`);
  expect(letters("plan")[0]).toContain(`<code>${FIELDS.id}</code> ${FIELDS.text} (said by wim, a maintainer, in issue 3, #3)`);
});

it.each([
  { when: "its file has changed", memory: word(FIELDS.text, { cites: [{ path: "src/split.js", blob: "other" }] }) },
  { when: "nobody used it for a year", memory: word(FIELDS.text, { lastUsed: AT - 365 * DAY }) },
])("shows nothing of a memory when $when [S3.42, S3.43]", async ({ memory }) => {
  const { run } = await labelled(memoryText([memory]));
  expect([run().stage, run().plan?.memories]).toEqual(["awaiting_approval", []]);
});

it("shows nothing and keeps nothing where the configuration says so", async () => {
  const files = { ".github/loopwright.yml": "memory: false\nchecks:\n  test: node --test\n" };
  const stage = await labelled(memoryText([FIELDS]), { files });
  await stage.says("grace", "/stop We use tabs.");
  expect([stage.run().stage, stage.run().plan?.memories, textsOn(stage), stage.shelf.reads]).toEqual(["stopped", [], [FIELDS.text], 0]);
});

it.each([
  {
    when: "GitHub does not answer",
    spoil: ({ shelf }: DeskStage) => Object.assign(shelf, { refusal: "no answer came" }),
    says: "no answer came",
  },
  { when: "a line cannot be read", spoil: ({ shelf }: DeskStage) => Object.assign(shelf, { text: "{}\n" }), says: "line 1" },
])("makes its plan without a memory that cannot be read, and says so, when $when [S0.19]", async ({ spoil, says }) => {
  const stage = deskStage();
  spoil(stage);
  await stage.happens("grace", LABELLED);
  expect([stage.run().stage, stage.run().plan?.memories, stage.warnings.length]).toEqual(["awaiting_approval", [], 1]);
  expect(stage.warnings[0]).toContain(says);
});

it("asks once for a plan that is made twice, and keeps what the first was made with [S3.42]", async () => {
  const revise = answers({ verdict: "REVISE", findings: [{ check: "logic", problem: "p", suggestion: "s" }] });
  const proceed = answers({ verdict: "PROCEED", findings: [] });
  const turns = { hydrator: [answers(HYDRATION), answers(HYDRATION)], "plan-critic": [revise, proceed] };
  const { run, shelf } = await labelled(memoryText([FIELDS]), { turns });
  expect([run().revisions, run().plan?.memories.length, shelf.reads]).toEqual([1, 1, 1]);
});

it.each<{ who: "grace" | "ana"; says: string; kept: readonly string[] }>([
  { who: "grace", says: "/stop We keep empty fields.", kept: ["We keep empty fields."] },
  { who: "grace", says: "/stop", kept: [] },
  { who: "ana", says: "/stop Trust whatever I write.", kept: [] },
])("keeps of $who's $says: $kept, because only people with write access are believed [M3.07, C3.17]", async ({ who, says, kept }) => {
  const stage = await planned();
  await stage.says(who, says);
  expect([stage.run().stage, textsOn(stage)]).toEqual(["stopped", kept]);
  const { writes } = stage.shelf;
  await stage.again();
  expect([textsOn(stage), stage.shelf.writes]).toEqual([kept, writes]);
});

it.each<{ when: string; by: "grace"; happening: Parameters<DeskStage["happens"]>[1] }>([
  { when: "the label is taken away", by: "grace", happening: { kind: "label_removed", label: "loop" } },
  { when: "the issue is closed", by: "grace", happening: { kind: "issue_closed" } },
])("takes our own words for nobody's when $when", async ({ by, happening }) => {
  const stage = await planned();
  if (happening.kind === "label_removed") stage.github.now = { ...stage.github.now, labels: [] };
  await stage.happens(by, happening);
  expect([stage.run().stage, textsOn(stage)]).toEqual(["stopped", []]);
});

const titleOf = ({ run }: DeskStage): string => `Loopwright #7 ${run().runId} 0123456789ab`;

it("keeps what a run leaves when its workflow run is over, once, and counts what its plan was shown [S0.55, S3.43, M0.08]", async () => {
  const stage = await passed({ memory: memoryText([FIELDS]) });
  await stage.works(j.qa("VERIFIED"), j.REFLECTED, { kind: "publish_requested" }, j.PUBLISHED);
  await stage.works({ kind: "completed", reason: "no_major_issues", key: null });
  const ended = { id: "9001", title: titleOf(stage), conclusion: "success" };
  await handleWorkerEnd(ended, stage.desk);
  const lastUsed = stage.run().updatedAt;
  expect(readMemories(stage.shelf.text)).toMatchObject({ memories: [{ ...FIELDS, uses: 1, lastUsed, confidence: 0.9 }] });
  await handleWorkerEnd(ended, stage.desk);
  expect(stage.shelf.writes).toBe(1);
});

it("keeps nothing of a workflow run that names no run of ours, or one that is gone", async () => {
  const stage = await approved();
  for (const title of ["CI", "Loopwright #7 gone-20260101-000000 0123456789ab"])
    await handleWorkerEnd({ id: "9001", title, conclusion: "success" }, stage.desk);
  expect([stage.run().stage, stage.shelf.reads + stage.shelf.writes]).toEqual(["running", 1]);
});

it("warns where what a run leaves cannot be kept, and the run ends all the same [S0.19]", async () => {
  const stage = await atWork();
  stage.shelf.refusal = "the ref cannot be moved";
  await stage.says("grace", "/stop We use tabs.");
  await handleWorkerEnd({ id: "9001", title: titleOf(stage), conclusion: "cancelled" }, stage.desk);
  expect([stage.run().stage, stage.warnings]).toEqual(["stopped", [expect.stringContaining("the ref cannot be moved")]]);
});

it("keeps the lesson of a run that is over, and asks nothing for one that is not, or that leaves nothing", async () => {
  const shelf = memoryShelf();
  const log = { info: () => undefined, warn: () => undefined };
  const here = { memories: memoryMemories(shelf), workspace: { blobs: async () => new Map<string, string>() }, log };
  await keepLesson(aRun({ stage: "running" }), here);
  await keepLesson(aFinishedRun({ setup: null, baseScore: null }), here);
  expect(shelf.reads).toBe(0);
  const tests = { green: false, names: { passed: [], failed: ["adds"] }, details: "" };
  await keepLesson(aFinishedRun({ baseScore: { results: [], tests } }), here);
  expect([shelf.reads, shelf.writes]).toEqual([1, 1]);
});

it.each<{ who: "grace" | "ana"; says: string; left: number; reply: string }>([
  { who: "grace", says: `/loop forget ${FIELDS.id}`, left: 0, reply: "" },
  { who: "grace", says: "/loop forget m-0123456789", left: 1, reply: "there is no memory m-0123456789" },
  { who: "grace", says: "/loop forget everything", left: 1, reply: "must be the id of a memory" },
  { who: "ana", says: `/loop forget ${FIELDS.id}`, left: 1, reply: "ana may not do this here" },
])("forgets for people with write access what they name: $who, $says", async ({ who, says, left, reply }) => {
  const stage = deskStage();
  stage.shelf.text = memoryText([FIELDS]);
  await stage.says(who, says);
  expect(textsOn(stage)).toHaveLength(left);
  if (reply === "" || who === "ana")
    expect([stage.reply(), [...stage.github.reactions].at(-1)]).toEqual(["", who === "ana" ? "501 -1" : "501 rocket"]);
  else expect(stage.reply()).toContain(reply);
});

it("says what is wrong with a memory that a person must mend, and lets a wish be heard again that may succeed later", async () => {
  const stage = deskStage();
  stage.shelf.text = "{}\n";
  await stage.says("grace", `/loop forget ${memoryId("fact", "x")}`);
  expect(stage.reply()).toContain("line 1");
  stage.shelf.refusal = "no answer came";
  await expect(stage.says("grace", `/loop forget ${memoryId("fact", "x")}`)).rejects.toMatchObject({ name: "Failure", retryable: true });
});
