/** The state of old runs goes by itself after 30 days, where nothing shows their work any more. */
import { expect, it } from "vitest";
import { dueIssues } from "#adapters/github/issue/due-issues.ts";
import { dueForCleanup, RETENTION_MS } from "#core/outcome/retention.ts";
import { reconcile } from "#loop/control/reconcile/reconcile.ts";
import { removeOldRuns } from "#loop/control/reconcile/remove-old-runs.ts";
import { STATUS_LABELS } from "#text/phrases/label.ts";
import { apiOf } from "../simulator/stations.ts";
import { atDesk } from "./desk-now.ts";
import { type Story, story } from "./story.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** A run that somebody stopped once its first iteration was kept. */
async function stopped(told: Story): Promise<{ readonly issue: number; readonly branch: string; readonly state: string }> {
  const issue = await told.atWork();
  await told.until("a kept iteration", () => told.history(issue).some(({ kind }) => kind === "iteration_kept"));
  told.github.comment(issue, "wim", "/stop");
  await told.calm();
  return { issue, branch: `loop/${issue}-${told.run(issue).alias}`, state: told.stateOf(issue) };
}

const sweepNow = (told: Story, issue: number) => atDesk(told, issue, removeOldRuns);

it("takes the state of a run away 30 days after its end, and not before, once nothing shows its work [CR-20]", async () => {
  await story(async (told) => {
    const { issue, branch, state } = await stopped(told);
    told.github.deleteBranch(branch, "wim");
    const { comments } = told.github.state;
    const words = comments.values(null).length;
    await told.pass(29 * DAY);
    expect(await sweepNow(told, issue)).toEqual([]);
    await told.pass(2 * DAY);
    expect(await sweepNow(told, issue)).toHaveLength(1);
    expect([told.github.refAt(state), comments.values(null).length]).toEqual([null, words]);
    expect(await sweepNow(told, issue)).toEqual([]);
  });
});

it("finds it by its looks, once an hour, one old run after the other [CR-20]", async () => {
  await story(async (told) => {
    const { github, world, pass } = told;
    const old = [await stopped(told), await stopped(told)];
    const due = dueIssues({ owner: "acme", repo: "widget" }, STATUS_LABELS);
    const api = apiOf(world.born("rounds", github.app()));
    async function asked(now: number): Promise<readonly number[]> {
      const found = due(api, now);
      await pass(10_000);
      return found;
    }
    // The first look goes further back, and finds them for another reason.
    await asked(world.schedule.now());
    const hour = (nth: number) => (Math.floor(world.schedule.now() / HOUR) + nth) * HOUR;
    // For some hours they are looked at because checks may be waited for.
    for (let nth = 0; nth < 4; nth += 1) {
      await pass(HOUR);
      await asked(hour(0));
    }
    expect([await asked(hour(1)), await asked(hour(2))]).toEqual([[], []]);
    for (const { branch } of old) github.deleteBranch(branch, "wim");
    await pass(31 * DAY);
    const [first, second, later] = [await asked(hour(1)), await asked(hour(2)), await asked(hour(1) + 5 * 60_000)];
    expect([[...first, ...second].sort(), later]).toEqual([old.map(({ issue }) => issue), []]);
    await atDesk(told, first[0] ?? 0, (desk) => reconcile(desk, async () => null));
    expect(old.map(({ state }) => github.refAt(state))).toEqual([null, null]);
  });
});

it("finds it in the first look of an hour, however late that is [CR-20]", async () => {
  await story(async (told) => {
    const { issue } = await stopped(told);
    const due = dueIssues({ owner: "acme", repo: "widget" }, STATUS_LABELS);
    const api = apiOf(told.world.born("rounds", told.github.app()));
    const asked = async (minutes: number): Promise<readonly number[]> => {
      const found = due(api, Math.floor(told.world.schedule.now() / HOUR) * HOUR + minutes * 60_000);
      await told.pass(10_000);
      return found;
    };
    await told.pass(31 * DAY);
    expect([await asked(10), await asked(50), await asked(80), await asked(110), await asked(140)]).toEqual([[], [], [issue], [], [issue]]);
  });
});

