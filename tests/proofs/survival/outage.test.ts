/** GitHub takes no comments for a while, and all else: the work goes on, and what could not be said is said once, when it can be. */
import { expect, it } from "vitest";
import { reconcile } from "#loop/control/reconcile/reconcile.ts";
import type { Change, Fate } from "../simulator/net.ts";
import { atDesk } from "./desk-now.ts";
import { brokenLaws } from "./laws.ts";
import { slowly } from "./slowly.ts";
import { type Story, story } from "./story.ts";

const MINUTE = 60_000;

const worked = ({ world }: Story, issue: number): readonly string[] => brokenLaws(world, issue);

interface Outage {
  isOut: boolean;
  readonly fateOf: (change: Change) => Fate;
}

/** A GitHub that takes no comment and no label while it is out. */
function outage(): Outage {
  const state: Outage = {
    isOut: false,
    fateOf: ({ what }) => (state.isOut && /\/comments|\/labels/.test(what) ? "request_lost" : "passes"),
  };
  return state;
}

/** A bot that makes its rounds for so long. */
async function rounds(told: Story, issue: number, minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 5) {
    await told.pass(3 * MINUTE);
    await atDesk(told, issue, (desk) => reconcile(desk, async () => null), 2 * MINUTE);
  }
}

/** How often an effect was announced, and how often given up. */
function toldOf({ history }: Story, issue: number, effect: string): readonly [number, number] {
  const of = history(issue).filter((event) => (event.kind === "announced" || event.kind === "settled") && event.effect === effect);
  const announced = of.filter(({ kind }) => kind === "announced").length;
  return [announced, of.filter((event) => event.kind === "settled" && event.receipt === null).length];
}

it("works on while comments cannot be written, and shows all of it once they can [CR-16]", async () => {
  const github = outage();
  await story(async (told) => {
    const { atWork, until, calm, history } = told;
    const issue = await atWork();
    github.isOut = true;
    await told.pass(30_000);
    await until("an iteration", () => history(issue).some(({ kind }) => kind === "iteration_kept"));
    github.isOut = false;
    await calm();
    expect([worked(told, issue), told.github.runs().length]).toEqual([[], 1]);
    expect(told.letters(issue, "status")[0]?.body).toContain("**Completed**");
  }, github);
});

it("says once what a worker could not say at all, when comments can be written again [CR-16]", async () => {
  const github = outage();
  await story(
    async (told) => {
      const { planned, until, calm, history } = told;
      const issue = await planned();
      told.github.comment(issue, "wim", "/approve");
      await until("an approval", () => history(issue).some(({ kind }) => kind === "approved"));
      github.isOut = true;
      await until("a status given up", () => toldOf(told, issue, "status")[1] === 1);
      expect(told.letters(issue, "status")).toEqual([]);
      github.isOut = false;
      await until("the end of the loop", () => history(issue).some(({ kind }) => kind === "loop_passed"));
      expect([told.letters(issue, "status").length, toldOf(told, issue, "status")]).toEqual([1, [2, 1]]);
      await calm();
      expect(worked(told, issue)).toEqual([]);
      expect(told.letters(issue, "status")[0]?.body).toContain("**Completed**");
    },
    { ...github, inWorld: slowly(3 * MINUTE, /^You are the /) },
  );
});

it("finds what a send made whose answer was lost with the outage, in place of a second comment [CR-16]", async () => {
  let sends = 0;
  const fateOf = ({ what, by }: Change): Fate => {
    if (!by.startsWith("run ") || !/^POST .*\/comments$/.test(what)) return "passes";
    sends += 1;
    return sends < 3 ? "request_lost" : sends === 3 ? "answer_lost" : "passes";
  };
  await story(
    async (told) => {
      const issue = await told.atWork();
      await told.calm();
      expect([worked(told, issue), toldOf(told, issue, "status")]).toEqual([[], [2, 1]]);
    },
    { fateOf, inWorld: slowly(3 * MINUTE, /^You are the /) },
  );
});

it("tells how a run ended that was over before comments could be written again [CR-16]", async () => {
  const github = outage();
  await story(async (told) => {
    const issue = await told.atWork();
    await told.until("the end of the loop", () => told.history(issue).some(({ kind }) => kind === "loop_passed"));
    github.isOut = true;
    await told.calm();
    await rounds(told, issue, 5);
    expect(told.letters(issue, "result")).toEqual([]);
    github.isOut = false;
    await rounds(told, issue, 10);
    expect([worked(told, issue), toldOf(told, issue, "result")]).toEqual([[], [1, 0]]);
    const { length } = told.history(issue);
    await rounds(told, issue, 30);
    expect([told.letters(issue, "result").length, told.history(issue).length]).toEqual([1, length]);
  }, github);
});

it("shows a plan that could not be shown at all, without anybody's word, and tries it seldom meanwhile [CR-16]", async () => {
  const github = outage();
  await story(async (told) => {
    const issue = told.anIssue();
    told.github.label(issue, "ada", "loop");
    github.isOut = true;
    await told.until("a plan", () => told.history(issue).some(({ kind }) => kind === "approval_requested"));
    await rounds(told, issue, 60);
    const [announced, givenUp] = toldOf(told, issue, "plan");
    expect([announced, givenUp]).toEqual([4, 4]);
    expect(told.letters(issue, "plan")).toEqual([]);
    github.isOut = false;
    await rounds(told, issue, 20);
    expect([told.letters(issue, "plan").length, told.labels(issue)]).toEqual([1, ["loop:awaiting-approval"]]);
    const { length } = told.history(issue);
    await rounds(told, issue, 60);
    expect([told.letters(issue, "plan").length, told.history(issue).length]).toEqual([1, length]);
  }, github);
});
