/** Which pictures on GitHub change after which append, and that none is redrawn needlessly. */
import { expect, it } from "vitest";
import { systemClock } from "#adapters/system-clock.ts";
import { conclude } from "#core/conclude.ts";
import type { Event, EventDraft } from "#core/events/event.ts";
import { evolve, replay } from "#core/run/evolve/evolve.ts";
import { bufferedJournal, mayBuffer } from "#loop/journals/buffered-journal.ts";
import { journalWithViews } from "#loop/journals/journal-with-views.ts";
import { VIEW_TEXTS, type ViewContext } from "#loop/journals/views.ts";
import type { Journal } from "#ports/journal.ts";
import * as j from "../../builders/journal.ts";
import { type MemoryGitHub, memoryGitHub } from "../../fakes/memory-github.ts";
import { type MemoryStore, memoryJournal, memoryStore } from "../../fakes/memory-journal.ts";

const HYDRATED: EventDraft = { kind: "run_hydrated", plan: { ...j.PLAN, issue: { ...j.PLAN.issue, number: 7 } } };
const settled = (effect: "plan" | "status" | "dispatch", receipt: string | null): EventDraft => ({
  kind: "settled",
  effect,
  receipt,
  why: "",
});

const hand = (github: MemoryGitHub): ViewContext => ({ github, log: console, clock: systemClock });

interface Show {
  readonly github: MemoryGitHub;
  readonly store: MemoryStore;
  readonly time: { now: number };
  readonly journal: Journal;
  readonly warnings: readonly string[];
  /** Appends each draft with all that follows from it, as a driver does; gives the calls that GitHub got for them. */
  readonly play: (...drafts: readonly EventDraft[]) => Promise<readonly string[]>;
}

/** A run of issue 7 whose plan comment is 501 and whose status comment is 502. */
async function show(wrap: (shown: Journal) => Journal = (shown) => shown): Promise<Show> {
  const github = memoryGitHub();
  for (const key of ["plan", "status"]) await github.comment({ key, body: key, since: 0 });
  const warnings: string[] = [];
  const store = memoryStore();
  const time = { now: 0 };
  const clock = { ...systemClock, now: () => time.now };
  const journal = wrap(
    journalWithViews(memoryJournal(store), { github, log: { info: () => undefined, warn: (line) => void warnings.push(line) }, clock }),
  );
  await journal.append(j.timed([j.startedAt(7)]), 0);
  return {
    github,
    store,
    time,
    journal,
    warnings,
    async play(...drafts) {
      const before = github.asked.length;
      for (const draft of drafts) {
        const history = await journal.load();
        const run = history.kind === "events" ? replay(history.events) : null;
        if (run === null) throw new Error("a run has begun");
        const event = { ...draft, at: run.updatedAt + 1000 } as Event;
        const follows = conclude(evolve(run, event), { at: event.at, key: null });
        expect(await journal.append([event, ...follows], run.rev)).toBe("appended");
      }
      return github.asked.slice(before);
    },
  };
}

const WAITING = [HYDRATED, j.PROCEED, settled("plan", "501")];
const TAKEN = [...WAITING, j.APPROVED, settled("dispatch", "9001"), j.CONSUMED, settled("status", "502")];
const SET_UP: EventDraft = { kind: "setup_done", ok: true, details: "", ms: 1 };

it("sets the label of a stage that has one, and makes no comment of its own", async () => {
  const { play, github } = await show();
  expect(await play(HYDRATED)).toEqual([]);
  expect(await play(j.PROCEED)).toEqual(["relabel"]);
  expect([[...github.labels], await play(settled("plan", "501"))]).toEqual([["loop:awaiting-approval"], []]);
  expect(await play(j.APPROVED)).toEqual(["relabel", "edit"]);
  expect(github.comments.get(501)?.body).toContain("Approved by ana.");
  expect([...github.labels]).toEqual(["loop:running"]);
});

it("redraws the status with every append, and the plan only when it says something new [M0.04]", async () => {
  const { play, github } = await show();
  await play(...TAKEN);
  expect(github.comments.get(502)?.body).toBe("status");
  expect(await play(SET_UP)).toEqual(["edit"]);
  expect(github.comments.get(502)?.body).toContain("Next: the base is scored.");
  expect(github.comments.get(501)?.body).toContain("| not run yet |");
  expect(await play(j.BASE_SCORED)).toEqual(["edit", "edit"]);
  expect(github.comments.get(501)?.body).toContain("| red |");
  expect(await play(j.PLANNED)).toEqual(["edit"]);
});

