/** A model that has read no script: it says what its role would say in a journey of three iterations, whoever asks and however often. */
import { Hydration } from "#core/planning/hydration.ts";
import { NO_USAGE } from "#core/values/usage.ts";
import type { Model, ModelReply, Prompt } from "#ports/model.ts";
import { account, anAtom, aProbe } from "../../builders/atoms.ts";
import type { Process } from "./process.ts";

/** The file that the work is about; its first line says which attempt it is. */
export const WORK = "src/split.js";

/** A check that passes from this attempt on. */
const enough = (attempts: number) => ({ kind: "command", text: `at-least ${attempts}`, prints: null });

/** What the issue is turned into. */
const PLANNED: Hydration = Hydration.parse({
  questions: [],
  workflow: "tdd",
  objective: { intent: "Keep empty fields", deliverables: [WORK], done: ["a,,b has three fields"] },
  rules: [
    { id: "a.correctness.logic", description: "Empty fields are kept", severity: "fail", check: enough(2) },
    { id: "b.style.conventions", description: "It reads well", severity: "warn", check: enough(3) },
  ],
  atoms: [anAtom("A1", { description: "Keep empty fields" })],
  scope: { paths: ["src/**"], out: [] },
  expectedTestChanges: [],
});

/** What a review asks for: to try once more; and something that no command shows. */
const MEASURED = {
  rules: [{ description: "It was tried once more", kind: "command", text: "at-least 4", prints: null }],
  unmeasured: ["It says why it is so"],
};

/** Exit code of such a check over the text of the file. */
export function exitCodeOf(command: string, text: string): number {
  const least = Number(/^at-least (\d+)$/.exec(command)?.[1] ?? 0);
  const attempt = Number(/attempt = (\d+)/.exec(text)?.[1] ?? 0);
  return attempt >= least ? 0 : 1;
}

/** The text of the file after so many attempts. */
export function attemptText(nth: number): string {
  return `export const attempt = ${nth};\n`;
}

/** What all that die and are born again have in common: how often the work was tried. */
export interface Diligence {
  tried: number;
}

const part = (after: readonly number[]) => ({ description: "Keep empty fields", after });
const step = { text: "Keep empty fields", rules: ["a.correctness.logic"], atom: null, open: true };

/** About the first rule whose result the prompt tells. */
function findingIn(said: string): unknown {
  const results = said.slice(said.lastIndexOf("results of these rules"));
  const [rule = ""] = /\b[ab]\.[a-z]+\.[a-z-]+/.exec(results) ?? [];
  return { rule, problem: "It is not there yet.", fix: "Try again.", effect: "It is nearer." };
}

const SAYINGS: Readonly<Record<string, (said: string) => unknown>> = {
  hydrator: (said) => (said.includes("Step: MEASURE") ? MEASURED : PLANNED),
  "plan-critic": () => ({ verdict: "PROCEED", findings: [] }),
  planner: () => ({ plan: [step, step, step] }),
  preparer: () => ({ checks: [], notes: [] }),
  critique: (said) => ({ hypotheses: [], issues: [findingIn(said)] }),
  auditor: () => ({ verdict: "OK", issue: "", principle: "", correction: "" }),
  "qa-verifier": () => ({ verdict: "VERIFIED", issues: [] }),
  coordinator: () => ({ change: "plan_change", why: "It is about the steps." }),
  evaluator: () => ({}),
  probe: () => aProbe(true),
  decomposer: () => ({ parts: [part([]), part([1])], reason: "It was too much at once." }),
  reflector: () => ({ rootCause: "none", proposedChange: "none needed" }),
};

/** Whoever works writes the file once in a conversation, and then accounts for it. */
const WORKERS = ["worker", "refiner"];

/** Takes `ms` milliseconds for each answer. Throws for a role that it does not know: then the product asks somebody new. */
export function simulatedModel(process: Process, diligence: Diligence, ms: number): Model {
  return {
    price: () => ({ input: 3, output: 15 }),
    async reply(prompt, signal) {
      await process.clock.sleep(ms, signal);
      return sayingOf(prompt, diligence);
    },
  };
}

function sayingOf({ system, messages }: Prompt, diligence: Diligence): ModelReply {
  const role = /^You are the ([a-z-]+) of Loopwright\./.exec(system)?.[1] ?? "nobody";
  const spend = { ...NO_USAGE, calls: 1, input: 100, output: 10, dollars: 0.001 };
  if (!WORKERS.includes(role)) {
    const say = SAYINGS[role];
    if (say === undefined) throw new Error(`the simulated model is no ${role}`);
    return {
      text: JSON.stringify(say(messages.map((message) => (message.role === "user" ? message.text : "")).join("\n"))),
      calls: [],
      finish: "done",
      usage: spend,
      raw: null,
    };
  }
  if (messages.some((message) => message.role === "tools"))
    return { text: JSON.stringify(account(true)), calls: [], finish: "done", usage: spend, raw: null };
  diligence.tried++;
  const write = { id: `write-${diligence.tried}`, name: "write_file", input: { path: WORK, content: attemptText(diligence.tried) } };
  return { text: "", calls: [write], finish: "tools", usage: spend, raw: null };
}
