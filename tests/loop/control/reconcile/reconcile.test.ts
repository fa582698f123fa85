/** What no webhook told: the desk looks for itself, and brings the run from what GitHub shows to what its journal says (WH-18, LIFE-01 to LIFE-05, ST-04, ST-18). */
import { expect, it } from "vitest";
import type { EventDraft } from "#core/events/event.ts";
import { reconcile } from "#loop/control/reconcile/reconcile.ts";
import type { FindWorkflowEnd } from "#loop/control/reconcile/watch-worker.ts";
import { Failure } from "#ports/failure.ts";
import { OURS } from "../../../fakes/memory-github.ts";
import { answers } from "../../../fakes/scripted-model.ts";
import { HYDRATION } from "../../bench.ts";
import { approved, atWork, type DeskStage, deskStage, planned } from "../stage.ts";

const GOES_ON: FindWorkflowEnd = async () => null;
const MINUTE = 60_000;

/** Looks, two minutes later. */
async function look(stage: DeskStage, endOf: FindWorkflowEnd = GOES_ON): Promise<void> {
  stage.time.now += 2 * MINUTE;
  await reconcile(stage.desk, endOf);
}

/** The stage with the label that carries its run, as GitHub has it. */
async function labelled(make: () => Promise<DeskStage>): Promise<DeskStage> {
  const stage = await make();
  stage.github.labels.add("loop");
  return stage;
}

const GRACE = { id: 42, login: "grace" };

it("writes down what is there and has no receipt yet; then it changes nothing where nothing was missed, and asks GitHub for little", async () => {
  const stage = await labelled(planned);
  expect(stage.run().effects.plan?.settled).toBe(null);
  await look(stage);
  expect(stage.run().effects.plan?.settled?.receipt).toMatch(/^5/);
  const before = [stage.kinds(), [...stage.github.comments.values()], stage.github.asked.length] as const;
  await look(stage);
  await look(stage);
  expect([stage.kinds(), [...stage.github.comments.values()]]).toEqual([before[0], before[1]]);
  expect(stage.github.asked.slice(before[2])).toEqual(["issue", "seen", "issue", "issue", "seen", "issue"]);
});

it("hears an approval that no webhook brought, in the name of whoever said it", async () => {
  const stage = await labelled(planned);
  const id = stage.github.write(GRACE, "/approve");
  await look(stage);
  expect([stage.run().stage, stage.run().approval?.comment, stage.github.runs.length]).toEqual(["running", id, 1]);
  expect(stage.github.reactions.has(`${id} rocket`)).toBe(true);
  const before = stage.kinds();
  await look(stage);
  expect(stage.kinds()).toEqual(before);
});

it("leaves what was said a moment ago to its webhook", async () => {
  const stage = await labelled(planned);
  stage.github.write(GRACE, "/approve");
  stage.time.now += MINUTE - 1;
  await reconcile(stage.desk, GOES_ON);
  expect(stage.run().stage).toBe("awaiting_approval");
});

it("stops a worker whose /stop no webhook brought", async () => {
  const stage = await labelled(atWork);
  stage.github.write(GRACE, "/stop");
  await look(stage);
  expect([stage.run().stopRequest?.by, stage.github.cancelled]).toEqual(["grace", ["9001"]]);
});

it("grants nothing to whoever may not", async () => {
  const stage = await labelled(planned);
  const id = stage.github.write({ id: 44, login: "ray" }, "/approve");
  await look(stage);
  expect([stage.run().stage, stage.github.reactions.has(`${id} -1`)]).toEqual(["awaiting_approval", true]);
});

