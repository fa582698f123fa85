/** What the journal of a run tells, by itself: who asked for what, every effect with its id, what it cost, what was said of the work; and by which code it ended. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { refJournal } from "#adapters/github/ref-journal/ref-journal.ts";
import { iso } from "#adapters/system-clock.ts";
import { StopReason } from "#core/events/data/reason.ts";
import type { Event, EventKind } from "#core/events/event.ts";
import { journalCodec } from "#text/journal/journal-codec.ts";
import { ROOT } from "../../house/tools.ts";
import { AT, aClock, quickClient } from "./clients.ts";
import { story } from "./story.ts";
import { worldOf } from "./world.ts";

const MINUTE = 60_000;
type World = ReturnType<typeof worldOf>;

/** The events of the issue's only run, read from its ref and nothing else. */
async function historyOf({ github }: World, issue: number): Promise<readonly Event[]> {
  const name = github.refs().find((ref) => ref.name.startsWith(`refs/loopwright/issue-${issue}/`) && !ref.name.endsWith("/current"))?.name;
  const api = quickClient({ github, clock: aClock(), options: { ...AT, now: () => 0, people: {}, files: {} } });
  const place = { ...AT, issue, runId: name?.split("/").at(-1) ?? "" };
  const history = await refJournal(api, place, { codec: journalCodec(iso), onHeal: () => undefined }).load();
  if (history.kind !== "events") throw new Error(`no history: ${history.kind}`);
  return history.events;
}

function ofKind<K extends EventKind>(events: readonly Event[], kind: K): readonly Extract<Event, { kind: K }>[] {
  return events.filter((event): event is Extract<Event, { kind: K }> => event.kind === kind);
}

it("tells of a finished run who labelled and approved it, its hashes, its effects with their ids, its price and its verdicts [OBS-01]", async () => {
  const world = worldOf(1, () => ({}));
  const { github } = world;
  await story(world, async ({ issue, pass, runs }) => {
    github.label(issue, "ada", "loop");
    await pass(5 * MINUTE);
    const comment = github.comment(issue, "wim", "/approve");
    await pass(60 * MINUTE);
    const events = await historyOf(world, issue);
    const people = new Map([...github.state.accounts.values()].map(({ id, login }) => [login, id]));
    expect(ofKind(events, "run_started")).toMatchObject([{ startedBy: people.get("ada") }]);
    const [request] = ofKind(events, "approval_requested");
    expect(ofKind(events, "approved")).toMatchObject([{ by: "wim", account: people.get("wim"), comment, digest: request?.digest }]);
    expect(ofKind(events, "consumed")).toMatchObject([{ worker: String(runs()[0]?.id) }]);
    const announced = new Set(ofKind(events, "announced").map(({ effect }) => effect));
    const settled = ofKind(events, "settled");
    // The last letter's key is its announcement: nothing is written down after the end, and its mark finds it.
    for (const { effect } of settled) announced.delete(effect);
    expect([...announced]).toEqual(["result"]);
    expect(github.commentsOn(issue).filter(({ body }) => /<!-- loopwright:[^ ]*\/result\/[^ ]* -->$/.test(body.trimEnd()))).toHaveLength(1);
    const ids = [...github.commentsOn(issue).map(({ id }) => String(id)), ...runs().map(({ id }) => String(id))];
    expect(settled.filter(({ receipt }) => receipt !== null).every(({ receipt }) => ids.includes(receipt ?? ""))).toBe(true);
    expect(settled.length).toBeGreaterThan(2);
    expect(ofKind(events, "published")).toHaveLength(1);
    expect(ofKind(events, "audit_done").map(({ audit }) => audit.verdict)).toEqual(["OK"]);
    expect(ofKind(events, "qa_done")).toMatchObject([{ qa: { verdict: "VERIFIED" } }]);
    const dollars = events.reduce((sum, { spend }) => sum + (spend?.dollars ?? 0), 0);
    expect(dollars).toBeGreaterThan(0.005);
    expect(ofKind(events, "iteration_kept").map(({ commit }) => commit)).toContain(
      github.refAt(`refs/heads/${ofKind(events, "iteration_kept")[0]?.branch}`),
    );
    expect(ofKind(events, "completed")).toMatchObject([{ reason: "threshold_reached" }]);
  });
});

it("ends every run with a code of the closed list, the same in journal and label, and each code has a test [OBS-04]", async () => {
  const world = worldOf(1, () => ({}));
  const { github } = world;
  await story(world, async ({ issue, pass }) => {
    github.label(issue, "ada", "loop");
    await pass(5 * MINUTE);
    github.comment(issue, "wim", "/stop not now");
    await pass(5 * MINUTE);
    const events = await historyOf(world, issue);
    expect(ofKind(events, "stopped")).toMatchObject([{ reason: "user_stop" }]);
    expect(github.issue(issue)?.labels).toContain("loop:stopped");
  });
  const tests = readdirSync(join(ROOT, "tests"), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".test.ts"));
  const texts = tests.map((name) => readFileSync(join(ROOT, "tests", name), "utf8"));
  expect(StopReason.options.filter((code) => !texts.some((text) => text.includes(`"${code}"`)))).toEqual([]);
});
