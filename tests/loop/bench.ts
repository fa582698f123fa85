/** A bench for the loop: a real repository, the real workspace over plain processes, a scripted model, a journal in memory. */
import type * as z from "zod";
import { NO_WEB } from "#adapters/absent.ts";
import type { Sandbox } from "#adapters/sandbox/host/sandbox.ts";
import { Config } from "#core/config/config.ts";
import type { Event } from "#core/events/event.ts";
import type { ResultJson } from "#core/outcome/result-json.ts";
import { Hydration } from "#core/planning/hydration.ts";
import type { Run } from "#core/run/run.ts";
import { readRun } from "#loop/context/read-run.ts";
import { EVERYWHERE } from "#loop/context/station.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { drive } from "#loop/engine/drive.ts";
import type { Journal } from "#ports/journal.ts";
import type { Publisher } from "#ports/publisher.ts";
import type { Web } from "#ports/web.ts";
import { plain, type Stage, stage } from "../adapters/git/stage.ts";
import { account, anAtom } from "../builders/atoms.ts";
import { consentTo, loopContext } from "../builders/loop-context.ts";
import { type MemoryStore, memoryJournal, memoryStore } from "../fakes/memory-journal.ts";
import { type MemoryShelf, memoryMemories, memoryShelf } from "../fakes/memory-memories.ts";
import { answers, calls, type ScriptedModel, scriptedModel, type Turn } from "../fakes/scripted-model.ts";

export const FILES = {
  "package.json": '{ "type": "module", "scripts": { "test": "node --test" } }\n',
  "src/split.js": 'export const split = (line) => line.split(",").filter((field) => field !== "");\n',
  "test/split.test.js":
    'import test from "node:test";\nimport assert from "node:assert";\nimport { split } from "../src/split.js";\ntest("splits", () => assert.deepEqual(split("a,b"), ["a", "b"]));\n',
};

const CHECK =
  "node --input-type=module -e \"import { split } from './src/split.js'; if (split('a,,b').length !== 3) process.exit(1); console.log('kept')\"";
export const MENDED = 'export const split = (line) => line.split(",");\n';

export const HYDRATION: Hydration = Hydration.parse({
  questions: [],
  workflow: "tdd",
  objective: { intent: "Keep empty fields", deliverables: ["src/split.js"], done: ["split('a,,b') gives three fields"] },
  rules: [
    {
      id: "a.correctness.logic",
      description: "Empty fields are kept",
      severity: "fail",
      check: { kind: "command", text: CHECK, prints: "kept" },
    },
    {
      id: "b.style.conventions",
      description: "No semicolon is missing",
      severity: "warn",
      check: { kind: "command", text: "grep -q ';$' src/split.js", prints: null },
    },
  ],
  atoms: [anAtom("A1", { description: "Keep empty fields" })],
  scope: { paths: ["src/**"], out: [] },
  expectedTestChanges: [],
});

/** The same plan with a rule that tries several inputs: no answers that are written down serve it when it is rehearsed. */
export const TIGHT: Hydration = {
  ...HYDRATION,
  rules: HYDRATION.rules.map((rule, index) =>
    index === 0
      ? {
          ...rule,
          check: { ...rule.check, text: CHECK.replace("if (", "if (split(',').length !== 2 || split('').length !== 1 || ") },
        }
      : rule,
  ),
};

const step = (open: boolean) => ({ text: "Keep empty fields", rules: ["a.correctness.logic"], atom: null, open });
export const OK_AUDIT = { verdict: "OK", issue: "", principle: "", correction: "" };
export const planned = (open = true): Turn => answers({ plan: [step(open), step(open), step(open)] });
export const writes = (content: string, path = "src/split.js"): readonly Turn[] => [
  calls(["write_file", { path, content }]),
  answers(account(true)),
];
/** The worker gives an atom up without a change. */
export const givesUp = (why = "It does not work."): Turn => answers(account(false, why));
export const advises = (rule = "a.correctness.logic"): Turn => answers({ issues: [{ rule, problem: "p", fix: "f", effect: "e" }] });
export const PREPARED = answers({ checks: [], notes: [] });