it.each([
  {
    when: "somebody pushed to it",
    touch: ({ github }: Story, branch: string) => void github.push(branch, "wim", { "NOTES.md": "mine\n" }),
  },
  {
    when: "somebody shows it in a pull request",
    touch: ({ world, github }: Story, branch: string) => {
      const body = JSON.stringify({ title: "Mine", head: branch, base: "main", body: "" });
      void github.fetchFor(github.person("wim"))("https://api.github.example/repos/acme/widget/pulls", { method: "POST", body });
      expect(world.github.issues().some(({ pull }) => pull !== null)).toBe(true);
    },
  },
  { when: "nobody touched it", touch: () => undefined },
])("leaves state and branch of an old run with kept work when $when [CR-20]", async ({ touch }) => {
  await story(async (told) => {
    const { issue, branch, state } = await stopped(told);
    touch(told, branch);
    const [head, kept] = [told.github.refAt(`refs/heads/${branch}`), told.github.refAt(state)];
    await told.pass(31 * DAY);
    expect(await sweepNow(told, issue)).toEqual([]);
    expect([told.github.refAt(state), told.github.refAt(`refs/heads/${branch}`)]).toEqual([kept, head]);
  });
});

/** A completed run and its pull request. */
async function shown(told: Story): Promise<{ readonly issue: number; readonly pull: number; readonly branch: string }> {
  const issue = await told.atWork();
  await told.calm();
  const pull = told.github.issues().find((one) => one.pull !== null)?.number ?? 0;
  return { issue, pull, branch: `loop/${issue}-${told.run(issue).alias}` };
}

it("hears a review of a pull request that waited for longer than anything stays [CR-20]", async () => {
  await story(async (told) => {
    const { issue, pull } = await shown(told);
    await told.pass(40 * DAY);
    expect(await sweepNow(told, issue)).toEqual([]);
    told.github.review(pull, "wim", { state: "changes_requested", body: "Say why it is so." });
    await told.until("another round", () => told.history(issue).some(({ kind }) => kind === "redirected"));
  });
});

it("resumes a run that stopped longer ago than anything stays, with the work that was kept [CR-20]", async () => {
  await story(async (told) => {
    const { issue } = await stopped(told);
    await told.pass(40 * DAY);
    expect(await sweepNow(told, issue)).toEqual([]);
    told.github.comment(issue, "wim", "/loop resume");
    await told.calm();
    expect([told.run(issue).stage, told.github.runs().length]).toEqual(["completed", 2]);
  });
});

it("leaves a run whose pull request was closed lately, or cannot be asked for: it may be opened again [CR-20]", async () => {
  await story(async (told) => {
    const { issue, pull } = await shown(told);
    await told.pass(40 * DAY);
    told.github.closePull(pull, "wim");
    await told.pass(29 * DAY);
    expect(await sweepNow(told, issue)).toEqual([]);
    await told.pass(2 * DAY);
    told.github.deleteIssue(pull, "ada");
    expect(await sweepNow(told, issue)).toEqual([]);
  });
});

it("leaves what waits for a word, and what nobody can read [CR-20]", async () => {
  await story(async (told) => {
    const { github, planned, pass, stateOf } = told;
    const waiting = await planned();
    const { issue, state } = await stopped(told);
    const other = github.refAt("refs/heads/main") ?? "";
    github.state.refs.put(state, { name: state, sha: other });
    await pass(400 * DAY);
    expect(await sweepNow(told, issue)).toEqual([]);
    expect([github.refAt(state), github.refAt(stateOf(waiting))]).toEqual([other, expect.any(String)]);
  });
});

it("is over once its pull request is merged, also where the branch is deleted with it; its state goes with the others [LIFE-13]", async () => {
  await story(async (told) => {
    const { github, labels, stateOf, pass, calm } = told;
    const { issue, pull, branch } = await shown(told);
    const [state, before] = [stateOf(issue), github.refAt(stateOf(issue))];
    github.mergePull(pull, "wim");
    github.deleteBranch(branch, "wim");
    await calm();
    expect([labels(issue), github.refAt(state), github.runs().length]).toEqual([["loop:completed"], before, 1]);
    await pass(31 * DAY);
    expect(await sweepNow(told, issue)).toHaveLength(1);
    expect(github.refAt(state)).toBeNull();
  });
});

it("looks at a few runs at a time, and at each of them within as many hours as there are turns [CR-20]", () => {
  const now = 100 * DAY;
  const runs = Array.from({ length: 23 }, (_, index) => ({ name: index, at: now - RETENTION_MS - 1 - index, open: index === 22 }));
  const hours = [0, 1, 2, 3, 4].map((hour) => dueForCleanup(runs, now + hour * 3_600_000, 5).map(({ name }) => name));
  expect(hours.every((names) => names.length <= 5)).toBe(true);
  expect(new Set(hours.flat()).size).toBe(22);
  expect(dueForCleanup([{ at: now - RETENTION_MS, open: false }], now, 5)).toEqual([]);
});
