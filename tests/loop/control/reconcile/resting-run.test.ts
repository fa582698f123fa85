/** The desk hears words that no webhook brought to a run that rests, and says last words that were put off. */
import { expect, it } from "vitest";
import type { EventDraft } from "#core/events/event.ts";
import { reconcile } from "#loop/control/reconcile/reconcile.ts";
import { answers } from "../../../fakes/scripted-model.ts";
import { HYDRATION } from "../../bench.ts";
import { atWork, type DeskStage, planned } from "../stage.ts";
import { GOES_ON, GRACE, labelled, look, MINUTE } from "./look.ts";

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
