/** What is kept in memory, what is written at once, and what a crash or somebody else's word does to it. */
import { expect, it } from "vitest";
import type { Event, EventDraft, EventKind } from "#core/events/event.ts";
import { bufferedJournal, mayBuffer } from "#loop/journals/buffered-journal.ts";
import { JOURNAL_LAWS } from "../../adapters/contracts/journal-contract.ts";
import { anAtom, aProbe } from "../../builders/atoms.ts";
import * as j from "../../builders/journal.ts";
import { begun, timed } from "../../builders/journal.ts";
import { type MemoryStore, memoryJournal, memoryStore } from "../../fakes/memory-journal.ts";

it.each(JOURNAL_LAWS)("held, when nothing waits: $law", async ({ holds }) => {
  const store = memoryStore();
  await holds({
    rounds: 10,
    open: () => bufferedJournal(memoryJournal(store), () => false),
    branch: (name) => store.branches.get(name) ?? null,
    setBranch: (name, commit) => {
      store.branches.set(name, commit);
    },
    commits: [j.sha("a"), j.sha("b"), j.sha("c")],
    ruin: () => {
      store.unreadable = "somebody spoilt it";
    },
  });
});

const [STARTED, HYDRATED, REVIEWED, ASKED, STOP] = timed([
  j.STARTED,
  j.HYDRATED,
  j.PROCEED,
  { kind: "approval_requested", digest: "d".repeat(64), reason: null },
  j.STOP,
]) as readonly [Event, Event, Event, Event, Event];

const kindsIn = ({ events }: MemoryStore): readonly EventKind[] => (events ?? []).map(({ kind }) => kind);

async function opened() {
  const store = memoryStore();
  const inner = memoryJournal(store);
  const held = bufferedJournal(inner, mayBuffer);
  await held.append([STARTED], 0);
  return { store, inner, held };
}

it("keeps what can be done again, shows it to whoever reads through it, and writes it with what follows", async () => {
  const { store, held } = await opened();
  expect(await held.append([HYDRATED], 1)).toBe("appended");
  expect(await held.append([REVIEWED], 2)).toBe("appended");
  expect([kindsIn(store), held.buffered(), await held.length()]).toEqual([["run_started"], [HYDRATED, REVIEWED], 3]);
  expect(await held.load()).toEqual({ kind: "events", events: [STARTED, HYDRATED, REVIEWED] });
  expect(await held.append([ASKED], 3)).toBe("appended");
  expect([kindsIn(store), held.buffered()]).toEqual([["run_started", "run_hydrated", "plan_reviewed", "approval_requested"], []]);
});

it("writes what is held when it is told to, once", async () => {
  const { store, held } = await opened();
  await held.append([HYDRATED], 1);
  expect([await held.flush(), await held.flush()]).toEqual(["appended", "appended"]);
  expect([kindsIn(store), held.buffered()]).toEqual([["run_started", "run_hydrated"], []]);
  expect(await held.append([REVIEWED], 2)).toBe("appended");
});

it("compares with what it holds: a wrong count is a conflict, whether it would wait or not", async () => {
  const { held } = await opened();
  await held.append([HYDRATED], 1);
  for (const after of [0, 1, 3]) {
    expect(await held.append([REVIEWED], after)).toBe("conflict");
    expect(await held.append([ASKED], after)).toBe("conflict");
  }
  expect(held.buffered()).toEqual([HYDRATED]);
});

it("compares a first append that waits with the store, though nobody has read it", async () => {
  const { inner } = await opened();
  const fresh = bufferedJournal(inner, mayBuffer);
  expect(await fresh.append([HYDRATED], 3)).toBe("conflict");
  expect(await fresh.append([HYDRATED], 1)).toBe("appended");
});

it("writes nothing for an atom and an evaluation alone: they wait for what follows, and cost GitHub no request", () => {
  const atoms: readonly EventDraft[] = [
    { kind: "atom_started", atom: "A1" },
    { kind: "atom_probed", atom: "A1", probe: aProbe(true) },
    j.failedOnce("A1"),
    { kind: "or_switched", group: "way", from: "A1", to: "A2", reason: "r", tree: null },
    { kind: "atom_decomposed", parent: "A2", children: [anAtom("A2.1"), anAtom("A2.2")], reason: "r" },
    ...j.made(j.sha("1")),
  ];
  expect(mayBuffer(timed(atoms))).toBe(true);
  expect(mayBuffer(timed([...atoms, j.evaluated(j.sha("1"), "A")]))).toBe(true);
  expect(mayBuffer(timed([...atoms, j.evaluated(j.sha("1"), "A"), j.kept(j.sha("2"))]))).toBe(false);
});

