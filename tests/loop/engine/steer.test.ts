/** People steer a run on one machine: the step in hand ends, and the run does what was said. */
import { once } from "node:events";
import { expect, it } from "vitest";
import type { EventDraft } from "#core/events/event.ts";
import { Interrupted } from "#ports/failure.ts";
import { sayTo } from "../../builders/loop-context.ts";
import { answers, calls, type Turn } from "../../fakes/scripted-model.ts";
import { type Bench, bench, HYDRATION, MENDED, OK_AUDIT, PREPARED, planned, script, writes } from "../bench.ts";

/** Somebody else writes that into the run's journal. */
const says = (made: Bench, draft: EventDraft): Promise<void> => sayTo(made.journal, draft);

/** The model thinks on until its step is put down: however slow the machine is, what it would have said next is never heard. */
async function untilPutDown(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, "abort");
  throw new Interrupted("put down");
}

/** A bench with an approved plan whose worker hears what somebody says while it works. */
async function working(turns: Readonly<Record<string, readonly Turn[]>>, draft: EventDraft): Promise<Bench> {
  const made: Bench = await bench(
    script({
      worker: [
        calls(["write_file", { path: "src/split.js", content: "// half\n" }]),
        (_, signal) => says(made, draft).then(() => untilPutDown(signal)),
        ...writes(MENDED),
      ],
      planner: [planned(), planned()],
      preparer: [PREPARED, PREPARED, PREPARED],
      ...turns,
    }),
  );
  await made.go();
  await made.consent();
  return made;
}

const promptsOf = ({ model }: Bench, role: string): string =>
  model.prompts
    .filter((one) => one.role === role)
    .map(({ prompt }) => JSON.stringify(prompt))
    .join("\n");

it("pauses in the middle of a step, publishes nothing, and goes on where it was [S4.11, M4.03, 6.9 #20]", async () => {
  const made = await working({}, { kind: "pause_requested", by: "ana" });
  expect(await made.go()).toMatchObject({ stage: "paused", stopReason: "user_pause", pr: null });
  expect([made.kinds().at(-1), made.kinds().includes("reflection_done")]).toEqual(["paused", false]);
  await says(made, { kind: "resumed", by: "ana" });

  expect(await made.go()).toMatchObject({ stage: "completed", iteration: 1 });
});

it("does otherwise after a redirect: what is not kept is gone, and the words reach planner and worker [S2.08, S2.09, M2.02, 6.9 #20]", async () => {
  const coordinator = [answers({ change: "constraint_change", why: "A name must stay." })];
  const made = await working({ coordinator }, { kind: "redirect_requested", by: "ana", text: "Keep the name split." });
  expect(await made.go()).toMatchObject({ stage: "completed", iteration: 1 });
  expect(made.kinds()).toContain("redirected");
  expect((await made.run()).corrections).toMatchObject([{ by: "ana", kind: "constraint_change" }]);
  const [first, second] = made.model.prompts.filter(({ role }) => role === "planner").map(({ prompt }) => JSON.stringify(prompt));
  expect([first?.includes("Keep the name split."), second?.includes("Keep the name split.")]).toEqual([false, true]);
  expect(promptsOf(made, "worker")).toContain("Keep the name split.");
});

it("does a task again whose result is to be another one, though it is on the branch; ids that are not there do not count [S2.09]", async () => {
  const ok = answers(OK_AUDIT);
  const made = await bench(
    script({
      worker: [...writes(MENDED), ...writes(`// Splits.\n${MENDED}`)],
      planner: [planned(), planned()],
      coordinator: [answers({ change: "result_change", atoms: ["A1", "A7"], why: "Its result lacks a comment." })],
      preparer: Array.from({ length: 4 }, () => PREPARED),
      auditor: Array.from({ length: 6 }, () => ok),
      "qa-verifier": Array.from({ length: 2 }, () => answers({ verdict: "VERIFIED", issues: [] })),
      reflector: Array.from({ length: 2 }, () => answers({ rootCause: "none", proposedChange: "none needed" })),
    }),
  );
  await made.go();
  await made.consent();
  expect(await made.go()).toMatchObject({ stage: "completed" });
  await says(made, { kind: "redirect_requested", by: "ana", text: "Say what it does." });
  expect(await made.go()).toMatchObject({ stage: "completed" });
  const events = made.store.events ?? [];
  expect(events.find(({ kind }) => kind === "redirected")).toMatchObject({ change: "result_change", reopens: ["A1"] });
  expect(events.flatMap((event) => (event.kind === "atom_resolved" ? [event.atom] : []))).toEqual(["A1", "A1"]);
  expect(promptsOf(made, "coordinator")).toContain("- [done] A1: Keep empty fields");
});

it("makes another plan at once when a redirect changes the goal, and asks for its approval [S2.09]", async () => {
  const coordinator = [answers({ change: "objective_change", why: "Another goal." })];
  const hydrator = [answers(HYDRATION), answers(HYDRATION)];
  const critic = answers({ verdict: "PROCEED", findings: [] });
  const redirect: EventDraft = { kind: "redirect_requested", by: "ana", text: "Drop empty fields instead." };
  const made = await working({ coordinator, hydrator, "plan-critic": [critic, critic] }, redirect);
  expect(await made.go()).toMatchObject({ stage: "awaiting_approval" });
  expect(made.kinds().slice(-5)).toEqual(["redirected", "objective_changed", "run_hydrated", "plan_reviewed", "approval_requested"]);
  expect(promptsOf(made, "hydrator")).toContain("Drop empty fields instead.");
});

it("looks anew before anything else once a block is cleared, and may block again [C0.03, S0.44]", async () => {
  const block = answers({ verdict: "BLOCK", drift: "expansion", issue: "out of scope", principle: "P#5", correction: "stay" });
  const ok = answers(OK_AUDIT);
  const auditor = [block, block, ok, ok, ok, ok];
  const made = await bench(
    script({ auditor, preparer: [PREPARED, PREPARED, PREPARED], worker: [calls(["grep", { pattern: "split" }]), ...writes(MENDED)] }),
    {
      config: { audit: { every: 1 } },
    },
  );
  await made.go();
  await made.consent();
  const unblocked: EventDraft = { kind: "run_unblocked", by: "ana", reason: "I asked for it." };
  expect(await made.go()).toMatchObject({ stage: "blocked", stopReason: "audit_block" });
  for (const stage of ["blocked", "completed"]) {
    const before = made.kinds().length;
    await says(made, unblocked);
    expect(await made.go()).toMatchObject({ stage });
    expect(made.kinds().slice(before, before + 3)).toEqual(["run_unblocked", "consumed", "audit_done"]);
  }
  expect(promptsOf(made, "auditor")).toContain("I asked for it.");
});