it.each<{ when: string; happens: (stage: DeskStage) => void; says: string }>([
  {
    when: "the issue was closed",
    happens: ({ github }) => {
      github.now = { ...github.now, open: false };
    },
    says: "the issue was closed",
  },
  {
    when: "its label was taken away",
    happens: ({ github }) => {
      github.labels.delete("loop");
      github.now = { ...github.now, labels: [] };
    },
    says: "the label was taken away",
  },
  {
    when: "the issue is gone",
    happens: ({ github }) => github.refuse("issue", { retryable: false }),
    says: "issue was refused; try again later",
  },
])("ends a run when $when and no webhook told it, and its workflow run with it", async ({ happens, says }) => {
  const stage = await labelled(atWork);
  happens(stage);
  await look(stage);
  expect(stage.run().stopRequest).toEqual({ by: "somebody", note: says });
  expect(stage.github.cancelled).toEqual(["9001"]);
  const waiting = await labelled(planned);
  happens(waiting);
  await look(waiting);
  expect([waiting.run().stage, waiting.letters("result").length]).toEqual(["stopped", 1]);
});

it("ends nothing while GitHub is out of order", async () => {
  const stage = await labelled(planned);
  stage.github.refuse("issue", { retryable: true });
  await expect(look(stage)).rejects.toThrow(Failure);
  expect(stage.run().stage).toBe("awaiting_approval");
});

it("sets right what somebody changed: the label and our comments", async () => {
  const stage = await labelled(planned);
  const [plan] = [...stage.github.comments.values()].filter(({ key }) => key?.includes("/plan/"));
  if (plan === undefined) throw new Error("no plan is shown");
  const { body } = plan;
  stage.github.comments.set(plan.id, { ...plan, body: "Approved by everybody." });
  stage.github.labels.delete("loop:awaiting-approval");
  stage.github.labels.add("loop:completed");
  await look(stage);
  expect(stage.github.comments.get(plan.id)?.body).toBe(body);
  expect([...stage.github.labels]).toEqual(["loop", "loop:awaiting-approval"]);
});

it("shows the plan anew when somebody deleted it, once [ST-04]", async () => {
  const stage = await labelled(planned);
  const [plan] = [...stage.github.comments.values()].filter(({ key }) => key?.includes("/plan/"));
  stage.github.comments.delete(plan?.id ?? 0);
  await look(stage);
  expect(stage.letters("plan")).toHaveLength(1);
  expect(stage.letters("plan")[0]).toBe(plan?.body);
  await look(stage);
  expect(stage.letters("plan")).toHaveLength(1);
});

it.each([
  { when: "has just ended", minutes: 10, shows: "loop:stopped", says: "**Plan**" },
  { when: "ended long ago", minutes: 16, shows: "loop:paused", says: "Approved by everybody." },
])("shows a run that $when as $shows", async ({ minutes, shows, says }) => {
  const stage = await labelled(planned);
  await look(stage);
  await stage.says("grace", "/stop");
  expect([...stage.github.labels]).toContain("loop:stopped");
  const [plan] = [...stage.github.comments.values()].filter(({ key }) => key?.includes("/plan/"));
  if (plan === undefined) throw new Error("no plan is shown");
  stage.github.comments.set(plan.id, { ...plan, body: "Approved by everybody." });
  stage.github.labels.delete("loop:stopped");
  stage.github.labels.add("loop:paused");
  const before = stage.kinds();
  stage.time.now += (minutes - 2) * MINUTE;
  await look(stage);
  expect(stage.kinds()).toEqual(before);
  expect([...stage.github.labels]).toEqual(["loop", shows]);
  expect(stage.github.comments.get(plan.id)?.body).toContain(says);
});

/** A second comment for the one that shows the plan, as a slow list lets it through. */
function doubled(stage: DeskStage): { readonly first: number; readonly second: number } {
  const [plan] = [...stage.github.comments.values()].filter(({ key }) => key?.includes("/plan/"));
  if (plan === undefined) throw new Error("no plan is shown");
  const second = stage.github.write({ id: OURS, login: "loopwright[bot]", bot: true }, plan.body);
  stage.github.comments.set(second, { ...plan, id: second });
  return { first: plan.id, second };
}

