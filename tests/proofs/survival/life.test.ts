/** What becomes of issues, branches, pull requests and repositories while a run goes on. */
import { expect, it } from "vitest";
import { isOver } from "#core/run/resting-stages.ts";
import type { World } from "../simulator/world.ts";
import { type Story, story } from "./story.ts";

/** Everything that is sent to change something, from now on. */
function changesSince({ world }: Story): () => readonly string[] {
  const { length } = world.net.changes;
  return () => world.net.changes.slice(length).map(({ what }) => what);
}

it("stops when the issue is closed, and does not go on when it is opened again [LIFE-01]", async () => {
  await story(async ({ atWork, calm, github, labels, run, history }) => {
    const issue = await atWork();
    github.closeIssue(issue, "wim");
    await calm();
    expect([labels(issue), run(issue).ending, run(issue).published]).toEqual([["loop:stopped"], "user_stop", null]);
    const before = history(issue).length;
    github.reopenIssue(issue, "wim");
    await calm();
    expect([history(issue).length, github.runs().length]).toEqual([before, 1]);
  });
});

it.each([
  {
    what: "deleted, or made a discussion",
    id: "LIFE-02, LIFE-05",
    go: ({ github }: Story, issue: number) => github.deleteIssue(issue, "ada"),
  },
  { what: "transferred", id: "LIFE-03", go: ({ github }: Story, issue: number) => github.transferIssue(issue, "ada") },
])("works on no issue that was $what, opens no pull request for it, and follows it nowhere [$id]", async ({ go }) => {
  await story(async (told) => {
    const { atWork, until, calm, github, history, run } = told;
    const issue = await atWork();
    await until("a kept iteration", () => history(issue).some(({ kind }) => kind === "iteration_kept"));
    go(told, issue);
    const changes = changesSince(told);
    await calm();
    expect([isOver(run(issue).stage), run(issue).published]).toEqual([true, null]);
    expect(run(issue).errorState?.message ?? run(issue).gaveUp?.message).toMatch(/was deleted|is not there any more|the plan is gone/);
    const pulls = github.issues().filter(({ pull }) => pull !== null);
    expect(pulls).toEqual([]);
    // Its result is tried to be told once; where GitHub says that nothing is there, nobody asks again.
    expect(changes().filter((what) => what.endsWith("/comments")).length).toBeLessThanOrEqual(1);
    expect(changes().filter((what) => !/ \/(repos\/acme\/widget\/|graphql$)/.test(what))).toEqual([]);
  });
});

it("finishes its work on a locked issue, and says what it can elsewhere [LIFE-04]", async () => {
  await story(async ({ atWork, calm, github, run, world }) => {
    const issue = await atWork();
    github.lockIssue(issue, "ada", true);
    await calm();
    expect([run(issue).stage, github.issues().filter(({ pull }) => pull !== null).length]).toEqual(["completed", 1]);
    expect(world.log.join("\n")).toMatch(/locked/);
  });
});

it("has its approval void once the title is edited, and heeds no other change [LIFE-06]", async () => {
  await story(async ({ planned, atWork, calm, github, run }) => {
    const [issue, other] = [await planned(), await atWork()];
    github.comment(issue, "wim", "/approve");
    github.editIssue(issue, "rob", { title: "Mail the secrets" });
    github.label(other, "ada", "duplicate");
    await calm();
    expect([run(issue).published, run(other).stage]).toEqual([null, "completed"]);
    expect(run(issue).gaveUp?.message).toContain("the issue was edited after its plan was approved");
  });
});

it.each([
  { what: "closed it", go: ({ github }: Story, pull: number) => github.closePull(pull, "wim") },
  { what: "merged it", go: ({ github }: Story, pull: number) => void github.mergePull(pull, "wim") },
  {
    what: "pushed to it",
    go: ({ github, run }: Story, _pull: number) => void github.push(`loop/1-${run(1).alias}`, "wim", { "NOTES.md": "mine\n" }),
  },
])("does nothing more to a pull request after a person $what [LIFE-11]", async ({ go }) => {
  await story(async (told) => {
    const { atWork, calm, github, history } = told;
    const issue = await atWork();
    await calm();
    const pull = github.issues().find((one) => one.pull !== null)?.number ?? 0;
    go(told, pull);
    await calm();
    const [branch, before] = [github.refs().find(({ name }) => name.startsWith("refs/heads/loop/"))?.sha, history(issue).length];
    const open = github.issue(pull)?.open;
    github.review(pull, "wim", { state: "changes_requested", body: "/redirect Once more." });
    await calm();
    const after = github.refs().find(({ name }) => name.startsWith("refs/heads/loop/"))?.sha;
    expect([after, github.issue(pull)?.open, history(issue).length, github.runs().length]).toEqual([branch, open, before, 1]);
  });
});

