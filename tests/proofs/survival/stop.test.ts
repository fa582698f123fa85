/** `/stop` stops: whatever the run does when it is said, no branch moves afterwards and nothing goes on by itself. */
import { expect, it } from "vitest";
import type { EventKind } from "#core/events/event.ts";
import { slowly } from "./slowly.ts";
import { type Story, story } from "./story.ts";

const branchesOf = ({ github }: Story) => github.refs().filter(({ name }) => name.startsWith("refs/heads/loop/"));
const has = ({ history }: Story, issue: number, kind: EventKind): boolean => history(issue).some((event) => event.kind === kind);

/** A run up to the moment at which its journal tells of this. */
async function upTo(told: Story, kind: EventKind): Promise<number> {
  const { anIssue, until, github, labels } = told;
  const issue = anIssue();
  github.label(issue, "ada", "loop");
  let isApproved = false;
  await until(kind, () => {
    if (!isApproved && labels(issue).includes("loop:awaiting-approval")) {
      isApproved = true;
      github.comment(issue, "wim", "/approve");
    }
    return has(told, issue, kind);
  });
  return issue;
}

const MOMENTS: readonly EventKind[] = [
  "run_started",
  "approval_requested",
  "approved",
  "consumed",
  "plan_created",
  "evaluation_done",
  "iteration_kept",
  "critique_done",
  "loop_passed",
  "audit_done",
];

it.each(MOMENTS)(
  "ends a run as stopped that it hears of after %s, shows no work, and asks no model for more [STOP-01, STOP-10]",
  async (kind) => {
    await story(async (told) => {
      const { calm, pass, github, labels, run, prompts, until, letters } = told;
      const issue = await upTo(told, kind);
      github.comment(issue, "wim", "/stop");
      await until("the stop", () => has(told, issue, "stop_requested") || has(told, issue, "stopped"));
      const branches = branchesOf(told);
      // A worker looks every five seconds.
      await pass(6_000);
      const asked = prompts().length;
      await calm();
      expect([labels(issue), run(issue).stage, github.issues().filter(({ pull }) => pull !== null)]).toEqual([
        ["loop:stopped"],
        "stopped",
        [],
      ]);
      expect([branchesOf(told), letters(issue, "result").length]).toEqual([branches, 1]);
      // A reflection at most: what is thought of is not work.
      expect(prompts().length - asked).toBeLessThanOrEqual(1);
    });
  },
);

it("leaves a run alone whose pull request is there, and says that nothing runs [STOP-01]", async () => {
  await story(async ({ atWork, calm, github, labels, letters }) => {
    const issue = await atWork();
    await calm();
    const before = github.refs();
    github.comment(issue, "wim", "/loop stop");
    await calm();
    expect([labels(issue), github.refs(), github.issues().find(({ pull }) => pull !== null)?.open]).toEqual([
      ["loop:completed"],
      before,
      true,
    ]);
    expect(letters(issue, "reply").at(-1)?.body).toContain("no active run");
  });
});

it("moves no branch once the stop is in the journal, before whichever change of the worker it was said [STOP-02]", async () => {
  for (let nth = 0; nth < 40; nth += 5) {
    let changes = 0;
    let say = (): void => undefined;
    await story(
      async (told) => {
        const { planned, calm, pass, github, history, labels } = told;
        const issue = await planned();
        say = () => void github.comment(issue, "wim", "/stop");
        github.comment(issue, "wim", "/approve");
        for (let ms = 0; ms < 120_000 && !has(told, issue, "stop_requested") && !has(told, issue, "completed"); ms += 20) await pass(20);
        const branches = branchesOf(told);
        await calm();
        if (history(issue).some((event) => event.kind === "completed")) return;
        expect([branchesOf(told), labels(issue)], `before change ${nth}`).toEqual([branches, ["loop:stopped"]]);
      },
      {
        fateOf: ({ by }) => {
          if (by.startsWith("run") && changes++ === nth) say();
          return "passes";
        },
      },
    );
  }
});

