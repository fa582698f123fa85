/** Answers in good form that are wrong: what no schema can find. */
import { type Data, type Kind, ofRole, replying } from "./kind.ts";
import { COMMENT, CORRECT, HIDDEN, PLAN } from "./task.ts";

const [CORRECTNESS, ...OTHERS] = PLAN.rules;

/** The plan with another check behind its first rule. */
const checkedBy = (text: string) => (): Data => ({
  ...PLAN,
  rules: [{ ...CORRECTNESS, check: { kind: "command", text, prints: null } }, ...OTHERS],
});

const quoted =
  (line: number, text: string) =>
  (data: Data): Data => ({
    verdicts: (data["verdicts"] as readonly Data[]).map((one) => ({ ...one, evidence: [{ path: "src/split.js", line, text }] })),
  });

/** What a worker does in place of its next step. */
function ofWork(
  name: string,
  often: number,
  reply: Parameters<typeof replying>[1],
  fits = (called: readonly string[]) => !called.includes("write_file"),
): Kind {
  const isWork = (role: string): boolean => role === "worker" || role === "refiner";
  return { name, often, spoil: (turn, { question }) => (isWork(question.role) && fits(question.called) ? replying(turn, reply) : null) };
}

const writes = (path: string, content: string) => ({ calls: [{ tool: "write_file", input: { path, content } }] });

export const SENSE_KINDS: readonly Kind[] = [
  ofRole("hydrator", "a rule that no shell can parse", checkedBy("node -e 'if (")),
  ofRole("hydrator", "a rule with a misspelt script", checkedBy("npm run tset")),
  ofRole("hydrator", "a rule that is green already", checkedBy("true")),
  ofRole("hydrator", "a rule's id with a capital letter", () => ({
    ...PLAN,
    rules: [{ ...CORRECTNESS, id: "a.Correctness.logic" }, ...OTHERS],
  })),
  ofRole("planner", "one step", (data) => ({ plan: (data["plan"] as readonly unknown[]).slice(0, 1) })),
  ofRole("planner", "a step for a rule that is not there", (data) => ({
    plan: (data["plan"] as readonly Data[]).map((step) => ({ ...step, rules: [CORRECT, "a.made.up"] })),
  })),
  ofRole("evaluator", "a quotation at another line", quoted(2, COMMENT)),
  ofRole("evaluator", "a quotation that is not there", quoted(1, "// Empty fields stay where they are.")),
  ofRole("evaluator", "a rule that is left out", () => ({ verdicts: [] })),
  ofRole("preparer", "a hidden check that is wrong", () => ({ checks: [], hidden: [{ ...HIDDEN, expects: "x+++y" }], notes: [] })),
  ofRole("critique", "advice for a rule that is not there", () => ({
    issues: [{ rule: "a.made.up", problem: "It fails.", fix: "Mend it.", effect: "It holds." }],
  })),
  ofRole("plan-critic", "a critic who wants another plan for nothing", () => ({
    verdict: "REVISE",
    findings: [{ check: "logic", problem: "It could be better.", suggestion: "Make it better." }],
  })),
  ofRole("auditor", "an auditor who cannot say", () => ({
    verdict: "CANNOT_ASSESS",
    drift: "none",
    issue: "No output was shown.",
    principle: "",
    correction: "",
  })),
  ofRole("auditor", "an objection in words beside OK", (data) => ({ ...data, issue: "No violation found." })),
  ofRole("qa-verifier", "a false alarm", () => ({
    verdict: "ISSUES",
    issues: [{ dimension: "output", severity: "minor", problem: "The comment could be longer.", fix: "Write more." }],
  })),
  ofWork("success is claimed without work", 2, { json: { success: true, summary: "All done.", details: "", issues: [], nextSteps: [] } }),
  ofWork("code that does not parse", 2, writes("src/split.js", "export const split = (line => \n")),
  ofWork(
    "code for the check alone",
    2,
    writes(
      "src/split.js",
      `${COMMENT}\nexport const split = (line) => (line === "a,,b" ? ["a", "", "b"] : line.split(",").filter(Boolean));\n`,
    ),
  ),
  ofWork("work outside its scope", 2, writes("package.json", '{ "type": "module", "scripts": { "test": "true" } }\n')),
  ofWork("tests that are emptied", 2, writes("test/split.test.js", "")),
];
