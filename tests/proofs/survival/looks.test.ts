/** A look sees what is newest, however much was said before it, and whoever said it (WH-18, STOP-08). */
import { expect, it } from "vitest";
import { dueIssues } from "#adapters/github/issue/due-issues.ts";
import { reconcile } from "#loop/control/reconcile/reconcile.ts";
import { STATUS_LABELS } from "#text/phrases/label.ts";
import { apiOf } from "../simulator/stations.ts";
import { atDesk } from "./desk-now.ts";
import { slowly } from "./slowly.ts";
import { type Story, type StoryOptions, story } from "./story.ts";

const MINUTE = 60_000;

/** Somebody says so much. */
function talk({ github }: Story, issue: number, times: number, text: string): void {
  for (let nth = 0; nth < times; nth += 1) github.comment(issue, "rob", `${text} ${nth}`);
}

/** A look, two minutes later. */
async function look(told: Story, issue: number): Promise<void> {
  await told.pass(2 * MINUTE);
  await atDesk(told, issue, (desk) => reconcile(desk, async () => null));
}

/** What a bot that starts now finds in its rounds. */
function rounds({ world, github, pass }: Story): () => Promise<readonly number[]> {
  const due = dueIssues({ owner: "acme", repo: "widget" }, STATUS_LABELS);
  const api = apiOf(world.born("rounds", github.app()));
  return async () => {
    const found = due(api, world.schedule.now());
    await pass(5 * MINUTE);
    return found;
  };
}

/** No webhook arrives from the moment at which the story says so. */
async function deaf(play: (told: Story, fall: () => void) => Promise<void>, options: StoryOptions = {}): Promise<void> {
  let isDeaf = false;
  const fall = (): void => {
    isDeaf = true;
  };
  await story((told) => play(told, fall), { arrivals: () => (isDeaf ? 0 : 1), ...options });
}

it.each([99, 100, 301, 650])("hears an approval behind %d comments that nobody told of", async (times) => {
  await deaf(async (told, fall) => {
    const issue = await told.planned();
    fall();
    talk(told, issue, times, "I have it too");
    told.github.comment(issue, "wim", "/approve");
    await look(told, issue);
    expect(told.history(issue).map(({ kind }) => kind)).toContain("approved");
  });
});

it.each(["/x", "/approve", "/loop approve"])("hears a maintainer's word that forty strangers talk over with %s", async (text) => {
  await deaf(async (told, fall) => {
    const issue = await told.planned();
    fall();
    told.github.comment(issue, "wim", "/approve");
    talk(told, issue, 40, text);
    await look(told, issue);
    expect(told.history(issue).map(({ kind }) => kind)).toContain("approved");
  });
});

it.each([100, 301])("begins the run of a label that was set after %d others, and that nobody told of", async (times) => {
  await deaf(async (told, fall) => {
    const issue = told.anIssue();
    await told.pass(MINUTE);
    fall();
    for (let nth = 0; nth < times; nth += 1) {
      told.github.label(issue, "wim", "other");
      told.github.unlabel(issue, "wim", "other");
    }
    told.github.label(issue, "ada", "loop");
    await look(told, issue);
    expect(told.labels(issue)).toEqual(["loop:awaiting-approval"]);
  });
});

it.each(["a comment", "an assignment"])(
  "begins the run that was asked for by %s without the label, and that nobody told of",
  async (way) => {
    await deaf(async (told, fall) => {
      const { github, anIssue, pass, labels, history } = told;
      fall();
      const [issue, other] = [anIssue(), anIssue()];
      if (way === "a comment") github.comment(issue, "ada", "/loop");
      else github.assign(issue, "ada", "loopwright[bot]");
      github.comment(other, "rob", "Somebody should /loop this.");
      await pass(2 * MINUTE);
      const round = rounds(told);
      expect(await round()).toEqual([issue]);
      await look(told, issue);
      expect([labels(issue), github.issue(issue)?.labels, history(issue)[0]]).toMatchObject([
        ["loop:awaiting-approval"],
        ["loop", "loop:awaiting-approval"],
        { kind: "run_started", startedBy: github.person("ada").id },
      ]);
      expect(await round()).toEqual([issue]);
    });
  },
);

it.each([
  { hours: 2, others: 0, finds: true },
  { hours: 71, others: 120, finds: true },
  { hours: 71, others: 299, finds: true },
  { hours: 71, others: 300, finds: false },
  { hours: 73, others: 0, finds: false },
])("finds a label that was set $hours hours before the bot was there, with $others issues moved since: $finds", async (one) => {
  await deaf(async (told, fall) => {
    const { github, anIssue, pass } = told;
    fall();
    const issue = anIssue();
    github.label(issue, "ada", "loop");
    await pass(one.hours * 60 * MINUTE);
    for (let nth = 0; nth < one.others; nth += 1) anIssue();
    await pass(2 * MINUTE);
    const round = rounds(told);
    expect([await round(), await round()]).toEqual([one.finds ? [issue] : [], []]);
  });
});

it("finds a word that was said to a run at rest long before the bot was there, once", async () => {
  await deaf(async (told, fall) => {
    const { github, atWork, calm, pass, history } = told;
    const issue = await atWork();
    github.comment(issue, "wim", "/stop");
    await calm();
    const before = rounds(told);
    await before();
    fall();
    github.comment(issue, "wim", "/loop resume");
    await pass(30 * 60 * MINUTE);
    const round = rounds(told);
    expect([await round(), await round()]).toEqual([[issue], []]);
    // A round may be long in coming, and looks back to the last one.
    expect([await before(), await before()]).toEqual([[issue], []]);
    await look(told, issue);
    expect(history(issue).map(({ kind }) => kind)).toContain("resumed");
  });
});

it("answers what is left over in its next looks, ten words in each", async () => {
  await deaf(async (told, fall) => {
    const { world, github } = told;
    const issue = await told.planned();
    fall();
    talk(told, issue, 15, "/status");
    const answered = () =>
      world.github.state.reactions.filter(({ on, content }) => on.startsWith("comments/") && content !== "eyes").length;
    await look(told, issue);
    expect(answered()).toBe(10);
    github.comment(issue, "wim", "/approve");
    await look(told, issue);
    expect([answered(), told.history(issue).some(({ kind }) => kind === "approved")]).toEqual([16, true]);
  });
});

it.each([0, 99, 100, 101, 250])("stops by itself behind %d comments, while no bot listens [STOP-08]", async (times) => {
  await deaf(
    async (told, fall) => {
      const issue = await told.atWork();
      const isStopped = () => told.history(issue).some(({ kind }) => kind === "stop_requested");
      fall();
      talk(told, issue, times, "I have it too");
      await told.pass(70_000);
      told.github.comment(issue, "wim", "/stop");
      await told.pass(70_000);
      expect(isStopped()).toBe(true);
    },
    { inWorld: slowly(25_000) },
  );
});

it("stops by itself though what filled a page is taken away meanwhile [STOP-08]", async () => {
  await deaf(
    async (told, fall) => {
      const { github } = told;
      const issue = await told.atWork();
      fall();
      talk(told, issue, 200, "I have it too");
      await told.pass(70_000);
      for (const { id } of github.commentsOn(issue).filter(({ body }) => body.startsWith("I have it too"))) github.deleteComment(id, "ada");
      github.comment(issue, "wim", "/stop");
      await told.pass(130_000);
      expect(told.history(issue).map(({ kind }) => kind)).toContain("stop_requested");
    },
    { inWorld: slowly(25_000) },
  );
});
