/** Gives tests a finished run in which every text is a stranger's. */
import { normaliseRule } from "#core/rules/rule.ts";
import type { Run } from "#core/run/run.ts";
import { anAtom } from "../../builders/atoms.ts";
import { aFinishedRun, aRow } from "../../builders/finished-run.ts";
import { anEvaluation, aPlan, sha } from "../../builders/run.ts";

/** A finished run in which every text that somebody else wrote is `text`. */
export function told(text: string): Run {
  const path = text.slice(0, 60) || "x";
  const rules = [
    ...aPlan().rules,
    normaliseRule({ id: "a.c.x", description: path, severity: "fail", check: { kind: "command", run: `true ${text}` } }),
    normaliseRule({ id: "b.c.y", description: path, severity: "warn", check: { kind: "content", question: `is it ${text}` } }),
  ];
  const said = text || "x";
  const plan = aPlan({
    rules,
    objective: {
      background: said,
      intent: said,
      deliverables: [said],
      done: [said],
      clarifications: [{ question: said, resolution: said }],
    },
    atoms: [anAtom("A1", { description: said }), anAtom("A2", { description: said, dependsOn: ["A1"] })],
    scope: { paths: [path], out: [said] },
    expectedTestChanges: [path],
    setup: [path],
  });
  const evaluation = anEvaluation({ "a.c.x": "fail", "b.c.y": "warn" }, { level: "B", plan, details: text });
  const quoted = { ...evaluation, results: evaluation.results.map((result) => ({ ...result, evidence: [{ path, line: 1, text }] })) };
  return aFinishedRun({
    plan,
    review: { verdict: "PROCEED", findings: [{ check: "logic", problem: said, suggestion: said }] },
    qa: {
      rounds: 1,
      head: sha("9"),
      rejected: null,
      last: { verdict: "ISSUES", issues: [{ dimension: "output", severity: "minor", problem: said, fix: said }] },
    },
    questions: [{ question: said, default: said }],
    measurements: [{ of: 0, head: sha("9"), rules: [], unmeasured: [said] }],
    errorState: { step: "PLAN", count: 1, message: text, retryable: true },
    stopRequest: { by: said, note: text },
    approval: { by: said, digest: "d".repeat(64), handover: "a".repeat(64), comment: null, account: null, at: 0 },
    progress: {
      evaluation: quoted,
      best: { iteration: 1, evaluation: quoted },
      rows: [aRow(1, quoted, { changed: [path] }), aRow(2, quoted)],
      steps: [{ text: said, rules: ["a.c.x"], atom: null, open: true }],
    },
  });
}