/** Every role's turns of a journey that succeeds in one iteration; give a role other turns to tell another story. */
export function script(other: Readonly<Record<string, readonly Turn[]>> = {}): Readonly<Record<string, readonly Turn[]>> {
  return {
    hydrator: [answers(HYDRATION)],
    "plan-critic": [answers({ verdict: "PROCEED", findings: [] })],
    planner: [planned()],
    worker: writes(MENDED),
    preparer: [PREPARED, PREPARED],
    auditor: [answers(OK_AUDIT), answers(OK_AUDIT), answers(OK_AUDIT)],
    "qa-verifier": [answers({ verdict: "VERIFIED", issues: [] })],
    reflector: [answers({ rootCause: "none", proposedChange: "none needed" })],
    ...other,
  };
}

export interface Bench extends Stage {
  readonly kit: StepContext;
  readonly model: ScriptedModel;
  readonly store: MemoryStore;
  readonly journal: Journal;
  /** What earlier runs left. */
  readonly shelf: MemoryShelf;
  readonly stop: AbortController;
  /** Drives until the run rests. */
  readonly go: () => Promise<ResultJson>;
  /** Approves the plan that is shown, as a person would. */
  readonly consent: () => Promise<void>;
  readonly run: () => Promise<Run>;
  readonly kinds: () => readonly string[];
}

export interface BenchOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly config?: z.input<typeof Config>;
  /** Where the base branch points when QA looks; the base of the run where absent. */
  readonly press?: Partial<Publisher>;
  readonly web?: Web;
  /** Its plans are tried on the base. */
  readonly rehearses?: boolean;
  /** Plain processes where absent. */
  readonly sandbox?: () => Sandbox;
}

const ISSUE = { number: null, title: "Split drops empty fields", body: "split('a,,b') must give three.", author: "ana" };

/** npm takes longer to start than these tests to run. */
const CHECKS = { test: "node test/split.test.js" };

function begun(base: Run["base"], config: z.input<typeof Config>, rehearses: boolean): Event {
  const run = { runId: "split-1", alias: "split", issue: ISSUE, base };
  return {
    kind: "run_started",
    at: Date.now(),
    ...run,
    config: Config.parse({ checks: CHECKS, ...config }),
    ...(rehearses && { rehearses }),
  };
}

/** A bench with a run that has just begun. */
export async function bench(
  turns: Readonly<Record<string, readonly Turn[]>>,
  { files = FILES, config = {}, press = {}, web = NO_WEB, rehearses = false, sandbox = plain }: BenchOptions = {},
): Promise<Bench> {
  const made = stage(sandbox, files);
  const [store, shelf] = [memoryStore(), memoryShelf()];
  const journal = memoryJournal(store);
  const model = scriptedModel(turns);
  const stop = new AbortController();
  const commit = made.repository.git("rev-parse", "HEAD");
  const kit = loopContext({
    model,
    workspace: made.workspace,
    publisher: {
      opener: null,
      publish: ({ branch }) => Promise.resolve({ number: 7, url: null, head: store.branches.get(branch) ?? "", base: commit }),
      opened: () => Promise.resolve(null),
      certify: () => Promise.resolve(null),
      baseNow: () => Promise.resolve(commit),
      ...press,
    },
    web,
    memories: memoryMemories(shelf),
    signal: stop.signal,
  });
  await journal.append([begun({ commit, tree: made.tree, branch: "main" }, config, rehearses)], 0);
  const run = (): Promise<Run> => readRun(journal);
  return {
    ...made,
    kit,
    model,
    store,
    journal,
    shelf,
    stop,
    run,
    go: () => drive(journal, EVERYWHERE, kit),
    consent: () => consentTo(journal),
    kinds: () => (store.events ?? []).map(({ kind }) => kind),
  };
}

/** The whole way: plan, approve, carry out. */
export async function journey(
  turns: Readonly<Record<string, readonly Turn[]>>,
  options: BenchOptions = {},
): Promise<Bench & { readonly report: ResultJson }> {
  const made = await bench(turns, options);
  await made.go();
  await made.consent();
  return { ...made, report: await made.go() };
}
