/** A short story for the scripted model: one worker's edit makes both levels pass. Tests change single roles of it. */
import { account, anAtom } from "../builders/atoms.ts";
import type { ScriptSource } from "../lab/model/script.ts";

type Roles = ScriptSource["roles"];

export const ISSUE = "# split drops empty fields\n\n`split` must give three fields for `a,,b`.\n";

/** The repository that the story is about; its tests are named in what they print, and run without npm, which takes longer to start than they. */
export const FILES = {
  ".github/loopwright.yml": "checks:\n  test: node test/split.test.js\n",
  "package.json": JSON.stringify({ name: "split", version: "1.0.0", type: "module", scripts: { test: "node --test" } }),
  "src/split.js": 'export function split(line) { return line.split(",").filter((field) => field !== ""); }\n',
  "test/split.test.js": [
    'import test from "node:test"; import assert from "node:assert"; import { split } from "../src/split.js";',
    'test("splits", () => assert.deepEqual(split("a,b"), ["a", "b"]));',
    "",
  ].join("\n"),
} as const satisfies Readonly<Record<string, string>>;

export const MENDED =
  'export function split(line) {\n  if (typeof line !== "string") throw new TypeError("no string");\n  return line.split(",");\n}\n';

const program = (text: string): string => `node --input-type=module -e "import {split} from './src/split.js'; ${text}"`;

/** A hydrator's answer; `rules` replaces its two. */
export function draft(change: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    questions: [],
    workflow: "tdd",
    objective: { intent: "Keep empty fields", deliverables: ["src/split.js"], done: ["a,,b has three fields"] },
    rules: [
      {
        id: "a.correctness.logic",
        description: "Empty fields are kept",
        severity: "fail",
        check: {
          kind: "command",
          text: program("process.exit(split('a,,b').length === 3 && split(',').length === 2 && split('').length === 1 ? 0 : 1)"),
        },
      },
      {
        id: "b.security.input-validation",
        description: "Evaluates nothing of what it reads",
        severity: "fail",
        check: {
          kind: "command",
          text: "! grep -q eval src/split.js",
        },
      },
    ],
    atoms: [anAtom("A1", { description: "Keep empty fields" })],
    scope: { paths: ["src/**"], out: [] },
    expectedTestChanges: [],
    ...change,
  };
}

const STEP = { text: "Keep empty fields", rules: ["a.correctness.logic"], open: true };

const ROLES: Roles = {
  hydrator: [{ reply: { json: draft() }, repeat: true }],
  "plan-critic": [{ reply: { json: { verdict: "PROCEED", findings: [] } }, repeat: true }],
  planner: [{ reply: { json: { plan: [STEP, { ...STEP, text: "Refuse numbers" }, { ...STEP, text: "Run the tests" }] } }, repeat: true }],
  worker: [
    { reply: { calls: [{ tool: "write_file", input: { path: "src/split.js", content: MENDED } }] } },
    { reply: { json: account(true) }, repeat: true },
  ],
  preparer: [{ reply: { json: { checks: [], notes: [] } }, repeat: true }],
  auditor: [{ reply: { json: { verdict: "OK", issue: "", principle: "", correction: "" } }, repeat: true }],
  "qa-verifier": [{ reply: { json: { verdict: "VERIFIED", issues: [] } }, repeat: true }],
  reflector: [{ reply: { json: { rootCause: "none", proposedChange: "none" } }, repeat: true }],
};

/** The story with other turns for some roles. */
export function story(change: Roles = {}): ScriptSource {
  return { roles: { ...ROLES, ...change } };
}

/** Turns of a worker that writes this and says that it is done. */
export function writes(content: string): Roles[string] {
  return [{ reply: { calls: [{ tool: "write_file", input: { path: "src/split.js", content } }] } }, { reply: { json: account(true) } }];
}

/** A worker whose first answer takes so long that a test can do something meanwhile; when it is asked anew it works as in the story. */
export function slowWorker(delayMs: number): Roles {
  const [write, done] = ROLES["worker"] ?? [];
  return write === undefined || done === undefined ? {} : { worker: [{ ...write, fault: { delayMs } }, write, done] };
}
