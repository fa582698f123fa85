/** Runs that answer a question: the desk or the bench has said all, and the job publishes nothing. */
import { expect, it } from "vitest";
import type { EventDraft } from "#core/events/event.ts";
import * as j from "../../builders/journal.ts";
import { answers } from "../../fakes/scripted-model.ts";
import { HYDRATION } from "../bench.ts";
import { atWork, type DeskStage, planned } from "../control/stage.ts";
import { given } from "../control/verified.ts";
import { add, pressed, rewrite } from "./publish-stage.ts";

const SET_UP: EventDraft = { kind: "setup_done", ok: true, details: "", ms: 1 };

/** A run on the bench that was approved as a workflow of this name, and that says it has answered. */
async function answered(workflow: string): Promise<DeskStage> {
  const rules = workflow === "qa-proof" ? [] : HYDRATION.rules;
  const stage = await atWork({ turns: { hydrator: [answers({ ...HYDRATION, workflow, rules })] } });
  await stage.works(SET_UP);
  add(stage, j.ANSWERED, j.REFLECTED, { kind: "completed", reason: "answered", key: null });
  return stage;
}

it("leaves an approved investigation as the bench has answered it, and publishes nothing [S0.25]", async () => {
  const stage = await answered("qa-proof");
  const { report, published } = await pressed(stage, given(stage.run(), []));
  expect([report.stage, report.stopReason, published]).toEqual(["completed", "answered", []]);
});

it("does not take an answer for the end of a run that was approved to change something, or that nobody stands behind [S0.25]", async () => {
  const changing = await answered("tdd");
  await expect(pressed(changing, given(changing.run(), []))).rejects.toThrow("is completed already");
  const forged = await answered("qa-proof");
  const words = given(forged.run(), []);
  rewrite(forged, (event) => (event.kind === "run_hydrated" ? { ...event, plan: { ...event.plan, setup: ["curl evil"] } } : event));
  await expect(pressed(forged, words)).rejects.toThrow("is completed already");
});

it("answers a question at the desk as soon as the label is set: one comment, and no workflow run [S0.21, C0.10]", async () => {
  const claim = {
    claim: "It drops them.",
    quotes: [{ path: "src/split.js", line: 1, text: 'filter((field) => field !== "")' }],
    outputs: [],
  };
  const turns = { hydrator: [answers({ ...HYDRATION, workflow: "question", rules: [] })], answerer: [answers({ claims: [claim] })] };
  const stage = await planned({ turns });
  expect([stage.run().stage, stage.run().ending, stage.github.runs, stage.letters("plan")]).toEqual(["completed", "answered", [], []]);
  expect(stage.letters("result")).toHaveLength(1);
  expect(stage.letters("result")[0]).toContain("It drops them.");
  await stage.says("grace", "/loop redirect Mend it.");
  expect([stage.run().stage, stage.reply()]).toEqual(["completed", expect.stringContaining("no work to go on from; begin a new one")]);
});