it("keeps one label and leaves the status alone while QA is at work and until the pull request, then shows the end", async () => {
  const { play, github } = await show();
  const tree = j.sha("1");
  const passed = [j.PLANNED, ...j.made(tree), j.PREPARED, j.evaluated(tree, "A"), j.kept(j.sha("c")), j.PREPARED, j.evaluated(tree, "B")];
  await play(...TAKEN, SET_UP, j.BASE_SCORED, ...passed);
  expect(github.comments.get(502)?.body).toContain("Next: the work is audited, then QA verifies a fresh checkout.");
  expect([await play(j.audited("OK")), [...github.labels]]).toEqual([[], ["loop:running"]]);
  expect(await play(j.qa("VERIFIED"))).toEqual(["edit"]);
  expect(await play(j.REFLECTED)).toEqual([]);
  expect(await play(j.PUBLISHED)).toEqual(["relabel", "edit"]);
  expect([...github.labels]).toEqual(["loop:completed"]);
  expect(github.comments.get(502)?.body).toContain("**Completed**");
});

it("draws once what was held back, from the picture that was there", async () => {
  const { play, github, journal } = await show((shown) => bufferedJournal(shown, mayBuffer));
  await play(...TAKEN);
  const before = github.asked.length;
  await play(SET_UP, j.BASE_SCORED, j.PLANNED, ...j.made(j.sha("1")), j.PREPARED, j.evaluated(j.sha("1"), "A"));
  expect(github.asked.length).toBe(before);
  expect(await play(j.kept(j.sha("2")))).toEqual(["edit", "edit"]);
  expect(github.comments.get(502)?.body).toContain("| 1/4 | A | 1.00 | PASS |");
  expect(await journal.length()).toBeGreaterThan(10);
});

it("takes a picture that cannot be changed for a warning, and goes on", async () => {
  const { play, github, warnings, journal } = await show();
  github.refuse("relabel", { retryable: false });
  await play(...TAKEN);
  github.comments.delete(502);
  await play(SET_UP);
  expect(warnings).toEqual([
    "the label on GitHub is not up to date: relabel was refused; try again later",
    "the status comment on GitHub is not up to date: the comment was deleted; a new one must be created",
  ]);
  const history = await journal.load();
  expect(history.kind === "events" && history.events.at(-1)?.kind).toBe("setup_done");
});

it("lets a mistake of ours through", async () => {
  const { github, journal } = await show();
  const broken: Journal = journalWithViews(journal, {
    ...hand(github),
    github: { ...github, relabel: () => Promise.reject(new TypeError("bug")) },
  });
  await broken.load();
  const drafts = [HYDRATED, j.PROCEED, { kind: "approval_requested", digest: "d".repeat(64), reason: null } as const];
  await expect(broken.append(j.timed(drafts, 1), 1)).rejects.toThrow(TypeError);
});

it("shows nothing of an append that was not made, or onto a history that it has not read", async () => {
  const { github, journal } = await show();
  const drafts = [HYDRATED, j.PROCEED, { kind: "approval_requested", digest: "d".repeat(64), reason: null } as const];
  const before = github.asked.length;
  expect(await journal.append(j.timed(drafts, 1), 5)).toBe("conflict");
  const unread = journalWithViews(journal, hand(github));
  expect(await unread.append([], 1)).toBe("appended");
  const other = journalWithViews(memoryJournal({ ...memoryStore(), events: j.timed([j.startedAt(7)]) }), hand(github));
  expect(await other.append(j.timed(drafts, 1), 1)).toBe("appended");
  expect(github.asked.length).toBe(before);
});

/** An approval is shown by somebody who stands still with its label in hand for `ms` milliseconds; `meanwhile`: what others do, and last what lets go of it. */
async function stoodStill(ms: number, meanwhile: (shown: Show, letGo: () => Promise<void>) => Promise<void>) {
  const shown = await show();
  await shown.play(...WAITING);
  const { github, store, time } = shown;
  const { relabel } = github;
  github.relabel = async (...given) => {
    github.relabel = relabel;
    time.now += ms;
    await meanwhile(shown, () => relabel(...given));
  };
  await shown.play(j.APPROVED);
  const run = replay(store.events ?? []);
  expect(github.comments.get(501)?.body).toBe(run === null ? null : VIEW_TEXTS.plan(run, github));
  return [run?.stage, [...github.labels]];
}

const STOPPED = j.timed([{ kind: "stopped", reason: "user_stop", key: null }], 99);

it("shows the run as it is by now where it stood still with an older one in hand, and others went on", async () => {
  const after = await stoodStill(16 * 60_000, async ({ github, store }, letGo) => {
    const other = journalWithViews(memoryJournal(store), hand(github));
    await other.load();
    expect(await other.append(STOPPED, store.events?.length ?? 0)).toBe("appended");
    await letGo();
  });
  expect(after).toEqual(["stopped", ["loop:stopped"]]);
});

it("leaves the label of a run that began meanwhile alone", async () => {
  const after = await stoodStill(20_000, async ({ github, store }, letGo) => {
    store.events = [...(store.events ?? []), ...STOPPED];
    await letGo();
    github.labels.clear();
    github.labels.add("loop:awaiting-approval");
  });
  expect(after).toEqual(["stopped", ["loop:awaiting-approval"]]);
});
