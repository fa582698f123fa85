/** A competent model: what each role does next, by what it was asked and what it did so far in the conversation. It never looks at the run. */
import type { Question } from "../../lab/model/play.ts";
import type { Turn } from "../../lab/model/script.ts";
import { COMMENT, COMMENTED, CORRECT, HIDDEN, MENDED, PLAN } from "./task.ts";

/** A turn that ends a conversation with data. */
export const said = (json: unknown): Turn => ({ expect: [], forbid: [], repeat: false, reply: { json } });
/** A turn that calls one tool. */
export const does = (tool: string, input: Record<string, unknown>): Turn => ({
  expect: [],
  forbid: [],
  repeat: false,
  reply: { calls: [{ tool, input }] },
});
const words = (text: string): Turn => ({ expect: [], forbid: [], repeat: false, reply: { text } });

export const WRITE = { tool: "write_file", input: { path: "src/split.js", content: MENDED } } as const;

/** Reads the file first, because an edit of a file that was never read is refused. */
function working({ called }: Question, atTheEnd: Turn): Turn {
  if (!called.includes("read_file")) return does("read_file", { path: "src/split.js" });
  return called.includes(WRITE.tool) ? atTheEnd : does(WRITE.tool, WRITE.input);
}

const REPORT = said({ success: true, summary: "Empty fields are kept.", details: "Ran the check.", issues: [], nextSteps: [] });

const ROLES: Readonly<Record<string, (question: Question) => Turn>> = {
  hydrator: () => said(PLAN),
  "plan-critic": () => said({ verdict: "PROCEED", findings: [] }),
  planner: () =>
    said({
      plan: [
        { text: "Keep empty fields", rules: [CORRECT], atom: "A1", open: true },
        { text: "Say so in a comment", rules: [COMMENTED], atom: "A1", open: true },
        { text: "Run the tests", rules: [CORRECT], atom: null, open: true },
      ],
    }),
  worker: (question) => working(question, REPORT),
  refiner: (question) => working(question, words("Empty fields are kept now.")),
  preparer: () => said({ checks: [], hidden: [HIDDEN], notes: [] }),
  evaluator: () =>
    said({
      verdicts: [
        {
          id: COMMENTED,
          verdict: "pass",
          details: "The first line says so.",
          evidence: [{ path: "src/split.js", line: 1, text: COMMENT }],
        },
      ],
    }),
  critique: ({ first }) =>
    said({
      issues: [{ rule: failedIn(first), problem: "The rule fails.", fix: "Write the file as the plan says.", effect: "The rule holds." }],
    }),
  auditor: () => said({ verdict: "OK", drift: "none", issue: "", principle: "", correction: "" }),
  "qa-verifier": () => said({ verdict: "VERIFIED", issues: [] }),
  reflector: () => said({ rootCause: "The model erred.", proposedChange: "none" }),
};

/** The rule that the critique is to explain: the first one among the results that it is shown. */
function failedIn(prompt: string): string {
  const shown = prompt.slice(Math.max(0, prompt.lastIndexOf("results of these rules")));
  return /\b[ab]\.[a-z]+(?:\.[a-z0-9-]+)+/.exec(shown)?.[0] ?? CORRECT;
}

/** Throws an `Error` for a role that the task has no part for: the bench no longer knows the product. */
export function competentTurn(question: Question): Turn {
  const turn = ROLES[question.role];
  if (turn === undefined) throw new Error(`bug: the noise bench has no part for the ${question.role}`);
  return turn(question);
}
