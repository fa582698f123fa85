/** An append whose answer is doubtful, while another writer of the same run goes on: who is told what does not depend on the moment. */
import { Octokit } from "@octokit/rest";
import { expect, it } from "vitest";
import { refJournal } from "#adapters/octokit/ref-journal.ts";
import type { Journal } from "#ports/journal.ts";
import { note } from "../adapters/journal-events.ts";
import { CODEC } from "../adapters/plain-codec.ts";
import { ours } from "../builders/ours.ts";
import { QUIET } from "../lab/github/quiet.ts";
import { AT, aSimulation, type Stage } from "./clients.ts";

type Fetch = typeof fetch;

/** A journal over a line that a test may hold up; `first` is asked for each request. */
function journalOver({ github }: Stage, held: (send: Fetch) => Fetch = (send) => send): Journal {
  const api = ours(new Octokit({ log: QUIET, request: { fetch: held(github.fetchFor(github.app())) } }));
  return refJournal(api, { ...AT, issue: 1, runId: "x-1" }, { codec: CODEC, onHeal: () => undefined });
}

const isMove = (init: RequestInit | undefined): boolean => String(init?.body).includes("updateRefs");

/** Two events are there; then one writer appends over a line like this. Gives what it was told, and what is there. */
async function told(held: (send: Fetch, other: () => Promise<unknown>) => Fetch): Promise<readonly unknown[]> {
  const stage = aSimulation();
  expect(await journalOver(stage).append([note("one"), note("two")], 0)).toBe("appended");
  const other = async () => {
    const journal = journalOver(stage);
    return journal.append([note("other")], await journal.length());
  };
  const mine = journalOver(stage, (send) => held(send, other));
  const outcome = await mine.append([note("mine")], await mine.length());
  const history = await journalOver(stage).load();
  const texts =
    history.kind === "events" ? history.events.map((event) => (event.kind === "approval_rejected" ? event.reasons[0] : "")) : [];
  return [outcome, texts];
}

it("is a conflict when another writer is faster between two looks, and no other run is blamed", async () => {
  let broken = false;
  let overtaken = false;
  const outcome = await told((send, other) => async (input, init) => {
    if (isMove(init) && !broken) {
      broken = true;
      throw new TypeError("fetch failed");
    }
    if (broken && !overtaken && decodeURIComponent(String(input)).endsWith("/current")) {
      overtaken = true;
      await other();
    }
    return send(input, init);
  });
  expect([overtaken, ...outcome]).toEqual([true, "conflict", ["one", "two", "other"]]);
});

it("has landed when a move that was given up arrives late, and another writer goes on from there", async () => {
  const late: (() => Promise<Response>)[] = [];
  let sent = 0;
  const outcome = await told((send, other) => async (input, init) => {
    if (!isMove(init)) return send(input, init);
    sent += 1;
    if (sent === 1) {
      late.push(() => send(input, init));
      throw new TypeError("fetch failed");
    }
    for (const arrives of late.splice(0)) await arrives();
    await other();
    return send(input, init);
  });
  expect([sent, ...outcome]).toEqual([2, "appended", ["one", "two", "mine", "other"]]);
});
