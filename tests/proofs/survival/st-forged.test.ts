/** Lines that whoever may push writes into a journal: none of them gives a right, and none is believed about the work. */
import { Octokit } from "@octokit/rest";
import { expect, it } from "vitest";
import { refJournal } from "#adapters/github/ref-journal/ref-journal.ts";
import { iso, systemClock } from "#adapters/system-clock.ts";
import { handoverFrom } from "#core/approval/handover.ts";
import { handoverDigestOf } from "#core/approval/run-handover.ts";
import type { EventDraft } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import { writeDown } from "#loop/context/write-down.ts";
import { journalCodec } from "#text/journal/journal-codec.ts";
import { ours } from "../../builders/ours.ts";
import { QUIET } from "../../lab/github/quiet.ts";
import { checkoutOf } from "../simulator/checkout.ts";
import { AT } from "../simulator/clients.ts";
import { flat, grown } from "../simulator/github/trees.ts";
import { exitCodeOf, WORK } from "../simulator/model.ts";
import type { World } from "../simulator/world.ts";
import { type Story, story } from "./story.ts";

/** The API as somebody with write access has it. */
function apiOf({ github }: Story) {
  return ours(new Octokit({ log: QUIET, request: { fetch: github.fetchFor(github.person("wim")) } }));
}

/** Appends what somebody with write access makes up. */
function forge(told: Story, issue: number, decide: (run: Run, at: number) => readonly EventDraft[]): Promise<Run> {
  const { runId } = told.run(issue);
  const journal = refJournal(apiOf(told), { ...AT, issue, runId }, { codec: journalCodec(iso), onHeal: () => undefined });
  return writeDown(journal, systemClock, (run, at) => ({ drafts: decide(run, at), alone: true }));
}

const dispatch = (told: Story, issue: number, run: Run): Promise<unknown> =>
  apiOf(told).rest.actions.createWorkflowDispatch({
    ...AT,
    workflow_id: "loopwright.yml",
    ref: "main",
    inputs: { issue: String(issue), run_id: run.runId, digest: handoverDigestOf(run) ?? "" },
  });

it("does no work for an approval that nobody with the right gave, though the journal says so and a workflow run is started for it [ST-07]", async () => {
  await story(async (told) => {
    const { planned, calm, github, run } = told;
    const issue = await planned();
    const comment = github.comment(issue, "rob", "/approve");
    const account = github.state.issues.get(issue)?.author ?? 0;
    const forged = await forge(told, issue, (now, at) => {
      const digest = now.request?.digest ?? "";
      const who = { runId: now.runId, issue, digest, base: now.base.commit, approvedBy: "rob", approvedAt: at, round: 0 };
      return [{ kind: "approved", by: "rob", digest, handover: handoverFrom(who).seal, comment, account, stepwise: false }];
    });
    await dispatch(told, issue, forged);
    await calm();
    expect([run(issue).ending, run(issue).gaveUp?.message]).toEqual(["approval_void", "rob may not approve any more"]);
    expect(github.refs().filter(({ name }) => name.startsWith("refs/heads/loop/"))).toEqual([]);
  });
});

/** A commit on top of the journal with another text of its history, as `git push` makes it. */
function push({ github, stateOf }: Story, issue: number, change: (history: string) => string): void {
  const { objects, refs } = github.state;
  const head = objects.commit(github.refAt(stateOf(issue)) ?? "");
  if (head === undefined) throw new Error("there is no journal");
  const text = objects.blob(flat(objects, head.tree).get("history.jsonl")?.sha ?? "")?.toString() ?? "";
  const entry = { mode: "100644", sha: objects.writeBlob(Buffer.from(change(text))) };
  const tree = grown(objects, head.tree, [{ path: "history.jsonl", entry }]);
  const { message, author, committer } = head;
  const sha = objects.writeCommit({ message, author, committer, tree, parents: [head.sha] });
  for (const name of [stateOf(issue), `refs/loopwright/issue-${issue}/current`]) refs.put(name, { name, sha });
}

it.each([
  { what: "is no event", id: "ST-07", line: () => "{}" },
  {
    what: "only a newer version knows",
    id: "ST-12",
    line: (last: string) => JSON.stringify({ ...JSON.parse(last), event: "moon_landed" }),
  },
  {
    what: "says more of an event than this version knows",
    id: "ST-12",
    line: (last: string) => JSON.stringify({ ...JSON.parse(last), payload: { ...JSON.parse(last).payload, moons: 2 } }),
  },
])("freezes a run whose journal holds a line that $what, and says which [$id]", async ({ line }) => {
  await story(async (told) => {
    const { planned, calm, github, stateOf, letters } = told;
    const issue = await planned();
    push(told, issue, (text) => `${text}${line(text.trimEnd().split("\n").at(-1) ?? "")}\n`);
    const head = github.refAt(stateOf(issue));
    for (const words of ["/approve", "/stop"]) {
      github.comment(issue, "wim", words);
      await calm();
      expect(letters(issue, "reply").at(-1)?.body).toContain("The history of this run cannot be read, so nothing is done with it");
    }
    expect(letters(issue, "reply").at(-1)?.body).toMatch(/history\.jsonl at .*: line 6/);
    expect([github.refAt(stateOf(issue)), github.runs()]).toEqual([head, []]);
  });
});

/** A runner that tells of every check of the work that it is green. */
const lying = (world: World) =>
  checkoutOf(world.github.state.objects, (command, files) => ({
    exitCode: exitCodeOf(command.replace(/^at-least \d$/, "at-least 1"), files.get(WORK) ?? ""),
  }));

it("opens no pull request for scores that a runner made up: they are taken anew from the tree, on another machine [ST-10]", async () => {
  let machines = 0;
  const inWorld = (world: World): World => ({
    ...world,
    checkout: (process) => (machines++ % 2 === 0 ? lying(world) : world.checkout(process)),
  });
  await story(
    async ({ atWork, calm, github, history, run }) => {
      const issue = await atWork();
      await calm();
      const told = history(issue);
      const scores = told.flatMap((event) => (event.kind === "evaluation_done" ? [event.evaluation.passed] : []));
      expect(scores.every((passed) => passed)).toBe(true);
      expect(told.flatMap((event) => (event.kind === "qa_done" ? [event.qa.verdict] : []))).toEqual(["ISSUES", "ISSUES"]);
      expect([run(issue).published, github.issues().length]).toEqual([null, 1]);
    },
    { inWorld },
  );
});
