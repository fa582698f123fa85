/** Several workers of one run: one of them works, whatever starts the others, and what an old one does counts no more. */
import { Octokit } from "@octokit/rest";
import { expect, it } from "vitest";
import { LEASE_MS } from "#core/approval/lease.ts";
import { watchWorker } from "#loop/control/reconcile/watch-worker.ts";
import { ours } from "../../builders/ours.ts";
import { QUIET } from "../../lab/github/quiet.ts";
import { AT } from "../simulator/clients.ts";
import { playWorkflow } from "../simulator/runner.ts";
import type { World } from "../simulator/world.ts";
import { atDesk } from "./desk-now.ts";
import { brokenLaws } from "./laws.ts";
import { type Story, story } from "./story.ts";

/** Starts the workflow once more with the inputs of its first run, as whoever may write can. */
async function dispatchAgain({ github }: Story, times: number): Promise<void> {
  const api = ours(new Octokit({ log: QUIET, request: { fetch: github.fetchFor(github.person("wim")) } }));
  const inputs = { ...github.runs()[0]?.inputs };
  for (let count = 0; count < times; count++)
    await api.rest.actions.createWorkflowDispatch({ ...AT, workflow_id: "loopwright.yml", ref: "main", inputs });
}

/** The desk looks by itself, as it does now and then. `ended`: what it is told of the workflow run. */
async function lookNow(told: Story, issue: number, ended: Awaited<ReturnType<Parameters<typeof watchWorker>[1]>> = null): Promise<void> {
  await atDesk(told, issue, (desk) => watchWorker(desk, async () => ended));
}

const onlyOnce = (told: Story, issue: number): readonly string[] =>
  brokenLaws(told.world, issue).filter((law) => !law.startsWith("doubled: the workflow run"));

it("has one workflow run at work where the answer to its start got lost, and none beside it [RACE-08]", async () => {
  let lost = 0;
  await story(
    async (told) => {
      const issue = await told.atWork();
      await dispatchAgain(told, 1);
      await told.calm();
      expect([lost, onlyOnce(told, issue), told.github.runs().length]).toEqual([1, [], 2]);
      expect(told.history(issue).filter(({ kind }) => kind === "consumed")).toHaveLength(1);
    },
    { fateOf: ({ what, by }) => (by.startsWith("bot") && what.endsWith("/dispatches") && lost++ === 0 ? "answer_lost" : "passes") },
  );
});

it("lets one of twenty workers take the hand-over up, and the others say nothing [RACE-09]", async () => {
  await story(async (told) => {
    const { planned, until, calm, github, history, letters, world } = told;
    const issue = await planned();
    github.comment(issue, "wim", "/approve");
    await until("a workflow run", () => github.runs().length === 1);
    await dispatchAgain(told, 19);
    await calm();
    expect([github.runs().length, onlyOnce(told, issue)]).toEqual([20, []]);
    expect(history(issue).filter(({ kind }) => kind === "consumed")).toHaveLength(1);
    expect([letters(issue, "status").length, letters(issue, "result").length]).toEqual([1, 1]);
    expect(world.log.filter((line) => /run \d+: the job failed/.test(line)).length).toBeGreaterThan(10);
  });
});

it("does nothing when all jobs of a finished workflow run are run again [RACE-10]", async () => {
  await story(async (told) => {
    const { atWork, calm, pass, github, history, world } = told;
    const issue = await atWork();
    await calm();
    const before = [history(issue).length, github.commentsOn(issue).length, github.issues().length, github.refs()];
    const [first] = github.runs();
    if (first === undefined) throw new Error("nothing ran");
    const again = playWorkflow(world, first);
    await pass(600_000);
    await again;
    await calm();
    expect([history(issue).length, github.commentsOn(issue).length, github.issues().length, github.refs()]).toEqual(before);
  });
});

it("goes on, once somebody says so, with what a workflow run that was turned away in its queue was to do [RACE-12]", async () => {
  const free = { machines: false };
  await story(
    async (told) => {
      const { planned, until, calm, github, labels, letters } = told;
      const issue = await planned();
      github.comment(issue, "wim", "/approve");
      await until("a workflow run", () => github.runs().length === 1);
      github.endRun(github.runs()[0]?.id ?? 0, "cancelled");
      free.machines = true;
      await calm();
      expect([labels(issue), letters(issue, "result")[0]?.body]).toEqual([["loop:failed"], expect.stringContaining("/loop resume")]);
      github.comment(issue, "wim", "/loop resume");
      await calm();
      expect(labels(issue)).toEqual(["loop:completed"]);
    },
    { hasMachine: () => free.machines },
  );
});

/** A world in which nothing of the first job at work moves for so long, from the moment it is told to. */
function freezing(frozen: { from: number }, ms: number): (world: World) => World {
  return (world) => ({
    ...world,
    born(name, actor) {
      const born = world.born(name, actor);
      const thaw = async <T>(value: Promise<T>): Promise<T> => {
        const given = await value;
        const until = frozen.from + ms;
        const now = world.schedule.now();
        if (now >= frozen.from && now < until) await new Promise<void>((resolve) => void world.schedule.after(until - now, resolve));
        return given;
      };
      if (!/^run 400001$/.test(name)) return born;
      const { clock } = born.process;
      const sleep: typeof clock.sleep = (length, signal) => thaw(clock.sleep(length, signal));
      return {
        ...born,
        process: { ...born.process, clock: { ...clock, sleep } },
        fetch: (...request) => thaw(born.fetch(...request)),
        model: { ...born.model, reply: (prompt, signal) => thaw(born.model.reply(prompt, signal)) },
      };
    },
  });
}

it("takes a run over whose worker froze for 40 minutes, and nothing that the old one does afterwards counts [RACE-13]", async () => {
  const frozen = { from: Number.POSITIVE_INFINITY };
  await story(
    async (told) => {
      const { atWork, pass, calm, world, history, github, run } = told;
      const issue = await atWork();
      frozen.from = world.schedule.now();
      await pass(LEASE_MS + 60_000);
      await lookNow(told, issue);
      await calm();
      await pass(40 * 60_000);
      await calm();
      const workers = history(issue).flatMap((event) => (event.kind === "consumed" ? [event.worker] : []));
      expect([workers, run(issue).stage, onlyOnce(told, issue)]).toEqual([["400001", "400002"], "completed", []]);
      const taken = history(issue).findIndex(({ kind }) => kind === "worker_replaced");
      const kept = history(issue)
        .slice(taken)
        .flatMap((event) => (event.kind === "iteration_kept" ? [event.epoch] : []));
      expect([taken > 0, new Set(kept).size]).toEqual([true, 1]);
      expect(github.issues().filter(({ pull }) => pull !== null)).toHaveLength(1);
    },
    { inWorld: freezing(frozen, 40 * 60_000) },
  );
});

it("ends a run once that both a webhook and the desk's own look find left behind [RACE-17]", async () => {
  await story(
    async (told) => {
      const { atWork, calm, github, history, labels } = told;
      const issue = await atWork();
      const [worker] = github.runs();
      const title = worker?.title ?? "";
      github.endRun(worker?.id ?? 0, "failure");
      await lookNow(told, issue, { id: String(worker?.id), title, conclusion: "failure" });
      await calm();
      expect(history(issue).filter(({ kind }) => kind === "worker_replaced")).toHaveLength(1);
      expect([labels(issue), onlyOnce(told, issue)]).toEqual([["loop:completed"], []]);
    },
    { fateOf: ({ by, what }) => (by === "run 400001" && /git\/trees/.test(what) ? "dies_before" : "passes") },
  );
});