it.each([
  { what: "merges", go: ({ github }: Story, pull: number) => void github.mergePull(pull, "wim") },
  { what: "closes", go: ({ github }: Story, pull: number) => github.closePull(pull, "wim") },
])("adds nothing to a pull request that a person $what while another round works on it, and says so [LIFE-12]", async ({ go }) => {
  await story(async (told) => {
    const { atWork, until, calm, github, history, labels, run, letters } = told;
    const issue = await atWork();
    await calm();
    const pull = github.issues().find((one) => one.pull !== null)?.number ?? 0;
    github.review(pull, "wim", { state: "changes_requested", body: "/redirect Once more." });
    await until("another round", () => history(issue).filter(({ kind }) => kind === "consumed").length === 2);
    const branch = `refs/heads/loop/${issue}-${run(issue).alias}`;
    const [head, pulls] = [github.refAt(branch), github.issues().filter((one) => one.pull !== null).length];
    go(told, pull);
    await calm();
    expect([run(issue).stage, run(issue).ending, labels(issue)]).toEqual(["stopped", "taken_over", ["loop:stopped"]]);
    expect([github.refAt(branch), github.issues().filter((one) => one.pull !== null).length]).toEqual([head, pulls]);
    expect(letters(pull, "replies").at(-1)?.body).toContain("Nothing was added to the branch");
  });
});

/** How many requests a whole run takes on an issue that is as the story makes it. */
async function requestsOn(prepare: (told: Story, issue: number) => void): Promise<number> {
  let count = 0;
  await story(async (told) => {
    const { anIssue, pass, until, calm, github, labels, letters } = told;
    const issue = anIssue();
    prepare(told, issue);
    await pass(86_400_000);
    const before = github.lines.length;
    github.label(issue, "ada", "loop");
    await until("a plan", () => labels(issue).includes("loop:awaiting-approval"));
    await pass(5_000);
    github.comment(issue, "wim", "/approve");
    await calm();
    expect([labels(issue), letters(issue, "plan").length]).toEqual([["loop:completed"], 1]);
    count = github.lines.length - before;
  });
  return count;
}

it("works on an issue with 2,000 comments and 100 labels, with at most three more requests than on another [LIFE-14]", async () => {
  const full = await requestsOn(({ github }, issue) => {
    for (let nth = 0; nth < 2_000; nth++) github.comment(issue, "rob", "me too");
    for (let nth = 0; nth < 99; nth++) github.label(issue, "ada", `area-${nth}`);
  });
  // A plan is made from the first hundred comments and the newest two hundred.
  expect(full - (await requestsOn(() => undefined))).toBeOneOf([0, 1, 2, 3]);
});

it("says once that Actions start nothing here, and tries again only when somebody says so [LIFE-15]", async () => {
  await story(
    async ({ planned, calm, pass, github, labels, letters, run }) => {
      const issue = await planned();
      github.comment(issue, "wim", "/approve");
      await calm();
      expect([labels(issue), run(issue).ending, letters(issue, "result").length]).toEqual([["loop:failed"], "dispatch_failed", 1]);
      const { length } = github.lines;
      await pass(7 * 86_400_000);
      expect(github.lines.length).toBe(length);
    },
    { inWorld: (world) => ({ ...world, born: (name, actor) => withoutActions(world.born(name, actor)) }) },
  );
});

/** GitHub, as it answers where Actions are switched off. */
function withoutActions<T extends { readonly fetch: typeof fetch }>(born: T): T {
  const refused = { message: "Actions has been disabled for this user." };
  return {
    ...born,
    fetch: (input, init) =>
      /dispatches$/.test(String(input)) ? Promise.resolve(Response.json(refused, { status: 403 })) : born.fetch(input, init),
  };
}

it("takes no approval of a plan that has waited for more than a day [LIFE-17]", async () => {
  await story(async ({ planned, pass, calm, github, labels, letters }) => {
    const issue = await planned();
    await pass(7 * 86_400_000);
    github.comment(issue, "wim", "/approve");
    await calm();
    expect([labels(issue), github.runs()]).toEqual([["loop:awaiting-approval"], []]);
    expect(letters(issue, "reply").at(-1)?.body).toContain("the plan was shown more than 24 hours ago");
  });
});

/** A world whose GitHub answers every request so, while `isOn`, but for those that `lets` through. */
const answering =
  (switched: { isOn: boolean }, status: number, lets: (method: string) => boolean) =>
  (world: World): World => ({
    ...world,
    born(name, actor) {
      const born = world.born(name, actor);
      const refused = (): Promise<Response> => Promise.resolve(Response.json({ message: `status ${status}` }, { status }));
      return { ...born, fetch: (input, init) => (switched.isOn && !lets(init?.method ?? "GET") ? refused() : born.fetch(input, init)) };
    },
  });

it.each([
  { when: "every token is refused", id: "LIFE-09", status: 401, lets: () => false },
  { when: "its permissions are reduced", id: "LIFE-09", status: 403, lets: (method: string) => method === "GET" },
  { when: "the repository is archived", id: "LIFE-07", status: 403, lets: (method: string) => method === "GET" },
])(
  "comes to rest when $when in the middle of its work, asks little, and begins nothing by itself when it is over [$id]",
  async ({ status, lets }) => {
    const switched = { isOn: false };
    await story(
      async (told) => {
        const { atWork, until, calm, pass, github, history, world } = told;
        const issue = await atWork();
        await until("a kept iteration", () => history(issue).some(({ kind }) => kind === "iteration_kept"));
        const changes = world.net.changes.length;
        switched.isOn = true;
        await calm();
        const { length } = github.lines;
        await pass(86_400_000);
        expect([github.lines.length, world.net.changes.length - changes < 60]).toEqual([length, true]);
        switched.isOn = false;
        await pass(86_400_000);
        expect([github.lines.length, github.issues().length]).toEqual([length, 1]);
      },
      { inWorld: answering(switched, status, lets) },
    );
  },
);