it("lets at most the pull request through that was on its way when the stop was said [STOP-03]", async () => {
  let say = (): void => undefined;
  await story(
    async ({ atWork, calm, github, run, history }) => {
      const issue = await atWork();
      say = () => void github.comment(issue, "wim", "/stop");
      await calm();
      const pulls = github.issues().filter(({ pull }) => pull !== null);
      expect([pulls.length, history(issue).filter(({ kind }) => kind === "published").length, run(issue).stage]).toEqual([
        1,
        1,
        "completed",
      ]);
    },
    {
      fateOf: ({ what }) => {
        if (!what.endsWith("/pulls")) return "passes";
        say();
        return { kind: "late_answer", ms: 3_000 };
      },
    },
  );
});

it.each([
  { who: "wim", role: "write", stops: true },
  { who: "rob", role: "none", stops: true },
  { who: "ada", role: "read", stops: false },
] as const)(
  "hears within a minute, while the bot is away, that $who with the role $role says stop: $stops [STOP-08]",
  async ({ who, role, stops }) => {
    let isAway = false;
    await story(
      async (told) => {
        const { atWork, pass, calm, github, history, labels, run } = told;
        const issue = await atWork();
        isAway = true;
        github.setRole(who, role);
        github.comment(issue, who, "/stop");
        await pass(70_000);
        expect(has(told, issue, "stop_requested")).toBe(stops);
        const branches = branchesOf(told);
        await calm();
        expect([labels(issue), run(issue).stage === "stopped"]).toEqual([[stops ? "loop:stopped" : "loop:completed"], stops]);
        if (!stops) return;
        expect(branchesOf(told)).toEqual(branches);
        expect(history(issue).filter(({ kind }) => kind === "stop_requested")).toMatchObject([{ by: who }]);
      },
      { inWorld: slowly(25_000), arrivals: () => (isAway ? 0 : 1) },
    );
  },
);

it("takes no approval for a run that was stopped, though it names the digest: a new plan needs its own [STOP-05]", async () => {
  await story(async ({ atWork, calm, github, run, labels, letters }) => {
    const issue = await atWork();
    const digest = run(issue).request?.digest.slice(0, 32);
    github.comment(issue, "wim", "/stop");
    await calm();
    github.comment(issue, "wim", `/loop approve ${digest}`);
    await calm();
    expect([labels(issue), github.runs().length]).toEqual([["loop:stopped"], 1]);
    expect(letters(issue, "reply").at(-1)?.body).toContain("no active run");
    github.unlabel(issue, "ada", "loop");
    github.label(issue, "ada", "loop");
    await calm();
    expect([labels(issue), github.runs().length]).toEqual([["loop:awaiting-approval"], 1]);
  });
});

it("stops once for a hundred stops, and says nothing of the others [STOP-06]", async () => {
  await story(async ({ atWork, calm, github, labels, letters, history }) => {
    const issue = await atWork();
    for (let count = 0; count < 100; count++) github.comment(issue, "wim", "/stop");
    await calm();
    expect([labels(issue), history(issue).filter(({ kind }) => kind === "stop_requested").length]).toEqual([["loop:stopped"], 1]);
    expect([letters(issue, "result").length, letters(issue, "reply").length]).toEqual([1, 0]);
  });
});

it("stops though comments and reactions are refused for too many requests [STOP-09]", async () => {
  let isBusy = false;
  await story(
    async (told) => {
      const { until, github, pass, calm, labels } = told;
      const issue = await upTo(told, "plan_created");
      isBusy = true;
      github.comment(issue, "wim", "/stop");
      await until("the stop", () => has(told, issue, "stop_requested"));
      await pass(60_000);
      isBusy = false;
      await calm();
      expect(labels(issue)).toEqual(["loop:stopped"]);
    },
    { fateOf: ({ what }) => (isBusy && /comments|reactions|labels/.test(what) ? "request_lost" : "passes") },
  );
});

it("lets nothing begin or go on while the kill switch is set, and a stop through [STOP-11]", async () => {
  await story(async ({ planned, anIssue, calm, github, labels, letters }) => {
    const [issue, other] = [await planned(), anIssue()];
    github.setVariable("LOOPWRIGHT_FREEZE", "on");
    github.label(other, "ada", "loop");
    github.comment(issue, "wim", "/approve");
    await calm();
    expect([labels(issue), labels(other), letters(other, "plan"), github.runs()]).toEqual([["loop:awaiting-approval"], [], [], []]);
    expect(letters(issue, "reply").at(-1)?.body).toContain("LOOPWRIGHT_FREEZE");
    github.comment(issue, "wim", "/stop");
    await calm();
    expect(labels(issue)).toEqual(["loop:stopped"]);
  });
});