it("puts what is held behind what somebody else wrote meanwhile", async () => {
  const { store, inner, held } = await opened();
  await held.append([HYDRATED], 1);
  await inner.append([STOP], 1);
  expect(await held.flush()).toBe("conflict");
  expect(await held.append([ASKED], 2)).toBe("conflict");
  expect(await held.load()).toEqual({ kind: "events", events: [STARTED, STOP, HYDRATED] });
  expect(await held.append([ASKED], 3)).toBe("appended");
  expect(kindsIn(store)).toEqual(["run_started", "stop_requested", "run_hydrated", "approval_requested"]);
});

it("goes on for a writer that looks at the length alone", async () => {
  const { store, inner, held } = await opened();
  await held.append([HYDRATED], 1);
  await inner.append([STOP], 1);
  while ((await held.append([ASKED], await held.length())) === "conflict");
  expect(kindsIn(store)).toEqual(["run_started", "stop_requested", "run_hydrated", "approval_requested"]);
});

it("loses at a crash only what is done again: the next journal over the store begins where everybody can see", async () => {
  const { store, held } = await opened();
  await held.append([HYDRATED], 1);
  await held.append([REVIEWED], 2);
  const next = bufferedJournal(memoryJournal(store), mayBuffer);
  expect(await next.load()).toEqual({ kind: "events", events: [STARTED] });
  expect(begun(store.events ?? []).stage).toBe("hydrating");
});

it("holds nothing back from a store that cannot be read", async () => {
  const { store, held } = await opened();
  await held.append([HYDRATED], 1);
  store.unreadable = "line 1: not JSON";
  expect(await held.load()).toMatchObject({ kind: "unreadable", events: [STARTED] });
});

it("keeps a kept iteration that lost its branch, so that whoever drives is told", async () => {
  const { store, held } = await opened();
  store.branches.set("loop/split", j.sha("f"));
  const [kept, passed] = timed([j.kept(j.sha("c")), { kind: "loop_passed", reason: "threshold_reached", key: null }]) as readonly [
    Event,
    Event,
  ];
  expect(await held.append([kept], 1)).toBe("conflict");
  expect(await held.append([kept, passed], 1)).toBe("conflict");
  expect([held.buffered(), kindsIn(store)]).toEqual([[], ["run_started"]]);
});

const event = (draft: EventDraft): Event => ({ ...draft, at: 0 }) as Event;
const settled: EventDraft<"settled"> = { kind: "settled", effect: "plan", receipt: "1", why: "" };
const passed: EventDraft = { kind: "loop_passed", reason: "threshold_reached", key: null };

it.each<{ drafts: readonly EventDraft[]; waits: boolean }>([
  { drafts: [j.HYDRATED], waits: true },
  { drafts: [settled], waits: true },
  { drafts: [{ ...settled, effect: "draft" }], waits: false },
  { drafts: [{ ...settled, effect: "draft", receipt: null }], waits: true },
  { drafts: [j.audited("OK")], waits: true },
  { drafts: [j.evaluated(j.sha("1"), "B"), passed], waits: true },
  { drafts: [j.evaluated(j.sha("1"), "B"), j.kept(j.sha("c")), passed], waits: false },
  { drafts: [j.evaluated(j.sha("1"), "A"), j.kept(j.sha("c"))], waits: false },
  { drafts: [j.STARTED], waits: false },
  { drafts: [j.APPROVED], waits: false },
  { drafts: [j.CONSUMED], waits: false },
  { drafts: [j.CONSUMED, passed], waits: false },
  { drafts: [j.STOP], waits: false },
  { drafts: [j.audited("BLOCK"), { kind: "run_blocked", reason: "audit_block" }], waits: false },
  { drafts: [j.PROCEED, { kind: "announced", effect: "plan" }], waits: false },
  { drafts: [{ kind: "phase_error", step: "PLAN", message: "x", retryable: true }], waits: false },
  { drafts: [j.qa("VERIFIED")], waits: false },
  { drafts: [j.PUBLISHED], waits: false },
  { drafts: [passed, { kind: "announced", effect: "status" }], waits: false },
])("waits with $drafts.0.kind and what stands with it: $waits", ({ drafts, waits }) => {
  expect(mayBuffer(drafts.map(event))).toBe(waits);
});