it("takes away what stands there twice, and leaves the one whose receipt the journal has", async () => {
  const stage = await labelled(planned);
  const { first, second } = doubled(stage);
  await stage.works({ kind: "settled", effect: "plan", receipt: String(second), why: "" });
  await look(stage);
  expect([stage.github.comments.has(first), stage.github.comments.has(second)]).toEqual([false, true]);
  expect(stage.letters("plan")).toHaveLength(1);
  const before = stage.github.asked.length;
  await look(stage);
  expect(stage.github.asked.slice(before)).not.toContain("retract");
});

it("leaves what an earlier run of the issue said alone: its receipts are not known", async () => {
  const stage = await labelled(planned);
  const said = ["The first.", "The second."].map((body) => {
    const id = stage.github.write({ id: OURS, login: "loopwright[bot]", bot: true }, body);
    const comment = stage.github.comments.get(id);
    if (comment !== undefined) stage.github.comments.set(id, { ...comment, key: "split-20250101-000000/status/1" });
    return id;
  });
  await look(stage);
  expect(said.map((id) => stage.github.comments.has(id))).toEqual([true, true]);
});

it("takes away what stands there twice of a run that has ended: the later one, where the journal has no receipt of either", async () => {
  const stage = await labelled(planned);
  await look(stage);
  await stage.says("grace", "/stop");
  const [answer] = [...stage.github.comments.values()].filter(({ key }) => key?.includes("/result/"));
  if (answer === undefined) throw new Error("the run has no last word");
  const second = stage.github.write({ id: OURS, login: "loopwright[bot]", bot: true }, answer.body);
  stage.github.comments.set(second, { ...answer, id: second });
  stage.github.refuse("retract", { retryable: true });
  await look(stage);
  expect(stage.letters("result")).toHaveLength(2);
  await look(stage);
  expect([stage.github.comments.has(answer.id), stage.github.comments.has(second)]).toEqual([true, false]);
});

const PROCEED = answers({ verdict: "PROCEED", findings: [] });
const ASKED = answers({ ...HYDRATION, questions: [{ question: "Which fields?", default: "All of them." }] });

async function failed(): Promise<DeskStage> {
  const stage = await atWork();
  await stage.works({ kind: "failed", reason: "phase_error", key: null });
  return stage;
}

async function blocked(): Promise<DeskStage> {
  const stage = await atWork();
  const audit = { verdict: "BLOCK" as const, drift: "none" as const, issue: "cut a test", principle: "P", correction: "" };
  await stage.works({ kind: "audit_done", audit, call: 3, context: "" });
  return stage;
}

async function halted(): Promise<DeskStage> {
  const critic = [answers({ verdict: "HALT", findings: [] }), PROCEED];
  return planned({ turns: { hydrator: [answers(HYDRATION), answers(HYDRATION)], "plan-critic": critic } });
}

async function stopped(): Promise<DeskStage> {
  const stage = await atWork();
  await stage.says("grace", "/stop");
  await stage.works({ kind: "stopped", reason: "user_stop", key: null });
  return stage;
}

it("says a last word that was put off once its time has come, and not before [CR-16]", async () => {
  const stage = await stopped();
  const status: EventDraft = { kind: "settled", effect: "status", receipt: null, why: "locked" };
  await stage.works(status, { kind: "settled", effect: "result", receipt: null, why: "502", retryable: true });
  await look(stage);
  expect(stage.letters("result")).toEqual([]);
  stage.time.now += 2 * MINUTE;
  await look(stage);
  await look(stage);
  expect(stage.letters("result")).toHaveLength(1);
});

const RESTING = [
  { is: "failed", make: failed, word: "/loop resume", goes: "running" },
  { is: "stopped", make: stopped, word: "/loop resume", goes: "running" },
  { is: "blocked", make: blocked, word: "/unblock That test was wrong.", goes: "running" },
  { is: "halted", make: halted, word: "/redirect Only the empty fields.", goes: "awaiting_approval" },
  {
    is: "needs_info",
    make: () => planned({ turns: { hydrator: [ASKED, answers(HYDRATION)] } }),
    word: "/approve",
    goes: "awaiting_approval",
  },
] as const;

