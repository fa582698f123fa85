/** An append whose answer is doubtful, while another writer of the same run goes on: who is told what does not depend on the moment. */
import { Octokit } from "@octokit/rest";
import { expect, it } from "vitest";
import { refJournal } from "#adapters/github/ref-journal/ref-journal.ts";
import type { Journal } from "#ports/journal.ts";
import { note } from "../../adapters/contracts/journal-events.ts";
import { CODEC } from "../../adapters/contracts/plain-codec.ts";
import { ours } from "../../builders/ours.ts";
import { QUIET } from "../../lab/github/quiet.ts";
import { AT, aSimulation, type Stage } from "./clients.ts";
import type { Fault } from "./github/front.ts";

type Fetch = typeof fetch;

/** A journal over a line that a test may hold up. */
function journalOver({ github }: Stage, held: (send: Fetch) => Fetch = (send) => send): Journal {
  const api = ours(new Octokit({ log: QUIET, request: { fetch: held(github.fetchFor(github.app())) } }));
  return refJournal(api, { ...AT, issue: 1, runId: "x-1" }, { codec: CODEC, onHeal: () => undefined });
}

/** Two events are there; then one writer, whose first move meets this fault, appends over a line like this. Gives what it was told, and what is there. */
async function told(fault: Fault, held: (send: Fetch, stage: Stage) => Fetch): Promise<readonly unknown[]> {
  let next: Fault | null = null;
  const stage = aSimulation(({ body }) => {
    const meets = isMove(JSON.stringify(body)) ? next : null;
    if (meets !== null) next = null;
    return meets;
  });
  expect(await journalOver(stage).append([note("one"), note("two")], 0)).toBe("appended");
  const mine = journalOver(stage, (send) => held(send, stage));
  const after = await mine.length();
  next = fault;
  const outcome = await mine.append([note("mine")], after);
  const history = await journalOver(stage).load();
  const texts =
    history.kind === "events" ? history.events.map((event) => (event.kind === "approval_rejected" ? event.reasons[0] : "")) : [];
  return [outcome, texts];
}

const isMove = (body: unknown): boolean => String(body).includes("updateRefs");

/** Another writer of the same run appends one event. */
async function overtake(stage: Stage): Promise<void> {
  const journal = journalOver(stage);
  expect(await journal.append([note("other")], await journal.length())).toBe("appended");
}

it("is a conflict when another writer is faster between two looks, and no other run is blamed", async () => {
  let [moved, overtaken] = [false, false];
  const outcome = await told({ kind: "drop" }, (send, stage) => async (input, init) => {
    if (moved && !overtaken && decodeURIComponent(String(input)).endsWith("/current")) {
      overtaken = true;
      await overtake(stage);
    }
    moved ||= isMove(init?.body);
    return send(input, init);
  });
  expect([overtaken, ...outcome]).toEqual([true, "conflict", ["one", "two", "other"]]);
});

it("has landed when a move that was given up arrives late, and another writer goes on from there", async () => {
  let moves = 0;
  const outcome = await told({ kind: "late" }, (send, stage) => async (input, init) => {
    const again = isMove(init?.body) && moves > 0;
    moves += Number(isMove(init?.body));
    for (const arrive of again ? stage.github.underway.splice(0) : []) {
      arrive();
      await overtake(stage);
    }
    return send(input, init);
  });
  expect([moves, ...outcome]).toEqual([2, "appended", ["one", "two", "mine", "other"]]);
});

it("is made once when all its moves were given up, it is asked for again, and the first of them arrives then", async () => {
  const faults: Fault[] = [{ kind: "late" }, { kind: "drop" }, { kind: "drop" }];
  const stage = aSimulation(({ body }) => (isMove(JSON.stringify(body)) ? (faults.shift() ?? null) : null));
  const mine = journalOver(stage, (send) => async (input, init) => {
    if (isMove(init?.body) && faults.length === 0) for (const arrive of stage.github.underway.splice(0)) arrive();
    return send(input, init);
  });
  await expect(mine.append([note("mine")], 0)).rejects.toMatchObject({ name: "Failure", retryable: true });
  stage.clock.pass(60_000);
  expect(await mine.append([note("mine")], 0)).toBe("appended");
  expect(await journalOver(stage).length()).toBe(1);
});
