/** A desk whose program ends while a model thinks: the run is put down as it is, and whoever hears of it next takes it up (decision 0049). */
import { expect, it } from "vitest";
import { CONTROL_STATION } from "#loop/context/station.ts";
import { reconcile } from "#loop/control/reconcile/reconcile.ts";
import { drive } from "#loop/engine/drive.ts";
import { bufferedJournal, mayBuffer } from "#loop/journals/buffered-journal.ts";
import { Interrupted } from "#ports/failure.ts";
import { memoryJournal } from "../../../fakes/memory-journal.ts";
import { answers, type Turn } from "../../../fakes/scripted-model.ts";
import { bench, HYDRATION, script } from "../../bench.ts";
import { atWork, type DeskStage, deskStage, LABELLED } from "../stage.ts";

const PROCEED = answers({ verdict: "PROCEED", findings: [] });

/** A program at the desk that ends within a turn of the model's; the next one begins after it. */
function ending() {
  let program = new AbortController();
  const ends: Turn = () => {
    program.abort();
    program = new AbortController();
    throw new Interrupted("the call was stopped");
  };
  return { ends, signal: () => program.signal };
}

/** Up to a run that is paused by a person, whose next word is weighed at the desk. */
async function paused(turns: Readonly<Record<string, readonly Turn[]>>, signal: () => AbortSignal): Promise<DeskStage> {
  const stage = await atWork({ turns, signal });
  await stage.says("grace", "/pause");
  await stage.works({ kind: "step_interrupted", step: "PLAN" });
  return stage;
}

const CASES = [
  {
    step: "HYDRATE",
    calls: 3,
    after: "awaiting_approval",
    begins: async ({ ends, signal }: ReturnType<typeof ending>) => {
      const stage = deskStage({ turns: { hydrator: [ends, answers(HYDRATION)] }, signal });
      return { stage, said: () => stage.happens("grace", LABELLED) };
    },
  },
  {
    step: "REVIEW",
    calls: 3,
    after: "awaiting_approval",
    begins: async ({ ends, signal }: ReturnType<typeof ending>) => {
      const stage = deskStage({ turns: { "plan-critic": [ends, PROCEED] }, signal });
      return { stage, said: () => stage.happens("grace", LABELLED) };
    },
  },
  {
    step: "REDIRECT",
    calls: 4,
    after: "running",
    begins: async ({ ends, signal }: ReturnType<typeof ending>) => {
      const stage = await paused({ coordinator: [ends, answers({ change: "plan_change", why: "It says so." })] }, signal);
      return { stage, said: async () => void (await stage.says("grace", "/redirect Another way.")) };
    },
  },
] as const;

const WAYS = [
  { way: "the look at the next start", takesUp: lookedAfter },
  { way: "the same webhook in another bot", takesUp: ({ again }: DeskStage) => again() },
] as const;

async function lookedAfter(stage: DeskStage): Promise<void> {
  stage.github.labels.add("loop");
  stage.time.now += 120_000;
  await reconcile(stage.desk, async () => null);
}

it.each(CASES.flatMap((one) => WAYS.map((way) => ({ ...one, ...way }))))(
  "puts $step down without a stop, its price written down, and $way takes the run up",
  async ({ step, calls, after, begins, takesUp }) => {
    const { stage, said } = await begins(ending());
    await expect(said()).rejects.toThrow(new Interrupted(`${step} is put down: whoever drives the run next takes it up`));
    expect(stage.store().events?.at(-1)).toMatchObject({ kind: "step_interrupted", step, putDown: true, spend: { calls: 1 } });
    await takesUp(stage);
    const { stage: now, redirect, errorState, spend, stopRequest } = stage.run();
    expect([now, redirect, errorState, spend.calls, stopRequest]).toEqual([after, null, null, calls, null]);
    expect([stage.letters("plan").length, stage.warnings]).toEqual([1, []]);
  },
);

it("goes on after any number of programs that ended", async () => {
  const { ends, signal } = ending();
  const stage = deskStage({ turns: { hydrator: [ends, ends, ends, answers(HYDRATION)] }, signal });
  await expect(stage.happens("grace", LABELLED)).rejects.toThrow(Interrupted);
  for (let ended = 1; ended < 3; ended += 1) await expect(stage.again()).rejects.toThrow(Interrupted);
  await stage.again();
  expect([stage.run().stage, stage.run().spend.calls]).toEqual(["awaiting_approval", 5]);
});

it("keeps a step that ended as the program was told to end, and begins none after it", async () => {
  const program = new AbortController();
  const hydrated: Turn = () => {
    program.abort();
    return answers(HYDRATION);
  };
  const made = await bench(script({ hydrator: [hydrated] }));
  const kit = { ...made.kit, signal: program.signal, whenAborted: "put_down" as const };
  await expect(drive(bufferedJournal(memoryJournal(made.store), mayBuffer), CONTROL_STATION, kit)).rejects.toThrow("REVIEW is put down");
  expect(made.kinds()).toEqual(["run_started", "run_hydrated", "step_interrupted"]);
  expect((await made.run()).spend.calls).toBe(1);
  await drive(made.journal, CONTROL_STATION, made.kit);
  expect(made.kinds().slice(3)).toEqual(["plan_reviewed", "approval_requested"]);
});