it.each(RESTING.flatMap((one) => [1, 60, 7 * 24 * 60].map((minutes) => ({ ...one, minutes }))))(
  "hears $word of a run that is $is since $minutes minutes, once",
  async ({ is, make, word, goes, minutes }) => {
    const stage = await labelled(make);
    expect(stage.run().stage).toBe(is);
    stage.time.now += minutes * MINUTE;
    const id = stage.github.write(GRACE, word);
    await look(stage);
    expect([stage.run().stage, stage.github.reactions.has(`${id} rocket`)]).toEqual([goes, true]);
    const before = stage.kinds();
    await look(stage);
    // A run that was never drawn gets its receipts now.
    expect(
      stage
        .kinds()
        .slice(before.length)
        .filter((kind) => kind !== "settled"),
    ).toEqual([]);
  },
);

it.each([
  { hours: 71, hears: true },
  { hours: 73, hears: false },
])("hears a word to a run that is over $hours hours late: $hears", async ({ hours, hears }) => {
  const stage = await labelled(failed);
  stage.time.now += MINUTE;
  stage.github.write(GRACE, "/loop resume");
  stage.time.now += hours * 60 * MINUTE;
  await look(stage);
  expect(stage.run().stage).toBe(hears ? "running" : "failed");
});

it("leaves what was said to a run before its end, what was said a moment ago, and what is said to nobody", async () => {
  const stage = await labelled(atWork);
  const early = stage.github.write(GRACE, "/loop resume");
  stage.time.now += MINUTE;
  await stage.works({ kind: "failed", reason: "phase_error", key: null });
  stage.time.now += MINUTE;
  const bare = stage.github.write(GRACE, "/resume");
  await look(stage);
  const late = stage.github.write(GRACE, "/loop resume");
  stage.time.now += MINUTE - 1;
  await reconcile(stage.desk, GOES_ON);
  expect([stage.run().stage, [early, bare, late].filter((id) => stage.github.reactions.has(`${id} eyes`))]).toEqual(["failed", []]);
});

it("draws nothing for a run that a worker draws", async () => {
  const stage = await labelled(atWork);
  stage.github.labels.delete("loop:running");
  const before = stage.kinds();
  await look(stage);
  expect([stage.kinds(), [...stage.github.labels]]).toEqual([before, ["loop"]]);
});

it("begins the run of a label that no webhook brought, in the name of whoever set it", async () => {
  const stage = deskStage();
  stage.github.labels.add("loop");
  stage.github.setLabel = { by: { ...GRACE, type: "User" }, at: stage.time.now, throughApp: false };
  await look(stage);
  expect([stage.run().stage, stage.letters("plan").length]).toEqual(["awaiting_approval", 1]);
});

it.each([
  { when: "it was heard before", set: 42, sign: true },
  { when: "a stranger set it", set: 44, sign: false },
])("begins no run for a label when $when", async ({ set, sign }) => {
  const stage = deskStage();
  stage.github.labels.add("loop");
  stage.github.setLabel = { by: { id: set, login: set === 42 ? "grace" : "ray", type: "User" }, at: stage.time.now, throughApp: false };
  if (sign) await stage.github.react({ kind: "issue" }, "confused");
  await look(stage);
  expect(stage.stores.size).toBe(0);
});

it("carries on what a desk began and left, and takes over what a worker left", async () => {
  const stage = await labelled(approved);
  await look(stage, async ({ id }) => ({ id: id ?? "9001", title: "", conclusion: "failure" }));
  expect([stage.run().stage, stage.run().replaced]).toEqual(["running", 0]);
  const worked = await labelled(atWork);
  await look(worked, async ({ id }) => ({ id: id ?? "", title: "", conclusion: "failure" }));
  expect([worked.run().stage, worked.run().replaced, worked.github.runs.length]).toEqual(["running", 1, 2]);
});

it("leaves a run alone whose history cannot be read", async () => {
  const stage = await labelled(planned);
  stage.store().unreadable = "line 9: not JSON";
  const before = stage.github.asked.length;
  await look(stage);
  expect(stage.github.asked.slice(before)).toEqual([]);
});
