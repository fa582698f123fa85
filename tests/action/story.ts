/** A story for the Action that costs little: a rule that tries four inputs and one that a grep decides, no test command; one worker's edit makes both levels pass. */
import { Hydration } from "#core/planning/hydration.ts";
import { account, anAtom } from "../builders/atoms.ts";
import type { ScriptSource } from "../lab/model/script.ts";

export const FILES = {
  "README.md": "# split\n",
  "src/split.js": 'export const split = (line) => line.split(",").filter((field) => field !== "");\n',
} as const;

export const ISSUE = { title: "split drops empty fields", body: "`split` must give three fields for `a,,b`." } as const;

export const MENDED = 'export const split = (line) => String(line).split(",");\n';

/** Work that passes level A, and what a critique finds in it at level B. */
export const HALF = 'export const split = (line) => line.split(",");\n';
export const UNSPLIT = {
  rule: "b.security.input-validation",
  problem: "A number has no split.",
  fix: "Make a text of it.",
  effect: "Numbers are taken.",
} as const;

/** So many inputs are tried that no answers that are written down serve them when the plan is rehearsed. */
const CHECK =
  "node --input-type=module -e \"import { split } from './src/split.js'; if ([['a,,b', 3], [',', 2], ['x,y', 2], ['', 1]].every(([line, many]) => split(line).length === many)) console.log('kept')\"";

export const HYDRATION: Hydration = Hydration.parse({
  questions: [],
  workflow: "tdd",
  objective: { intent: "Keep empty fields", deliverables: ["src/split.js"], done: ["a,,b has three fields"] },
  rules: [
    {
      id: "a.correctness.logic",
      description: "Empty fields are kept",
      severity: "fail",
      check: { kind: "command", text: CHECK, prints: "kept" },
    },
    {
      id: "b.security.input-validation",
      description: "Takes what is no string",
      severity: "fail",
      check: { kind: "command", text: "grep -q String src/split.js", prints: null },
    },
  ],
  atoms: [anAtom("A1", { description: "Keep empty fields" })],
  scope: { paths: ["src/**"], out: [] },
  expectedTestChanges: [],
});

type Roles = ScriptSource["roles"];
type Turn = Roles[string][number];

const STEP = { text: "Keep empty fields", rules: ["a.correctness.logic"], open: true };

/** The worker writes this and says that it is done. */
export function writes(content: string): readonly Turn[] {
  return [{ reply: { calls: [{ tool: "write_file", input: { path: "src/split.js", content } }] } }, { reply: { json: account(true) } }];
}

const ROLES: Roles = {
  planner: [{ reply: { json: { plan: [STEP, { ...STEP, text: "Take numbers" }, { ...STEP, text: "Look again" }] } }, repeat: true }],
  worker: [...writes(MENDED)],
  preparer: [{ reply: { json: { checks: [], notes: [] } }, repeat: true }],
  auditor: [{ reply: { json: { verdict: "OK", issue: "", principle: "", correction: "" } }, repeat: true }],
  "qa-verifier": [{ reply: { json: { verdict: "VERIFIED", issues: [] } }, repeat: true }],
  reflector: [{ reply: { json: { rootCause: "none", proposedChange: "none" } }, repeat: true }],
};

/** The story with other turns for some roles. */
export function story(change: Roles = {}): ScriptSource {
  return { roles: { ...ROLES, ...change } };
}

/** What QA says of work that it does not accept. */
export const ISSUES: Turn = {
  reply: {
    json: { verdict: "ISSUES", issues: [{ dimension: "output", severity: "major", problem: "null is not refused", fix: "refuse null" }] },
  },
};
